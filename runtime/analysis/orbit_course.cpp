#include "analysis/orbit_course.h"

#include <algorithm>
#include <cmath>

#include "analysis/return_map.h"
#include "analysis/slopes.h"

namespace stribeck {

std::vector<double> OrbitCourse::output_rates(double t, std::span<const double> x) {
  const Slopes slopes = slopes_at(machine_, t, x, layout_.rows(), layout_.parameters + machine_.program().discretes.size());
  std::vector<double> rates;
  for (std::size_t o = 0; o < places_.size(); ++o) {
    double sum = slopes.by_time[o];
    for (std::size_t i = 0; i < x.size(); ++i)
      if (slopes.rates[i] != 0) sum += slopes.by_states(x.size() + o, i) * slopes.rates[i];
    rates.push_back(sum);
  }
  return rates;
}

void OrbitCourse::note(double t, const std::vector<double>& outputs) {
  curves.resize(outputs.size());
  times_s.push_back(t);
  for (std::size_t o = 0; o < outputs.size(); ++o) curves[o].push_back(outputs[o]);
  if (first.empty()) first = least = most = outputs;
  last = outputs;
  for (std::size_t o = 0; o < outputs.size(); ++o) least[o] = std::min(least[o], outputs[o]), most[o] = std::max(most[o], outputs[o]);
}

void OrbitCourse::look_at_held(double t, std::span<const double> x) {
  if (held_elements(machine_) > 0) held_rank = std::max(held_rank, rank_of(held_rows(machine_, t, x, layout_), scales_));
}

void OrbitCourse::begin(double t, std::span<const double> x) {
  if (!first.empty()) return;
  note(t, outputs_at(machine_, t, x, places_));
  look_at_held(t, x);
}

/// An output may turn inside a step: there its rate passes zero.
void OrbitCourse::step(const LastStep& step) {
  const double from = step.begin_s(), to = step.end_s();
  std::vector<double> x(static_cast<std::size_t>(machine_.program().states()));
  const auto rates = [&](double t) {
    step.state(t, x);
    return output_rates(t, x);
  };
  constexpr int kParts = 4, kRounds = 50;
  std::vector<double> before = rates(from);
  for (int part = 1; part <= kParts; ++part) {
    const double begin = from + (to - from) * (part - 1) / kParts, end = part == kParts ? to : from + (to - from) * part / kParts;
    const std::vector<double> after = rates(end);
    for (std::size_t o = 0; o < places_.size(); ++o) {
      if (!(before[o] * after[o] < 0)) continue;
      double low = begin, high = end;
      for (int round = 0; round < kRounds && high - low > 1e-12 * (to - from); ++round) {
        const double middle = 0.5 * (low + high);
        (rates(middle)[o] * before[o] > 0 ? low : high) = middle;
      }
      step.state(high, x);
      note(high, outputs_at(machine_, high, x, places_));
    }
    before = after;
    step.state(end, x);
    note(end, outputs_at(machine_, end, x, places_));
  }
}

void OrbitCourse::after_event(double t, std::span<const double> x, const std::vector<std::string>& labels) {
  note(t, outputs_at(machine_, t, x, places_));
  look_at_held(t, x);
  if (!labels.empty()) events.push_back({t, 0, labels, last});
}

OrbitStability stability_of(const std::vector<std::complex<double>>& multipliers, double accuracy) {
  if (multipliers.empty()) return OrbitStability::stable;
  const std::complex<double> largest = multipliers.front();
  if (std::fabs(std::abs(largest) - 1) <= accuracy) return OrbitStability::border;
  if (std::abs(largest) < 1) return OrbitStability::stable;
  if (largest.imag() != 0) return OrbitStability::turning;
  return largest.real() > 0 ? OrbitStability::real : OrbitStability::flip;
}

}  // namespace stribeck
