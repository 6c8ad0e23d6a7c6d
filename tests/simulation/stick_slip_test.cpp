// Which dry frictions stick and which slip, as numbers: consistency of random stacks, the drop to the kinetic level, the order.
#include "simulation/modes/stick_slip.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <random>

using namespace stribeck;

namespace {

/// Blocks on one another, the lowest on ground; contact i is below block i. Masses and horizontal loads by block.
StickSlipProblem stack(const std::vector<double>& mass, const std::vector<double>& load, const std::vector<double>& static_level,
                       const std::vector<double>& kinetic_level) {
  const std::size_t n = mass.size();
  StickSlipProblem problem{.matrix = std::vector<double>(n * n, 0.0), .constant = {}, .levels = {}, .released = {}, .held = {}};
  for (std::size_t i = 0; i < n; ++i) {
    const double below = i == 0 ? 0 : 1 / mass[i - 1];
    problem.matrix[i * n + i] = 1 / mass[i] + below;
    if (i > 0) problem.matrix[i * n + i - 1] = problem.matrix[(i - 1) * n + i] = -below;
    problem.constant.push_back(load[i] / mass[i] - (i == 0 ? 0 : load[i - 1] / mass[i - 1]));
    const StickSlipLevels::Side side{static_level[i], kinetic_level[i]};
    problem.levels.push_back({side, side});
  }
  return problem;
}

/// The force of a contact that slips, or 0.
double slips_with(const StickSlipProblem& p, const StickSlipModes& modes, std::size_t i) {
  return modes.direction[i] > 0 ? p.levels[i].forwards.kinetic_level : modes.direction[i] < 0 ? -p.levels[i].backwards.kinetic_level : 0;
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
    if (modes.direction[first] != 0) force -= slips_with(p, modes, first);
    if (end < n) force += slips_with(p, modes, end);
    const bool grounded = first == 0 && modes.direction[0] == 0;
    for (std::size_t i = first; i < end; ++i) acceleration[i] = grounded ? 0 : force / m;
    first = end;
  }
  double above = 0;  // force on block i by the contact above it, from the top down
  for (std::size_t i = n; i-- > 0;) {
    const double below = load[i] + above - mass[i] * acceleration[i];  // transmitted down through contact i
    const double slip = acceleration[i] - (i == 0 ? 0 : acceleration[i - 1]);
    if (modes.direction[i] == 0) CHECK(below <= p.levels[i].forwards.static_level * (1 + 1e-9) + 1e-9);
    if (modes.direction[i] == 0) CHECK(-below <= p.levels[i].backwards.static_level * (1 + 1e-9) + 1e-9);
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

TEST_CASE("what holds is not torn loose by the static force of what breaks loose beside it", "[stick_slip]") {
  // 1 kg on 2 kg on a base that slows down: at its static level the base would give the lower one 10.5/3, more than the 3 N that hold the
  // upper one; slipping it gives 7.5/3. Only what was held before has that right: both solutions are Coulomb's.
  StickSlipProblem problem = stack({2, 1}, {0, 0}, {10.5, 3}, {7.5, 2});
  problem.constant = {5, 0};  // the lower one against its base, pulled away by the base alone
  problem.matrix = {0.5, -0.5, -0.5, 1.5};
  CHECK(solve_stick_slip(problem).direction == std::vector<int>{1, 1});
  problem.held = {false, true};
  CHECK(solve_stick_slip(problem).direction == std::vector<int>{1, 0});
  problem.levels[1] = {{2.4, 2}, {2.4, 2}};  // less than 2.5
  CHECK(solve_stick_slip(problem).direction == std::vector<int>{1, 1});
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

TEST_CASE("the two sides of a contact hold and slip with forces of their own", "[stick_slip]") {
  StickSlipProblem one = stack({1}, {0}, {0}, {0});
  one.levels[0] = {{5, 4}, {2, 1}};
  const auto direction = [&](double load) {
    one.constant[0] = load;
    return solve_stick_slip(one).direction[0];
  };
  CHECK(direction(4.9) == 0);
  CHECK(direction(5.1) == 1);
  CHECK(direction(-1.9) == 0);
  CHECK(direction(-2.1) == -1);
}

TEST_CASE("a freewheel holds any load one way and none the other", "[stick_slip]") {
  StickSlipProblem one = stack({1}, {0}, {0}, {0});
  one.levels[0] = {{HUGE_VAL, 0}, {0, 0}};
  const auto direction = [&](double load) {
    one.constant[0] = load;
    return solve_stick_slip(one).direction[0];
  };
  CHECK(direction(1e9) == 0);
  CHECK(direction(0) == 0);
  CHECK(direction(-1e-9) == -1);
  // Its force has just fallen through zero by rounding: it is let go, unless it is pressed on again.
  one.released = {-1};
  CHECK(direction(0) == -1);
  CHECK(direction(1) == 0);
}

TEST_CASE("a freewheel whose sides are both given a motion that it forbids has no mode", "[stick_slip]") {
  StickSlipProblem one{.matrix = {0}, .constant = {1}, .levels = {{{HUGE_VAL, 0}, {0, 0}}}, .released = {}, .held = {}};
  CHECK(solve_stick_slip(one).undecided == std::vector<std::size_t>{0});
  one.constant = {-1};
  CHECK(solve_stick_slip(one).direction == std::vector<int>{-1});
}

TEST_CASE("the modes of random stacks with freewheels and one-sided contacts are consistent", "[stick_slip]") {
  std::mt19937 random(11);
  std::uniform_real_distribution<double> u(0.2, 2), load(-3, 3), ratio(1, 1.6);
  std::uniform_int_distribution<int> kind(0, 3);
  for (int trial = 0; trial < 3000; ++trial) {
    const std::size_t n = 1 + static_cast<std::size_t>(trial) % 6;
    std::vector<double> mass, force;
    for (std::size_t i = 0; i < n; ++i) mass.push_back(u(random)), force.push_back(load(random));
    StickSlipProblem problem = stack(mass, force, force, force);
    for (StickSlipLevels& levels : problem.levels) {
      const auto side = [&]() -> StickSlipLevels::Side {
        const int k = kind(random);
        if (k == 0) return {HUGE_VAL, 0};
        if (k == 1) return {0, 0};
        const double slips = u(random);
        return {slips * ratio(random), slips};
      };
      levels = {side(), side()};
    }
    const StickSlipModes modes = solve_stick_slip(problem);
    INFO("trial " << trial);
    REQUIRE(modes.undecided.empty());
    check_consistent(problem, modes, mass, force);
  }
}

TEST_CASE("what can hold next to nothing takes no more of a load that it shares") {
  // A clutch at the instant at which it begins to close, beside a freewheel that holds; the other way round, as it is mounted.
  const double infinite = std::numeric_limits<double>::infinity();
  for (const double load : {17.0, 1e6}) {
    for (const double level : {1.6e-15, 1e-30, 3e-13}) {
      CAPTURE(load, level);
      StickSlipProblem problem{.matrix = {1.3, -1.3, -1.3, 1.3}, .constant = {load, -load}, .levels = {}, .released = {}, .held = {}};
      problem.levels.push_back({.forwards = {infinite, infinite}, .backwards = {0, 0}});
      problem.levels.push_back({.forwards = {level, level}, .backwards = {level, level}});
      const StickSlipModes modes = solve_stick_slip(problem);
      CHECK(modes.direction == std::vector<int>{0, 0});
      CHECK(modes.share == std::vector<int>{0, -1});
    }
  }
}

TEST_CASE("of brakes side by side one carries the rest, however near they all are to their limits", "[stick_slip]") {
  // One inertia of 1; the brakes hold 10 and 2.
  for (int digits = 1; digits < 17; ++digits)
    for (const double sign : {-1.0, 1.0}) {
      const double load = 12 * (1 + sign * std::pow(10.0, -digits));
      const StickSlipProblem one{
          .matrix = {1, 1, 1, 1}, .constant = {load, load}, .levels = {{{10, 9}, {10, 9}}, {{2, 1}, {2, 1}}}, .released = {}, .held = {}};
      const StickSlipModes modes = solve_stick_slip(one);
      INFO(load << ": " << modes.direction[0] << modes.direction[1] << ", share " << modes.share[0] << modes.share[1]);
      CHECK(modes.direction[0] == modes.direction[1]);
      if (modes.direction[0] == 0) CHECK((modes.share[0] == 0 || modes.share[1] == 0));
    }
}

TEST_CASE("what holds nothing slips either way, whatever rounding says, beside what holds all", "[stick_slip]") {
  // A shaft that nothing turns: a bearing without friction, a contact, a brake and a clutch on it.
  StickSlipProblem problem{
      .matrix = {2.028397565922921, -2.028397565922921, 0, -2.028397565922921, -2.028397565922921, 2.0418701695515651, 0.013472603628644279,
                 2.0591569349380903, 0, 0.013472603628644279, 0.013472603628644279, 0.030759369015169586, -2.028397565922921,
                 2.0591569349380903, 0.030759369015169579, 2.0986244358205681},
      .constant = {0, 5.4639615525732641e-17, 5.4639615525732641e-17, 1.2474798065235762e-16},
      .levels = {{{0, 0}, {0, 0}}, {{HUGE_VAL, 0}, {0, 0}}, {{6.2, 4.96}, {6.2, 4.96}}, {{26.6, 26.6}, {26.6, 26.6}}},
      .released = {},
      .held = {}};
  CHECK(solve_stick_slip(problem).undecided.empty());
}
