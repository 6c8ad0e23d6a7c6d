#include "simulation/loop/delays.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace stribeck {

namespace {
constexpr int kMostHalvings = 10;
constexpr std::array kTested = {-0.9, 0.4};  // places between the samples
}  // namespace

void Delays::begin(double t) {
  recorded_to_ = t;
  for (std::size_t h = 0; h < machine_.histories().size(); ++h) {
    const HistoryCode& code = machine_.program().histories[h];
    machine_.histories()[h].begin(machine_.held_value(code.before));
    machine_.histories()[h].add_break(t);
    shortest_ = std::min(shortest_, machine_.held_value(code.shortest));
  }
}

/// Records the delayed expressions over the step. Expressions that do not depend on states, as signals of time alone, need not be smooth
/// over the step: where one polynomial does not fit, the interval is halved.
bool Delays::record(const LastStep& step) {
  const double from = step.begin_s(), to = step.end_s();
  if (empty() || to <= recorded_to_) return false;
  x_.resize(at(machine_.program().states()));
  samples_.resize(machine_.histories().size());
  values_.resize(samples_.size());
  bool changed = false;
  parts_.assign(1, {from, to, 0});
  while (!parts_.empty()) {
    const Part part = parts_.back();
    parts_.pop_back();
    sample(step, part);
    if (part.halvings < kMostHalvings && !is_fine(step, part)) {
      const double middle = part.from + (part.to - part.from) / 2;
      parts_.push_back({middle, part.to, part.halvings + 1});
      parts_.push_back({part.from, middle, part.halvings + 1});
      continue;
    }
    changed = take(part) || changed;
  }
  sample(step, to, values_);  // leaves the machine, and the start values of its loops, as the step left them
  recorded_to_ = to;
  return changed;
}

void Delays::sample(const LastStep& step, double t, std::vector<double>& values) {
  step.state(t, x_);
  machine_.set_time(t);
  machine_.set_state(x_.data());
  machine_.run(Section::dynamics);
  machine_.run(Section::histories);
  const Snapshot now = machine_.snapshot();
  for (std::size_t h = 0; h < values.size(); ++h) values[h] = now.value(machine_.program().histories[h].value);
}

void Delays::sample(const LastStep& step, const Part& part) {
  for (std::size_t k = 0; k < History::kPlaces.size(); ++k) {
    const bool is_last = k + 1 == History::kPlaces.size();
    sample(step, is_last ? part.to : part.from + (part.to - part.from) * (History::kPlaces[k] + 1) / 2, values_);
    for (std::size_t h = 0; h < samples_.size(); ++h) samples_[h][k] = values_[h];
  }
}

bool Delays::is_fine(const LastStep& step, const Part& part) {
  for (const double place : kTested) {
    sample(step, part.from + (part.to - part.from) * (place + 1) / 2, values_);
    for (std::size_t h = 0; h < samples_.size(); ++h) {
      double size = 0;
      for (const double value : samples_[h]) size = std::max(size, std::fabs(value));
      if (std::fabs(History::between(samples_[h], place) - values_[h]) > rtol_ * size + atol_) return false;
    }
  }
  return true;
}

bool Delays::take(const Part& part) {
  bool changed = false;
  for (std::size_t h = 0; h < samples_.size(); ++h) {
    const HistoryCode& code = machine_.program().histories[h];
    History& history = machine_.histories()[h];
    history.add(part.from, part.to, samples_[h]);
    changed = history.drop_smooth_break(machine_.held_value(code.shortest)) || changed;
    history.forget(part.from - machine_.held_value(code.longest));
  }
  return changed;
}

void Delays::jump(double t) {
  for (History& history : machine_.histories()) history.add_break(t);
}

}  // namespace stribeck
