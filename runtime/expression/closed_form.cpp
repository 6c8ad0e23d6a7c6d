#include "expression/closed_form.h"

#include <cmath>
#include <cstdlib>
#include <numbers>
#include <numeric>
#include <vector>

namespace stribeck {
namespace {

constexpr double kRounding = 4e-16;  // of the number: what computing it in another order may change
constexpr int kMostTimes = 12;

struct Factor {
  double value = 0;
  ClosedForm form;
};

const std::vector<Factor>& irrational_factors() {
  static const std::vector<Factor> all = [] {
    std::vector<Factor> made;
    for (const int root : {1, 2, 3, 5, 6, 7, 10})
      for (const int pi : {0, 1, -1, 2})
        for (const int halves_of_e : {0, 1, -1, 2, -2, -4, -6})
          if (root != 1 || pi != 0 || halves_of_e != 0)
            made.push_back({std::pow(std::numbers::pi, pi) * std::exp(0.5 * halves_of_e) * std::sqrt(static_cast<double>(root)),
                            {.pi = pi, .halves_of_e = halves_of_e, .root = root}});
    return made;
  }();
  return all;
}

}  // namespace

ClosedForm closed_form(double value) {
  if (!std::isfinite(value) || value <= 0) return {};
  for (const Factor& factor : irrational_factors())
    for (const int over : {1, 2, 3, 4, 5, 6, 7, 10, 12, 30, 180}) {
      const double times = std::round(value * over / factor.value);
      if (times < 1 || times > kMostTimes || std::fabs(value - times * factor.value / over) > kRounding * value) continue;
      ClosedForm form = factor.form;
      form.times = static_cast<int>(times), form.over = over;
      if (std::gcd(form.times, form.over) == 1) return form;
    }
  return {};
}

FractionOfForm fraction_of(const ClosedForm& form) {
  FractionOfForm fraction;
  const bool divides = form.root > 1 && form.over % form.root == 0;  // sqrt(2)/2 is 1/sqrt(2)
  fraction.top.number = form.times;
  fraction.bottom.number = divides ? form.over / form.root : form.over;
  (divides ? fraction.bottom : fraction.top).root = form.root;
  (form.pi > 0 ? fraction.top : fraction.bottom).pi = std::abs(form.pi);
  FractionOfForm::Part& of_e = form.halves_of_e > 0 ? fraction.top : fraction.bottom;
  of_e.e = std::abs(form.halves_of_e) / 2;
  of_e.has_e_under_root = form.halves_of_e % 2 != 0;
  return fraction;
}

double value_of(const FractionOfForm& fraction) {
  const auto product = [](const FractionOfForm::Part& part) {
    double value = part.number;
    if (part.pi != 0) value *= part.pi == 1 ? std::numbers::pi : std::pow(std::numbers::pi, part.pi);
    for (int k = 0; k < part.e; ++k) value *= std::numbers::e;
    if (part.root != 1 || part.has_e_under_root) value *= std::sqrt(part.root * (part.has_e_under_root ? std::numbers::e : 1.0));
    return value;
  };
  return product(fraction.top) / product(fraction.bottom);
}

}  // namespace stribeck
