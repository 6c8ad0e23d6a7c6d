#pragma once
// Finds the first change of a condition in a step, and ends the step there (design section 4, hard-parts 6).
#include <array>
#include <deque>
#include <optional>
#include <vector>

#include "simulation/events/guard_bounds.h"
#include "simulation/integrator.h"
#include "simulation/loop/live_system.h"

namespace stribeck {

class EventSearch {
 public:
  /// `is_thorough`: conditions may swing within a step that has nothing else to follow, as forces on what sticks and functions of time do.
  /// `resolution_s`: what is looked for in the first step; what follows is learned from it.
  /// `span_s`: of the run.
  EventSearch(Machine& machine, LiveSystem& live, bool is_thorough, double resolution_s, double span_s)
      : machine_(machine),
        live_(live),
        bounds_(machine),
        is_thorough_(is_thorough),
        finest_window_s_(kFinestWindow * span_s),
        waits_(machine.program().conditions.size()),
        finest_reach_s_(kFinestReach * resolution_s),
        resolved_s_(resolution_s) {}

  /// This integrator has been started anew: the next step begins with the conditions as they are there.
  void begin(Integrator& integrator);
  /// The next step may go no further: what swings in a longer one could not be told from what does not. What is integrated need not limit
  /// it, as where a body coasts beside a friction that holds a swinging force.
  double reach_s() const;
  /// Ends the last step at the first change in it, with a state as accurate as a step's at which the condition has just changed; false if
  /// none changed.
  bool end_step_at_change();
  /// What it has learned of the conditions.
  void carry(Archive& archive) { archive(resolved_s_), archive(waits_); }

 private:
  /// The dense output says that it changes before this time, the solution does not.
  struct Disproof {
    std::size_t condition;
    double until;
  };
  /// Times inside the step between which a condition changes.
  struct Bracket {
    double unchanged, changed;
  };
  /// Windows as short as any, each beginning where another ends, in which a condition has no bound.
  struct Boundless {
    double until = 0;
    int windows = 0;
  };
  using Values = std::vector<double>;  // of the watched conditions' crossing functions
  /// Of an interval that is divided.
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
  bool halve_step();
  bool search_step();
  std::optional<std::size_t> first_change(double& to);
  void require_decided();
  void find_changed(double t);
  void shrink(double from, double& to);
  void set_scales(const Values& begins, const Values& ends);
  double estimate(double from, double to, bool is_found, double length) const;
  void look_at(double t);
  bool differs_at(double t, double from, double& to);
  void remember(Values& values) const;
  bool swings(double from, double& to);
  bool swings_within(double from, double& to, const Values& begins, const Values& ends, const std::vector<std::size_t>& open, int depth);
  void count_boundless(double from, double to, const std::vector<std::size_t>& open);
  void leave_to_samples(std::size_t k, bool is_cause);
  bool stays(std::size_t k, double from, double to, double begins, double ends, int depth);
  bool is_above(std::size_t k) const;
  double rounding(std::size_t k, double begins, double ends, int depth) const;
  bool touches(double from, double& to, const Values& begins, const Values& ends, int depth);
  bool dips(double from, double& to, const Values& begins, const Values& middle, const Values& ends);
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
  bool are_controls_taken_ = false;               // of the step as it is now
  std::vector<std::size_t> unbounded_, sampled_;  // conditions without bounds; and of which they say too little in this search
  Integrator* integrator_ = nullptr;
  bool is_thorough_;
  double finest_window_s_;
  double searched_to_ = 0;                                        // the end of what is searched by bounds
  int pieces_ = 0;                                                // that the step may still be divided into
  std::vector<Boundless> boundless_;                              // by condition that is followed, in this search
  std::vector<Wait> waits_;                                       // by condition of the program, where bounds took too long
  std::deque<Half> halves_;                                       // by halvings
  double finest_reach_s_;                                         // what is finer than that is taken for noise
  Values before_, after_, ends_;                                  // at the beginning of the last step, at its end, where the search ends
  Values scales_;                                                 // the larger of the values at the ends of what is searched
  Values low_, high_;                                             // at the ends of the bracket that shrinks
  Values nearest_;                                                // to zero that a parabola comes
  std::array<std::array<Values, kFractions>, kDeepest> samples_;  // by halvings
  double resolved_s_;                                             // the shortest interval that was a parabola in the last search
  double finest_s_ = 0;                                           // the same of the search that goes on
  std::vector<std::size_t> changed_;
  std::vector<Disproof> disproved_;  // in this step
  std::vector<double> scratch_;
};

}  // namespace stribeck
