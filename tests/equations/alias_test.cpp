#include "equations/alias.h"

#include <catch2/catch.hpp>
#include <random>

using namespace stribeck;

namespace {

/// Alias systems over constants, parameters and plain numbers.
class Aliases {
 public:
  explicit Aliases(std::size_t variables) : system_(pool, variables) {}

  LinearTerm term(double coefficient, std::int32_t variable) { return {variable, pool.constant(coefficient), coefficient}; }
  LinearTerm parameter(std::int32_t number, double value, std::int32_t variable) {
    return {variable, pool.symbol(number, kParameter), value};
  }
  std::int32_t add(std::initializer_list<LinearTerm> terms) { return system_.add(std::vector<LinearTerm>(terms)); }
  void eliminate(bool may_multiply = true) {
    system_.eliminate([&](std::int32_t, std::int32_t) { return may_multiply; });
  }
  AliasSystem::Fate fate(std::int32_t candidate) const { return system_.fate(candidate); }
  AliasSystem::Alias of(std::int32_t variable) { return system_.alias_of(variable); }

  ExprPool pool;

 private:
  AliasSystem system_;
};

using Fate = AliasSystem::Fate;

}  // namespace

TEST_CASE("a chain of equal variables has one root") {
  constexpr int kLength = 5000;
  Aliases aliases(kLength);
  std::vector<std::int32_t> order(kLength - 1);
  for (int i = 0; i < kLength - 1; ++i) order[static_cast<std::size_t>(i)] = i;
  std::shuffle(order.begin(), order.end(), std::mt19937(1));
  for (const std::int32_t i : order) aliases.add({aliases.term(1, i), aliases.term(-1, i + 1)});
  aliases.eliminate();
  for (int v = 0; v < kLength; ++v) {
    REQUIRE(aliases.of(v).root == aliases.of(0).root);
    REQUIRE(aliases.of(v).value == 1);
    REQUIRE(aliases.pool.is_constant(aliases.of(v).coefficient, 1));
  }
  for (int i = 0; i < kLength - 1; ++i) REQUIRE(aliases.fate(i) == Fate::used);
}

TEST_CASE("signs and constant factors multiply along a chain") {
  Aliases aliases(3);
  aliases.add({aliases.term(1, 0), aliases.term(1, 1)});   // v0 = -v1
  aliases.add({aliases.term(2, 1), aliases.term(-6, 2)});  // v1 = 3 v2
  aliases.eliminate();
  CHECK(aliases.of(0).value / aliases.of(2).value == Approx(-3).epsilon(1e-15));
  CHECK(aliases.of(1).value / aliases.of(2).value == Approx(3).epsilon(1e-15));
}

TEST_CASE("what equals zero makes others zero, and sums shorter") {
  Aliases aliases(4);
  const std::int32_t sum = aliases.add({aliases.term(1, 0), aliases.term(1, 1), aliases.term(1, 2)});
  aliases.add({aliases.term(1, 2), aliases.term(-1, 3)});
  aliases.add({aliases.term(5, 3)});
  aliases.eliminate();
  CHECK(aliases.of(3).root == -1);
  CHECK(aliases.of(2).root == -1);
  CHECK(aliases.fate(sum) == Fate::used);
  CHECK(aliases.of(0).root == aliases.of(1).root);
  CHECK(aliases.of(0).value == -aliases.of(1).value);
}

TEST_CASE("a parameter stands between variables of one nature only") {
  for (const bool may_multiply : {true, false}) {
    Aliases aliases(2);
    const std::int32_t ratio = aliases.add({aliases.term(1, 0), aliases.parameter(0, -5, 1)});  // v0 = 5 v1
    aliases.eliminate(may_multiply);
    CHECK(aliases.fate(ratio) == (may_multiply ? Fate::used : Fate::kept));
    if (!may_multiply) continue;
    CHECK(aliases.of(0).root == 1);  // never divided by the parameter: it might be set to zero
    CHECK(aliases.of(0).value == 5);
    CHECK_FALSE(aliases.pool.is_constant(aliases.of(0).coefficient));
  }
}

TEST_CASE("a parameter that is zero is not divided by, and alone it says nothing") {
  Aliases aliases(3);
  const std::int32_t product = aliases.add({aliases.parameter(0, 0, 0)});
  const std::int32_t both = aliases.add({aliases.parameter(0, 0, 1), aliases.parameter(1, 2, 2)});
  aliases.eliminate();
  CHECK(aliases.fate(product) == Fate::kept);
  CHECK(aliases.fate(both) == Fate::kept);
}

TEST_CASE("a loop of ratios that closes is redundant, one that does not stands still") {
  // 3 * 0.1 and 0.3 differ by rounding: such a loop closes.
  for (const double closing : {0.3, 0.31}) {
    Aliases aliases(3);
    aliases.add({aliases.term(1, 0), aliases.term(-3, 1)});
    aliases.add({aliases.term(1, 1), aliases.term(-0.1, 2)});
    const std::int32_t loop = aliases.add({aliases.term(1, 0), aliases.term(-closing, 2)});
    aliases.eliminate();
    CHECK(aliases.fate(loop) == (closing == 0.3 ? Fate::redundant : Fate::locks));
    for (int v = 0; v < 3; ++v) CHECK((aliases.of(v).root == -1) == (closing != 0.3));
  }
}

TEST_CASE("the same relation twice is redundant") {
  Aliases aliases(2);
  const std::int32_t once = aliases.add({aliases.term(1, 0), aliases.parameter(0, -5, 1)});
  const std::int32_t twice = aliases.add({aliases.term(2, 0), aliases.parameter(0, -5, 1), aliases.parameter(0, -5, 1)});
  aliases.eliminate();
  CHECK(aliases.fate(once) == Fate::used);
  CHECK(aliases.fate(twice) == Fate::redundant);
}
