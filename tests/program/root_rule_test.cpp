// Which of its solutions a loop takes: the rule of docs/guide/loops.md, by numbers.
#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "program/root_rule.h"

namespace stribeck {
namespace {

LoopRoot root(std::vector<double> places, int sign) { return {{}, std::move(places), sign}; }
const std::vector<PlaceFacts> kOne{{0, 0, 1, 0}};

TEST_CASE("the sign that more solutions have counts, and of these the one nearest to rest") {
  CHECK(root_taken(std::vector{root({3}, 1), root({0.5}, -1), root({-2}, 1)}, kOne) == 2);
  CHECK(root_taken(std::vector{root({3}, -1), root({0.5}, 1), root({-2}, -1)}, kOne) == 2);
  CHECK(root_taken(std::vector{root({3}, 1), root({0.5}, -1)}, kOne) == 1);  // neither has more: both count
  CHECK(root_taken(std::vector{root({3}, -1), root({0.5}, 1)}, kOne) == 1);
  CHECK(root_taken(std::vector{root({3}, 1), root({0.5}, 0), root({-2}, 1)}, kOne) == 1);  // one that is singular counts always
}

TEST_CASE("a sign that is known counts, unless no solution has it") {
  const std::vector<LoopRoot> roots{root({3}, 1), root({0.5}, -1), root({-2}, 1)};
  CHECK(root_taken(roots, kOne, -1) == 1);
  CHECK(root_taken(roots, kOne, 1) == 2);
  CHECK(root_taken(std::vector{root({3}, 1), root({2}, 1)}, kOne, -1) == 1);
  CHECK(root_taken(std::vector{root({3}, -1), root({2}, -1)}, kOne, 1) == 1);
}

TEST_CASE("rest is where the user wishes it") {
  const std::vector<PlaceFacts> wished{{0, 5, 1, 0}};
  CHECK(root_taken(std::vector{root({0}, 1), root({4}, 1), root({7}, 1)}, wished) == 1);
  const std::vector<PlaceFacts> beside_another_unit{{0, 5, 1, 0}, {1, 0, 1, 1}};  // 2 from rest is the largest of the first unit
  CHECK(root_taken(std::vector{root({7, 0.9}, 1), root({5.5, 1}, 1)}, beside_another_unit) == 1);
}

TEST_CASE("distances are root mean squares, each unit against its largest value in any solution") {
  // One group: 3 and 4 are 5 from rest, nearer than 0 and 5.1.
  const std::vector<PlaceFacts> of_one_unit{{0, 0, 1, 0}, {1, 0, 1, 0}};
  CHECK(root_taken(std::vector{root({0, 5.1}, 1), root({3, 4}, 1)}, of_one_unit) == 1);
  CHECK(root_taken(std::vector{root({0, 4.9}, 1), root({3, 4}, 1)}, of_one_unit) == 0);
  // Two groups: 1000 of the one unit counts as little as 1 of the other where these are the largest of their kind.
  const std::vector<PlaceFacts> of_two_units{{0, 0, 1, 0}, {1, 0, 1, 1}};
  CHECK(root_taken(std::vector{root({1000, 0.5}, 1), root({400, 1}, 1)}, of_two_units) == 1);
  CHECK(root_taken(std::vector{root({1000, 0.3}, 1), root({500, 1}, 1)}, of_two_units) == 0);
  CHECK(root_taken(std::vector{root({0, 2}, 1), root({0, 1}, 1)}, of_two_units) == 1);  // a unit of which all is at rest
}

TEST_CASE("at the same distance the positive side is taken, and in the order of the places") {
  CHECK(root_taken(std::vector{root({-2}, 1), root({2}, 1)}, kOne) == 1);
  CHECK(root_taken(std::vector{root({2}, 1), root({-2}, 1)}, kOne) == 0);
  const std::vector<PlaceFacts> two{{0, 0, 1, 0}, {1, 0, 1, 0}};
  CHECK(root_taken(std::vector{root({-1, 2}, 1), root({2, -1}, 1)}, two) == 1);
  CHECK(root_taken(std::vector{root({2, -1}, 1), root({-1, 2}, 1)}, two) == 0);
  CHECK(root_taken(std::vector{root({-0.2, 1}, 1), root({0.2, 1}, 1)}, two) == 1);
  const std::vector<PlaceFacts> three{{0, 0, 1, 0}, {1, 0, 1, 0}, {2, 0, 1, 0}};
  CHECK(root_taken(std::vector{root({1 + 1e-11, -1, 2}, 1), root({1, 2, -1}, 1)}, three) == 1);
  CHECK(root_taken(std::vector{root({1, 2}, 1), root({2, -1}, 1)}, two) == 0);             // a larger sum goes before the order
  CHECK(root_taken(std::vector{root({2, 1}, 1), root({2, 1}, 1)}, two) == 0);              // the same: the first
  CHECK(root_taken(std::vector{root({-1 - 1e-11}, 1), root({1 + 2e-11}, 1)}, kOne) == 1);  // rounding decides nothing
}

TEST_CASE("solutions are one where they differ by the root of rounding") {
  const auto is_same = [](std::vector<double> one, std::vector<double> other) { return is_same_root(one, other); };
  CHECK(is_same({1, 1000}, {1 + 0.9e-6, 1000 - 0.9e-3}));
  CHECK_FALSE(is_same({1, 1000}, {1 + 1.1e-6, 1000}));
  CHECK_FALSE(is_same({1, 1000}, {1, 1000 - 1.1e-3}));
  CHECK(is_same({0}, {0.9e-9}));
  CHECK_FALSE(is_same({0}, {1.1e-9}));
  CHECK_FALSE(is_same({-1}, {1}));
  CHECK_FALSE(is_same({std::nan("")}, {1}));
  CHECK(is_same({}, {}));
}

}  // namespace
}  // namespace stribeck
