#include "compile/rounding.h"

#include <unordered_map>
#include <unordered_set>

#include "base/constants.h"

namespace stribeck {

namespace {

/// The depth to which sums inside choices, products and explicit unknowns are examined: gaps and relative velocities are sums of states one
/// level down, and guards choose between them one level up.
constexpr int kDepth = 4;

class Magnitude {
 public:
  Magnitude(const FlatSystem& flat, ExprPool& pool, const std::vector<ExprId>& value_of, const std::vector<bool>& in_loop)
      : flat_(flat), pool_(pool), value_of_(value_of), in_loop_(in_loop) {}

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
        is_of_loop_ = is_of_loop_ || mentions_loop(term);
        total = pool_.add(total, depth > 0 ? of_term(term, n, depth) : absolute(term));
      }
    }
    return total;
  }
  bool is_sum() const { return is_sum_; }
  bool is_of_loop() const { return is_of_loop_; }

 private:
  std::int32_t variable_of(ExprId term, const Node& n) const {
    return n.op == Operator::symbol && (n.content & kUnknown) != 0 ? flat_.variable_of(index(term)) : -1;
  }
  /// Whether a loop's unknown occurs, also as argument of a function: a length is no more accurate than its components.
  bool mentions_loop(ExprId term) {
    std::vector<ExprId> open{term};
    while (!open.empty()) {
      const ExprId e = open.back();
      open.pop_back();
      if ((pool_.content(e) & kUnknown) == 0 || !seen_.insert(index(e)).second) continue;
      const Node& n = pool_[e];
      if (const std::int32_t v = variable_of(e, n); v >= 0 && in_loop_[static_cast<std::size_t>(v)]) return true;
      if (is_held(n)) continue;
      const Operands operands(n);
      for (int k = 0; k < operands.count; ++k) open.push_back(static_cast<ExprId>(operands.node[k]));
    }
    return false;
  }

  ExprId absolute(ExprId e) { return pool_.apply(Operator::abs, e); }

  ExprId of_term(ExprId term, const Node& n, int depth) {
    const auto a = static_cast<ExprId>(n.a), b = static_cast<ExprId>(n.b), c = static_cast<ExprId>(n.c);
    const auto is_fixed = [&](ExprId e) { return (pool_.content(e) & (kUnknown | kTime)) == 0; };
    if (n.op == Operator::select) return pool_.apply(Operator::select, a, of(b, depth - 1), of(c, depth - 1));
    // The smaller rounding: the other operand may be infinite, and then does not matter.
    if (n.op == Operator::min || n.op == Operator::max) return pool_.apply(Operator::min, of(a, depth - 1), of(b, depth - 1));
    if (n.op == Operator::hypot) return pool_.apply(Operator::hypot, of(a, depth - 1), of(b, depth - 1));
    if (n.op == Operator::mul && is_fixed(a)) return pool_.mul(absolute(a), of(b, depth - 1));
    if (n.op == Operator::mul && is_fixed(b)) return pool_.mul(absolute(b), of(a, depth - 1));
    // Each factor has the rounding of its own terms: the sign of a power is no more certain than that of its force.
    if (n.op == Operator::mul) return pool_.mul(of(a, depth - 1), of(b, depth - 1));
    if (const std::int32_t v = variable_of(term, n); v >= 0)
      if (const ExprId value = value_of_[static_cast<std::size_t>(v)]; value != ExprId::none)
        return in_loop_[static_cast<std::size_t>(v)] ? of_loop(v, value) : of(value, 0);
    return absolute(term);
  }

  /// Follows unknowns of a loop down to its tearing variables: a load that no element carries is the difference of accelerations, which may
  /// be large and determine its rounding.
  ExprId of_loop(std::int32_t v, ExprId value) {
    if (const auto known = of_unknown_.find(v); known != of_unknown_.end()) return known->second;
    return of_unknown_[v] = of(value, kDepth);
  }

  const FlatSystem& flat_;
  ExprPool& pool_;
  const std::vector<ExprId>& value_of_;
  const std::vector<bool>& in_loop_;
  std::unordered_map<std::int32_t, ExprId> of_unknown_;  // of loops
  std::unordered_set<std::int32_t> seen_;                // in which no unknown of a loop was found
  bool is_sum_ = false, is_of_loop_ = false;
};

}  // namespace

ExprId rounding_of(const FlatSystem& flat, ExprPool& pool, const std::vector<ExprId>& value_of, const std::vector<bool>& in_loop,
                   ExprId function) {
  if ((pool.content(function) & kUnknown) == 0) return ExprId::none;
  Magnitude magnitude(flat, pool, value_of, in_loop);
  const ExprId total = magnitude.of(function, kDepth);
  const double share = magnitude.is_of_loop() ? kLoopNoise : kCrossingNoise;
  return magnitude.is_sum() ? pool.mul(pool.constant(share), total) : ExprId::none;
}

ExprId terms_of(const FlatSystem& flat, ExprPool& pool, const std::vector<ExprId>& value_of, const std::vector<bool>& in_loop,
                ExprId expression) {
  return Magnitude(flat, pool, value_of, in_loop).of(expression, kDepth);
}

ExprId sizes_of(const FlatSystem& flat, ExprPool& pool, const std::vector<ExprId>& value_of, const std::vector<bool>& in_loop, ExprId sum) {
  return Magnitude(flat, pool, value_of, in_loop).of(sum, 0);
}

}  // namespace stribeck
