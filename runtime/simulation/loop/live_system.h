#pragma once
// What has to be followed while modes are held: what sticks, and what hangs between that, costs nothing from step to step.
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "simulation/loop/courses.h"
#include "simulation/loop/evaluation.h"

namespace stribeck {

/// The states, quadratures and conditions whose course is not known from when modes begin to be held, with the code that they need. The
/// others stay, go along a line, or (quadratures) are the integral of one. Until modes are held first, all are followed, and in plain
/// programs always.
class LiveSystem {
 public:
  /// `span_s`: of the run. `follows_all`: nothing is left out, as in plain programs.
  LiveSystem(Machine& machine, Evaluation& evaluation, double span_s, bool follows_all = false);

  /// Modes are held from here on. True if other states or quadratures are to be followed than before.
  bool hold(double t, std::span<const double> x, std::span<const double> q);
  /// Nothing is known of what goes along lines any more: the parameters are others.
  void forget() { is_held_ = false; }
  /// Changes to the program that has a Jacobian, if it has to.
  void require_jacobian();

  /// Numbers in the whole system, ascending.
  const std::vector<std::size_t>& states() const { return states_; }
  const std::vector<std::size_t>& quadratures() const { return quadratures_; }
  /// Those that may change at a time that is not known beforehand.
  const std::vector<std::size_t>& conditions() const { return conditions_; }
  /// The first change of those whose time is known: none comes before.
  double known_change_s() const { return known_change_s_; }
  /// It had come at t, but nothing has changed by more than rounding: a little later.
  void postpone(double t);
  /// How a value goes while modes are held; in plain programs nothing is known of that.
  Course::Kind kind(Register r) const { return courses_ ? courses_->kind(r) : Course::Kind::other; }
  /// The code as a graph; null in plain programs.
  const Dataflow* flow() const { return flow_; }
  /// Instructions of one evaluation of the derivatives.
  std::size_t cost() const { return has_all() ? machine_.program().section(Section::dynamics).size() : derivatives_.code.size(); }

  /// Of the states that are followed, at (t, x) of those. `dqdt` may be null. Where a branch that is held has no value any more, of what
  /// the conditions say there.
  void derivatives(double t, const double* x, double* dxdt, double* dqdt);
  /// Evaluates the conditions that are followed, of which there are none before modes are held.
  void watch(double t, const double* x);
  /// Puts time and states, and what is known along lines of what the conditions need, where they belong; nothing is evaluated.
  void place(double t, const double* x);
  /// All of them, by the whole program.
  void watch_all(double t, std::span<const double> x);

  /// Those that are not known to stay on one side.
  const std::vector<std::size_t>& kinks() const { return kinks_; }
  /// Evaluates what they compare.
  void watch_kinks(double t, const double* x);

  /// From what is followed to the whole and back.
  void whole_state(double t, std::span<const double> x, std::span<double> whole) const;
  std::vector<double> whole_quadratures(double t, std::span<const double> q) const;
  std::vector<double> followed_state(std::span<const double> whole) const;
  std::vector<double> followed_quadratures(std::span<const double> whole) const;
  /// d state / d time of one that is not followed.
  double rate(std::size_t state) const { return rates_[state]; }
  /// What steering quadratures that are not followed have gathered in all by then, whatever its sign.
  double other_energy(double t) const { return other_energy_ + other_power_ * (t - begin_s_); }

 private:
  struct Line {
    Register result;
    Course::Line line;
  };
  /// A part of the code, and values along lines that it reads.
  struct Part {
    std::vector<Line> lines;
    Code code;
    void clear() { lines.clear(), code.clear(); }
  };
  void held_derivatives(double t, const double* x, double* dxdt, double* dqdt);
  void derivatives_beyond(double t, const double* x, double* dxdt, double* dqdt);
  bool has_all() const { return states_.size() == rates_.size() && quadratures_.size() == powers_.size(); }
  void take_program();
  void follow_all();
  void watch_whole();
  void find_courses(double t, std::span<const double> x);
  void look_ahead(bool anew);
  double change_time(std::size_t condition) const;
  void find_next_change(double t);
  void find_parts();
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
  std::optional<Agenda> agenda_;
  bool follows_all_, is_held_ = false;
  double span_s_, begin_s_ = 0;
  std::vector<std::size_t> states_, quadratures_, conditions_, kinks_;
  std::vector<double> begin_state_, rates_, begin_quadratures_;
  std::vector<Course::Line> powers_;           // of the quadratures that are not followed
  double other_energy_ = 0, other_power_ = 0;  // where modes began to be held
  std::vector<double> changes_s_;              // by condition; not a number: not known
  std::vector<bool> held_;                     // the same
  double known_change_s_ = std::numeric_limits<double>::infinity(), nudge_s_ = 0;
  Part derivatives_, integrands_, watched_, kinked_;
  std::vector<std::int32_t> part_of_, part_of_line_;  // by instruction and by register, the last part that has it
  std::int32_t parts_ = 0;
  std::vector<std::size_t> moved_;
  std::vector<double> whole_, slopes_;
};

}  // namespace stribeck
