#pragma once
// Finds the first change of a condition in a step, and ends the step there (design section 4, hard-parts 6).
#include <array>
#include <deque>
#include <optional>
#include <span>
#include <vector>

#include "simulation/events/guard_bounds.h"
#include "simulation/integrator.h"
#include "simulation/loop/live_system.h"

namespace stribeck {

class EventSearch {
 public:
  /// `is_thorough`: crossing functions may oscillate within a step whose length they do not limit, as forces on sticking frictions and
  /// functions of time do. `resolution_s`: the shortest oscillation that is looked for in the first step; later steps adapt it. `span_s`:
  /// the length of the run.
  EventSearch(Machine& machine, LiveSystem& live, bool is_thorough, double resolution_s, double span_s);

  /// The integrator has been restarted: the next step begins with the present truths of the conditions.
  void begin(Integrator& integrator);
  /// The latest end of the next step: in a longer step an oscillating crossing function might go unnoticed. The integrator's error control
  /// need not keep steps short enough, as where a body coasts beside a friction that holds an oscillating force.
  double reach_s() const;
  /// If a condition changes in the last step, ends the step where the first one has just changed, with a state as accurate as at the end of
  /// any step. False if none changes.
  bool end_step_at_change();
  /// Halves the last step; false if no floating-point number lies between its ends.
  bool halve_step();
  /// end_step_at_change() for the same step, which has been made again since, to an earlier end.
  bool search_again();
  /// Writes or reads what it has learned of the conditions.
  void carry(Archive& archive) { archive(resolved_s_), archive(waits_); }

 private:
  /// By the dense output the condition changes before this time, but by the solution it does not.
  struct Disproof {
    std::size_t condition;
    double until;
  };
  /// Times inside the step between which a condition changes.
  struct Bracket {
    double unchanged, changed;
  };
  /// A row of adjoining windows of the least length in which a condition has no bound.
  struct Boundless {
    double until = 0;
    int windows = 0;
  };
  using Values = std::vector<double>;  // of the watched conditions' crossing functions
  /// An interval that is being bisected.
  struct Half {
    Values middle;
    std::vector<std::size_t> open;  // conditions that may change in it
  };
  static constexpr int kDeepest = 9;             // halvings of a step that is searched
  static constexpr double kFinestReach = 1e-3;   // of the resolution in the first step
  static constexpr double kFinestWindow = 1e-9;  // of the run: a condition may change and change back within less
  static constexpr int kMostPieces = 20000;      // that a step is divided into
  static constexpr int kMostBoundless = 16;      // finest windows in a row without a bound: a pole has a few, a formula of none has all
  static constexpr int kShort = 4;               // halvings after which a value at an end tells the size of those between
  static constexpr int kLongestWait = 1000;      // steps in which no bounds are tried where they took too long
  static constexpr std::size_t kFractions = 3;   // of an interval: the middle, and the middles of its halves

  bool search_where_forces_are();
  bool search_step();
  std::optional<std::size_t> first_change(double& to);
  void require_decided();
  void find_changed(double t);
  void shrink(double from, double& to);
  void set_scales(const Values& begins, const Values& ends);
  double estimate(double from, double to, bool is_found, double length) const;
  void watch(double t, std::span<const double> x);
  void look_at(double t);
  bool differs_at(double t, double from, double& to);
  void remember(Values& values) const;
  void take_noises();
  bool is_excluded();
  bool swings(double from, double& to);
  bool swings_within(double from, double& to, const Values& begins, const Values& ends, const std::vector<std::size_t>& open, int depth);
  void count_boundless(double from, double to, const std::vector<std::size_t>& open);
  void leave_to_samples(std::size_t k, bool is_cause);
  bool stays(std::size_t k, double from, double to, double begins, double ends, int depth);
  double rounding(std::size_t k, double begins, double ends, int depth) const;
  bool touches(double from, double& to, const Values& begins, const Values& ends, int depth);
  bool dips(double from, double& to, const Values& begins, const Values& middle, const Values& ends);
  double told_rounding(std::size_t k) const;
  bool is_parabola(const Values& begins, const Values& ends, const std::array<Values, kFractions>& samples) const;
  bool land(double t, std::size_t condition, double last);
  Bracket bisect(Bracket bracket, std::size_t condition);
  bool differs_here(std::size_t condition);
  bool has_changed(std::size_t condition);
  bool correct(double& t, std::size_t condition, double last);

  Machine& machine_;
  LiveSystem& live_;
  ControlPoints controls_;
  GuardBounds bounds_;
  bool has_controls_ = false, is_in_region_ = false, are_bounds_taken_ = false;  // of the step as it is now
  std::vector<Register> rounding_of_;             // by condition of the program: what the decision tells of a friction's guard; else -1
  std::vector<std::size_t> unbounded_, sampled_;  // conditions without bounds; and of which they say too little in this search
  Integrator* integrator_ = nullptr;
  bool is_thorough_;
  double finest_window_s_;
  double searched_to_ = 0;            // the end of what is searched by bounds
  int pieces_ = 0;                    // that the step may still be divided into
  std::vector<Boundless> boundless_;  // by condition that is followed, in this search
  std::vector<Wait> waits_;           // by condition of the program, where bounds took too long
  std::deque<Half> halves_;           // by halvings
  double finest_reach_s_;             // what is finer than that is taken for noise
  Values before_, after_, ends_;      // at the beginning of the last step, at its end, where the search ends; empty: not evaluated there
  Values scales_;                     // the larger of the values at the ends of what is searched
  Values low_, high_;                 // at the ends of the bracket that shrinks
  Values nearest_;                    // to zero that a parabola comes
  std::array<std::array<Values, kFractions>, kDeepest> samples_;  // by halvings
  double resolved_s_;                                             // the shortest interval that was a parabola in the last search
  double finest_s_ = 0;                                           // the same of the search that goes on
  std::optional<Snapshot> now_;                                   // of the last time that the conditions were watched
  std::vector<double> noises_;                                    // of the conditions that are followed, where their values were taken last
  std::vector<std::size_t> changed_, known_;                      // conditions that differ where now_ is; and where the bracket ends
  std::vector<std::size_t> open_;                                 // conditions that may change and change back in this step
  std::vector<Disproof> disproved_;                               // in this step
  std::vector<double> scratch_;
};

}  // namespace stribeck
