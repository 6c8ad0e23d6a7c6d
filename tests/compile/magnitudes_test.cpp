// What rounding is in proportion to: the terms that an expression is the sum of, all counted positive.
#include <catch2/catch.hpp>
#include <vector>

#include "base/constants.h"
#include "compile/loop_magnitudes.h"
#include "compile/rounding.h"
#include "expression/evaluate.h"

namespace stribeck {
namespace {

/// A system without equations: expressions of three unknowns x = -2, y = 5, z = -7, and a parameter p = -3.
struct Terms {
  ExprPool pool;
  FlatSystem flat = on(pool);
  std::vector<double> values{-2, 5, -7, -3};
  ExprId x = unknown(0), y = unknown(1), z = unknown(2), p = flat.new_symbol(pool, SymbolKind::parameter, 0, kParameter);
  std::vector<ExprId> value_of{ExprId::none, ExprId::none, ExprId::none};
  std::vector<bool> in_loop{false, false, false};

  static FlatSystem on(const ExprPool& pool) {
    FlatSystem flat;
    flat.pool = &pool;
    return flat;
  }
  ExprId unknown(std::int32_t number) { return flat.new_symbol(pool, SymbolKind::variable, number, kUnknown); }
  double value(ExprId e) const {
    return evaluate(pool, e, [this](std::int32_t symbol) { return values.at(static_cast<std::size_t>(symbol)); });
  }
  double terms(ExprId e) { return value(terms_of(flat, pool, value_of, in_loop, e)); }
  /// -1: exact.
  double rounding(ExprId e) {
    const ExprId noise = rounding_of(flat, pool, value_of, in_loop, e);
    return noise == ExprId::none ? -1 : value(noise);
  }
};

TEST_CASE("the terms of a loop's residual add up, through products, quotients and choices") {
  Terms t;
  ExprPool& pool = t.pool;
  LoopMagnitudes magnitudes(pool);
  const auto of = [&](ExprId e) { return t.value(magnitudes.of(e)); };
  const ExprId difference = pool.sub(t.x, t.y), other = pool.add(t.y, t.z);
  CHECK(of(difference) == 7);
  CHECK(of(pool.neg(difference)) == 7);
  CHECK(of(pool.mul(difference, other)) == 7 * 12);
  CHECK(of(pool.div(difference, t.z)) == 1);
  CHECK(of(pool.div(difference, other)) == 7 / 2.0);  // a divisor is known by then: what it is the sum of does not matter
  CHECK(of(pool.apply(Operator::abs, difference)) == 7);
  CHECK(of(pool.apply(Operator::tanh, difference)) == std::tanh(7));
  const ExprId is_negative = pool.apply(Operator::lt, t.x, pool.zero());
  CHECK(of(pool.apply(Operator::select, is_negative, difference, other)) == 7);
  CHECK(of(pool.apply(Operator::select, is_negative, other, difference)) == 12);
}

TEST_CASE("a step of a loop has the magnitude of the terms it was made of, not of its value") {
  Terms t;
  LoopMagnitudes magnitudes(t.pool);
  magnitudes.step(t.x, t.pool.add(t.y, t.z));  // -2, of 5 and 7
  CHECK(t.value(magnitudes.of(t.x)) == 12);
  CHECK(t.value(magnitudes.of(t.pool.sub(t.x, t.y))) == 12 + 5);
}

TEST_CASE("products within products, however deep, have a magnitude") {
  Terms t;
  LoopMagnitudes magnitudes(t.pool);
  t.values[0] = -0.5;
  ExprId nested = t.x;
  for (int k = 0; k < 150; ++k) nested = t.pool.mul(t.x, t.pool.add(t.y, nested));  // s -> 0.5 (5 + s), which tends to 5
  CHECK(t.value(magnitudes.of(nested)) == Approx(5));
  for (int k = 0; k < 100000; ++k) nested = t.pool.mul(t.x, t.pool.add(t.y, nested));
  CHECK(magnitudes.of(nested) != ExprId::none);  // in bounded depth
}

TEST_CASE("a crossing function that is a sum is known to the rounding of its terms, others are exact") {
  Terms t;
  ExprPool& pool = t.pool;
  CHECK(t.rounding(pool.sub(t.x, t.y)) == kCrossingNoise * 7);
  CHECK(t.rounding(pool.mul(t.x, t.y)) == -1);
  CHECK(t.rounding(t.x) == -1);
  CHECK(t.rounding(pool.sub(t.p, pool.one())) == -1);  // does not vary
  t.in_loop[1] = true;
  CHECK(t.rounding(pool.sub(t.x, t.y)) == kLoopNoise * 7);
  // A length is no better known than its components: friction that is about to break loose would alternate between its modes.
  const ExprId length = pool.apply(Operator::sqrt, pool.add(pool.mul(t.y, t.y), pool.mul(t.z, t.z)));
  CHECK(t.rounding(pool.sub(length, t.p)) == Approx(kLoopNoise * (std::sqrt(74) + 3)));
  CHECK(t.rounding(pool.sub(pool.apply(Operator::max, pool.apply(Operator::abs, t.y), t.x), t.p)) >= kLoopNoise * 3);
  t.in_loop[1] = false;
  CHECK(t.rounding(pool.sub(length, t.p)) == Approx(kCrossingNoise * (std::sqrt(74) + 3)));
}

TEST_CASE("sums within products, choices and limits count by their terms") {
  Terms t;
  ExprPool& pool = t.pool;
  const ExprId difference = pool.sub(t.x, t.y), other = pool.add(t.y, t.z);
  CHECK(t.terms(pool.mul(t.p, difference)) == 3 * 7);
  CHECK(t.terms(pool.mul(difference, t.p)) == 3 * 7);
  CHECK(t.terms(pool.mul(difference, other)) == 7 * 12);
  CHECK(t.terms(pool.neg(difference)) == 7);
  CHECK(t.terms(pool.apply(Operator::min, difference, other)) == 7);  // the smaller: the other may have no bound
  CHECK(t.terms(pool.apply(Operator::max, difference, other)) == 7);
  CHECK(t.terms(pool.apply(Operator::select, pool.apply(Operator::lt, t.x, t.y), other, difference)) == 12);
  CHECK(t.terms(pool.apply(Operator::tanh, difference)) == std::tanh(7));
}

TEST_CASE("an unknown counts by the terms of its equation, one level down") {
  Terms t;
  t.value_of[0] = t.pool.add(t.y, t.z);
  CHECK(t.terms(t.pool.sub(t.x, t.y)) == 12 + 5);
  t.value_of[1] = t.pool.sub(t.z, t.x);  // z - x is -5 in its terms 7 and 2: x is not followed again
  CHECK(t.terms(t.pool.sub(t.x, t.y)) == (5 + 7) + (7 + 2));
  // In a loop all are followed, down to those that it is torn at.
  t.in_loop[0] = t.in_loop[1] = true;
  t.value_of[1] = t.pool.sub(t.z, t.p);
  CHECK(t.terms(t.x) == 7 + 3 + 7);
}

TEST_CASE("sums are looked into four levels down") {
  Terms t;
  // x - p (x - p (... (x + y))): each level has the terms 2 and 3 times those of the next, the innermost 2 and 5.
  const auto nested = [&](int levels) {
    ExprId e = t.pool.add(t.x, t.y);
    for (int k = 0; k < levels; ++k) e = t.pool.sub(t.x, t.pool.mul(t.p, e));
    return e;
  };
  const auto by_terms = [](int levels, double innermost) {
    double terms = innermost;
    for (int k = 0; k < levels; ++k) terms = 2 + 3 * terms;
    return terms;
  };
  for (int levels = 0; levels <= 4; ++levels) CHECK(t.terms(nested(levels)) == by_terms(levels, 2 + 5));
  CHECK(t.terms(nested(5)) == by_terms(5, 3));  // of the sixth sum the value counts
}

}  // namespace
}  // namespace stribeck
