// Which frictions are decided on together: those that answer to one another, not all that rub on one wall.
#include "structure/friction_groups.h"

#include <catch2/catch.hpp>
#include <set>

#include "compiled.h"

namespace stribeck {
namespace {

std::string mass(const std::string& name) { return "\"" + name + R"(": {"type": "translational.mass"})"; }
std::string rub(const std::string& name) { return "\"" + name + R"(": {"type": "translational.dry_friction"})"; }

/// How many groups there are, and how many frictions.
std::pair<std::size_t, std::size_t> groups_of(const std::string& components, const std::string& connections) {
  test::Compiled compiled(test::diagram_text(components, connections));
  const FrictionGroups groups = friction_groups(compiled.sorted);
  return {std::set<std::int32_t>(groups.of.begin(), groups.of.end()).size(), groups.of.size()};
}

TEST_CASE("blocks on one ground, tied by springs, are decided on one by one") {
  std::string components = R"("wall": {"type": "translational.ground"})", ground = "\"wall.W\"", connections;
  constexpr std::size_t kBlocks = 6;
  for (std::size_t i = 0; i < kBlocks; ++i) {
    const std::string n = std::to_string(i);
    components += ", " + mass("m" + n) + ", " + rub("f" + n) + ", \"k" + n + R"(": {"type": "translational.spring"})";
    connections +=
        ", [\"m" + n + ".M\", \"f" + n + ".R\", \"k" + n + ".R\"" + (i > 0 ? ", \"k" + std::to_string(i - 1) + ".C\"" : "") + "]";
    ground += ", \"f" + n + ".C\"";
  }
  ground += ", \"k" + std::to_string(kBlocks - 1) + ".C\"";
  CHECK(groups_of(components, "[" + ground + "]" + connections) == std::pair{kBlocks, kBlocks});
}

TEST_CASE("blocks on one another, or on both sides of a gear, are decided on together") {
  const std::string stack =
      R"("wall": {"type": "translational.ground"}, )" + mass("low") + ", " + mass("high") + ", " + rub("f") + ", " + rub("g");
  CHECK(groups_of(stack, R"(["low.M", "f.R", "g.C"], ["high.M", "g.R"], ["f.C", "wall.W"])") == std::pair<std::size_t, std::size_t>{1, 2});
  const std::string lever = R"("wall": {"type": "translational.ground"}, "lever": {"type": "mechanisms.lever"}, )" + mass("one") + ", " +
                            mass("two") + ", " + rub("f") + ", " + rub("g");
  CHECK(groups_of(lever, R"(["one.M", "lever.A", "f.R"], ["two.M", "lever.B", "g.R"], ["f.C", "g.C", "wall.W", "lever.C"])") ==
        std::pair<std::size_t, std::size_t>{1, 2});
}

}  // namespace
}  // namespace stribeck
