#pragma once
// Which dry frictions of the network stick, which slip and in which direction, which contacts rest, and what impacts do (design D6).
#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/constants.h"
#include "program/machine.h"
#include "simulation/conditions.h"
#include "simulation/stick_slip.h"

namespace stribeck {

class FrictionModes {
 public:
  FrictionModes(Machine& machine, Conditions& conditions);

  bool empty() const { return frictions_.empty(); }
  /// Notes the relative velocities at x-, before anything else changes: a velocity that differs afterwards has jumped with its source.
  void remember(double t, const double* x);
  /// Before the initial state is searched for: frictions that may not be able to stick transmit nothing.
  void prepare() { hold_undecided(Mode::open); }
  /// The modes at the start: what does not move may stick. `targets` gives the variables that have initial targets, as last evaluated: what
  /// rigid contacts have to move at the start must leave them as they are. Throws Failure.
  void start(double t, std::vector<double>& x, const std::function<std::vector<double>()>& targets);
  /// Decides on the modes at x+ where the present ones have ended, and moves x as far as it takes to bring the relative velocities of what
  /// has stopped to zero. Adds a label for each that changed; false if none did. Throws Failure.
  bool resolve(double t, std::vector<double>& x, std::vector<std::string>& labels);
  /// Adds what impulses have done to the integrals of the program's quadratures, and forgets it.
  void add_work(std::vector<double>& quadratures);
  void forget_work() { work_.clear(); }
  /// What it remembers between events. The modes are among the machine's registers.
  void carry(Archive& archive) { archive(frictions_), archive(noted_), archive(notes_), archive(t_); }
  /// Remarks on forces that were chosen because the motion does not determine them, once for each set that shares a load.
  const std::vector<Diagnostic>& notes() const { return notes_; }

 private:
  enum class Mode : std::int8_t { backwards = -1, stuck = 0, forwards = 1, open = 2 };
  struct Friction {
    std::int32_t group = 0;       ///< those that answer to one another's forces
    bool by_trial = false;        ///< the answer of its group to its forces is not linear, or not of accelerations alone
    std::int32_t state = -1;      ///< the one that its velocity is, if it is one
    double velocity = 0;          ///< before the event
    bool begun = false;           ///< slip has begun at the last event
    bool held = false;            ///< sticks since before the event, and can hold its force
    bool switched = false;        ///< has opened or closed since modes were last decided on
    bool on_bound = false;        ///< contacts: has been put there at the last event
    bool shaken = false;          ///< contacts: lands gently, or has rested and impacts elsewhere part it slowly
    double still = kNewtonFloor;  ///< contacts: velocities that are rounding of none
    std::vector<std::pair<std::int32_t, double>> gap_slopes;  ///< contacts: states that the gap is a sum of, with their factors
    void carry(Archive& archive) {                            // what does not follow from the program
      archive(velocity), archive(still);
      for (bool* flag : {&begun, &switched, &on_bound, &shaken}) archive(*flag);
    }
  };
  struct Network;  // friction_network.h

  const FrictionCode& code(std::size_t i) const { return machine_.program().frictions[i]; }
  double input(std::size_t i, ModeInput which) const { return machine_.value(code(i).inputs[static_cast<std::size_t>(which)]); }
  void set_input(std::size_t i, ModeInput which, double value) { machine_.tell(code(i).inputs[static_cast<std::size_t>(which)], value); }
  double static_level(std::size_t i, std::size_t side) const { return machine_.value(code(i).sides[side].static_level); }
  void decide(double t, std::vector<double>& x, bool is_start, std::vector<std::string>& labels);
  Mode mode(std::size_t i) const;
  bool is_contact(std::size_t i) const { return code(i).gap >= 0; }
  /// Holds any force forwards, as a freewheel does: what throws it that way is stopped by an impulse.
  bool is_latch(std::size_t i) const;
  /// Whether its force changes the relative acceleration; else the relative velocity.
  bool has_inertia(std::size_t i) const { return code(i).carrier == FrictionCarrier::inertia; }
  /// No mode of it is decided on: it opposes the motion that it is given.
  bool is_dragged(std::size_t i) const { return code(i).carrier == FrictionCarrier::none; }
  bool is_slipping(std::size_t i) const { return input(i, ModeInput::direction) != 0; }
  int passed_limit(std::size_t i) const;
  bool has_ended(std::size_t i) const;
  void set_mode(std::size_t i, Mode mode, double share = 0);
  void hold_undecided(Mode as);
  void set_moving(std::size_t i, double velocity);
  void set_noise(const std::vector<std::size_t>& candidates, const Network& network);
  void find_groups();
  bool follow_switches();
  bool follow_jumps();
  bool follow_given_motion();
  std::vector<std::size_t> candidates(bool all) const;
  bool resolve_candidates(double t, std::vector<double>& x, const std::vector<std::size_t>& candidates, const std::vector<int>& passed);
  Network probe(double t, const std::vector<double>& x, const std::vector<std::size_t>& candidates);
  void find_answers(double t, const std::vector<double>& x, const std::vector<std::size_t>& candidates, Network& network);
  bool push_harder(Network& network, const std::vector<std::size_t>& candidates) const;
  std::vector<double> derivatives(double t, const std::vector<double>& x, const std::vector<std::size_t>& candidates,
                                  const std::vector<double>& pushes);
  void stop(double t, std::vector<double>& x, const std::vector<std::size_t>& candidates, Network& network);
  bool calm(double t, std::vector<double>& x, const std::vector<std::size_t>& candidates, const Network& network,
            const std::vector<StickSlipModes>& decided);
  StickSlipModes decide_linear(const std::vector<std::size_t>& candidates, const Network& network, std::size_t group,
                               const std::vector<int>& passed) const;
  StickSlipModes decide_by_trial(double t, const std::vector<double>& x, const std::vector<std::size_t>& candidates, const Network& network,
                                 std::size_t group, const std::vector<int>& passed);
  bool lets_go(std::size_t contact, const std::vector<std::size_t>& candidates, const std::vector<std::size_t>& members,
               const std::vector<int>& passed) const;
  void relax(double t, std::vector<double>& x);
  double jump_of_force(std::size_t i) const;
  int better_mode(std::size_t i, int direction, bool lets_go, double rounding) const;
  void note_shared(const std::vector<std::size_t>& sharing);
  void find_gaps();
  void put_on_bound(std::size_t i, std::vector<double>& x);
  bool is_closed(std::size_t i, double slack) const;
  double stillness(std::size_t i) const;
  double rest_speed(std::size_t i) const;
  void part_overlaps(std::vector<double>& x, const std::function<std::vector<double>()>& targets);
  void require_gaps() const;
  bool follow_contacts(double t, std::vector<double>& x, double slack, bool gently, std::vector<std::string>& labels);
  bool still_closing() const;
  Diagnostic endless_impacts(const std::vector<std::size_t>& contacts) const;
  void collide(double t, std::vector<double>& x, const std::vector<std::size_t>& contacts, const std::vector<bool>& is_struck,
               std::vector<std::string>& labels);
  void collide_group(double t, std::vector<double>& x, const std::vector<std::size_t>& contacts, const std::vector<std::size_t>& members,
                     const std::vector<double>& matrix, std::vector<double>& total);
  void strike(double t, std::vector<double>& x, const std::vector<std::size_t>& contacts, const std::vector<double>& impulse,
              std::vector<double>& total);
  std::string label(std::size_t i) const;
  Diagnostic diagnostic(std::size_t i, const std::string& message) const;

  Machine& machine_;
  Conditions& conditions_;
  std::vector<Friction> frictions_;
  std::set<std::vector<std::size_t>> noted_;  ///< sets that notes_ speak of
  std::vector<Diagnostic> notes_;
  std::vector<double> work_;  // of impulses since add_work, by quadrature
  double t_ = 0;
};

}  // namespace stribeck
