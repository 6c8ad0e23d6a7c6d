#pragma once
// The dry frictions and rigid contacts of a network: what the program knows of each, what is read of it, and what it is told.
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "program/machine.h"
#include "simulation/modes/mode_decision.h"

namespace stribeck {

struct Element {
  std::int32_t group = 0;   ///< those that answer to one another's forces
  std::int32_t kind = 0;    ///< those of the group whose forces have the same dimension
  bool by_trial = false;    ///< the answer of its group to its forces is not linear, or not of accelerations
  bool reacts = false;      ///< a limit of its group depends on the group's forces
  std::int32_t state = -1;  ///< the one that its velocity is, if it is one
  std::vector<std::pair<std::int32_t, double>> gap_slopes;  ///< contacts: states that the gap is a sum of, with their factors
  // At the instant of an event.
  Phase phase = Phase::open;
  double velocity = 0;    ///< before the event, then as last decided on
  double still = 0;       ///< velocities that are rounding of none after the impacts of this instant
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

  /// An instant begins: what each does follows from what its equations are told.
  void begin_instant();
  /// What each has been brought to at this instant.
  void note_velocities();
  /// The forces and velocities that are there now are among those that rounding is told by.
  void note_sizes();
  /// Reads what has been evaluated last.
  Reading read(std::size_t i) const;
  double velocity(std::size_t i) const { return machine_.value(code(i).velocity); }
  double rate(std::size_t i) const { return machine_.value(code(i).rate); }
  double force(std::size_t i) const { return machine_.value(code(i).force); }
  double gap(std::size_t i) const { return machine_.value(code(i).contact.gap); }
  double static_level(std::size_t i, std::size_t side) const { return machine_.value(code(i).sides[side].static_level); }
  StickSlipLevels levels(std::size_t i) const;

  /// Tells the equations of an element what it does; `share` (-1 or 1): it rests with its static force.
  void tell(std::size_t i, Mode mode, double share = 0);
  Mode told(std::size_t i) const;
  double input(std::size_t i, ModeInput which) const { return machine_.value(code(i).inputs[static_cast<std::size_t>(which)]); }
  void set_input(std::size_t i, ModeInput which, double value) { machine_.tell(code(i).inputs[static_cast<std::size_t>(which)], value); }
  /// What it does from now on. `direction` of what slides: -1 or 1.
  void put(std::size_t i, Phase phase, int direction = 0, double share = 0);
  /// Slides as its velocity says. Throws Failure where it holds any force that way.
  void put_sliding(std::size_t i, double velocity, double t);

  const FrictionCode& code(std::size_t i) const { return machine_.program().frictions[i]; }
  bool is_contact(std::size_t i) const { return code(i).is_contact(); }
  /// Has one mode: nothing is decided on it.
  bool creeps(std::size_t i) const { return code(i).creeps; }
  bool opens(std::size_t i) const { return is_open(elements_[i].phase); }
  bool slides(std::size_t i) const { return is_sliding(elements_[i].phase); }
  /// Holds any force forwards, as a freewheel does: what throws it that way is stopped by an impulse.
  bool is_latch(std::size_t i) const;
  /// Whether its force changes the relative acceleration; else the relative velocity.
  bool has_inertia(std::size_t i) const { return code(i).carrier == FrictionCarrier::inertia; }
  /// No mode of it is decided on: it opposes the motion that it is given.
  bool is_dragged(std::size_t i) const { return code(i).carrier == FrictionCarrier::none; }
  /// A gap this small is none, as far as positions are known.
  double touching(std::size_t i) const;
  bool overlaps(std::size_t i) const;
  /// A relative velocity this small is what rounding leaves of none: against the terms that it is the difference of, the fastest that it
  /// has been, those of its kind, and for what is held at rest the terms of its acceleration.
  double stillness(std::size_t i) const;
  bool is_still(std::size_t i) const { return std::fabs(velocity(i)) <= stillness(i); }
  /// Its relative acceleration is a sum of terms of this size, which its own equation alone does not tell where a loop is solved for it.
  double terms(std::size_t i) const;
  /// The same, of an evaluation with other forces.
  void note_terms(std::size_t i, double terms);
  /// The velocity that what is held at rest may drift to.
  double drift(std::size_t i) const;
  /// Of its kind, at this instant: forces that are solved for together share their rounding.
  double largest_force(std::size_t i) const { return largest_[static_cast<std::size_t>(elements_[i].kind)].force; }
  /// Sides that close more slowly need not collide.
  double rest_speed(std::size_t i) const;

  std::string name(std::size_t i) const { return labels().friction(i); }
  /// "name: sticks"
  std::string label(std::size_t i) const;
  /// run.friction_undecided
  Diagnostic undecided(std::size_t i, double t, const std::string& message) const;

 private:
  struct Sizes {
    double speed = 0, force = 0;
  };

  Machine& machine_;
  double span_s_;
  std::vector<Sizes> largest_;  // by kind, at this instant
  std::vector<Element> elements_;
};

}  // namespace stribeck
