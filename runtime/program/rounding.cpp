#include "program/rounding.h"

#include "base/constants.h"

namespace stribeck {

namespace {

/// Sums within choices, products and explicit unknowns are looked into so deep: gaps and relative velocities are sums of states one level
/// down, guards choose between them one level up.
constexpr int kDepth = 4;

class Magnitude {
 public:
  Magnitude(FlatSystem& flat, const std::vector<ExprId>& value_of) : flat_(flat), pool_(flat.pool), value_of_(value_of) {}

  ExprId of(ExprId expression, int depth) {
    std::vector<ExprId> open{expression};
    ExprId total = pool_.zero();
    while (!open.empty()) {
      const ExprId term = open.back();
      const Node n = pool_[term];  // a copy: the pool grows
      open.pop_back();
      if (n.op == Operator::add || n.op == Operator::sub) {
        is_sum_ = true;
        open.insert(open.end(), {static_cast<ExprId>(n.b), static_cast<ExprId>(n.a)});
      } else if (n.op == Operator::neg) {
        open.push_back(static_cast<ExprId>(n.a));
      } else {
        total = pool_.add(total, depth > 0 ? of_term(term, n, depth) : absolute(term));
      }
    }
    return total;
  }
  bool is_sum() const { return is_sum_; }

 private:
  ExprId absolute(ExprId e) { return pool_.apply(Operator::abs, e); }

  ExprId of_term(ExprId term, const Node& n, int depth) {
    const auto a = static_cast<ExprId>(n.a), b = static_cast<ExprId>(n.b), c = static_cast<ExprId>(n.c);
    const auto is_fixed = [&](ExprId e) { return (pool_.content(e) & (kUnknown | kTime)) == 0; };
    if (n.op == Operator::select) return pool_.apply(Operator::select, a, of(b, depth - 1), of(c, depth - 1));
    // The smaller one: the other may be without bound, and then does not count.
    if (n.op == Operator::min || n.op == Operator::max) return pool_.apply(Operator::min, of(a, depth - 1), of(b, depth - 1));
    if (n.op == Operator::mul && is_fixed(a)) return pool_.mul(absolute(a), of(b, depth - 1));
    if (n.op == Operator::mul && is_fixed(b)) return pool_.mul(absolute(b), of(a, depth - 1));
    if (n.op == Operator::symbol && (n.content & kUnknown) != 0) {
      const std::int32_t v = flat_.variable_of(index(term));
      if (const ExprId value = v < 0 ? ExprId::none : value_of_[static_cast<std::size_t>(v)]; value != ExprId::none) return of(value, 0);
    }
    return absolute(term);
  }

  FlatSystem& flat_;
  ExprPool& pool_;
  const std::vector<ExprId>& value_of_;
  bool is_sum_ = false;
};

}  // namespace

ExprId rounding_of(FlatSystem& flat, const std::vector<ExprId>& value_of, ExprId function) {
  if ((flat.pool.content(function) & kUnknown) == 0) return ExprId::none;
  Magnitude magnitude(flat, value_of);
  const ExprId total = magnitude.of(function, kDepth);
  return magnitude.is_sum() ? flat.pool.mul(flat.pool.constant(kCrossingNoise), total) : ExprId::none;
}

}  // namespace stribeck
