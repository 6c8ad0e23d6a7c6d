#pragma once
// The part of a system that has to be integrated while modes are held. Bodies that stick, and everything that is fixed between them, are
// left out, so that they cost nothing from step to step.
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "simulation/loop/courses.h"
#include "simulation/loop/evaluation.h"

namespace stribeck {

/// The states, quadratures and conditions that must be followed, which means integrated or evaluated at every step, with the code that they
/// need. The others have a known course from the instant at which the modes began to be held: a state stays constant or is linear in time,
/// and a quadrature is the integral of such a function. Before modes are held for the first time, and in plain programs always, everything
/// is followed.
class LiveSystem {
 public:
  /// `span_s`: the length of the run. `follows_all`: nothing is left out, as in plain programs.
  LiveSystem(Machine& machine, Evaluation& evaluation, double span_s, bool follows_all = false);

  /// Modes are held from now on, with these states and quadratures. True if others are to be followed than before.
  bool hold(double t, std::span<const double> x, std::span<const double> q);
  /// Whether the derivatives that are followed are the same functions of time and of the states that are followed as they were before modes
  /// were held last. Known only where the program is divided into parts, without delayed expressions and without external functions that
  /// remember; else false.
  bool derivatives_are_as_before() const { return are_as_before_; }
  /// Parameters have changed, so that all courses must be found anew.
  void forget() { is_held_ = false; }
  /// Changes to a program with Jacobian unless this one has one.
  void require_jacobian();

  /// The states that are followed, by their numbers in the whole system, ascending.
  const std::vector<std::size_t>& states() const { return states_; }
  const std::vector<std::size_t>& quadratures() const { return quadratures_; }
  /// The conditions that may change at a time that is not known beforehand.
  const std::vector<std::size_t>& conditions() const { return conditions_; }
  /// The time of the first change among the other conditions; infinity if none changes.
  double known_change_s() const { return known_change_s_; }
  /// At t, the time of such a change, no condition has changed by more than rounding: puts it off a little.
  void postpone(double t);
  /// The course of a value while modes are held; in plain programs always `other`.
  Course::Kind kind(Register r) const { return courses_ ? courses_->kind(r) : Course::Kind::other; }
  /// The code as a graph; null in plain programs.
  const Dataflow* flow() const { return flow_; }
  /// Instructions of one evaluation of the derivatives.
  std::size_t cost() const { return is_whole_ ? machine_.program().section(Section::dynamics).size() : derivatives_.code.size(); }

  /// The derivatives of the states that are followed, at (t, x) of these; `dqdt` may be null. Where the held branch of a law has no value,
  /// the branch that the conditions select at that point is evaluated instead.
  void derivatives(double t, const double* x, double* dxdt, double* dqdt) {
    if (is_whole_ && conditions_.empty()) return machine_.derivatives(t, x, dxdt, dqdt);
    derivatives_of_parts(t, x, dxdt, dqdt);
  }
  /// Evaluates the conditions that are followed.
  Snapshot watch(double t, const double* x);
  /// Sets time, states, and the values that are linear in time and that the conditions read; evaluates nothing.
  void place(double t, const double* x);
  /// Evaluates all conditions, by the whole program.
  Snapshot watch_all(double t, std::span<const double> x);

  /// The kinks that may be crossed while modes are held.
  const std::vector<std::size_t>& kinks() const { return kinks_; }
  /// Evaluates the values that these compare.
  Snapshot watch_kinks(double t, const double* x);

  /// Evaluates the coefficients that tell whether other states would serve better (WatchCode::levels). The other values among
  /// WatchCode::registers may be those of another instant.
  Snapshot watch_states(double t, const double* x);

  /// The whole state at time t from the states that are followed; the same for quadratures; and back.
  void whole_state(double t, std::span<const double> x, std::span<double> whole) const;
  std::vector<double> whole_quadratures(double t, std::span<const double> q) const;
  void whole_quadratures(double t, std::span<const double> q, std::vector<double>& whole) const;
  std::vector<double> followed_state(std::span<const double> whole) const;
  std::vector<double> followed_quadratures(std::span<const double> whole) const;
  /// A vector for temporary use, as by callers that need the states that are followed in one list.
  std::vector<double>& work_area() const { return work_area_; }
  /// The constant derivative of a state that is not followed.
  double rate(std::size_t state) const { return rates_[state]; }
  /// The sum of the magnitudes that the steering quadratures which are not followed have gathered by t.
  double other_energy(double t) const { return other_energy_ + other_power_ * (t - begin_s_); }

 private:
  struct Line {
    Register result;
    Course::Line line;
  };
  /// A value that is held.
  struct Held {
    Register result;
    double value = 0;
  };
  /// A part of the code, and the values linear in time and the held values that it reads.
  struct Part {
    std::vector<Line> lines;
    std::vector<Held> held;
    LinkedCode code;
    void clear() { lines.clear(), held.clear(), code = {}; }
  };
  void held_derivatives(double t, const double* x, double* dxdt, double* dqdt);
  void derivatives_beyond(double t, const double* x, double* dxdt, double* dqdt);
  void derivatives_of_parts(double t, const double* x, double* dxdt, double* dqdt);
  void note_whole() { is_whole_ = states_.size() == rates_.size() && quadratures_.size() == powers_.size(); }
  void take_program();
  void follow_all();
  void watch_whole();
  Snapshot find_courses(double t, std::span<const double> x);
  void look_ahead(const Snapshot& now, bool anew);
  double change_time(const Snapshot& now, std::size_t condition) const;
  void find_next_change(double t);
  void find_parts(const Snapshot& now);
  bool reads_the_same(const Part& before, const Part& now) const;
  bool has_memories() const;
  void need(Register r, Part& part);
  void collect(Part& part);
  void run(const Part& part, double t);
  void place_lines(const Part& part, double t);
  void set_state(const double* x);

  Machine& machine_;
  Evaluation& evaluation_;
  const Program* program_ = nullptr;
  const Dataflow* flow_ = nullptr;  // where there are modes
  std::optional<Courses> courses_;
  std::optional<Worklist> worklist_;
  bool follows_all_, is_held_ = false, are_as_before_ = false;
  bool is_whole_ = true;  // all states and quadratures are followed
  double span_s_, begin_s_ = 0;
  std::vector<std::size_t> states_, quadratures_, conditions_, kinks_;
  std::vector<double> begin_state_, rates_, begin_quadratures_;
  std::vector<Course::Line> powers_;           // of the quadratures that are not followed
  double other_energy_ = 0, other_power_ = 0;  // where modes began to be held
  std::vector<double> changes_s_;              // by condition; not a number: not known
  std::vector<bool> held_;                     // the same
  double known_change_s_ = std::numeric_limits<double>::infinity(), nudge_s_ = 0;
  Part derivatives_, integrands_, watched_, kinked_, judged_;
  Part derivatives_before_, integrands_before_;       // where modes were held before
  std::vector<std::int32_t> part_of_, part_of_line_;  // by instruction and by register, the last part that has it
  std::int32_t parts_ = 0;
  std::vector<std::size_t> moved_;
  std::vector<double> whole_, slopes_;
  mutable std::vector<double> work_area_;
};

}  // namespace stribeck
