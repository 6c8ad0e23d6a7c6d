#include "catalogue/mathml.h"

#include <cmath>
#include <map>
#include <span>
#include <sstream>
#include <utility>

#include "base/format.h"
#include "base/text.h"
#include "drawing/markup.h"
#include "expression/closed_form.h"
#include "expression/walk.h"

namespace stribeck {

namespace {

constexpr std::size_t kMostText = 6000;  // bytes of one equation
constexpr std::string_view kOne = "<mn>1</mn>";

enum Precedence { kWhole, kOr, kAnd, kCompare, kSum, kProduct, kSign, kPower, kAtom };

struct Piece {
  std::string text;
  Precedence binds = kAtom;
  std::string unsigned_text{};  ///< without the minus sign that it begins with; empty if it has none
};

std::string operation(std::string_view sign) { return "<mo>" + std::string(sign) + "</mo>"; }
std::string row(const std::string& content) { return "<mrow>" + content + "</mrow>"; }

std::string held(const Piece& piece, Precedence least) {
  return piece.binds < least ? row(operation("(") + piece.text + operation(")")) : piece.text;
}

std::string call(std::string_view function, std::span<const Piece> operands) {
  std::string inside;
  for (const Piece& operand : operands) inside += (inside.empty() ? "" : operation(",")) + operand.text;
  std::string words;
  for (const char c : function) words += c == '_' ? "&#160;" : std::string(1, c);
  return row("<mi mathvariant=\"normal\">" + words + "</mi>" + operation("(") + inside + operation(")"));
}

/// Upright and bold, as vectors are.
std::string bold(std::string letter) {
  if (const std::size_t at = letter.find("<mi"); at != std::string::npos) {
    const std::size_t end = letter.find('>', at);
    letter.replace(at, end - at, "<mi class=\"vector\" mathvariant=\"normal\"");
  }
  return letter;
}

/// "r" with the index "x,b" as a bold r with the index b: what it is a component of. A bare "x" is one of (x, y, z).
std::string vector_of(const std::string& component) {
  if (component == "<mi>x</mi>")
    return row(operation("(") + "<mi>x</mi>" + operation(",") + "<mi>y</mi>" + operation(",") + "<mi>z</mi>" + operation(")"));
  const std::size_t end = component.rfind("</mi></msub>");
  if (end == std::string::npos) return bold(component);
  const std::size_t tag = component.rfind("<mi", end), begin = component.find('>', tag) + 1;
  std::string index;
  bool has_axis = false;
  std::istringstream words(component.substr(begin, end - begin));
  for (std::string word; std::getline(words, word, ',');) {
    if (!has_axis && (word == "x" || word == "y" || word == "z"))
      has_axis = true;
    else
      index += (index.empty() ? "" : ",") + word;
  }
  constexpr std::string_view kSub = "<msub>";
  std::string base = bold(component.substr(kSub.size(), tag - kSub.size()));
  if (index.empty()) return base;
  return std::string(kSub) + base + "<mi mathvariant=\"normal\">" + index + "</mi></msub>";
}

class Typesetter {
 public:
  explicit Typesetter(const Setting& setting, bool in_vectors = false)
      : record_(setting.record), setting_(setting), in_vectors_(in_vectors) {}

  /// With `in_full`, even what has a name is written out at its root.
  Piece set(ExprId root, bool in_full = false) {
    Walker walker;
    for (const std::int32_t n : walker.below(record_.pool, root)) {
      const std::int32_t leader = in_vectors_ ? setting_.vectors.leader(n) : -1;
      const std::string* name = in_full && n == index(root) ? nullptr : setting_.abbreviations.name_of(leader >= 0 ? leader : n);
      if (name == nullptr)
        pieces_[n] = piece(n);
      else
        pieces_[n] = {leader >= 0 ? bold(typeset_name(*name)) : typeset_name(*name)};
    }
    return pieces_.at(index(root));
  }

  /// Halves, roots and shares of pi as such.
  static Piece number(double value) {
    if (value < 0) return negative(number(-value).text);
    if (const ClosedForm form = closed_form(value); form.times != 0) {
      const FractionOfForm fraction = fraction_of(form);
      const std::string top = factors(fraction.top), bottom = factors(fraction.bottom);
      if (bottom.empty()) return {row(top), fraction.top.is_single() ? kAtom : kProduct};
      return {"<mfrac>" + row(top.empty() ? "<mn>1</mn>" : top) + row(bottom) + "</mfrac>", kProduct};
    }
    for (const int over : {2, 3, 4, 6, 8, 12, 36})  // "1/2 m v^2"
      if (const double times = value * over;
          value != std::round(value) && times > 0.5 && times < 100 && std::fabs(times - std::round(times)) < 1e-14)
        return {fmt::format("<mfrac><mn>{:.0f}</mn><mn>{}</mn></mfrac>", times, over), kProduct};
    if (const int square = root_of(value); square > 0) return {"<msqrt><mn>" + std::to_string(square) + "</mn></msqrt>"};
    const std::string text = short_number(value);
    const std::size_t e = text.find('e');
    if (text == "inf") return {"<mi>∞</mi>"};
    if (e == std::string::npos) return {"<mn>" + text + "</mn>"};
    std::string power = text.substr(e + 1);
    const bool is_small = power.front() == '-';
    power.erase(0, std::min(power.find_first_not_of("+-0"), power.size() - 1));
    if (is_small) power.insert(0, "−");
    const std::string ten = "<msup><mn>10</mn><mn>" + power + "</mn></msup>";
    if (text.compare(0, e, "1") == 0) return {ten, kPower};
    return {row("<mn>" + text.substr(0, e) + "</mn>" + operation("·") + ten), kProduct};
  }

 private:
  /// "2π√3"; none is empty.
  static std::string factors(const FractionOfForm::Part& part) {
    const auto constant = [](const char* letter) { return "<mi mathvariant=\"normal\">" + std::string(letter) + "</mi>"; };
    std::string text = part.number == 1 ? "" : "<mn>" + std::to_string(part.number) + "</mn>";
    if (part.pi == 1) text += constant("π");
    if (part.pi > 1) text += "<msup>" + constant("π") + "<mn>" + std::to_string(part.pi) + "</mn></msup>";
    if (part.e == 1) text += constant("e");
    if (part.e > 1) text += "<msup>" + constant("e") + "<mn>" + std::to_string(part.e) + "</mn></msup>";
    const std::string below_root =
        (part.root == 1 ? "" : "<mn>" + std::to_string(part.root) + "</mn>") + (part.has_e_under_root ? constant("e") : "");
    return below_root.empty() ? text : text + "<msqrt>" + below_root + "</msqrt>";
  }

  static Piece negative(const std::string& text) { return {row(operation("−") + text), kSign, text}; }

  /// Of which small whole number it is the root, to rounding; 0 if it is none, or whole itself.
  static int root_of(double value) {
    const double square = std::round(value * value);
    const bool is_root = square >= 2 && square < 100 && value != std::round(value) && std::fabs(value * value - square) < 1e-14 * square;
    return is_root ? static_cast<int>(square) : 0;
  }

  const Piece& at(std::int32_t n) const { return pieces_.at(n); }

  Piece piece(std::int32_t n) const {
    const Node& node = record_.pool.node(n);
    const Operands operands(node);
    for (int i = 0; i < operands.count; ++i)
      if (at(operands.node[i]).text.size() > kMostText) return {std::string(kMostText + 1, ' '), kAtom};
    if (in_vectors_) {
      const Vectors::Product dot = setting_.vectors.dot(n), cross = setting_.vectors.cross(n);
      if (dot.left >= 0) return of_vectors(dot, "·");
      if (cross.left >= 0) return of_vectors(cross, "×");
      if (node.op == Operator::symbol && setting_.vectors.is_component(n)) return {vector_of(setting_.notation.of_symbol(node.a))};
    }
    switch (node.op) {
      case Operator::constant:
        return number(record_.pool.constant_value(static_cast<ExprId>(n)));
      case Operator::symbol:
        return {setting_.notation.of_symbol(node.a)};
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

  Piece of_vectors(const Vectors::Product& product, std::string_view sign) const {
    const std::string text = row(held(at(product.left), kPower) + operation(sign) + held(at(product.right), kPower));
    return product.is_negative ? negative(text) : Piece{text, kProduct};
  }

  std::string power_of(std::int32_t n, int power) const {
    return "<msup>" + held(at(n), kAtom) + "<mn>" + std::to_string(power) + "</mn></msup>";
  }

  Piece infix(const Node& node, std::string_view sign, Precedence own, Precedence right) const {
    return {row(held(at(node.a), own) + operation(sign) + held(at(node.b), right)), own};
  }

  Piece product(const Node& node) const {
    if (at(node.a).text == kOne) return at(node.b);  // what a limit allows for rounding is not to be seen
    int power = 1;                                   // a y y y as a y^3
    std::int32_t first_factors = node.a;
    while (record_.pool.node(first_factors).op == Operator::mul && record_.pool.node(first_factors).b == node.b &&
           setting_.abbreviations.name_of(first_factors) == nullptr)
      first_factors = record_.pool.node(first_factors).a, ++power;
    if (first_factors == node.b) return {power_of(node.b, power + 1), kPower};
    if (power > 1) return {row(held(at(first_factors), kProduct) + operation("·") + power_of(node.b, power)), kProduct};
    const std::string rest = operation("·") + held(at(node.b), kProduct), &first = at(node.a).unsigned_text;
    return {row(held(at(node.a), kProduct) + rest), kProduct, first.empty() ? "" : row(first + rest)};
  }

  /// The sign in front of the second part and the one that it begins with are one.
  Piece sum(const Node& node, bool minus, Precedence right) const {
    const Piece& second = at(node.b);
    const bool is_negative = !second.unsigned_text.empty();
    const std::string sign = operation(minus != is_negative ? "−" : "+");
    return {row(held(at(node.a), kSum) + sign + (is_negative ? second.unsigned_text : held(second, right))), kSum};
  }

  /// Of a vector, whose components stand in nested hypotenuses. What only keeps it above zero is left out.
  std::string length_of(const Node& node) const {
    constexpr double kNegligible = 1e-200;  // its square is no number any more
    std::vector<std::int32_t> open{node.b, node.a};
    std::string squares;
    while (!open.empty()) {
      const std::int32_t part = open.back();
      open.pop_back();
      const Node& inner = record_.pool.node(part);
      if (inner.op == Operator::hypot && setting_.abbreviations.name_of(part) == nullptr) {
        open.insert(open.end(), {inner.b, inner.a});
        continue;
      }
      if (inner.op == Operator::constant && std::fabs(record_.pool.constant_value(static_cast<ExprId>(part))) < kNegligible) continue;
      squares += (squares.empty() ? "" : operation("+")) + "<msup>" + held(at(part), kAtom) + "<mn>2</mn></msup>";
    }
    return "<msqrt>" + squares + "</msqrt>";
  }

  Piece arithmetic(const Node& node) const {
    switch (node.op) {
      case Operator::add:
        return sum(node, false, kSum);
      case Operator::sub:
        return sum(node, true, kProduct);
      case Operator::mul:
        return product(node);
      case Operator::div:
        return {"<mfrac>" + row(at(node.a).text) + row(at(node.b).text) + "</mfrac>", kProduct};
      case Operator::neg:
        return negative(held(at(node.a), kProduct));
      case Operator::pow:
        return {"<msup>" + held(at(node.a), kAtom) + row(at(node.b).text) + "</msup>", kPower};
      case Operator::sqrt:
        return {"<msqrt>" + at(node.a).text + "</msqrt>"};
      case Operator::hypot:
        return {length_of(node)};
      case Operator::direction_cosine:
        return {"<mfrac>" + row(at(node.a).text) + length_of(node) + "</mfrac>", kProduct};
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
        return joined_conditions(node, "∧", kAnd, kCompare);
      case Operator::either:
        return joined_conditions(node, "∨", kOr, kAnd);
      case Operator::opposite:
        return {row(operation("¬") + held(at(node.a), kAtom)), kSign};
      case Operator::select:
        return {cases(node)};
      case Operator::min:
      case Operator::max:
        return {call(name(node.op), extremes(node))};
      case Operator::expm1:
        return {row("<msup><mi mathvariant=\"normal\">e</mi>" + row(at(node.a).text) + "</msup>" + operation("−") + "<mn>1</mn>"), kSum};
      case Operator::log1p:
        return {row("<mi mathvariant=\"normal\">ln</mi>" + operation("(") + "<mn>1</mn>" + operation("+") + held(at(node.a), kSum) +
                    operation(")"))};
      default: {
        std::vector<Piece> operands;
        for (const std::int32_t n : {node.a, node.b, node.c})
          if (n >= 0) operands.push_back(at(n));
        return {call(is_call(node.op) ? std::string_view(record_.pool.function(node.op)->name) : name(node.op), operands)};
      }
    }
  }

  /// Long ones below one another.
  Piece joined_conditions(const Node& node, std::string_view sign, Precedence own, Precedence right) const {
    constexpr std::size_t kLine = 450;  // bytes
    Piece line = infix(node, sign, own, right);
    if (line.text.size() < kLine) return line;
    return {"<mtable columnalign=\"left\"><mtr><mtd>" + held(at(node.a), own) + operation(sign) + "</mtd></mtr><mtr><mtd>" +
                held(at(node.b), right) + "</mtd></mtr></mtable>",
            own};
  }

  /// max(max(a, b), c) as max(a, b, c)
  std::vector<Piece> extremes(const Node& node) const {
    std::vector<Piece> operands{at(node.b)};
    const Node* own = &node;
    while (record_.pool.node(own->a).op == node.op && setting_.abbreviations.name_of(own->a) == nullptr) {
      own = &record_.pool.node(own->a);
      operands.insert(operands.begin(), at(own->b));
    }
    operands.insert(operands.begin(), at(own->a));
    return operands;
  }

  std::string cases(const Node& node) const {
    const auto line = [](const std::string& value, const std::string& condition) {
      return "<mtr><mtd>" + value + "</mtd><mtd>" + condition + "</mtd></mtr>";
    };
    std::string lines;
    const Node* own = &node;
    while (true) {  // what is else a choice again goes on in the same list
      lines += line(at(own->b).text, "<mtext>if&#160;</mtext>" + at(own->a).text);
      const Node& next = record_.pool.node(own->c);
      if (next.op != Operator::select || setting_.abbreviations.name_of(own->c) != nullptr) break;
      own = &next;
    }
    lines += line(at(own->c).text, "<mtext>otherwise</mtext>");
    return row(operation("{") + "<mtable columnalign=\"left left\">" + lines + "</mtable>");
  }

  const ComponentRecord& record_;
  const Setting& setting_;
  const bool in_vectors_;
  std::map<std::int32_t, Piece> pieces_;
};

std::string whole(const std::string& content) {
  return content.size() > kMostText ? "" : "<math displaystyle=\"true\">" + content + "</math>";
}

}  // namespace

std::string mathml(const Setting& setting, ExprId expression) { return whole(Typesetter(setting).set(expression).text); }

std::string mathml_of_vectors(const Setting& setting, ExprId expression) { return whole(Typesetter(setting, true).set(expression).text); }

std::string mathml_inside(const Setting& setting, ExprId expression, bool is_negative) {
  const Piece piece = Typesetter(setting).set(expression);
  return is_negative ? operation("−") + held(piece, kProduct) : piece.text;
}

std::string mathml_number(double value) { return Typesetter::number(value).text; }

std::string mathml_equation(const Setting& setting, ExprId left, ExprId right, const std::string& sign) {
  Typesetter typesetter(setting);
  const std::string a = typesetter.set(left).text;
  const Piece b = typesetter.set(right);
  const bool is_negative = sign.ends_with('-');  // "= -": of the whole right side
  return whole(row(a + (is_negative ? operation("=") + operation("−") : operation(sign)) + held(b, is_negative ? kProduct : kWhole)));
}

std::string mathml_vector_equation(const Setting& setting, ExprId left, ExprId right) {
  Typesetter typesetter(setting, true);
  const std::string a = typesetter.set(left).text, b = typesetter.set(right).text;
  return whole(row(a + operation("=") + b));
}

std::string mathml_vector_definition(const Setting& setting, const Abbreviations::Entry& entry) {
  const std::string name = typeset_name(entry.name);
  return whole(row((setting.vectors.leader(entry.node) >= 0 ? bold(name) : name) + operation("=") +
                   Typesetter(setting, true).set(static_cast<ExprId>(entry.node), true).text));
}

std::string mathml_definition(const Setting& setting, const Abbreviations::Entry& entry) {
  return whole(row(typeset_name(entry.name) + operation("=") + Typesetter(setting).set(static_cast<ExprId>(entry.node), true).text));
}

}  // namespace stribeck
