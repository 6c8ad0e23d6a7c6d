#include "expression/pool.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "base/diagnostic.h"
#include "base/table.h"

namespace stribeck {

namespace {

bool is_commutative(Operator op) {
  return op == Operator::add || op == Operator::mul || op == Operator::min || op == Operator::max || op == Operator::hypot ||
         op == Operator::both || op == Operator::either;
}

std::uint32_t hash_of(Operator op, std::int32_t a, std::int32_t b, std::int32_t c) {
  if (is_commutative(op) && a > b) std::swap(a, b);
  std::uint64_t h = static_cast<std::uint64_t>(op) * 0x9E3779B97F4A7C15ULL;
  for (const std::int32_t operand : {a, b, c}) {
    h ^= static_cast<std::uint32_t>(operand);
    h *= 0xD6E8FEB86659FD93ULL;
    h ^= h >> 32U;
  }
  return static_cast<std::uint32_t>(h);
}

std::uint32_t newest_operand(const Node& n) { return static_cast<std::uint32_t>(std::max({n.a, n.b, n.c})); }

/// Whole numbers differ in the upper bits alone: fold those down, or all of them meet in one bucket.
std::uint32_t hash_of(double value) {
  const auto bits = std::bit_cast<std::uint64_t>(value);
  return static_cast<std::uint32_t>(((bits ^ bits >> 32U) * 0x9E3779B97F4A7C15ULL) >> 20U);
}

}  // namespace

ExprPool::ExprPool() {
  buckets_.resize(64);
  zero_ = find_constant(0);
  one_ = find_constant(1);
  minus_one_ = find_constant(-1);
}

void ExprPool::reserve(std::size_t nodes) {
  nodes_.reserve(nodes);
  while (buckets_.size() < 2 * nodes) grow();
}

bool ExprPool::is_constant(ExprId id, double value) const { return is_constant(id) && constant_value(id) == value; }

/// The bucket of the node that matches, or the empty one where it belongs: in the cache line of its newest operand, because what is built
/// together is asked for together and a pool of millions does not fit in the cache; when that line is full, by hash alone.
template <typename Matches>
ExprPool::Bucket& ExprPool::find(std::uint32_t hash, std::uint32_t near, Matches matches) {
  constexpr std::size_t kLine = 64 / sizeof(Bucket);
  const std::size_t mask = buckets_.size() - 1, line = 2 * std::size_t{near} & mask & ~(kLine - 1);
  const auto fits = [&](const Bucket& bucket) { return bucket.node < 0 || (bucket.hash == hash && matches(node(bucket.node))); };
  for (std::size_t at = line; at < line + kLine; ++at)
    if (fits(buckets_[at])) return buckets_[at];
  // Full lines lie side by side where the pool has grown to: in steps of one the search would walk through all of them.
  const std::size_t step = std::size_t{hash * 0x9E3779B1U >> 5U} | 1U;
  std::size_t at = hash;
  while (!fits(buckets_[at & mask])) at += step;
  return buckets_[at & mask];
}

void ExprPool::grow() {
  const std::size_t count = 2 * buckets_.size();
  buckets_.assign(count, {});
  const auto differs = [](const Node&) { return false; };
  for (std::int32_t i = 0; i < size(); ++i) {
    const Node& n = node(i);
    const bool is_constant = n.op == Operator::constant;
    const std::uint32_t hash = is_constant ? hash_of(constants_[static_cast<std::size_t>(n.a)]) : hash_of(n.op, n.a, n.b, n.c);
    find(hash, is_constant ? hash : newest_operand(n), differs) = {hash, i};
  }
}

ExprId ExprPool::append(Bucket& bucket, std::uint32_t hash, const Node& wanted) {
  bucket = {hash, size()};
  nodes_.push_back(wanted);
  return static_cast<ExprId>(size() - 1);
}

ExprId ExprPool::constant(double value) {
  if (value == 0) return zero_;  // one zero, not two
  if (value == 1) return one_;
  return value == -1 ? minus_one_ : find_constant(value);
}

ExprId ExprPool::find_constant(double value) {
  if (2 * nodes_.size() >= buckets_.size()) grow();
  const auto bits = std::bit_cast<std::uint64_t>(value);
  const std::uint32_t hash = hash_of(value);
  Bucket& bucket = find(hash, hash, [&](const Node& n) {
    return n.op == Operator::constant && std::bit_cast<std::uint64_t>(constants_[static_cast<std::size_t>(n.a)]) == bits;
  });
  if (bucket.node >= 0) return static_cast<ExprId>(bucket.node);
  constants_.push_back(value);
  return append(bucket, hash, {Operator::constant, kConstant, static_cast<std::int32_t>(constants_.size()) - 1, -1, -1});
}

ExprId ExprPool::intern(Node wanted) {
  if (2 * nodes_.size() >= buckets_.size()) grow();
  const std::uint32_t hash = hash_of(wanted.op, wanted.a, wanted.b, wanted.c);
  // A sum or product is the same in either order, and stays as it was first written: the numbers of nodes depend on the compiler's order
  // of evaluation, what is printed must not.
  const bool either_order = is_commutative(wanted.op);
  Bucket& bucket = find(hash, newest_operand(wanted), [&](const Node& n) {
    if (n.op != wanted.op || n.c != wanted.c) return false;
    return (n.a == wanted.a && n.b == wanted.b) || (either_order && n.a == wanted.b && n.b == wanted.a);
  });
  return bucket.node >= 0 ? static_cast<ExprId>(bucket.node) : append(bucket, hash, wanted);
}

ExprId ExprPool::symbol(std::int32_t number, Content content) { return intern({Operator::symbol, content, number, -1, -1}); }

ExprId ExprPool::new_symbol(std::int32_t number, Content content) {
  nodes_.push_back({Operator::symbol, content, number, -1, -1});
  return static_cast<ExprId>(size() - 1);
}

ExprId ExprPool::lookup(Operator kind, std::int32_t table, ExprId argument, int order) {
  const int degree = kind == Operator::lookup ? 1 : 3;
  if ((order > degree && order < kPlaceOrder) || order > kPlaceSlopeOrder) return zero();
  return intern({kind, content(argument), table, index(argument), order});
}

ExprId ExprPool::call(const std::shared_ptr<const ExternalFunction>& function, std::span<const ExprId> arguments) {
  constexpr std::size_t kMostFunctions = 0x7F00;  // what a number of sixteen bits can name beside the operators
  const auto known = std::find(functions_.begin(), functions_.end(), function);
  const auto number = static_cast<std::size_t>(known - functions_.begin());
  if (known == functions_.end()) {
    if (number == kMostFunctions)
      throw Failure(Diagnostic{.code = ErrorCode::diagram_too_large,
                               .message = "more than " + std::to_string(kMostFunctions) + " external functions are called",
                               .where = {},
                               .because = {},
                               .remedy = {},
                               .details = {}});
    functions_.push_back(function);
  }
  const auto argument = [&](std::size_t i) { return i < arguments.size() ? arguments[i] : ExprId::none; };
  return intern_call(static_cast<Operator>(kFirstCall + number), argument(0), argument(1), argument(2));
}

ExprId ExprPool::intern_call(Operator op, ExprId a, ExprId b, ExprId c) {
  std::uint8_t content = kConstant;
  for (const ExprId argument : {a, b, c})
    if (argument != ExprId::none) content = static_cast<std::uint8_t>(content | this->content(argument));
  return intern({op, content, index(a), index(b), index(c)});
}

ExprId ExprPool::derivative_of_call(ExprId call, int argument) {
  const Node n = (*this)[call];
  const ExprId arguments[] = {static_cast<ExprId>(n.a), static_cast<ExprId>(n.b), static_cast<ExprId>(n.c)};
  const std::shared_ptr<const ExternalFunction> derivative = derivative_of(*function(n.op), argument);
  return this->call(derivative, std::span(arguments).first(static_cast<std::size_t>(Operands(n).count)));
}

bool ExprPool::has_choice_of_zero(ExprId e) {
  const auto i = static_cast<std::size_t>(index(e));
  if (choices_.size() <= i) choices_.resize(nodes_.size() + nodes_.size() / 2, -1);
  if (choices_[i] >= 0) return choices_[i] != 0;
  const Node n = nodes_[i];
  const auto has = [&](std::int32_t operand) { return has_choice_of_zero(static_cast<ExprId>(operand)); };
  const auto may_be_zero = [&](std::int32_t operand) { return is_constant(static_cast<ExprId>(operand), 0) || has(operand); };
  const bool found = n.op == Operator::select                         ? may_be_zero(n.b) || may_be_zero(n.c)
                     : n.op == Operator::add || n.op == Operator::sub ? has(n.a) || has(n.b)
                                                                      : n.op == Operator::neg && has(n.a);
  choices_[i] = found ? 1 : 0;
  return found;
}

namespace {

/// Local rewrites that keep the value; returns none when there is nothing to rewrite.
class Simplifier {
 public:
  Simplifier(ExprPool& pool, ExprId a, ExprId b, ExprId c) : p_(pool), a_(a), b_(b), c_(c) {}

  ExprId rewrite(Operator op) {
    switch (op) {
      case Operator::add:
        return add();
      case Operator::sub:
        return sub();
      case Operator::mul:
        return mul();
      case Operator::div:
        return div();
      case Operator::neg:
        return neg();
      case Operator::pow:
        return pow();
      case Operator::abs:
        return is(a_, Operator::neg) ? p_.apply(Operator::abs, operand(a_)) : is(a_, Operator::abs) ? a_ : ExprId::none;
      case Operator::min:
      case Operator::max:
        return a_ == b_ ? a_ : ExprId::none;
      case Operator::both:
        return logic(0);
      case Operator::either:
        return logic(1);
      case Operator::select:
        return select();
      case Operator::derivative:
        return derivative();
      default:
        return ExprId::none;
    }
  }

 private:
  bool is(ExprId id, Operator op) const { return p_[id].op == op; }
  ExprId operand(ExprId id) const { return static_cast<ExprId>(p_[id].a); }

  ExprId add() {
    if (p_.is_constant(a_, 0)) return b_;
    if (p_.is_constant(b_, 0)) return a_;
    if (is(b_, Operator::neg)) return p_.sub(a_, operand(b_));
    if (is(a_, Operator::neg)) return p_.sub(b_, operand(a_));
    return ExprId::none;
  }
  ExprId sub() {
    if (p_.is_constant(b_, 0)) return a_;
    if (p_.is_constant(a_, 0)) return p_.neg(b_);
    if (a_ == b_) return p_.zero();
    if (is(b_, Operator::neg)) return p_.add(a_, operand(b_));
    return ExprId::none;
  }
  ExprId mul() {
    if (p_.is_constant(a_, 0) || p_.is_constant(b_, 0)) return p_.zero();
    if (p_.is_constant(a_, 1)) return b_;
    if (p_.is_constant(b_, 1)) return a_;
    if (p_.is_constant(a_, -1)) return p_.neg(b_);
    if (p_.is_constant(b_, -1)) return p_.neg(a_);
    if (is(a_, Operator::neg)) return p_.neg(p_.mul(operand(a_), b_));
    if (is(b_, Operator::neg)) return p_.neg(p_.mul(a_, operand(b_)));
    return ExprId::none;
  }
  ExprId div() {
    if (p_.is_constant(b_, 1)) return a_;
    if (p_.is_constant(b_, -1)) return p_.neg(a_);
    if (p_.is_constant(a_, 0) && !p_.is_constant(b_, 0)) return p_.zero();
    if (a_ == b_ && p_.content(a_) != kConstant) return p_.one();
    if (is(a_, Operator::neg)) return p_.neg(p_.div(operand(a_), b_));
    if (is(b_, Operator::neg)) return p_.neg(p_.div(a_, operand(b_)));
    return ExprId::none;
  }
  ExprId neg() {
    if (is(a_, Operator::neg)) return operand(a_);
    if (is(a_, Operator::sub)) return p_.sub(static_cast<ExprId>(p_[a_].b), operand(a_));
    return ExprId::none;
  }
  ExprId pow() {
    if (p_.is_constant(b_, 0)) return p_.one();
    if (p_.is_constant(b_, 1)) return a_;
    if (p_.is_constant(b_, 2)) return p_.mul(a_, a_);
    if (p_.is_constant(b_, 3)) return p_.mul(p_.mul(a_, a_), a_);
    if (p_.is_constant(b_, -1)) return p_.div(p_.one(), a_);
    if (p_.is_constant(b_, 0.5)) return p_.apply(Operator::sqrt, a_);
    return ExprId::none;
  }
  ExprId logic(double absorbing) {
    for (const auto& [x, y] : {std::pair{a_, b_}, std::pair{b_, a_}})
      if (p_.is_constant(x)) return (p_.constant_value(x) != 0) == (absorbing != 0) ? p_.constant(absorbing) : truth(y);
    return a_ == b_ ? truth(a_) : ExprId::none;
  }
  /// A number counts as true where it is not zero, but what is made of it is 0 or 1.
  ExprId truth(ExprId e) {
    const Operator op = p_[e].op;
    const bool is_one = is_relation(op) || op == Operator::both || op == Operator::either || op == Operator::opposite;
    return is_one ? e : p_.apply(Operator::opposite, p_.apply(Operator::opposite, e));
  }
  ExprId select() {
    if (p_.is_constant(a_)) return p_.constant_value(a_) != 0 ? b_ : c_;
    return b_ == c_ ? b_ : ExprId::none;
  }
  ExprId derivative() { return (p_.content(a_) & (kUnknown | kTime)) == 0 ? p_.zero() : ExprId::none; }

  ExprPool& p_;
  ExprId a_, b_, c_;
};

}  // namespace

ExprId ExprPool::apply(Operator op, ExprId a, ExprId b, ExprId c) {
  if (is_call(op)) return intern_call(op, a, b, c);
  const int count = arity(op);
  const ExprId operands[] = {a, b, c};
  bool all_constant = op != Operator::derivative;
  std::uint8_t content = op == Operator::derivative ? kDerivative : kConstant;
  for (int i = 0; i < count; ++i) {
    all_constant = all_constant && is_constant(operands[i]);
    content = static_cast<std::uint8_t>(content | this->content(operands[i]));
  }
  if (all_constant) {
    const double folded = evaluate(op, constant_value(a), count > 1 ? constant_value(b) : 0, count > 2 ? constant_value(c) : 0);
    if (std::isfinite(folded)) return constant(folded);
  }
  if (const ExprId simpler = Simplifier(*this, a, b, c).rewrite(op); simpler != ExprId::none) return simpler;
  if (jumps(op) && (content & (kTime | kUnknown)) != 0) content |= kCondition;
  return intern({op, content, index(a), count > 1 ? index(b) : -1, count > 2 ? index(c) : -1});
}

}  // namespace stribeck
