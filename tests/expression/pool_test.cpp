#include "expression/pool.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "expression/derivative.h"
#include "expression/evaluate.h"

using namespace stribeck;

namespace {

/// Three unknowns with values.
struct Symbols {
  explicit Symbols(ExprPool& pool) : ids{pool.symbol(0, kUnknown), pool.symbol(1, kUnknown), pool.symbol(2, kUnknown)} {}
  ExprId ids[3];
  double values[3] = {0, 0, 0};
  double value(const ExprPool& pool, ExprId id) const {
    return evaluate(pool, id, [this](std::int32_t symbol) { return values[symbol]; });
  }
};

/// d id / d symbol number k by the Differentiator; 0 where it gives none.
double exact(ExprPool& pool, const Symbols& symbols, ExprId id, int k) {
  Differentiator differentiator(pool);
  for (const Partial& partial : std::vector<Partial>(differentiator.partials(id)))
    if (partial.symbol == index(symbols.ids[k])) return symbols.value(pool, partial.value);
  return 0;
}

double central(const ExprPool& pool, Symbols symbols, ExprId id, int k, double h) {
  const double middle = symbols.values[k];
  symbols.values[k] = middle + h;
  const double above = symbols.value(pool, id);
  symbols.values[k] = middle - h;
  return (above - symbols.value(pool, id)) / (2 * h);
}

Operator operator_after(Operator op) { return static_cast<Operator>(static_cast<int>(op) + 1); }

}  // namespace

TEST_CASE("equal expressions are one node, however they were made") {
  ExprPool pool;
  const Symbols s(pool);
  const auto [a, b, c] = s.ids;
  CHECK(pool.symbol(1, kUnknown) == b);
  CHECK(pool.constant(2.5) == pool.constant(2.5));
  CHECK(pool.constant(0.0) == pool.constant(-0.0));
  CHECK(pool.add(a, b) == pool.add(b, a));
  CHECK(pool.mul(pool.add(a, b), c) == pool.mul(c, pool.add(b, a)));
  CHECK(pool.sub(a, b) != pool.sub(b, a));
  CHECK(pool.lookup(Operator::lookup, 3, a) == pool.lookup(Operator::lookup, 3, a));
  CHECK(pool.lookup(Operator::lookup, 3, a) != pool.lookup(Operator::lookup, 4, a));
  CHECK(pool.lookup(Operator::lookup, 3, a) != pool.lookup(Operator::curve, 3, a));
  CHECK(pool.lookup(Operator::lookup, 3, a) != pool.lookup(Operator::lookup, 3, a, 1));
  CHECK(pool.lookup(Operator::lookup, 3, a, 2) == pool.zero());  // straight lines do not bend
  CHECK(pool.lookup(Operator::curve, 3, a, 3) != pool.zero());
  const std::int32_t size = pool.size();
  pool.add(b, a);
  CHECK(pool.size() == size);
}

TEST_CASE("the pool finds its nodes again after it has grown") {
  ExprPool pool;
  const ExprId a = pool.symbol(0, kUnknown);
  std::vector<ExprId> made;
  for (int i = 0; i < 20000; ++i) made.push_back(pool.mul(pool.constant(i + 2), a));
  for (int i = 0; i < 20000; ++i) REQUIRE(pool.mul(a, pool.constant(i + 2)) == made[static_cast<std::size_t>(i)]);
  for (std::int32_t i = 0; i < pool.size(); ++i) {
    const Operands operands(pool.node(i));
    for (int k = 0; k < operands.count; ++k) REQUIRE(operands.node[k] < i);
  }
}

TEST_CASE("content is the union of what stands below, and a comparison of unknowns or time is a condition") {
  ExprPool pool;
  const ExprId p = pool.symbol(0, kParameter), t = pool.symbol(1, kTime), x = pool.symbol(2, kUnknown);
  CHECK(pool.content(pool.constant(3)) == kConstant);
  CHECK(pool.content(pool.mul(p, pool.add(t, x))) == (kParameter | kTime | kUnknown));
  CHECK(pool.content(pool.apply(Operator::lt, p, pool.one())) == kParameter);
  CHECK(pool.content(pool.apply(Operator::ge, t, p)) == (kParameter | kTime | kCondition));
  CHECK((pool.content(pool.apply(Operator::derivative, x)) & kDerivative) != 0);
  CHECK(pool.is_constant(pool.apply(Operator::derivative, p), 0));
}

TEST_CASE("what is nothing new is simplified") {
  ExprPool pool;
  const Symbols s(pool);
  const auto [a, b, c] = s.ids;
  CHECK(pool.add(a, pool.zero()) == a);
  CHECK(pool.sub(a, a) == pool.zero());
  CHECK(pool.mul(a, pool.zero()) == pool.zero());
  CHECK(pool.mul(pool.one(), a) == a);
  CHECK(pool.div(a, a) == pool.one());
  CHECK(pool.neg(pool.neg(a)) == a);
  CHECK(pool.add(a, pool.neg(b)) == pool.sub(a, b));
  CHECK(pool.neg(pool.sub(a, b)) == pool.sub(b, a));
  CHECK(pool.apply(Operator::select, pool.one(), a, b) == a);
  CHECK(pool.apply(Operator::select, pool.apply(Operator::lt, a, b), c, c) == c);
  CHECK(pool.constant_value(pool.mul(pool.constant(6), pool.constant(7))) == 42);
  // 1/0 has no value to fold to: it stays, to be reported where it is used.
  CHECK_FALSE(pool.is_constant(pool.div(pool.one(), pool.zero())));
}

TEST_CASE("the derivative columns of the operator table are those of central differences") {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> uniform(0.1, 0.9);  // where every operator of the table is smooth
  int operators = 0;
  for (Operator op = Operator::add; op != Operator::count_; op = operator_after(op)) {
    CAPTURE(name(op));
    ++operators;
    for (int trial = 0; trial < 20; ++trial) {
      ExprPool pool;
      Symbols s(pool);
      for (double& value : s.values) value = uniform(random);
      const ExprId id = pool.apply(op, s.ids[0], s.ids[1], s.ids[2]);
      for (int k = 0; k < arity(op); ++k) {
        const double expected = central(pool, s, id, k, 1e-5);
        // The third derivative is below 1e4 there (tangent, roots at 0.1), so h^2/6 of it below 2e-7; rounding 1e-11.
        CHECK(exact(pool, s, id, k) == Approx(expected).margin(3e-7));
      }
    }
  }
  CHECK(operators >= 33);
}

namespace {

/// Random expressions, with the value that each operator gives by itself beside what the pool makes of it.
class RandomExpressions {
 public:
  RandomExpressions(unsigned seed, std::vector<Operator> operators) : symbols(pool), random_(seed), operators_(std::move(operators)) {
    for (int k = 0; k < 3; ++k) {
      symbols.values[k] = std::round(8 * std::uniform_real_distribution<double>(0.2, 2)(random_)) / 8 * (k == 1 ? -1 : 1);
      nodes.push_back({symbols.ids[k], symbols.values[k]});
    }
    for (const double value : {0.0, 1.0, -1.0, 2.0, 0.5}) nodes.push_back({pool.constant(value), value});
  }

  void grow() {
    const Operator op = operators_[random_() % operators_.size()];
    const Valued a = any(), b = any(), c = any();
    const double value = evaluate(op, a.value, b.value, c.value);
    // Division by what is nearly zero would make rounding errors large, and then nothing is told.
    if (!(std::fabs(value) < 1e6) || (op == Operator::div && std::fabs(b.value) < 1e-3)) return;
    nodes.push_back({pool.apply(op, a.id, b.id, c.id), value});
  }

  struct Valued {
    ExprId id;
    double value;
  };
  ExprPool pool;
  Symbols symbols;
  std::vector<Valued> nodes;

 private:
  Valued any() { return nodes[random_() % nodes.size()]; }
  std::mt19937 random_;
  std::vector<Operator> operators_;
};

}  // namespace

TEST_CASE("simplification keeps the value of random expressions") {
  for (unsigned seed = 0; seed < 300; ++seed) {
    RandomExpressions expressions(seed, {Operator::add, Operator::sub, Operator::mul, Operator::div, Operator::neg, Operator::abs,
                                         Operator::min, Operator::max, Operator::select, Operator::sin, Operator::atan});
    for (int i = 0; i < 40; ++i) expressions.grow();
    double largest = 1;
    for (const auto& node : expressions.nodes) largest = std::max(largest, std::fabs(node.value));
    for (const auto& node : expressions.nodes) {
      CAPTURE(seed, index(node.id));
      // Rewrites may round once differently; 40 steps with divisors above 1e-3 leave that below 1e-9 of the largest value.
      REQUIRE(std::fabs(expressions.symbols.value(expressions.pool, node.id) - node.value) <= 1e-9 * largest);
    }
  }
}

// Sums of few eighths are exact, so that every comparison has one answer.
TEST_CASE("simplification keeps conditions of random expressions, also those of numbers, to the bit") {
  for (unsigned seed = 0; seed < 300; ++seed) {
    RandomExpressions expressions(seed, {Operator::add, Operator::sub, Operator::neg, Operator::abs, Operator::min, Operator::max,
                                         Operator::select, Operator::both, Operator::either, Operator::opposite, Operator::lt, Operator::le,
                                         Operator::gt, Operator::ge, Operator::sign, Operator::floor});
    for (int i = 0; i < 40; ++i) expressions.grow();
    for (const auto& node : expressions.nodes) {
      CAPTURE(seed, index(node.id));
      REQUIRE(expressions.symbols.value(expressions.pool, node.id) == node.value);
    }
  }
}

TEST_CASE("derivatives of random expressions with shared parts are those of central differences") {
  for (unsigned seed = 0; seed < 200; ++seed) {
    RandomExpressions expressions(
        seed, {Operator::add, Operator::sub, Operator::neg, Operator::sin, Operator::tanh, Operator::atan, Operator::mul});
    for (int i = 0; i < 15; ++i) expressions.grow();
    ExprPool& pool = expressions.pool;
    for (int k = 0; k < 3; ++k) {
      const ExprId id = expressions.nodes.back().id;
      const double wide = central(pool, expressions.symbols, id, k, 1e-4), narrow = central(pool, expressions.symbols, id, k, 5e-5);
      CAPTURE(seed, k);
      // What two steps differ by bounds what the extrapolation still misses; rounding is 1e-16 of the value over h.
      const double size = std::fabs(expressions.nodes.back().value) + std::fabs(narrow) + 1;
      CHECK(std::fabs(exact(pool, expressions.symbols, id, k) - (4 * narrow - wide) / 3) <= std::fabs(narrow - wide) + 1e-10 * size);
    }
  }
}
