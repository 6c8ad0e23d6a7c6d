#include "expression/print.h"

#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "base/format.h"
#include "base/table.h"
#include "base/text.h"
#include "expression/closed_form.h"
#include "expression/precedence.h"

namespace stribeck {
namespace {

struct Infix {
  std::string_view text;
  Precedence own, left, right;  ///< what it is, and what its operands must at least be
};

/// Null text: not written between its operands.
Infix infix(Operator op) {
  switch (op) {
    case Operator::either:
      return {" or ", kOr, kOr, kAnd};
    case Operator::both:
      return {" and ", kAnd, kAnd, kNot};
    case Operator::lt:
      return {" < ", kCompare, kSum, kSum};
    case Operator::le:
      return {" <= ", kCompare, kSum, kSum};
    case Operator::gt:
      return {" > ", kCompare, kSum, kSum};
    case Operator::ge:
      return {" >= ", kCompare, kSum, kSum};
    case Operator::add:
      return {" + ", kSum, kSum, kProduct};
    case Operator::sub:
      return {" - ", kSum, kSum, kProduct};
    case Operator::mul:
      return {"*", kProduct, kProduct, kSign};
    case Operator::div:
      return {"/", kProduct, kProduct, kSign};
    case Operator::pow:
      return {"^", kPower, kAtom, kSign};
    default:
      return {{}, kAtom, kAtom, kAtom};
  }
}

/// Writes an expression left to right with an explicit stack of what is still to be written.
class Printer {
 public:
  Printer(const ExprPool& pool, const SymbolNamer& name, std::size_t limit, const NodeNamer& node_name, const SymbolNamer& table_name)
      : pool_(pool), name_(name), node_name_(node_name), table_name_(table_name), limit_(limit) {}

  std::string text(ExprId root) {
    root_ = index(root);
    put(index(root), kWhole);
    while (!pending_.empty()) {
      const Piece piece = std::move(pending_.back());
      pending_.pop_back();
      if (piece.node < 0) {
        result_ += piece.text;
      } else {
        write(piece);
      }
      if (limit_ > 0 && result_.size() > limit_) return result_.substr(0, limit_) + "...";
    }
    return std::move(result_);
  }

 private:
  struct Piece {
    std::int32_t node = -1;  ///< -1: literal text
    Precedence least = kWhole;
    std::string text;
    bool drops_signs = false;  ///< the minus signs that it begins with have become one with the sign in front of it
  };

  // The stack is written from the end of the text to its beginning.
  void put(std::string text) { pending_.push_back({.node = -1, .text = std::move(text)}); }
  void put(std::int32_t node, Precedence least, bool drops_signs = false) {
    pending_.push_back({.node = node, .least = least, .text = {}, .drops_signs = drops_signs});
  }
  void open(bool parenthesis) {
    if (parenthesis) put("(");
  }
  void close(bool parenthesis) {
    if (parenthesis) put(")");
  }

  void write(const Piece& piece) {
    const std::int32_t at = piece.node;
    const Precedence least = piece.least;
    if (const std::string* own = name_of(at); own != nullptr) {
      result_ += *own;
      return;
    }
    const Node& node = pool_.node(at);
    switch (node.op) {
      case Operator::constant:
        return write_constant(constant(at, piece.drops_signs), least);
      case Operator::symbol:
        result_ += name_(node.a);
        return;
      case Operator::lookup:
      case Operator::curve:
        return write_call(table_text(node), {node.b, -1, -1});
      case Operator::neg:
        if (piece.drops_signs) return put(node.a, least, true);
        if (const Node& sum = pool_.node(node.a); sum.op == Operator::add && name_of(node.a) == nullptr && leading_signs(sum.b) % 2 != 0) {
          close(kSum < least);
          write_terms(sum.b, true, sum.a, true);
          return open(kSum < least);
        }
        return write_prefix("-", node.a, kSign, least);
      case Operator::opposite:
        return write_prefix("not ", node.a, kNot, least);
      case Operator::select:
        return write_select(node, least);
      default:
        break;
    }
    if (is_call(node.op)) return write_call(pool_.function(node.op)->name, {node.a, node.b, node.c});
    if (node.op == Operator::min || node.op == Operator::max) return write_extreme(node);
    const Infix form = infix(node.op);
    if (form.text.empty()) return write_call(std::string(name(node.op)), {node.a, node.b, node.c});
    const bool parenthesis = form.own < least;
    close(parenthesis);
    if (node.op == Operator::add || node.op == Operator::sub) {
      write_sum(node);
    } else {
      put(node.b, form.right);
      put(std::string(form.text));
      put(node.a, form.left, piece.drops_signs && form.own == kProduct);
    }
    open(parenthesis);
  }

  /// With one sign between its operands, as x - -y is x + y. What the pool turns round when it reads it is written turned: -x - -y and
  /// -(y + -x) are both y - x.
  void write_sum(const Node& node) {
    const int signs = leading_signs(node.b);
    const bool subtracts = node.op == Operator::sub, adds = subtracts == (signs % 2 != 0);
    if (const Node& first = pool_.node(node.a); signs > 0 && adds && first.op == Operator::neg && name_of(node.a) == nullptr)
      return write_terms(node.b, true, first.a, true);
    write_terms(node.a, false, node.b, subtracts);
  }

  /// One, perhaps without its signs, and another that is added or subtracted.
  void write_terms(std::int32_t one, bool drops_signs, std::int32_t other, bool subtracts) {
    const int signs = leading_signs(other);
    put(other, kProduct, signs > 0);
    put(subtracts == (signs % 2 == 0) ? " - " : " + ");
    put(one, kSum, drops_signs);
  }

  double constant(std::int32_t at, bool without_sign) const {
    const double value = pool_.constant_value(static_cast<ExprId>(at));
    return without_sign ? std::fabs(value) : value;
  }

  /// How many minus signs stand in front of the first factor of what is added or subtracted: one in x - -0.5*y, which is x + 0.5*y.
  int leading_signs(std::int32_t at) const {
    for (int signs = 0; true;) {
      const Node& node = pool_.node(at);
      if (name_of(at) != nullptr) return signs;
      if (node.op == Operator::constant) return signs + int{std::signbit(constant(at, false))};
      if (node.op == Operator::neg)
        ++signs;
      else if (node.op != Operator::mul && node.op != Operator::div)
        return signs;
      at = node.a;
    }
  }

  const std::string* name_of(std::int32_t node) const { return node_name_ && node != root_ ? node_name_(node) : nullptr; }

  /// "2*pi*sqrt(3)"; none is "1".
  static std::vector<std::string> factors_of(const FractionOfForm::Part& part) {
    std::vector<std::string> all;
    if (part.number != 1) all.push_back(std::to_string(part.number));
    if (part.pi != 0) all.emplace_back(part.pi == 1 ? std::string("pi") : "pi^" + std::to_string(part.pi));
    for (int k = 0; k < part.e; ++k) all.emplace_back("e");
    if (part.root != 1 && part.has_e_under_root)
      all.push_back("sqrt(" + std::to_string(part.root) + "*e)");
    else if (part.root != 1 || part.has_e_under_root)
      all.push_back("sqrt(" + (part.has_e_under_root ? std::string("e") : std::to_string(part.root)) + ")");
    return all;
  }

  void write_constant(double value, Precedence least) {
    const ClosedForm form = closed_form(std::fabs(value));
    const FractionOfForm fraction = fraction_of(form);
    const bool is_share_of_pi = form.pi == 1 && form.root == 1 && form.halves_of_e == 0;
    if (form.times != 0 && (is_share_of_pi || value_of(fraction) == std::fabs(value))) {  // what is read back is the number itself
      const std::vector<std::string> top = factors_of(fraction.top), bottom = factors_of(fraction.bottom);
      std::string text = std::string(value < 0 ? "-" : "") + (top.empty() ? "1" : joined(top, "*"));
      if (!bottom.empty()) text += "/" + (bottom.size() > 1 ? "(" + joined(bottom, "*") + ")" : bottom.front());
      const bool parenthesis = top.size() > 1 || !bottom.empty() ? least > kProduct : value < 0 && least > kSign;
      result_ += parenthesis ? "(" + text + ")" : text;
      return;
    }
    const std::string text = fmt::format("{}", value);
    const bool parenthesis = std::signbit(value) && least > kSign;
    result_ += parenthesis ? "(" + text + ")" : text;
  }

  void write_prefix(std::string sign, std::int32_t operand, Precedence own, Precedence least) {
    const bool parenthesis = own < least;
    close(parenthesis);
    put(operand, own);
    put(std::move(sign));
    open(parenthesis);
  }

  void write_select(const Node& node, Precedence least) {
    const bool parenthesis = least > kWhole;
    close(parenthesis);
    put(node.c, kWhole);
    put(" else ");
    put(node.b, kWhole);
    put(" then ");
    put(node.a, kWhole);
    put("if ");
    open(parenthesis);
  }

  /// max(max(a, b), c) as max(a, b, c), as people write it: however many there are, they are not nested.
  void write_extreme(const Node& node) {
    put(")");
    const Node* n = &node;
    for (; pool_.node(n->a).op == node.op && name_of(n->a) == nullptr; n = &pool_.node(n->a)) {
      put(n->b, kWhole);
      put(", ");
    }
    put(n->b, kWhole);
    put(", ");
    put(n->a, kWhole);
    put(std::string(name(node.op)) + "(");
  }

  std::string table_text(const Node& node) const {
    const std::string name = table_name_ ? table_name_(node.a) : "table" + std::to_string(node.a);
    if (node.c >= kPlaceOrder) return (node.c == kPlaceOrder ? "place of " : "slope of place of ") + name;
    return (node.c < 0 ? "integral of " : "") + name + std::string(static_cast<std::size_t>(std::max(node.c, 0)), '\'');
  }

  void write_call(const std::string& function, std::array<std::int32_t, 3> operands) {
    put(")");
    for (std::size_t i = operands.size(); i-- > 0;) {
      if (operands[i] < 0) continue;
      put(operands[i], kWhole);
      if (i > 0) put(", ");
    }
    put(function + "(");
  }

  const ExprPool& pool_;
  const SymbolNamer& name_;
  const NodeNamer& node_name_;
  const SymbolNamer& table_name_;
  std::int32_t root_ = -1;
  std::size_t limit_;
  std::string result_;
  std::vector<Piece> pending_;
};

}  // namespace

std::string to_text(const ExprPool& pool, ExprId id, const SymbolNamer& name, std::size_t limit, const NodeNamer& node_name,
                    const SymbolNamer& table_name) {
  return Printer(pool, name, limit, node_name, table_name).text(id);
}

}  // namespace stribeck
