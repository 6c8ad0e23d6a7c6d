#pragma once
// The dry frictions and rigid contacts of a network, called elements: what the program says of each, its values as evaluated, and its
// inputs, by which its equations get their mode.
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "program/snapshot.h"
#include "simulation/modes/mode_decision.h"

namespace stribeck {

struct Element {
  std::int32_t group = 0;   ///< the same for elements whose forces accelerate one another
  std::int32_t kind = 0;    ///< the same for elements of a group whose forces have the same dimension
  bool by_trial = false;    ///< the accelerations in its group are no linear function of its forces: its mode is found by trial
  bool reacts = false;      ///< a limit in its group depends on the forces of the group
  std::int32_t state = -1;  ///< the state that equals its velocity or minus its velocity; -1: none
  std::vector<std::pair<std::int32_t, double>> gap_slopes;  ///< contacts whose gap is a sum of states: these, with their coefficients
  // At the instant of an event.
  Phase phase = Phase::open;
  double velocity = 0;    ///< before the event, then after the last decision
  double still = 0;       ///< velocities up to this are zero but for rounding, after the impacts of this instant
  bool on_bound = false;  ///< contacts: the gap has been put to zero
};

class Elements {
 public:
  /// `span_s`: how long the run is.
  Elements(Machine& machine, double span_s);

  std::size_t size() const { return elements_.size(); }
  Element& operator[](std::size_t i) { return elements_[i]; }
  const Element& operator[](std::size_t i) const { return elements_[i]; }
  std::size_t group_count() const { return static_cast<std::size_t>(machine_.program().friction_groups); }
  Machine& machine() const { return machine_; }
  const Program& program() const { return machine_.program(); }
  const Labels& labels() const { return *program().labels; }

  /// From here on velocities, forces and all else that is computed are those of this snapshot, as long as that is current.
  void look(const Snapshot& now) { now_ = now; }
  const Snapshot& now() const { return now_; }
  double value(Register r) const { return now_.value(r); }
  /// Begins an instant: the phase of each element follows from its mode.
  void begin_instant();
  /// Stores the present velocity of each element.
  void note_velocities();
  /// Includes the present forces and velocities in the largest of this instant, by which rounding is estimated.
  void note_sizes();
  Reading read(std::size_t i) const;
  double velocity(std::size_t i) const { return value(code(i).velocity); }
  double rate(std::size_t i) const { return value(code(i).rate); }
  double force(std::size_t i) const { return value(code(i).force); }
  double gap(std::size_t i) const { return value(code(i).contact.gap); }
  double static_level(std::size_t i, std::size_t side) const { return value(code(i).sides[side].static_level); }
  StickSlipLevels levels(std::size_t i) const { return levels(i, now_); }
  StickSlipLevels levels(std::size_t i, const Snapshot& now) const;

  /// Sets the inputs of an element to a mode; `share` (-1 or 1): it stays at rest with its static force in that direction.
  void tell(std::size_t i, Mode mode, double share = 0);
  Mode told(std::size_t i) const;
  double input(std::size_t i, ModeInput which) const { return machine_.held_value(code(i).input(which)); }
  void set_input(std::size_t i, ModeInput which, double value) { machine_.tell(code(i).input(which), value); }
  /// Sets the phase of an element and the mode that belongs to it. `direction`: of sliding, -1 or 1.
  void put(std::size_t i, Phase phase, int direction = 0, double share = 0);
  /// Lets an element slide in the direction of its velocity. Throws Failure if it holds any force in that direction.
  void put_sliding(std::size_t i, double velocity, double t);

  const FrictionCode& code(std::size_t i) const { return machine_.program().frictions[i]; }
  bool is_contact(std::size_t i) const { return code(i).is_contact(); }
  /// Whether it has one mode only, so that there is nothing to decide.
  bool creeps(std::size_t i) const { return code(i).creeps; }
  bool opens(std::size_t i) const { return is_open(elements_[i].phase); }
  bool slides(std::size_t i) const { return is_sliding(elements_[i].phase); }
  /// Whether it holds any force forwards, as a freewheel does: a velocity that jumps forwards is stopped by an impulse.
  bool is_latch(std::size_t i) const;
  /// Whether its force changes the relative acceleration; else the relative velocity.
  bool has_inertia(std::size_t i) const { return code(i).carrier == FrictionCarrier::inertia; }
  /// Whether its velocity is prescribed: it opposes the motion that it is given, and its mode is not decided on.
  bool is_dragged(std::size_t i) const { return code(i).carrier == FrictionCarrier::none; }
  /// Gaps up to this are closed: positions are not known better.
  double touching(std::size_t i) const;
  double span_s() const { return span_s_; }
  /// Lets the gap of an open contact be what it is, if that is negative by rounding, and `more`: its sides part from there.
  void tell_overlap(std::size_t i, double more);
  bool overlaps(std::size_t i) const;
  /// Relative velocities up to this are zero but for rounding. It follows from the terms whose difference the velocity is, from the fastest
  /// velocities of its kind at this instant, and, for elements held at rest, from the terms of the acceleration.
  double stillness(std::size_t i) const;
  bool is_still(std::size_t i) const { return std::fabs(velocity(i)) <= stillness(i); }
  /// The sum of the magnitudes of the terms of its relative acceleration. Where a loop is solved for that, its own equation does not tell.
  double terms(std::size_t i) const;
  /// Takes that sum from an evaluation with other forces.
  void note_terms(std::size_t i, double terms);
  struct Sizes {
    double speed = 0, force = 0;
  };
  /// What note_sizes() and note_terms() have noted.
  struct Noted {
    std::vector<Sizes> largest;
    std::vector<double> terms;
  };
  Noted noted() const;
  /// Forgets what has been noted since, of modes that were tried and do not hold: to stick where it turns round at a dead centre of its
  /// mechanism takes a force without bound.
  void put_back(const Noted& noted);
  /// The velocity to which an element that is held at rest may drift by rounding.
  double drift(std::size_t i) const;
  /// The largest force of its kind at this instant: forces that are solved for together share the rounding of the largest.
  double largest_force(std::size_t i) const { return largest_[static_cast<std::size_t>(elements_[i].kind)].force; }
  /// Contacts that close more slowly than this come to rest without rebound.
  double rest_speed(std::size_t i) const;

  std::string name(std::size_t i) const { return labels().friction(i); }
  /// "name: sticks"
  std::string label(std::size_t i) const;
  /// run.friction_undecided
  Diagnostic undecided(std::size_t i, double t, const std::string& message) const;

 private:
  Machine& machine_;
  Snapshot now_;
  double span_s_;
  std::vector<Sizes> largest_;  // by kind, at this instant
  std::vector<Element> elements_;
};

}  // namespace stribeck
