#include "simulation/rows/heat_course.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "base/diagnostic.h"

namespace stribeck {

namespace {

/// Parts of a step, each of which gets Gauss's rule of three points: where the power has a kink inside the step, short parts see it better.
constexpr std::size_t kParts = 2;

double part_begin(std::size_t part, double begin_s, double end_s) {
  return begin_s + (end_s - begin_s) * static_cast<double>(part) / static_cast<double>(kParts);
}

}  // namespace

HeatCourse::HeatCourse(Machine& machine, const std::vector<HeatSource>& sources)
    : machine_(machine), begin_(sources.size()), end_(sources.size()), now_(sources.size()) {
  for (const HeatSource& source : sources) quadratures_.push_back(source.quadrature);
}

/// Of all integrals those that rows show.
void HeatCourse::take_own(std::span<const double> integrals, std::vector<double>& own) const {
  for (std::size_t h = 0; h < own.size(); ++h) own[h] = integrals[quadratures_[h]];
}

void HeatCourse::begin(double t, std::span<const double> integrals) {
  if (quadratures_.empty()) return;
  begin_s_ = end_s_ = t;
  take_own(integrals, end_);
  begin_ = end_;
}

void HeatCourse::drop_step() {
  end_s_ = begin_s_;
  end_ = begin_;
}

void HeatCourse::take(const LastStep& step) {
  if (quadratures_.empty() || step.end_s() == end_s_) return;
  begin_s_ = end_s_, end_s_ = step.end_s();
  begin_.swap(end_);
  step.end_quadratures(whole_);
  take_own(whole_, end_);
  is_sampled_ = false;
}

void HeatCourse::go_to(const LastStep& step, double t) {
  if (quadratures_.empty()) return;
  take(step);
  if (t >= end_s_) return go_to_end();
  if (!std::exchange(is_sampled_, true)) is_known_ = sample(step);
  const double share = std::clamp((t - begin_s_) / (end_s_ - begin_s_), 0.0, 1.0);
  const auto part = std::min(kParts - 1, static_cast<std::size_t>(share * static_cast<double>(kParts)));
  bool is_known = is_known_;
  if (is_known) {
    sums_ = up_to_[part];
    is_known = add_integrals(step, part_begin(part, begin_s_, end_s_), t, sums_);
  }
  for (std::size_t h = 0; h < now_.size(); ++h) {
    const double power = is_known ? sums_.power[h] : 0, all = is_known ? up_to_[kParts].power[h] : 0;
    const double size = is_known ? up_to_[kParts].size[h] : 0;
    now_[h] = begin_[h] + power + (size > 0 ? sums_.size[h] / size : share) * (end_[h] - begin_[h] - all);
  }
}

/// False where the equations have no value inside the step.
bool HeatCourse::sample(const LastStep& step) {
  up_to_.resize(kParts + 1);
  for (std::vector<double>* sums : {&up_to_[0].power, &up_to_[0].size}) sums->assign(now_.size(), 0.0);
  for (std::size_t part = 0; part < kParts; ++part) {
    up_to_[part + 1] = up_to_[part];
    if (!add_integrals(step, part_begin(part, begin_s_, end_s_), part_begin(part + 1, begin_s_, end_s_), up_to_[part + 1])) return false;
  }
  return true;
}

bool HeatCourse::add_integrals(const LastStep& step, double from_s, double to_s, Integrals& sums) {
  struct Point {
    double place, weight;
  };
  static const std::array<Point, 3> kGauss = {{{0.5 - std::sqrt(0.15), 5.0 / 18}, {0.5, 8.0 / 18}, {0.5 + std::sqrt(0.15), 5.0 / 18}}};
  const Program& program = machine_.program();
  x_.resize(static_cast<std::size_t>(program.states()));
  machine_.keep(kept_);
  bool is_finite = true;
  try {
    for (const Point& point : kGauss) {
      const double t = from_s + (to_s - from_s) * point.place;
      step.state(t, x_);
      machine_.set_time(t);
      machine_.set_state(x_.data());
      machine_.run(Section::dynamics);
      machine_.run(Section::quadratures);
      const Snapshot now = machine_.snapshot();
      for (std::size_t h = 0; h < now_.size(); ++h) {
        const double work = (to_s - from_s) * point.weight * now.value(program.quadratures[quadratures_[h]]);
        is_finite = is_finite && std::isfinite(work);
        sums.power[h] += work, sums.size[h] += std::fabs(work);
      }
    }
  } catch (const Failure&) {
    is_finite = false;
  }
  machine_.put_back(kept_);
  return is_finite;
}

}  // namespace stribeck
