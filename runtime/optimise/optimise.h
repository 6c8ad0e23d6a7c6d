#pragma once
// The values of a plan's factors with which its objective is least, or greatest.
#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "optimise/optimiser.h"
#include "study/plan.h"

namespace stribeck {

/// A run that a search has made.
struct OptimiseRun {
  std::size_t start = 0;                       ///< of which search, from 0
  SearchMethod method = SearchMethod::bobyqa;  ///< that asked for it
  std::vector<double> values;                  ///< of the factors, SI
  std::vector<std::optional<double>> scalars;
  std::optional<double> objective;  ///< as the plan has it; nothing where the run failed or a scalar is no number
  std::vector<double> constraints;  ///< how far each is from holding: zero or less holds
  std::string fault;                ///< why there is no objective
  bool holds() const;               ///< the objective is there and all constraints hold
};

struct OptimiseStart {
  std::vector<double> start;  ///< values of the factors, SI
  std::size_t best = 0;       ///< number of its best run, which is in Optimum::runs
  bool is_found = false;      ///< there is one that holds
  SearchEnd::How how = SearchEnd::How::failed;
  std::string why;
  std::int64_t evaluations = 0;
};

struct Optimum {
  StudyPlan plan;
  std::vector<OptimiseRun> runs;  ///< in their order
  std::vector<OptimiseStart> starts;
  std::size_t best = 0;           ///< start
  std::int64_t gradients = 0;     ///< runs with sensitivities besides
  std::string without_gradients;  ///< why the searches went, or went on, without them; empty if they did not
  std::string command;            ///< the run with the best values
  const OptimiseRun& run() const { return runs[starts[best].best]; }
};

/// Searches from each start. `progress`: told the number of runs so far, the best objective and the start. Throws Failure tool.missing,
/// run.interrupted, arguments.invalid where the plan has no "optimise", or optimise.failed where no run holds its conditions.
Optimum optimise(StudyPlan plan, Registry& registry, const std::atomic<bool>* interrupted,
                 const std::function<void(const Optimum& so_far)>& progress);

std::string_view to_text(SearchMethod method);
/// The bounds of a factor of such a plan.
double low_of(const StudyFactor& factor);
double high_of(const StudyFactor& factor);

}  // namespace stribeck
