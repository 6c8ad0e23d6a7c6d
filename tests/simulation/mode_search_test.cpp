// The search for consistent modes against small laws that are solved by hand.
#include "simulation/modes/mode_search.h"

#include <catch2/catch.hpp>
#include <cmath>

using namespace stribeck;

namespace {

using Modes = std::vector<int>;

/// A block that P pushes, pressed on by N = load + lever * F with the friction F itself: F = mu |N| sign(slip), acceleration = P - F.
struct PressedOn {
  double push, load, lever, mu;
  double slipping(int direction) const {  // F = direction mu (load + lever F), as long as that presses
    const double share = 1 - direction * mu * lever;
    return direction * mu * load / share;
  }
  std::optional<Modes> operator()(const Modes& modes) const {
    const double force = modes[0] == 0 ? push : slipping(modes[0]), normal = load + lever * force;
    if (normal < 0 || !std::isfinite(force)) return std::nullopt;
    if (modes[0] == 0) return Modes{std::fabs(force) > mu * normal ? (force > 0 ? 1 : -1) : 0};
    return Modes{modes[0] * (push - force) < 0 ? 0 : modes[0]};
  }
};

}  // namespace

TEST_CASE("what presses itself on sticks, slips or has two answers", "[mode_search]") {
  // Without lever the limit is mu load.
  CHECK(find_modes({0}, PressedOn{.push = 1, .load = 4, .lever = 0, .mu = 0.5}) == Modes{0});
  CHECK(find_modes({0}, PressedOn{.push = 3, .load = 4, .lever = 0, .mu = 0.5}) == Modes{1});
  CHECK(find_modes({0}, PressedOn{.push = -3, .load = 4, .lever = 0, .mu = 0.5}) == Modes{-1});
  // mu lever = 1.5 > 1: whatever pushes forwards presses on by more. Pushing backwards relieves it: slips beyond 2 / (1 + 1.5).
  CHECK(find_modes({0}, PressedOn{.push = 1e6, .load = 4, .lever = 3, .mu = 0.5}) == Modes{0});
  CHECK(find_modes({0}, PressedOn{.push = -0.79, .load = 4, .lever = 3, .mu = 0.5}) == Modes{0});
  CHECK(find_modes({0}, PressedOn{.push = -0.81, .load = 4, .lever = 3, .mu = 0.5}) == Modes{-1});
}

TEST_CASE("of several consistent sets the one nearest to the start is found", "[mode_search]") {
  const auto any = [](const Modes& modes) -> std::optional<Modes> { return modes; };
  CHECK(find_modes({0, 1, -1}, any) == Modes{0, 1, -1});
  // From (0, 0) both change together for ever; (0, 1) and (1, 1) are consistent, and (0, 1) is nearer.
  const auto circling = [](const Modes& modes) -> std::optional<Modes> {
    if (modes == Modes{0, 0}) return Modes{-1, -1};
    if (modes == Modes{0, 1} || modes == Modes{1, 1}) return modes;
    return Modes{0, 0};
  };
  CHECK(find_modes({0, 0}, circling) == Modes{0, 1});
}

TEST_CASE("where no set is consistent none is found", "[mode_search]") {
  const auto never = [](const Modes& modes) -> std::optional<Modes> { return Modes{modes[0] == 0 ? 1 : 0}; };
  CHECK_FALSE(find_modes({0}, never));
  const auto unsolvable = [](const Modes&) -> std::optional<Modes> { return std::nullopt; };
  CHECK_FALSE(find_modes({0, 0}, unsolvable));
  // More elements than are searched: the rounds alone decide, and end.
  const auto turning = [](const Modes& modes) -> std::optional<Modes> {
    Modes next = modes;
    next[0] = next[0] == 0 ? 1 : 0;
    return next;
  };
  CHECK_FALSE(find_modes(Modes(kMostSearched + 1, 0), turning));
}
