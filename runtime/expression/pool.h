#pragma once
// The expression DAG: a flat, append-only array of hash-consed nodes. Equal expressions are the same node, and an operand always
// stands before the node that uses it, so a pass over any set of expressions is a loop, never a recursion.
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/external_function.h"
#include "base/operators.h"

namespace stribeck {

/// Index of a node in its pool.
enum class ExprId : std::int32_t { none = -1 };
inline std::int32_t index(ExprId id) { return static_cast<std::int32_t>(id); }

/// What a subexpression contains; a node has the union of its operands' bits.
enum Content : std::uint8_t {
  kConstant = 0,
  kParameter = 1,  ///< symbols that are fixed during a run
  kTime = 2,
  kUnknown = 4,      ///< variables and their derivatives
  kCondition = 8,    ///< relations, signs and floors that make events
  kDerivative = 16,  ///< a derivative operator not yet expanded
  kMode = 32         ///< symbols that change at events alone
};

struct Node {
  Operator op;
  std::uint8_t content;
  std::int32_t a, b, c;  ///< operands as node numbers; -1 where absent
};

/// Whether its value stays what it is between events: what reads it does not depend on its operands then.
inline bool is_held(const Node& n) { return (n.content & kCondition) != 0 && jumps(n.op); }

/// The operands of a node that are nodes themselves.
struct Operands {
  explicit Operands(const Node& n);
  std::int32_t node[3] = {-1, -1, -1};
  int count = 0;
};

class ExprPool {
 public:
  ExprPool();
  ExprId constant(double value);
  /// `content` tells what kind of symbol it is (kParameter, kTime, kUnknown, kMode).
  ExprId symbol(std::int32_t number, Content content);
  /// A symbol whose number the pool has not met and will not be asked for again: not hashed.
  ExprId new_symbol(std::int32_t number, Content content);
  /// A symbol that has no number: whoever makes it knows it by its node.
  ExprId own_symbol(Content content) { return new_symbol(-1, content); }
  /// What a node is while it is held, as a symbol: the same one each time, so that what is made of it means the same in other programs.
  ExprId held_symbol(ExprId of) { return intern({Operator::symbol, kMode, -1, index(of), -1}); }
  /// The node of which `symbol` is what is held; ExprId::none for all other symbols.
  ExprId held_node(ExprId symbol) const { return static_cast<ExprId>((*this)[symbol].b); }
  /// kind: Operator::lookup or Operator::curve; order: of PointFunction::value(). Derivatives beyond the degree of the pieces are zero.
  ExprId lookup(Operator kind, std::int32_t table, ExprId argument, int order = 0);
  /// The value of an external function. It stays a call, even of constants.
  ExprId call(const std::shared_ptr<const ExternalFunction>& function, std::span<const ExprId> arguments);
  /// The derivative of such a node by one of its arguments. Throws Failure function.no_derivative.
  ExprId derivative_of_call(ExprId call, int argument);
  /// What a call calls.
  const std::shared_ptr<const ExternalFunction>& function(Operator call) const {
    return functions_[static_cast<std::size_t>(call) - kFirstCall];
  }
  std::span<const std::shared_ptr<const ExternalFunction>> functions() const { return functions_; }
  /// Builds and simplifies locally (constant folding, neutral elements); never changes the value.
  ExprId apply(Operator op, ExprId a, ExprId b = ExprId::none, ExprId c = ExprId::none);

  const Node& operator[](ExprId id) const { return nodes_[static_cast<std::size_t>(index(id))]; }
  const Node& node(std::int32_t i) const { return nodes_[static_cast<std::size_t>(i)]; }
  std::int32_t size() const { return static_cast<std::int32_t>(nodes_.size()); }
  bool is_constant(ExprId id) const { return (*this)[id].op == Operator::constant; }
  bool is_constant(ExprId id, double value) const;
  double constant_value(ExprId id) const { return constants_[static_cast<std::size_t>((*this)[id].a)]; }
  std::uint8_t content(ExprId id) const { return (*this)[id].content; }
  void reserve(std::size_t nodes);
  /// Whether it is a sum of terms some of which are zero by a choice: of derivatives of branches that are not taken.
  bool has_choice_of_zero(ExprId e);

  // Shorthands
  ExprId add(ExprId a, ExprId b) { return a == zero_ ? b : b == zero_ ? a : apply(Operator::add, a, b); }
  ExprId sub(ExprId a, ExprId b) { return apply(Operator::sub, a, b); }
  ExprId mul(ExprId a, ExprId b) { return a == one_ ? b : b == one_ ? a : apply(Operator::mul, a, b); }
  ExprId div(ExprId a, ExprId b) { return apply(Operator::div, a, b); }
  ExprId neg(ExprId a) { return apply(Operator::neg, a); }
  ExprId zero() const { return zero_; }
  ExprId one() const { return one_; }

 private:
  /// The hash stands beside the node's number: most comparisons end without a look at the node.
  struct Bucket {
    std::uint32_t hash = 0;
    std::int32_t node = -1;  // -1: empty
  };
  template <typename Matches>
  Bucket& find(std::uint32_t hash, std::uint32_t near, Matches matches);
  void grow();
  ExprId intern(Node node);
  ExprId find_constant(double value);
  ExprId intern_call(Operator op, ExprId a, ExprId b, ExprId c);
  ExprId append(Bucket& bucket, std::uint32_t hash, const Node& node);

  std::vector<Node> nodes_;
  std::vector<double> constants_;
  std::vector<std::shared_ptr<const ExternalFunction>> functions_;
  std::vector<Bucket> buckets_;
  std::vector<std::int8_t> choices_;  // by node: whether it has a choice of zero, -1: not known yet
  ExprId zero_ = ExprId::none, one_ = ExprId::none, minus_one_ = ExprId::none;  // asked for again and again
};

inline Operands::Operands(const Node& n) {
  if (n.op == Operator::constant || n.op == Operator::symbol) return;
  if (is_table(n.op)) {
    node[count++] = n.b;
    return;
  }
  for (const std::int32_t operand : {n.a, n.b, n.c})
    if (operand >= 0) node[count++] = operand;
}

}  // namespace stribeck
