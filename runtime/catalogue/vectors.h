#pragma once
// What a component in space declares for x, y and z, one after the other, as a book has it: one equation of vectors.
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "catalogue/abbreviations.h"
#include "component/record.h"
#include "expression/replacing.h"

namespace stribeck {

class Vectors {
 public:
  /// What stands for all three: the component along x, y or z of a vector; a number; or anything else, which has no form in vectors.
  enum class Kind : std::int8_t { none = -2, number = -1, x = 0, y = 1, z = 2 };

  Vectors(const ComponentRecord& record, const Abbreviations& abbreviations);

  bool is_component(std::int32_t node) const { return kind(node) >= Kind::x; }
  /// Of the second factors and the first ones: "a_y b_z - a_z b_y", and "a_x b_x + a_y b_y + a_z b_z", perhaps all with a minus. Nodes of
  /// any component of the two vectors; -1: it is no such product.
  struct Product {
    std::int32_t left = -1, right = -1;
    bool is_negative = false;
  };
  Product cross(std::int32_t node) const;
  Product dot(std::int32_t node) const;

  /// Whether the relation and the two after it are one equation of vectors.
  bool begins_three(std::size_t relation) const { return threes_.contains(relation); }
  /// Whether it can be told in vectors, or of numbers with products of vectors.
  bool tells(std::size_t relation) const;
  bool tells(ExprId expression) const { return kind(index(expression)) != Kind::none; }
  bool is_number(ExprId expression) const { return kind(index(expression)) == Kind::number; }
  bool has_threes() const { return !threes_.empty(); }
  /// Of a part with a name, the one that bears the name of the vector: that along x.
  std::int32_t leader(std::int32_t node) const { return leader_[static_cast<std::size_t>(node)]; }

 private:
  Kind kind(std::int32_t node) const { return kind_[static_cast<std::size_t>(node)]; }
  Kind kind_of(std::int32_t node) const;
  Kind of_operands(const Node& node) const;
  bool leads_to(std::int32_t from, std::int32_t to) const { return next_[static_cast<std::size_t>(from)] == to; }
  void find_next(const std::vector<Replacement>& kept);
  void find_threes();
  bool are_turned(ExprId from, ExprId to) const { return next_[static_cast<std::size_t>(index(from))] == index(to); }
  bool add_terms(std::int32_t node, bool minus, std::vector<std::pair<std::int32_t, bool>>& terms) const;

  const ComponentRecord& record_;
  std::vector<Kind> kind_;            // by node
  std::vector<std::int32_t> next_;    // by node: the same with y in place of x, z of y and x of z; -1: the record has no such thing
  std::vector<std::int32_t> leader_;  // by node
  std::set<std::size_t> threes_;
};

}  // namespace stribeck
