#include "simulation/friction_network.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

#include "base/constants.h"
#include "base/index.h"
#include "base/numbers.h"

namespace stribeck {

namespace {

/// A contact has no typical force. Larger than what else acts: rounding of the answer is then that of the answer alone.
constexpr double kTriedPush = 1e6;

/// What answers by less than this share of what is there without it is not known to more than nine digits.
constexpr double kFaint = 1e-6;

}  // namespace

bool FrictionModes::Network::Group::stop(const std::vector<std::size_t>& some, const std::vector<double>& velocities,
                                         std::vector<double>& impulses) const {
  if (std::all_of(velocities.begin(), velocities.end(), [](double v) { return v == 0; })) return false;
  const auto n = static_cast<Eigen::Index>(some.size());
  Eigen::MatrixXd answers(n, n);
  for (std::size_t row = 0; row < some.size(); ++row)
    for (std::size_t column = 0; column < some.size(); ++column)
      answers(static_cast<Eigen::Index>(row), static_cast<Eigen::Index>(column)) = answer(some[row], some[column]);
  const Eigen::VectorXd needed = answers.completeOrthogonalDecomposition().solve(Eigen::Map<const Eigen::VectorXd>(velocities.data(), n));
  for (std::size_t k = 0; k < some.size(); ++k) impulses[members[some[k]]] = needed(static_cast<Eigen::Index>(k));
  return true;
}

FrictionModes::Network FrictionModes::probe(double t, const std::vector<double>& x, const std::vector<std::size_t>& candidates) {
  Network network;
  std::vector<std::int32_t> group_of(machine_.program().sorted->blocks.size(), -1);
  std::vector<double> pushes(candidates.size(), 0.0);
  for (std::size_t place = 0; place < candidates.size(); ++place) {
    const std::size_t i = candidates[place];
    set_mode(i, Mode::open);
    std::int32_t& group = group_of[at(frictions_[i].group)];
    if (group < 0) group = static_cast<std::int32_t>(network.groups.size()), network.groups.emplace_back();
    network.groups[at(group)].members.push_back(place);
  }
  network.derivatives = derivatives(t, x, candidates, pushes);
  for (const std::size_t i : candidates) {
    network.constant.push_back(machine_.value(code(i).rate));
    const auto side = [&](std::size_t s) -> StickSlipLevels::Side {
      return {static_level(i, s), machine_.value(code(i).sides[s].kinetic_level)};
    };
    network.levels.push_back({side(kForwards), side(kBackwards)});
  }
  for (Network::Group& group : network.groups) {
    group.matrix.assign(group.members.size() * group.members.size(), 0.0);
    for (const std::size_t place : group.members)
      for (const StickSlipLevels::Side& side : {network.levels[place].forwards, network.levels[place].backwards})
        if (std::isfinite(side.static_level)) group.push = std::max(group.push, side.static_level);
    for (const std::size_t place : group.members)
      if (is_contact(candidates[place])) group.push = std::max(group.push, kTriedPush);
    if (group.push == 0) group.push = 1;
  }
  find_answers(t, x, candidates, network);
  if (push_harder(network, candidates)) find_answers(t, x, candidates, network);
  // Where nothing answers, the difference is rounding.
  for (Network::Group& group : network.groups) {
    const double largest = largest_of(group.matrix);
    for (double& w : group.matrix)
      if (std::fabs(w) <= kSingularPivot * largest) w = 0;
  }
  return network;
}

/// What the network does when one candidate of every group at a time transmits a force.
void FrictionModes::find_answers(double t, const std::vector<double>& x, const std::vector<std::size_t>& candidates, Network& network) {
  std::vector<double> pushes(candidates.size(), 0.0);
  std::size_t largest = 0;
  for (const Network::Group& group : network.groups) largest = std::max(largest, group.members.size());
  for (std::size_t color = 0; color < largest; ++color) {
    std::fill(pushes.begin(), pushes.end(), 0.0);
    for (const Network::Group& group : network.groups)
      if (color < group.members.size()) pushes[group.members[color]] = group.push;
    derivatives(t, x, candidates, pushes);
    for (Network::Group& group : network.groups) {
      if (color >= group.members.size()) continue;
      for (std::size_t row = 0; row < group.members.size(); ++row) {
        const std::size_t place = group.members[row];
        const double change = machine_.value(code(candidates[place]).rate) - network.constant[place];
        group.answer(row, color) = -change / group.push;
      }
    }
  }
}

/// Where all levels are next to nothing, as of a clutch that begins to close beside freewheels, their answers drown in the rounding of what
/// is there without them. False if none do.
bool FrictionModes::push_harder(Network& network, const std::vector<std::size_t>& candidates) const {
  bool any = false;
  for (Network::Group& group : network.groups) {
    double constant = 0;
    for (const std::size_t place : group.members) constant = std::max(constant, std::fabs(network.constant[place]));
    const double answer = largest_of(group.matrix);
    const bool is_linear = !frictions_[candidates[group.members[0]]].by_trial;
    if (!is_linear || answer == 0 || answer * group.push >= kFaint * constant) continue;
    group.push = constant / answer;
    any = true;
  }
  return any;
}

}  // namespace stribeck
