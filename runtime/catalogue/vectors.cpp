#include "catalogue/vectors.h"

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <utility>

#include "base/index.h"
#include "catalogue/facts.h"

namespace stribeck {
namespace {

constexpr std::array<char, 3> kAxes{'x', 'y', 'z'};

/// "b.r_y" is number 1 of "b.r_", and "y" of (x, y, z); -1: it is no component.
int axis_of(const std::string& name) {
  if (name.size() != 1 && (name.size() < 3 || name[name.size() - 2] != '_')) return -1;
  const auto found = std::find(kAxes.begin(), kAxes.end(), name.back());
  return found == kAxes.end() ? -1 : static_cast<int>(found - kAxes.begin());
}

}  // namespace

Vectors::Vectors(const ComponentRecord& record, const Abbreviations& abbreviations)
    : record_(record), kind_(at(record.pool.size()), Kind::number), next_(at(record.pool.size()), -1), leader_(at(record.pool.size()), -1) {
  std::vector<Replacement> dots;
  for (std::size_t known = 1; known != dots.size();) {  // what is made of products can be followed once these are known
    known = dots.size();
    find_next(dots);
    dots.clear();
    for (std::int32_t n = 0; n < record.pool.size(); ++n) {  // operands come first
      if (record.pool.node(n).op != Operator::symbol) kind_[at(n)] = kind_of(n);
      if (dot(n).left >= 0) dots.push_back({static_cast<ExprId>(n), static_cast<ExprId>(n)});
    }
  }
  for (const Abbreviations::Entry& entry : abbreviations.entries()) {
    const std::int32_t y = next_[at(entry.node)];
    if (kind(entry.node) != Kind::x || y < 0 || next_[at(y)] < 0) continue;
    if (abbreviations.name_of(y) == nullptr || abbreviations.name_of(next_[at(y)]) == nullptr) continue;
    for (const std::int32_t n : {entry.node, y, next_[at(y)]}) leader_[at(n)] = entry.node;
  }
  find_threes();
}

/// The symbols of a vector follow one another; what is made of them does, where the pool holds it. Products `kept` are the same whichever
/// component they begin with.
void Vectors::find_next(const std::vector<Replacement>& kept) {
  std::map<std::string, std::array<std::int32_t, 3>> components;  // nodes, by "b.r_"
  for (std::int32_t n = 0; n < record_.pool.size(); ++n) {
    const Node& node = record_.pool.node(n);
    if (node.op != Operator::symbol) continue;
    const std::string name = shown_symbol(record_, node.a);
    if (const int axis = axis_of(name); axis >= 0)
      components.try_emplace(name.substr(0, name.size() - 1), std::array<std::int32_t, 3>{-1, -1, -1}).first->second[at(axis)] = n;
  }
  std::vector<Replacement> turned = kept;
  for (const auto& [stem, nodes] : components) {
    if (std::any_of(nodes.begin(), nodes.end(), [](std::int32_t n) { return n < 0; })) continue;
    for (std::size_t k = 0; k < nodes.size(); ++k) {
      kind_[at(nodes[k])] = static_cast<Kind>(k);
      turned.push_back({static_cast<ExprId>(nodes[k]), static_cast<ExprId>(nodes[(k + 1) % nodes.size()])});
    }
  }
  if (turned.empty()) return;
  ExprPool pool = record_.pool;  // grows by what the record does not hold
  Replacing replacing(pool);
  for (std::int32_t n = 0; n < record_.pool.size(); ++n)
    if (const ExprId image = replacing(static_cast<ExprId>(n), turned); index(image) < record_.pool.size()) next_[at(n)] = index(image);
}

Vectors::Kind Vectors::kind_of(std::int32_t n) const {
  const Node& node = record_.pool.node(n);
  if (node.op == Operator::constant) return Kind::number;
  if (const Product product = cross(n); product.left >= 0) {
    return static_cast<Kind>(3 - static_cast<int>(kind(product.left)) - static_cast<int>(kind(product.right)));  // the third axis
  }
  if (dot(n).left >= 0) return Kind::number;
  return of_operands(node);
}

Vectors::Kind Vectors::of_operands(const Node& node) const {
  const Operands operands(node);
  bool numbers = true;
  for (int k = 0; k < operands.count; ++k) {
    if (kind(operands.node[k]) == Kind::none) return Kind::none;
    numbers = numbers && kind(operands.node[k]) == Kind::number;
  }
  if (numbers) return Kind::number;
  switch (node.op) {
    case Operator::add:
    case Operator::sub:
      return kind(node.a) == kind(node.b) ? kind(node.a) : Kind::none;
    case Operator::mul:
      if (kind(node.a) == Kind::number) return kind(node.b);
      return kind(node.b) == Kind::number ? kind(node.a) : Kind::none;
    case Operator::div:
      return kind(node.b) == Kind::number ? kind(node.a) : Kind::none;
    case Operator::neg:
    case Operator::derivative:
      return kind(node.a);
    default:
      return Kind::none;
  }
}

Vectors::Product Vectors::cross(std::int32_t n) const {
  const Node& node = record_.pool.node(n);
  if (node.op != Operator::sub) return {};
  const Node &first = record_.pool.node(node.a), &second = record_.pool.node(node.b);
  if (first.op != Operator::mul || second.op != Operator::mul) return {};
  for (const std::int32_t i : {first.a, first.b, second.a, second.b})
    if (!is_component(i)) return {};
  // a_y b_z - a_z b_y: what follows a_y is a_z, and what follows b_y is b_z.
  for (const auto& [a_y, b_z] : {std::pair{first.a, first.b}, {first.b, first.a}})
    for (const auto& [a_z, b_y] : {std::pair{second.a, second.b}, {second.b, second.a}})
      if (leads_to(a_y, a_z) && leads_to(b_y, b_z)) return {a_y, b_z};
  return {};
}

/// The terms of a sum and whether they are taken away; false if there are more than three.
bool Vectors::add_terms(std::int32_t n, bool minus, std::vector<std::pair<std::int32_t, bool>>& terms) const {
  const Node& node = record_.pool.node(n);
  if (node.op == Operator::add || node.op == Operator::sub)
    return add_terms(node.a, minus, terms) && add_terms(node.b, minus != (node.op == Operator::sub), terms);
  if (node.op == Operator::neg) return add_terms(node.a, !minus, terms);
  terms.emplace_back(n, minus);
  return terms.size() <= kAxes.size();
}

Vectors::Product Vectors::dot(std::int32_t n) const {
  std::vector<std::pair<std::int32_t, bool>> terms;
  const Operator op = record_.pool.node(n).op;
  if ((op != Operator::add && op != Operator::sub) || !add_terms(n, false, terms) || terms.size() != kAxes.size()) return {};
  for (std::size_t k = 0; k < terms.size(); ++k) {
    const Node& own = record_.pool.node(terms[k].first);
    if (own.op != Operator::mul || terms[k].second != terms[0].second || !is_component(own.a) || kind(own.a) != kind(own.b)) return {};
    if (k > 0 && !leads_to(terms[k - 1].first, terms[k].first)) return {};
  }
  const Node& first = record_.pool.node(terms[0].first);
  return {first.a, first.b, terms[0].second};
}

void Vectors::find_threes() {
  const std::vector<RelationDeclaration>& relations = record_.relations;
  for (std::size_t r = 0; r + 2 < relations.size(); ++r) {
    const std::string& label = relations[r].label;
    if (!label.ends_with(" x") || !tells(r) || kind(index(relations[r].left)) != Kind::x) continue;
    bool follow = true;
    for (std::size_t k = 1; k < kAxes.size(); ++k)
      follow = follow && relations[r + k].label == label.substr(0, label.size() - 1) + kAxes[k] &&
               are_turned(relations[r + k - 1].left, relations[r + k].left) &&
               are_turned(relations[r + k - 1].right, relations[r + k].right);
    if (follow) threes_.insert(r);
  }
}

bool Vectors::tells(std::size_t relation) const {
  const RelationDeclaration& own = record_.relations[relation];
  if (kind(index(own.left)) >= Kind::x && own.right == record_.pool.zero()) return true;
  return tells(own.left) && tells(own.right) && kind(index(own.left)) == kind(index(own.right));
}

}  // namespace stribeck
