#pragma once
// The energies that components have dissipated at any instant of the integrator's last step, for rows that show them.
#include <optional>
#include <span>
#include <vector>

#include "program/snapshot.h"
#include "simulation/loop/last_step.h"

namespace stribeck {

/// A column that shows the energy that a component has dissipated, and where that comes from.
struct HeatSource {
  std::size_t column = 0;
  std::size_t quadrature = 0;        ///< of the program: the integral of the power that it dissipates, with the work of impulses
  std::optional<std::size_t> store;  ///< its stored energy, which may lose some by jumping of its own accord
};

/// At the ends of steps these energies are the integrator's quadratures. Inside a step they are the integral of the power along the dense
/// output of the states, by Gauss's rule, scaled so that it agrees with the quadratures at both ends: an energy that can only grow never
/// falls. Evaluating them leaves no trace in the run.
class HeatCourse {
 public:
  HeatCourse(Machine& machine, const std::vector<HeatSource>& sources);

  /// From t on the program's quadratures go on from these integrals.
  void begin(double t, std::span<const double> integrals);
  /// The step that was taken last will end earlier, or is discarded.
  void drop_step();
  /// A step has ended.
  void take(const LastStep& step);
  /// Makes values() those at an instant of the last step that was taken, or at its end.
  void go_to(const LastStep& step, double t);
  void go_to_end() { now_ = end_; }
  const std::vector<double>& values() const { return now_; }

 private:
  /// Integrals of the powers, and of their sizes, from the beginning of the step on.
  struct Integrals {
    std::vector<double> power, size;
  };
  void take_own(std::span<const double> integrals, std::vector<double>& own) const;
  bool sample(const LastStep& step);
  bool add_integrals(const LastStep& step, double from_s, double to_s, Integrals& sums);

  Machine& machine_;
  std::vector<std::size_t> quadratures_;
  double begin_s_ = 0, end_s_ = 0;
  std::vector<double> begin_, end_, now_;
  bool is_sampled_ = false, is_known_ = false;  // is_known_: the powers can be evaluated inside the step
  std::vector<Integrals> up_to_;                // the beginning of each part of the step, and its end
  Integrals sums_;                              // up to the instant that is looked at
  std::vector<double> whole_;                   // all quadratures at the end of the step
  Machine::Values kept_;
  std::vector<double> x_;
};

}  // namespace stribeck
