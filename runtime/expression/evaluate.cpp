#include "expression/evaluate.h"

#include <array>
#include <limits>
#include <unordered_map>
#include <vector>

namespace stribeck {
namespace {

/// One evaluation; visits only the nodes below the root, because a pool may be far larger than any one expression in it.
class Evaluation {
 public:
  Evaluation(const ExprPool& pool, const std::function<double(std::int32_t)>& value_of) : pool_(pool), value_of_(value_of) {}

  double of(std::int32_t root) {
    pending_.push_back(root);
    while (!pending_.empty()) {
      const std::int32_t at = pending_.back();
      if (values_.contains(at)) {
        pending_.pop_back();
      } else if (!postpone(at)) {
        values_.emplace(at, value(at));
        pending_.pop_back();
      }
    }
    return values_.at(root);
  }

 private:
  /// Puts the operands that have no value yet before the node; false if there are none.
  bool postpone(std::int32_t at) {
    const std::size_t before = pending_.size();
    const Operands operands(pool_.node(at));
    for (int i = 0; i < operands.count; ++i) {
      if (!values_.contains(operands.node[i])) pending_.push_back(operands.node[i]);
    }
    return pending_.size() > before;
  }

  double value(std::int32_t at) {
    const Node& node = pool_.node(at);
    switch (node.op) {
      case Operator::constant:
        return pool_.constant_value(static_cast<ExprId>(at));
      case Operator::symbol:
        return value_of_(node.a);
      case Operator::derivative:
      case Operator::lookup:
      case Operator::curve:
        return std::numeric_limits<double>::quiet_NaN();
      default:
        break;
    }
    if (is_call(node.op)) return value_of_call(node);
    const int count = arity(node.op);
    return evaluate(node.op, values_.at(node.a), count > 1 ? values_.at(node.b) : 0, count > 2 ? values_.at(node.c) : 0);
  }

  double value_of_call(const Node& node) const {
    std::array<double, kMostArguments> arguments{};
    const Operands operands(node);
    for (int i = 0; i < operands.count; ++i) arguments[static_cast<std::size_t>(i)] = values_.at(operands.node[i]);
    return call(*pool_.function(node.op), std::span(arguments).first(static_cast<std::size_t>(operands.count))).value;
  }

  const ExprPool& pool_;
  const std::function<double(std::int32_t)>& value_of_;
  std::unordered_map<std::int32_t, double> values_;
  std::vector<std::int32_t> pending_;
};

}  // namespace

double evaluate(const ExprPool& pool, ExprId id, const std::function<double(std::int32_t)>& value_of) {
  const auto is_leaf = [&](std::int32_t node) { return node < 0 || pool.node(node).op <= Operator::symbol; };
  const auto leaf = [&](std::int32_t node) {
    if (node < 0) return 0.0;
    const Node& n = pool.node(node);
    return n.op == Operator::constant ? pool.constant_value(static_cast<ExprId>(node)) : value_of(n.a);
  };
  if (is_leaf(index(id))) return leaf(index(id));
  const Node& n = pool[id];  // most are a single operation: no need of a map
  const bool in_table = n.op > Operator::curve && !is_call(n.op);
  if (in_table && is_leaf(n.a) && is_leaf(n.b) && is_leaf(n.c)) return evaluate(n.op, leaf(n.a), leaf(n.b), leaf(n.c));
  return Evaluation(pool, value_of).of(index(id));
}

}  // namespace stribeck
