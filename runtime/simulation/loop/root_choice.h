#pragma once
// Chooses the solution of each loop where a motion begins, by the rule of program/root_rule.h.
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "program/dataflow.h"
#include "program/snapshot.h"
#include "simulation/events/conditions.h"
#include "simulation/start/initial_target.h"

namespace stribeck {

class RootChoice {
 public:
  RootChoice(Machine& machine, Conditions& conditions, const InitialTargets& targets);

  /// Puts each small loop on the solution that the rule chooses at (t, x), among those at which as many targets are met as now. The
  /// conditions must have settled at (t, x), and have settled there again afterwards.
  void take(double t, const std::vector<double>& x);
  /// The same for loops in which dry friction takes part, with what sticks and slides now; true if one has changed, and friction is to be
  /// decided on again.
  bool take_with_frictions(double t, const std::vector<double>& x);
  /// Where loops have no solution with the held truths, or the conditions do not settle: changes the held truths so that each loop has the
  /// solution that the rule chooses. False if it finds none.
  bool find_modes(double t, const std::vector<double>& x);
  /// A note for each loop that has several solutions at (t, x), or whose search was not finished.
  std::vector<Diagnostic> notes(double t, const std::vector<double>& x);

 private:
  /// A solution, and the truths of conditions that are held at it.
  struct Candidate {
    LoopRoot root;
    std::vector<std::pair<std::size_t, bool>> held;
  };
  struct Candidates {
    std::vector<Candidate> all;
    std::size_t taken = 0;  ///< by the rule
    std::size_t now = 0;    ///< that at hand
    bool is_complete = true;
    int sign = 0;  ///< if it is not: of the solutions that count, where that is known (LoopSolver::Roots::sign_of_all)
  };

  bool take(double t, const std::vector<double>& x, const std::function<bool(const BlockCode&)>& is_chosen);
  bool is_searched(const BlockCode& block) const;
  bool may_be_told(const BlockCode& block) const;
  std::vector<std::size_t> conditions_of(const BlockCode& block);
  Candidates candidates(const Snapshot& now, const BlockCode& block);
  Candidates search(const BlockCode& block);
  void add_if_it_holds(const BlockCode& block, const LoopRoot& root, std::span<const std::size_t> conditions, Candidates& to);
  void collect(const BlockCode& block, std::span<const std::size_t> conditions, const Machine::Values& from, Candidates& to,
               bool is_within = false);
  std::vector<std::vector<double>> other_sides(const BlockCode& block, std::span<const double> found) const;
  void add_positions(const BlockCode& block, Candidates& to);
  void add_where_targets_lead(const BlockCode& block, Candidates& to);
  std::optional<Snapshot> try_to_evaluate();
  std::optional<Snapshot> values_with(const BlockCode& block, std::span<const std::size_t> conditions);
  void put(const BlockCode& block, const Candidate& candidate);
  Snapshot run_the_rest();
  std::vector<bool> met_targets(const Snapshot& now) const;
  std::optional<Diagnostic> note(const BlockCode& block, const Candidates& found) const;
  std::optional<Diagnostic> note_of(const BlockCode& block, const Candidates& found, std::int32_t variable,
                                    const std::function<double(std::size_t)>& value, bool is_angle) const;
  Diagnostic note_of_unfinished_search(const BlockCode& block) const;
  bool is_given(std::int32_t variable, double start) const;

  Machine& machine_;
  Conditions& conditions_;
  const Program& program_;
  const InitialTargets& targets_;
  std::vector<bool> met_;  // of the targets, at first; empty: it does not matter
  double at_s_ = 0;        // the time of the notes
  std::optional<Dataflow> flow_;
  std::int64_t work_ = 0;
  struct Searched {
    std::vector<double> inputs;
    Candidates found;
  };
  std::map<std::int32_t, Searched> searched_;  // by number of the loop in Program::blocks
};

}  // namespace stribeck
