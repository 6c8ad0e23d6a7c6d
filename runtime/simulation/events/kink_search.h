#pragma once
// Ends steps at the kinks of the equations: |v| where v is zero, min(a, b) where a = b, a table of straight lines at its points. Nothing
// happens there, but a step across one is of first order, whatever the method, and two stages may lie on one side only, so that its error
// estimate sees nothing. Where a kink is crossed between the ends of a step, found on the dense output, the step is made again to there.
//
// A kink that is passed by no more than the relative tolerance of what its distance has been does not count: the error is smaller than what
// is asked for, and a body at rest, whose velocity is rounding, would be at one in every step.
#include <vector>

#include "base/archive.h"
#include "program/snapshot.h"
#include "simulation/integrator.h"
#include "simulation/loop/live_system.h"

namespace stribeck {

class KinkSearch {
 public:
  KinkSearch(Machine& machine, LiveSystem& live, double rtol)
      : machine_(machine), live_(live), rtol_(rtol), largest_(machine.program().kinks.size()) {}

  /// After the integrator's restart.
  void begin(Integrator& integrator);
  /// To be called after the search for events, which may have shortened the step. Kinks that are crossed twice within the step are ignored.
  void end_step_at_kink();
  /// Writes or reads what it has learned of the kinks.
  void carry(Archive& archive) { archive(largest_); }

 private:
  /// A kink at one time: the distance from it, 0 if it does not count; of tables the argument and its piece.
  struct Value {
    double distance = 0;
    std::ptrdiff_t piece = 0;
  };
  bool is_empty() const { return live_.kinks().empty() || !integrator_->ends_steps_at_kinks(); }
  void know(double t);
  double first_crossing(double low, double high, double near);
  void look(double t, std::vector<Value>& values);
  Value value_of(const Snapshot& now, std::size_t k);
  bool any_crossed(const std::vector<Value>& values) const;
  const PointFunction& table_of(const KinkCode& kink) const;
  bool is_corner_crossed(std::size_t k, std::ptrdiff_t before, const Value& now) const;

  Machine& machine_;
  LiveSystem& live_;
  Integrator* integrator_ = nullptr;
  double rtol_;
  std::vector<double> largest_;  // distance so far, by kink of the program; of tables the argument
  std::vector<Value> before_, after_;
  double known_s_ = 0;  // when before_ is of
  std::vector<double> x_;
};

}  // namespace stribeck
