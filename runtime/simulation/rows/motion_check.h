#pragma once
// Checks the motion against its derivatives, independently of the integrator and its error estimate (--verify).
//
//   of each accepted step, in the modes that it was made with:
//     it begins where the last step or event has left the states
//     each state changes by the integral of its derivative, which the whole program evaluates along the dense output
//     the truth of each condition inside the step is the held one
//   of each event:
//     states jump only if they are assigned, or if impulses act on them, and then by what the impulses amount to
//     no closed contact goes on closing
//
// Differences are measured in tolerances of the run. The tolerance of a state is atol * nominal + rtol * size, with which the step was
// accepted, plus the change of its integrated derivative if all states are off by their tolerances: in a stiff system a motion that is
// right to the tolerance has derivatives that are not.
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "program/machine.h"
#include "simulation/integrator.h"
#include "simulation/loop/last_step.h"
#include "simulation/run.h"
#include "simulation/start/initialise.h"

namespace stribeck {

class MotionCheck {
 public:
  /// `latest_s`: the largest size of a time in the run.
  MotionCheck(Machine& machine, const IntegratorOptions& options, double latest_s, bool is_judged);

  /// The motion goes on from x: at the start, and after a change of states.
  void begin(std::span<const double> x);
  /// Checks the integrator's last step; conditions and modes must still be those of the step.
  void step(const LastStep& step);
  /// To be called before an event changes anything.
  void before_event();
  /// The event has settled at x. `momenta`: those of StartCode::momenta before it; empty if no velocity is prescribed.
  void after_event(double t, std::span<const double> x, bool any_update, const std::vector<double>& momenta);

  const MotionVerification& result();

 private:
  /// A part of a step, over which derivatives are integrated.
  struct Panel {
    double from, to;
    int depth;
  };
  struct Rule;
  struct Sum {
    double differences = 0, peak = 0;
  };

  void take_program();
  bool integrate(const LastStep& step);
  bool panel(const LastStep& step, const Panel& panel);
  void evaluate(double t);
  void add_uncertainty(double weight);
  void look_at_conditions(double t);
  double tolerance_of(double t, Register result, double rounding);
  void look_at_contacts(double t, std::span<const double> x);
  /// How frictions whose limits depend on their own forces take part in impacts.
  enum class Reacting : std::uint8_t { released, as_after, as_before };
  void find_impulses(double t, std::span<const double> x, std::vector<double>& jumps);
  void release_struck(Reacting reacting);
  std::vector<double> answers_to(double t, const std::vector<std::pair<Register, double>>& impulses);
  void take_case(double t);
  void find_jumps_of_momenta(double t, const std::vector<double>& before, std::vector<double>& jumps);
  std::vector<double> derivatives(double t);
  double tolerance(std::size_t state, double size) const;
  void note(double ratio, double off, double begin_s, double end_s, const std::string& what);
  std::string state_name(std::size_t state) const;

  Machine& machine_;
  IntegratorOptions options_;
  double rounding_of_instants_;
  MotionVerification result_;
  const Program* program_ = nullptr;
  std::vector<double> nominal_;              // by state, as the next ones
  std::vector<double> where_, begin_, end_;  // as the last step or event left it; of the step that is looked at
  std::vector<double> x_, rates_, tolerances_;
  std::vector<double> integral_, coarse_, uncertainty_, sizes_;  // of the panel
  std::vector<double> whole_, whole_uncertainty_, whole_sizes_;  // of the step
  std::vector<double> scratch_;
  Machine::Values values_, before_event_;
  std::vector<Panel> panels_;
  std::map<std::int32_t, Sum> sums_;  // by variable
};

/// A verified run may differ by so many tolerances in one step or at one event: what the tolerance bounds is an estimate of the error of
/// the step's end, made from two orders; inside the step dense outputs are good to a few times that. Larger: steps that kinks have spoilt
/// pass, which were seen to be off by 15 and more. Smaller: right runs fail.
inline constexpr double kVerifiedMotion = 10;

inline bool is_motion_verified(const MotionVerification& motion) { return !motion.is_judged || motion.worst <= kVerifiedMotion; }
/// The error for a run whose motion is not what its equations make of it.
Diagnostic unverified(const MotionVerification& motion);

}  // namespace stribeck
