#include "study/distributions.h"

#include <algorithm>
#include <cmath>

#include "base/random.h"

namespace stribeck {
namespace {

using Arguments = std::span<const double>;

std::string ascending(Arguments a) { return a[0] < a[1] ? "" : "\"from\" must be less than \"to\""; }
std::string around_whole(Arguments a) {
  return !(a[0] < a[1]) ? ascending(a) : std::ceil(a[0]) <= std::floor(a[1]) ? "" : "no whole number lies between \"from\" and \"to\"";
}
std::string positive_ascending(Arguments a) { return a[0] > 0 ? ascending(a) : "\"from\" must be greater than zero"; }
std::string bounded_mode(Arguments a) {
  return a[0] <= a[1] && a[1] <= a[2] && a[0] < a[2] ? "" : "\"mode\" must lie between \"from\" and \"to\"";
}
std::string with_deviation(Arguments a) { return a[1] >= 0 ? "" : "\"deviation\" must not be negative"; }
std::string of_logarithm(Arguments a) { return a[0] > 0 ? with_deviation(a) : "\"median\" must be greater than zero"; }
std::string positive_mean(Arguments a) { return a[0] > 0 ? "" : "\"mean\" must be greater than zero"; }
std::string positive_both(Arguments a) { return a[0] > 0 && a[1] > 0 ? "" : "\"scale\" and \"shape\" must be greater than zero"; }

double uniform(Arguments a, double u) { return a[0] + (a[1] - a[0]) * u; }
double whole(Arguments a, double u) { return std::ceil(a[0]) + std::floor((std::floor(a[1]) - std::ceil(a[0]) + 1) * u); }
double log_uniform(Arguments a, double u) { return std::clamp(a[0] * portable_exp(portable_log(a[1] / a[0]) * u), a[0], a[1]); }
double normal(Arguments a, double u) { return a[0] + a[1] * normal_quantile(u); }
double log_normal(Arguments a, double u) { return a[0] * portable_exp(a[1] * normal_quantile(u)); }
double triangular(Arguments a, double u) {
  const double from = a[0], mode = a[1], to = a[2], width = to - from, below = (mode - from) / width;
  return u < below ? from + std::sqrt(u * width * (mode - from)) : to - std::sqrt((1 - u) * width * (to - mode));
}
double exponential(Arguments a, double u) { return -a[0] * portable_log(1 - u); }
double weibull(Arguments a, double u) { return a[0] * portable_exp(portable_log(-portable_log(1 - u)) / a[1]); }

}  // namespace

const std::vector<Distribution>& distributions() {
  static const std::vector<Distribution> all = {
      {"uniform", "every value between two bounds alike", {{"from", "the least value"}, {"to", "the greatest value"}}, ascending, uniform},
      {"log_uniform",
       "every ratio alike: as often between 1 and 10 as between 10 and 100",
       {{"from", "the least value"}, {"to", "the greatest value"}},
       positive_ascending,
       log_uniform},
      {"whole",
       "whole numbers, every one alike: counts, or the seed of noise",
       {{"from", "the least number"}, {"to", "the greatest number"}},
       around_whole,
       whole},
      {"normal",
       "Gauss's",
       {{"mean", "of the values"}, {"deviation", "their standard deviation", ArgumentKind::difference}},
       with_deviation,
       normal},
      {"log_normal",
       "the logarithm is normally distributed",
       {{"median", "half of the values are less"}, {"deviation", "standard deviation of the natural logarithm", ArgumentKind::pure}},
       of_logarithm,
       log_normal},
      {"triangular",
       "the density rises linearly to the mode and falls behind it",
       {{"from", "the least value"}, {"mode", "the most frequent value"}, {"to", "the greatest value"}},
       bounded_mode,
       triangular},
      {"exponential", "waiting times of what happens at random", {{"mean", "of the values"}}, positive_mean, exponential},
      {"weibull",
       "lifetimes and strengths",
       {{"scale", "63.2 % of the values are less"}, {"shape", "1 is exponential, 3.6 nearly normal", ArgumentKind::pure}},
       positive_both,
       weibull}};
  return all;
}

const Distribution* find_distribution(std::string_view name) {
  const auto found = std::ranges::find(distributions(), name, &Distribution::name);
  return found == distributions().end() ? nullptr : &*found;
}

}  // namespace stribeck
