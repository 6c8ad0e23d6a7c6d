#include "simulation/modes/mode_decision.h"

#include <algorithm>
#include <cmath>

#include "base/constants.h"

namespace stribeck {

namespace {

/// It stuck before the event, and its force is within its limits.
bool is_held(const ModeProblem::Candidate& candidate) {
  return candidate.phase == Phase::sticks && !candidate.is_contact && candidate.passed == 0;
}

/// Solves the problem with the limits of those candidates lowered by this share that have exceeded theirs.
StickSlipModes decide(const ModeProblem& problem, double share) {
  StickSlipProblem linear{.matrix = problem.matrix, .constant = problem.constant, .levels = {}, .released = {}, .held = {}};
  for (std::size_t k = 0; k < problem.candidates.size(); ++k) {
    const ModeProblem::Candidate& candidate = problem.candidates[k];
    StickSlipLevels& levels = linear.levels.emplace_back(candidate.levels);
    double& limit = (candidate.passed > 0 ? levels.forwards : levels.backwards).static_level;
    if (candidate.passed != 0) limit *= 1 - share;
    if (candidate.is_contact && lets_go(problem, k)) levels.backwards.static_level = 0;
    linear.held.push_back(is_held(candidate));
    linear.released.push_back(limit == 0 && !candidate.is_contact ? candidate.passed : 0);
  }
  StickSlipModes modes = solve_stick_slip(linear);
  // In a network that hardly responds, rounding may put a force within its limit although it has exceeded it.
  const std::vector<int> released = linear.released;
  for (std::size_t k = 0; k < problem.candidates.size(); ++k)
    if (modes.direction[k] == 0 && !modes.shared[k] && !problem.candidates[k].is_contact) linear.released[k] = problem.candidates[k].passed;
  return linear.released == released ? modes : solve_stick_slip(linear);
}

/// Whether a candidate that has exceeded its limit is found within it, because others take a share of its load.
bool is_shared_inside(const ModeProblem& problem, const StickSlipModes& modes) {
  for (std::size_t k = 0; k < problem.candidates.size(); ++k)
    if (problem.candidates[k].passed != 0 && modes.direction[k] == 0 && modes.shared[k] && modes.share[k] == 0) return true;
  return false;
}

}  // namespace

int passed_limit(const Reading& reading) {
  if (is_open(reading.phase) || is_sliding(reading.phase) || reading.share != 0) return 0;
  const double margin = 1 + 0.5 * kBreakawayMargin, noise = 0.5 * reading.noise;
  if (reading.force > margin * reading.levels.forwards.static_level + noise) return 1;
  return -reading.force > margin * reading.levels.backwards.static_level + noise ? -1 : 0;
}

bool has_ended(const Reading& reading, double t) {
  if (!is_sliding(reading.phase)) return passed_limit(reading) != 0;
  const double speed = reading.direction * reading.velocity, slowing = -reading.direction * reading.rate;
  return reading.differs || (slowing > 0 && speed <= slowing * kSameInstant * std::fabs(t));
}

bool is_at_rest(const Reading& reading) {
  const bool leaves = is_sliding(reading.phase) && reading.direction * reading.rate > reading.rounding_of_rate;
  return std::fabs(reading.velocity) <= reading.stillness && !leaves;
}

bool lets_go(const ModeProblem& problem, std::size_t contact) {
  if (is_arriving(problem.candidates[contact].phase)) return true;
  for (std::size_t k = 0; k < problem.candidates.size(); ++k)
    if (problem.candidates[k].passed != 0 && (k == contact || !problem.candidates[k].is_contact)) return true;
  return false;
}

StickSlipModes decide(const ModeProblem& problem) {
  // The network found that the force exceeds its limit, by half of kBreakawayMargin. Here the force is computed anew from the responses.
  // Neither their rounding nor another distribution of a load that several elements carry may put it back within its limit.
  double share = kRoundingOfAnswers;
  StickSlipModes modes = decide(problem, share);
  while (modes.undecided.empty() && is_shared_inside(problem, modes) && share < kPressedBack) modes = decide(problem, share *= 10);
  return modes;
}

std::optional<StickSlipModes> decide(const ModeProblem& problem, const ModeTrial& network) {
  std::vector<int> start;
  std::vector<bool> held;
  for (const ModeProblem::Candidate& candidate : problem.candidates) start.push_back(candidate.passed), held.push_back(is_held(candidate));
  std::optional<std::vector<int>> found = find_modes(start, network, held);
  if (!found) return std::nullopt;
  const std::size_t count = start.size();
  return StickSlipModes{
      .direction = std::move(*found), .share = std::vector<int>(count, 0), .shared = std::vector<bool>(count, false), .undecided = {}};
}

}  // namespace stribeck
