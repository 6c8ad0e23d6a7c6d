#include "expression/zeroing.h"

namespace stribeck {

ExprId Zeroing::operator()(ExprId expression, std::span<const ExprId> symbols) {
  const auto at = [](std::int32_t i) { return static_cast<std::size_t>(i); };
  if (image_.size() < at(pool_.size())) image_.resize(at(pool_.size()) * 2, ExprId::none);
  const std::vector<std::int32_t>& nodes = walker_.below(pool_, expression);
  for (const ExprId symbol : symbols) image_[at(index(symbol))] = pool_.zero();
  const auto image = [&](std::int32_t operand) { return operand < 0 ? ExprId::none : image_[at(operand)]; };
  for (const std::int32_t i : nodes) {
    if (image_[at(i)] != ExprId::none) continue;
    const Node n = pool_.node(i);
    const Operands operands(n);
    bool unchanged = true;  // most of it: nothing to build anew
    for (int k = 0; k < operands.count; ++k) unchanged = unchanged && index(image_[at(operands.node[k])]) == operands.node[k];
    if (unchanged)
      image_[at(i)] = static_cast<ExprId>(i);
    else if (is_table(n.op))
      image_[at(i)] = pool_.lookup(n.op, n.a, image(n.b), n.c);
    else
      image_[at(i)] = pool_.apply(n.op, image(n.a), image(n.b), image(n.c));
  }
  const ExprId result = image(index(expression));
  for (const std::int32_t i : nodes) image_[at(i)] = ExprId::none;
  for (const ExprId symbol : symbols) image_[at(index(symbol))] = ExprId::none;
  return result;
}

}  // namespace stribeck
