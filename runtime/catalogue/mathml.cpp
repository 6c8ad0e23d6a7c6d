#include "catalogue/mathml.h"

#include <array>
#include <map>
#include <span>
#include <utility>

#include "base/text.h"
#include "catalogue/facts.h"
#include "drawing/markup.h"
#include "expression/walk.h"

namespace stribeck {

namespace {

constexpr std::size_t kMostText = 6000;  // bytes of one equation

enum Precedence { kWhole, kOr, kAnd, kCompare, kSum, kProduct, kSign, kPower, kAtom };

struct Piece {
  std::string text;
  Precedence binds = kAtom;
};

std::string operation(std::string_view sign) { return "<mo>" + std::string(sign) + "</mo>"; }
std::string row(const std::string& content) { return "<mrow>" + content + "</mrow>"; }

std::string held(const Piece& piece, Precedence least) {
  return piece.binds < least ? row(operation("(") + piece.text + operation(")")) : piece.text;
}

constexpr std::array<std::pair<std::string_view, std::string_view>, 10> kGreek{{{"phi", "φ"},
                                                                                {"w", "ω"},
                                                                                {"tau", "τ"},
                                                                                {"alpha", "α"},
                                                                                {"beta", "β"},
                                                                                {"mu", "μ"},
                                                                                {"omega", "ω"},
                                                                                {"theta", "θ"},
                                                                                {"lambda", "λ"},
                                                                                {"gamma", "γ"}}};

/// One letter is set in italics, words upright.
std::string identifier(const std::string& name) {
  for (const auto& [word, letter] : kGreek)
    if (name == word) return "<mi>" + std::string(letter) + "</mi>";
  std::string words = name;
  for (char& c : words)
    if (c == '_') c = ' ';
  const bool upright = name.size() > 1;
  return std::string(upright ? "<mi mathvariant=\"normal\">" : "<mi>") + escaped(words) + "</mi>";
}

/// "R.w" has the port as its index.
std::string symbol(const std::string& name) {
  const std::size_t dot = name.find('.');
  if (dot == std::string::npos) return identifier(name);
  return "<msub>" + identifier(name.substr(dot + 1)) + identifier(name.substr(0, dot)) + "</msub>";
}

std::string call(std::string_view function, std::span<const Piece> operands) {
  std::string inside;
  for (const Piece& operand : operands) inside += (inside.empty() ? "" : operation(",")) + operand.text;
  return row("<mi mathvariant=\"normal\">" + std::string(function) + "</mi>" + operation("(") + inside + operation(")"));
}

class Typesetter {
 public:
  explicit Typesetter(const ComponentRecord& record) : record_(record) {}

  Piece set(ExprId root) {
    Walker walker;
    for (const std::int32_t n : walker.below(record_.pool, root)) pieces_[n] = piece(n);
    return pieces_.at(index(root));
  }

 private:
  const Piece& at(std::int32_t n) const { return pieces_.at(n); }

  Piece piece(std::int32_t n) const {
    const Node& node = record_.pool.node(n);
    const Operands operands(node);
    for (int i = 0; i < operands.count; ++i)
      if (at(operands.node[i]).text.size() > kMostText) return {std::string(kMostText + 1, ' '), kAtom};
    switch (node.op) {
      case Operator::constant:
        return number(record_.pool.constant_value(static_cast<ExprId>(n)));
      case Operator::symbol:
        return {symbol(shown_symbol(record_, node.a))};
      case Operator::derivative:
        return {"<mfrac>" + row("<mi mathvariant=\"normal\">d</mi>" + held(at(node.a), kPower)) +
                    row("<mi mathvariant=\"normal\">d</mi><mi>t</mi>") + "</mfrac>",
                kProduct};
      case Operator::lookup:
      case Operator::curve:
        return {call(
            (node.c < 0 ? "∫table" : "table") + std::to_string(node.a) + std::string(static_cast<std::size_t>(std::max(node.c, 0)), '\''),
            std::span(&at(node.b), 1))};
      default:
        return arithmetic(node);
    }
  }

  static Piece number(double value) {
    if (value < 0) return {row(operation("−") + number(-value).text), kSign};
    const std::string text = short_number(value);
    const std::size_t e = text.find('e');
    if (text == "inf") return {"<mi>∞</mi>"};
    if (e == std::string::npos) return {"<mn>" + text + "</mn>"};
    std::string power = text.substr(e + 1);
    if (power.front() == '+') power.erase(0, 1);
    return {row("<mn>" + text.substr(0, e) + "</mn>" + operation("·") + "<msup><mn>10</mn><mn>" + power + "</mn></msup>"), kProduct};
  }

  Piece infix(const Node& node, std::string_view sign, Precedence own, Precedence right) const {
    return {row(held(at(node.a), own) + operation(sign) + held(at(node.b), right)), own};
  }

  Piece arithmetic(const Node& node) const {
    switch (node.op) {
      case Operator::add:
        return infix(node, "+", kSum, kSum);
      case Operator::sub:
        return infix(node, "−", kSum, kProduct);
      case Operator::mul:
        return infix(node, "·", kProduct, kSign);
      case Operator::div:
        return {"<mfrac>" + row(at(node.a).text) + row(at(node.b).text) + "</mfrac>", kProduct};
      case Operator::neg:
        return {row(operation("−") + held(at(node.a), kProduct)), kSign};
      case Operator::pow:
        return {"<msup>" + held(at(node.a), kAtom) + row(at(node.b).text) + "</msup>", kPower};
      case Operator::sqrt:
        return {"<msqrt>" + at(node.a).text + "</msqrt>"};
      case Operator::exp:
        return {"<msup><mi mathvariant=\"normal\">e</mi>" + row(at(node.a).text) + "</msup>", kPower};
      case Operator::abs:
        return {row(operation("|") + at(node.a).text + operation("|"))};
      case Operator::floor:
        return {row(operation("⌊") + at(node.a).text + operation("⌋"))};
      case Operator::lt:
        return infix(node, "&lt;", kCompare, kSum);
      case Operator::le:
        return infix(node, "≤", kCompare, kSum);
      case Operator::gt:
        return infix(node, "&gt;", kCompare, kSum);
      case Operator::ge:
        return infix(node, "≥", kCompare, kSum);
      case Operator::both:
        return infix(node, "∧", kAnd, kCompare);
      case Operator::either:
        return infix(node, "∨", kOr, kAnd);
      case Operator::opposite:
        return {row(operation("¬") + held(at(node.a), kAtom)), kSign};
      case Operator::select:
        return {cases(node)};
      default: {
        std::vector<Piece> operands;
        for (const std::int32_t n : {node.a, node.b, node.c})
          if (n >= 0) operands.push_back(at(n));
        return {call(is_call(node.op) ? std::string_view(record_.pool.function(node.op)->name) : name(node.op), operands)};
      }
    }
  }

  std::string cases(const Node& node) const {
    const auto line = [](const std::string& value, const std::string& condition) {
      return "<mtr><mtd>" + value + "</mtd><mtd>" + condition + "</mtd></mtr>";
    };
    return row(operation("{") + "<mtable columnalign=\"left left\">" + line(at(node.b).text, "<mtext>if&#160;</mtext>" + at(node.a).text) +
               line(at(node.c).text, "<mtext>otherwise</mtext>") + "</mtable>");
  }

  const ComponentRecord& record_;
  std::map<std::int32_t, Piece> pieces_;
};

std::string whole(const std::string& content) { return content.size() > kMostText ? "" : "<math>" + content + "</math>"; }

}  // namespace

std::string mathml(const ComponentRecord& record, ExprId expression) { return whole(Typesetter(record).set(expression).text); }

std::string mathml_equation(const ComponentRecord& record, ExprId left, ExprId right, const std::string& sign) {
  Typesetter typesetter(record);
  const std::string a = typesetter.set(left).text;
  const Piece b = typesetter.set(right);
  const bool is_negative = sign.ends_with('-');  // "= -": of the whole right side
  return whole(row(a + (is_negative ? operation("=") + operation("−") : operation(sign)) + held(b, is_negative ? kProduct : kWhole)));
}

}  // namespace stribeck
