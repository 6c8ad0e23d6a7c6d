// Modes of frictions whose limits depend on the forces that they limit: a screw that is pressed on by what it drives, a guide with an
// offset load. The answer of the network to their forces is not linear, so the modes are tried out in the network itself. So are those of
// frictions with a side that has no inertia, where it is a velocity that answers.
#include <algorithm>
#include <cmath>

#include "base/constants.h"
#include "program/jammed.h"
#include "simulation/friction_network.h"
#include "simulation/mode_search.h"

namespace stribeck {

StickSlipModes FrictionModes::decide_by_trial(double t, const std::vector<double>& x, const std::vector<std::size_t>& candidates,
                                              const Network& network, std::size_t group, const std::vector<int>& passed) {
  const std::vector<std::size_t>& members = network.groups[group].members;
  std::vector<int> start;
  std::vector<bool> held;
  for (const std::size_t place : members) start.push_back(passed[place]), held.push_back(frictions_[candidates[place]].held);
  std::vector<bool> may_open;  // contacts
  for (const std::size_t place : members)
    may_open.push_back(is_contact(candidates[place]) && lets_go(candidates[place], candidates, members, passed));
  const ModeTrial trial = [&](const std::vector<int>& modes) -> std::optional<std::vector<int>> {
    for (std::size_t k = 0; k < members.size(); ++k) set_mode(candidates[members[k]], static_cast<Mode>(modes[k]));
    try {
      conditions_.evaluate(t, x.data());
    } catch (const Failure&) {
      return std::nullopt;
    }
    set_noise(candidates, network);
    std::vector<int> better;
    for (std::size_t k = 0; k < members.size(); ++k) {
      double terms = std::fabs(network.constant[members[k]]);
      for (std::size_t j = 0; j < members.size(); ++j)
        terms += std::fabs(network.groups[group].answer(k, j) * machine_.value(code(candidates[members[j]]).force));
      better.push_back(better_mode(candidates[members[k]], modes[k], may_open[k], kRoundingOfSums * terms));
    }
    return better;
  };
  const std::optional<std::vector<int>> found = find_modes(start, trial, held);
  for (const std::size_t place : members) set_mode(candidates[place], Mode::open);  // as probe leaves them
  if (!found) {
    std::vector<std::int32_t> elements;
    for (const std::size_t place : members) elements.push_back(static_cast<std::int32_t>(candidates[place]));
    throw jammed(*machine_.program().sorted->flat, elements, t_, "neither sticking nor slipping either way is consistent with the forces");
  }
  const std::vector<int> none(members.size(), 0);
  return {.direction = *found, .share = none, .shared = std::vector<bool>(members.size(), false), .undecided = {}};
}

/// The mode that an element should have, as the present ones make it answer. `rounding`: of its acceleration.
int FrictionModes::better_mode(std::size_t i, int direction, bool lets_go, double rounding) const {
  if (direction != 0) return direction * machine_.value(code(i).rate) < -rounding ? 0 : direction;
  const double force = machine_.value(code(i).force), noise = input(i, ModeInput::noise);
  const auto passes = [&](double push, std::size_t side) {
    return push > (lets_go && side == kBackwards ? 0 : (1 + kBreakawayMargin) * static_level(i, side)) + noise;
  };
  return passes(force, kForwards) ? 1 : passes(-force, kBackwards) ? -1 : 0;
}

/// By how much the force of a spring that a side hangs on differs from what the law says while it does not stick.
double FrictionModes::jump_of_force(std::size_t i) const {
  const auto level = [&](ModeInput way, double forwards, double backwards) {
    const double sign = input(i, way);
    return sign > 0 ? forwards : sign < 0 ? -backwards : 0;
  };
  const FrictionCode::Side &forwards = code(i).sides[kForwards], &backwards = code(i).sides[kBackwards];
  const auto of = [&](Register r) { return machine_.value(r); };
  return level(ModeInput::direction, of(forwards.kinetic_level), of(backwards.kinetic_level)) +
         level(ModeInput::share, of(forwards.static_level), of(backwards.static_level)) - of(code(i).force);
}

/// Where a side without inertia hangs on a spring it moves at once to where the spring's force is that of the law: from the static to the
/// kinetic level, or to nothing where it opens. Friction takes the energy. Springs that are not linear need several steps.
void FrictionModes::relax(double t, std::vector<double>& x) {
  constexpr int kSteps = 20;
  for (int step = 0; step < kSteps; ++step) {
    std::vector<std::size_t> jumping;
    std::vector<double> jumps;
    for (std::size_t i = 0; i < frictions_.size(); ++i) {
      if (code(i).carrier != FrictionCarrier::spring || input(i, ModeInput::stuck) != 0) continue;
      const double jump = jump_of_force(i);
      if (std::fabs(jump) <= kRoundingOfSums * std::fabs(machine_.value(code(i).force))) continue;
      jumping.push_back(i);
      jumps.push_back(jump);
    }
    if (jumping.empty()) return;
    std::vector<double> total(jumping.size(), 0.0);
    strike(t, x, jumping, jumps, total);
    derivatives(t, x, jumping, std::vector<double>(jumping.size(), 0.0));
  }
}

}  // namespace stribeck
