#pragma once
// The motion against its derivatives, independently of the integrator and its error estimate (--verify).
//
//   each accepted step, in the modes that it was made with:
//     it begins where the last step or event has left the states
//     each state has changed by the integral of its derivative, which the whole program gives along the dense output
//     each condition is inside the step what is held of it
//   each event:
//     no state jumps but those that are assigned, and those that impulses act on, by what the told impulses make of them
//     no closed contact goes on closing
//
// Differences are measured in tolerances of the run: of a state, atol * nominal + rtol * size, as the step was accepted with, and what the
// same uncertainty of all states makes of its derivative over the step. For where a system is stiff, a motion that is right to the
// tolerance has derivatives that are not.
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

  /// The motion goes on from x: at the start, and where the states are others than before.
  void begin(std::span<const double> x);
  /// The integrator's last step; conditions and modes are those that it was made with.
  void step(const LastStep& step);
  /// An event changes nothing before this.
  void before_event();
  /// It has settled at x. `momenta`: before it, of StartCode::momenta; none where no velocity is given.
  void after_event(double t, std::span<const double> x, bool any_update, const std::vector<double>& momenta);

  const MotionVerification& result();

 private:
  /// Values inside a step and their integrals.
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
  /// How frictions whose limit grows with the forces take part in impacts.
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
