// Which dry frictions stick and which slip, as numbers: consistency of random stacks, the drop to the kinetic level, the order.
#include "simulation/stick_slip.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <random>

using namespace stribeck;

namespace {

/// Blocks on one another, the lowest on ground; contact i is below block i. Masses and horizontal loads by block.
StickSlipProblem stack(const std::vector<double>& mass, const std::vector<double>& load, std::vector<double> static_level,
                       std::vector<double> kinetic_level) {
  const std::size_t n = mass.size();
  StickSlipProblem problem{.matrix = std::vector<double>(n * n, 0.0),
                           .constant = {},
                           .static_level = std::move(static_level),
                           .kinetic_level = std::move(kinetic_level)};
  for (std::size_t i = 0; i < n; ++i) {
    const double below = i == 0 ? 0 : 1 / mass[i - 1];
    problem.matrix[i * n + i] = 1 / mass[i] + below;
    if (i > 0) problem.matrix[i * n + i - 1] = problem.matrix[(i - 1) * n + i] = -below;
    problem.constant.push_back(load[i] / mass[i] - (i == 0 ? 0 : load[i - 1] / mass[i - 1]));
  }
  return problem;
}

/// Accelerations and forces of given directions: slip at the kinetic level, the rest solved for block by block from rigid groups.
void check_consistent(const StickSlipProblem& p, const StickSlipModes& modes, const std::vector<double>& mass,
                      const std::vector<double>& load) {
  const std::size_t n = mass.size();
  // Groups of blocks that stick together move as one; a group that sticks to the ground does not move.
  std::vector<double> acceleration(n);
  for (std::size_t first = 0; first < n;) {
    std::size_t end = first + 1;
    while (end < n && modes.direction[end] == 0) ++end;
    double m = 0, force = 0;
    for (std::size_t i = first; i < end; ++i) m += mass[i], force += load[i];
    if (modes.direction[first] != 0) force -= modes.direction[first] * p.kinetic_level[first];
    if (end < n) force += modes.direction[end] * p.kinetic_level[end];
    const bool grounded = first == 0 && modes.direction[0] == 0;
    for (std::size_t i = first; i < end; ++i) acceleration[i] = grounded ? 0 : force / m;
    first = end;
  }
  double above = 0;  // force on block i by the contact above it, from the top down
  for (std::size_t i = n; i-- > 0;) {
    const double below = load[i] + above - mass[i] * acceleration[i];  // transmitted down through contact i
    const double slip = acceleration[i] - (i == 0 ? 0 : acceleration[i - 1]);
    if (modes.direction[i] == 0) CHECK(std::fabs(below) <= p.static_level[i] * (1 + 1e-9));
    if (modes.direction[i] != 0) CHECK(modes.direction[i] * slip >= -1e-9);
    above = below;
  }
}

}  // namespace

TEST_CASE("a block that the static level does not hold slips at the kinetic one", "[stick_slip]") {
  const auto direction = [](double load) { return solve_stick_slip(stack({1}, {load}, {2}, {1})).direction[0]; };
  CHECK(direction(1.9) == 0);
  CHECK(direction(2.1) == 1);
  CHECK(direction(-2.1) == -1);
}

TEST_CASE("the drop to the kinetic level breaks a neighbour loose", "[stick_slip]") {
  // Two blocks of 1 kg. The upper one pulled with 3 N: its contact holds 2.9 and lets go; the lower one stays.
  CHECK(solve_stick_slip(stack({1, 1}, {0, 3}, {3.5, 2.9}, {0.5, 0.5})).direction == std::vector<int>{0, 1});
  // Pulled at the bottom with 4 N. At the static level of 3.5 the blocks would go with 0.25, which 1.7 holds; at 0.5 with 1.75, which it
  // does not.
  CHECK(solve_stick_slip(stack({1, 1}, {4, 0}, {3.5, 1.7}, {0.5, 0.5})).direction == std::vector<int>{1, -1});
  CHECK(solve_stick_slip(stack({1, 1}, {4, 0}, {3.5, 1.8}, {0.5, 0.5})).direction == std::vector<int>{1, 0});
}

TEST_CASE("the modes of random stacks are consistent", "[stick_slip]") {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> u(0.2, 2), load(-3, 3), ratio(1, 1.6);
  for (int trial = 0; trial < 3000; ++trial) {
    const std::size_t n = 1 + static_cast<std::size_t>(trial) % 5;
    std::vector<double> mass, force, holds, slips;
    for (std::size_t i = 0; i < n; ++i) {
      mass.push_back(u(random)), force.push_back(load(random)), slips.push_back(u(random));
      holds.push_back(slips.back() * ratio(random));
    }
    const StickSlipProblem problem = stack(mass, force, holds, slips);
    const StickSlipModes modes = solve_stick_slip(problem);
    INFO("trial " << trial);
    REQUIRE(modes.undecided.empty());
    check_consistent(problem, modes, mass, force);
  }
}

TEST_CASE("what has no static level never sticks", "[stick_slip]") { CHECK(solve_stick_slip(stack({1}, {0}, {0}, {0})).direction[0] != 0); }
