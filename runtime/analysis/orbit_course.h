#pragma once
// What a run goes through in one period: extremes of outputs, events, and how much is held.
#include <vector>

#include "analysis/motion_samples.h"
#include "analysis/orbit.h"

namespace stribeck {

class OrbitCourse final : public MotionFollower {
 public:
  /// `places`: of the outputs among the program's; the same of rows of LinearCode after the states, from the first on.
  OrbitCourse(Machine& machine, std::vector<std::size_t> places, SlopeLayout layout, std::vector<double> scales)
      : machine_(machine), places_(std::move(places)), layout_(std::move(layout)), scales_(std::move(scales)) {}
  void begin(double t, std::span<const double> x) override;
  void step(const LastStep& step) override;
  void before_event(double /*t*/, std::span<const double> /*x*/) override {}
  void after_event(double t, std::span<const double> x, const std::vector<std::string>& labels) override;

  std::vector<double> first, last, least, most;  ///< of the outputs
  std::vector<double> times_s;                   ///< of the run
  std::vector<std::vector<double>> curves;       ///< of each output
  std::vector<OrbitEvent> events;                ///< at times of the run
  std::size_t held_rank = 0;                     ///< the most directions that are held at once

 private:
  std::vector<double> output_rates(double t, std::span<const double> x);
  void note(double t, const std::vector<double>& outputs);
  void look_at_held(double t, std::span<const double> x);
  Machine& machine_;
  std::vector<std::size_t> places_;
  SlopeLayout layout_;
  std::vector<double> scales_;
};

}  // namespace stribeck
