#pragma once
// Copies expressions from one pool to another with symbols replaced.
#include <vector>

#include "expression/pool.h"

namespace stribeck {

/// Images of the nodes of `source` in `target`. Set the images of symbols (and of derivative nodes) first, then fill().
class Substitution {
 public:
  Substitution(const ExprPool& source, ExprPool& target) : source_(source), target_(target) { clear(); }
  void clear() { image_.assign(static_cast<std::size_t>(source_.size()), ExprId::none); }
  void set(ExprId from, ExprId to) { image_[static_cast<std::size_t>(index(from))] = to; }
  ExprId image(ExprId from) const { return image_[static_cast<std::size_t>(index(from))]; }

  /// Computes the image of every node that has none. `on_derivative(image of operand)` makes those of der(); `table_of(number)`
  /// renumbers tables. A node with an operand that has no image gets none.
  template <typename OnDerivative, typename TableOf>
  void fill(OnDerivative on_derivative, TableOf table_of) {
    for (std::int32_t i = 0; i < source_.size(); ++i) {
      ExprId& to = image_[static_cast<std::size_t>(i)];
      if (to != ExprId::none) continue;
      const Node& n = source_.node(i);
      const Operands operands(n);
      ExprId mapped[3] = {ExprId::none, ExprId::none, ExprId::none};
      bool complete = n.op != Operator::symbol;
      for (int k = 0; k < operands.count; ++k) {
        mapped[k] = image_[static_cast<std::size_t>(operands.node[k])];
        complete = complete && mapped[k] != ExprId::none;
      }
      if (!complete) continue;
      if (n.op == Operator::constant)
        to = target_.constant(source_.constant_value(static_cast<ExprId>(i)));
      else if (n.op == Operator::derivative)
        to = on_derivative(mapped[0]);
      else if (is_call(n.op))
        to = target_.call(source_.function(n.op), std::span(mapped).first(static_cast<std::size_t>(operands.count)));
      else if (is_table(n.op))
        to = target_.lookup(n.op, table_of(n.a), mapped[0], n.c);
      else
        to = target_.apply(n.op, mapped[0], mapped[1], mapped[2]);
    }
  }

 private:
  const ExprPool& source_;
  ExprPool& target_;
  std::vector<ExprId> image_;
};

}  // namespace stribeck
