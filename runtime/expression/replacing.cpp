#include "expression/replacing.h"

#include "base/index.h"

namespace stribeck {

/// Images of what is below, operands first; `image_of(node)` gives none for what is rebuilt from its operands.
template <typename ImageOf>
ExprId Replacing::rebuild(ExprId expression, ImageOf image_of) {
  const std::vector<std::int32_t>& nodes = walker_.below(pool_, expression);
  const auto image = [&](std::int32_t operand) { return operand < 0 ? ExprId::none : image_[at(operand)]; };
  for (const std::int32_t i : nodes) {
    if (image_[at(i)] != ExprId::none) continue;
    const Node n = pool_.node(i);
    const Operands operands(n);
    bool unchanged = true;  // most of it: nothing to build anew
    const bool is_kept = held_ == Held::kept && is_held(n);
    for (int k = 0; k < operands.count && !is_kept; ++k) unchanged = unchanged && index(image_[at(operands.node[k])]) == operands.node[k];
    if (const ExprId given = image_of(n); given != ExprId::none)
      image_[at(i)] = given;
    else if (unchanged)
      image_[at(i)] = static_cast<ExprId>(i);
    else if (is_table(n.op))
      image_[at(i)] = pool_.lookup(n.op, n.a, image(n.b), n.c);
    else
      image_[at(i)] = pool_.apply(n.op, image(n.a), image(n.b), image(n.c));
  }
  const ExprId result = image(index(expression));
  for (const std::int32_t i : nodes) image_[at(i)] = ExprId::none;
  return result;
}

void Replacing::make_room() {
  if (image_.size() < at(pool_.size())) image_.resize(at(pool_.size()) * 2, ExprId::none);
}

ExprId Replacing::at_zero(ExprId expression, std::span<const ExprId> symbols) {
  replacements_.clear();
  for (const ExprId symbol : symbols) replacements_.push_back({symbol, pool_.zero()});
  return (*this)(expression, replacements_);
}

ExprId Replacing::operator()(ExprId expression, std::span<const Replacement> replacements) {
  make_room();
  for (const Replacement& replacement : replacements) image_[at(index(replacement.symbol))] = replacement.by;
  const ExprId result = rebuild(expression, [](const Node&) { return ExprId::none; });
  for (const Replacement& replacement : replacements) image_[at(index(replacement.symbol))] = ExprId::none;
  return result;
}

ExprId Replacing::where(ExprId expression, ExprId condition, bool holds) {
  make_room();
  return rebuild(expression, [&](const Node& n) {
    const bool is_choice = n.op == Operator::select && n.a == index(condition);
    return is_choice ? image_[at(holds ? n.b : n.c)] : ExprId::none;
  });
}

ExprId Replacing::condition_in(ExprId expression) {
  for (const std::int32_t i : walker_.below(pool_, expression))
    if (const Node& n = pool_.node(i); n.op == Operator::select) return static_cast<ExprId>(n.a);
  return ExprId::none;
}

}  // namespace stribeck
