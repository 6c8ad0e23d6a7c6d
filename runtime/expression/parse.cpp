// Precedence climbing (Richards, Whitby-Strevens (1979), BCPL, the language and its compiler, section 6.6):
//   whole   = "if" whole "then" whole { "elseif" whole "then" whole } "else" whole | binary
//   binary  = prefix { operator binary }         or || < and && < not < comparison < + - < * / < sign ! < ^
//   primary = number | name | name "(" whole { "," whole } ")" | "(" whole ")" | "if" "(" whole "," whole { "," whole "," whole } "," whole
//   ")"
// An "if" whose parenthesis has a comma is a call: nothing else has a comma there.
#include "expression/parse.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <vector>

#include "base/diagnostic.h"
#include "base/format.h"
#include "base/text.h"
#include "expression/functions.h"
#include "expression/precedence.h"
#include "expression/token.h"

namespace stribeck {
namespace {

constexpr int kDeepest = 200;

struct Binary {
  std::string_view text;
  Operator op;
  Precedence level;
};
constexpr std::array<Binary, 13> kBinaries{{{"or", Operator::either, kOr},
                                            {"||", Operator::either, kOr},
                                            {"and", Operator::both, kAnd},
                                            {"&&", Operator::both, kAnd},
                                            {"<", Operator::lt, kCompare},
                                            {"<=", Operator::le, kCompare},
                                            {">", Operator::gt, kCompare},
                                            {">=", Operator::ge, kCompare},
                                            {"+", Operator::add, kSum},
                                            {"-", Operator::sub, kSum},
                                            {"*", Operator::mul, kProduct},
                                            {"/", Operator::div, kProduct},
                                            {"^", Operator::pow, kPower}}};

struct Constant {
  std::string_view name;
  double value;
};
constexpr std::array<Constant, 2> kConstants{{{"pi", 3.141592653589793238}, {"e", 2.718281828459045235}}};

constexpr std::array<std::string_view, 7> kKeywords{"if", "then", "elseif", "else", "and", "or", "not"};

std::vector<std::string> function_names(std::span<const NamedFunction> own) {
  std::vector<std::string> result;
  for (const ExpressionFunction& function : expression_functions()) result.emplace_back(function.name);
  for (const NamedFunction& function : own) result.push_back(function.name);
  return result;
}

/// Signs of other languages.
struct Foreign {
  std::string_view text, remedy;
};
constexpr std::array<Foreign, 3> kForeign{
    {{"?", "write if c then a else b, or if(c, a, b)"}, {"~", "write not or !"}, {"%", "write mod(x, y)"}}};

std::string_view remedy_for_sign(std::string_view text) {
  const auto* const row = std::find_if(kForeign.begin(), kForeign.end(), [&](const Foreign& f) { return f.text == text; });
  return row == kForeign.end() ? std::string_view{} : row->remedy;
}

using Result = std::optional<TypedExpr>;

class ExpressionParser {
 public:
  ExpressionParser(std::string_view text, ExprPool& pool, const NameResolver& resolve, ParseError& error,
                   std::span<const NamedFunction> functions)
      : text_(text), pool_(pool), resolve_(resolve), error_(error), functions_(functions) {
    advance();
  }

  Result read() {
    if (token_.kind == TokenKind::end) return fail("the expression is empty");
    const Result result = read_whole();
    if (result && token_.kind != TokenKind::end) return unexpected_after_operand();
    return result;
  }

 private:
  void advance() { token_ = read_token(text_, token_.offset + token_.text.size()); }
  bool at(std::string_view text) const { return (token_.kind == TokenKind::sign || token_.kind == TokenKind::name) && token_.text == text; }
  bool take(std::string_view text) {
    if (!at(text)) return false;
    advance();
    return true;
  }

  std::nullopt_t fail(std::string message, std::string remedy = {}) {
    return fail_at(token_.offset, std::move(message), std::move(remedy));
  }
  std::nullopt_t fail_at(std::size_t offset, std::string message, std::string remedy = {}, ParseError::Kind kind = ParseError::Kind::syntax,
                         std::string_view unknown = {}) {
    error_ = {std::move(message), offset, std::move(remedy), kind, std::string(unknown)};
    return std::nullopt;
  }
  std::string found() const { return token_.kind == TokenKind::end ? "the end of the expression" : in_quotes(token_.text); }

  bool is_equality() const { return token_.text == "==" || token_.text == "!=" || token_.text == "="; }
  std::nullopt_t equality() {
    return fail(fmt::format("{} cannot compare here", found()),
                "signals are equal at instants alone: use <= or >=, or abs(a - b) < c for being near");
  }

  std::nullopt_t unexpected_after_operand() {
    if (at(")")) return fail("a closing parenthesis has no opening one");
    if (is_equality()) return equality();
    if (token_.kind == TokenKind::name && !is_keyword(token_.text)) {
      return fail(fmt::format("an operator is missing before {}", found()),
                  "a unit belongs to a value: give a parameter the value with its unit and use the parameter here");
    }
    if (token_.kind == TokenKind::bad) return fail_at_character();
    if (token_.kind == TokenKind::number || at("(")) return fail(fmt::format("an operator is missing before {}", found()));
    return fail(fmt::format("{} does not belong here", found()));
  }

  std::nullopt_t fail_at_character() {
    return fail(fmt::format("the character {} has no meaning in an expression", found()), std::string(remedy_for_sign(token_.text)));
  }

  bool expect(std::string_view text, std::string_view after) {
    if (take(text)) return true;
    if (is_equality()) return equality(), false;
    fail(fmt::format("\"{}\" is expected {}, but there is {}", text, after, found()));
    return false;
  }

  /// Counts the nesting of the reader's own calls, so that hostile text cannot exhaust the stack.
  struct Nesting {
    explicit Nesting(int& depth_of) : depth(depth_of) { ++depth; }
    ~Nesting() { --depth; }
    Nesting(const Nesting&) = delete;
    Nesting& operator=(const Nesting&) = delete;
    int& depth;
  };

  std::nullopt_t too_deep() { return fail(fmt::format("the expression is nested more than {} deep", kDeepest)); }

  Result read_whole() { return at("if") && !is_if_called() ? read_select() : read_binary(kWhole); }

  /// Whether the parenthesis behind "if" has a comma of its own.
  bool is_if_called() const {
    Token token = read_token(text_, token_.offset + token_.text.size());
    for (int open = 0; token.kind != TokenKind::end; token = read_token(text_, token.offset + token.text.size())) {
      if (token.text == "(") ++open;
      if (token.text == ")") --open;
      if (open <= 0) return false;
      if (open == 1 && token.text == ",") return true;
    }
    return false;
  }

  /// One choice among many: the first condition that holds has its value. Read without nesting, however many there are.
  Result read_select() {
    const Nesting nesting(depth_);
    if (depth_ > kDeepest) return too_deep();
    std::vector<TypedExpr> parts;
    std::vector<std::size_t> offsets;
    do {
      offsets.push_back(token_.offset);
      advance();
      const Result condition = read_whole();
      if (!condition || !expect("then", fmt::format("after the condition of \"{}\"", parts.empty() ? "if" : "elseif"))) return std::nullopt;
      parts.push_back(*condition);
      const Result value = read_whole();
      if (!value) return std::nullopt;
      parts.push_back(*value);
    } while (at("elseif"));
    if (!expect("else", "because \"if\" always needs both values")) return std::nullopt;
    const Result otherwise = read_whole();
    if (!otherwise) return std::nullopt;
    parts.push_back(*otherwise);
    return choose(parts, offsets);
  }

  /// if(c1, a, c2, b, otherwise) is: if c1 then a elseif c2 then b else otherwise.
  Result read_called_if() {
    const std::size_t offset = token_.offset;
    advance();
    std::vector<TypedExpr> parts;
    if (!read_operands("if", parts)) return std::nullopt;
    if (parts.size() % 2 == 0) {
      return fail_at(offset, "the last value of \"if\" is missing: the one that holds where no condition does",
                     "write if(condition, value, value otherwise) or if(condition, value, condition, value, value otherwise)");
    }
    return choose(parts, std::vector(parts.size() / 2, offset));
  }

  /// `parts`: condition, value, condition, value, ..., value otherwise.
  Result choose(std::span<const TypedExpr> parts, const std::vector<std::size_t>& offsets) {
    Result result = parts.back();
    for (std::size_t i = offsets.size(); i-- > 0 && result;) {
      const std::array operands{parts[2 * i], parts[2 * i + 1], *result};
      result = apply(Operator::select, operands, offsets[i]);
    }
    return result;
  }

  const Binary* binary_here() const {
    for (const Binary& binary : kBinaries) {
      if (at(binary.text)) return &binary;
    }
    return nullptr;
  }

  /// Operands joined by operators that bind at least as tightly as `least`.
  Result read_binary(Precedence least) {
    const Nesting nesting(depth_);
    if (depth_ > kDeepest) return too_deep();
    Result left = read_prefix();
    bool compared = false;
    while (left) {
      const Binary* binary = binary_here();
      if (binary == nullptr || binary->level < least) break;
      if (binary->level == kCompare && compared) return fail("comparisons cannot be chained", "write a < b and b < c");
      compared = binary->level == kCompare;
      const std::size_t offset = token_.offset;
      advance();
      // A power binds to the right and takes a sign: 2^-x^2 is 2^(-(x^2)).
      const Result right = read_binary(binary->level == kPower ? kPower : static_cast<Precedence>(binary->level + 1));
      if (!right) return std::nullopt;
      const std::array operands{*left, *right};
      left = apply(binary->op, operands, offset);
    }
    return left;
  }

  Result read_prefix() {
    const std::size_t offset = token_.offset;
    if (take("+")) return read_binary(kSign);
    if (at("!")) return read_opposite();
    const bool negates = at("-");
    if (!negates && !at("not")) return read_primary();
    advance();
    const Result operand = read_binary(negates ? kSign : kNot);
    if (!operand) return std::nullopt;
    return apply(negates ? Operator::neg : Operator::opposite, std::span(&*operand, 1), offset);
  }

  /// "!" binds as in C: what !a < b would mean there is not what it looks like.
  Result read_opposite() {
    const std::size_t offset = token_.offset;
    advance();
    const Result operand = read_binary(kSign);
    if (!operand) return std::nullopt;
    if (const Binary* binary = binary_here(); binary != nullptr && binary->level > kNot)
      return fail(fmt::format("\"!\" is the opposite of what stands right behind it, not of all before and behind {}", found()),
                  "write !(a < b), or not a < b");
    return apply(Operator::opposite, std::span(&*operand, 1), offset);
  }

  Result read_primary() {
    const Token token = token_;
    if (token.kind == TokenKind::number) {
      if (!std::isfinite(token.number)) return fail(fmt::format("{} is too large for a number", found()));
      advance();
      // Nothing can be said of the dimension of zero: max(0, k) is meant well for every k.
      return TypedExpr{pool_.constant(token.number), token.number == 0 ? Dimension::unchecked() : Dimension{}};
    }
    if (take("(")) {
      const Result inner = read_whole();
      if (inner && !expect(")", fmt::format("to close the parenthesis at character {}", token.offset + 1))) return std::nullopt;
      return inner;
    }
    if (at("if") && is_if_called()) return read_called_if();
    if (token.kind == TokenKind::name && !is_keyword(token.text)) {
      advance();
      return at("(") ? read_call(token) : read_name(token);
    }
    if (token.kind == TokenKind::bad) return fail_at_character();
    return fail(fmt::format("a number, a name or \"(\" is expected, but there is {}", found()), at("*") ? "a power is a^b" : "");
  }

  Result read_name(const Token& token) {
    if (const TypedExpr resolved = resolve_(token.text); resolved.id != ExprId::none) return resolved;
    for (const auto& [name, value] : kConstants) {
      if (token.text == name) return TypedExpr{pool_.constant(value), Dimension{}};
    }
    return fail_at(token.offset, fmt::format("{} is not known", in_quotes(token.text)), {}, ParseError::Kind::unknown_name, token.text);
  }

  /// At "(": the operands and the parenthesis that closes them.
  bool read_operands(std::string_view function, std::vector<TypedExpr>& operands) {
    do {
      advance();
      const Result operand = read_whole();
      if (!operand) return false;
      operands.push_back(*operand);
    } while (at(","));
    return expect(")", fmt::format("after the operands of {}", function));
  }

  Result read_call(const Token& token) {
    const auto own = std::find_if(functions_.begin(), functions_.end(), [&](const NamedFunction& f) { return f.name == token.text; });
    const bool is_own = own != functions_.end();
    const ExpressionFunction* function = is_own ? nullptr : find_expression_function(token.text);
    if (!is_own && function == nullptr) return unknown_function(token);
    std::vector<TypedExpr> operands;
    if (!read_operands(token.text, operands)) return std::nullopt;
    const std::size_t wanted = is_own ? static_cast<std::size_t>(own->operands) : operand_names(*function).size();
    const bool folds = !is_own && takes_any_number(*function) && operands.size() > wanted;
    if (operands.size() != wanted && !folds) {
      return fail_at(token.offset,
                     fmt::format("{} takes {} operand{}, but has {}", token.text, wanted, wanted == 1 ? "" : "s", operands.size()));
    }
    if (is_own) return own->apply(operands);
    if (!function->definition.empty()) return define(*function, operands, token.offset);
    const Operator op = find_operator(token.text);
    return folds ? fold(op, operands, token.offset) : apply(op, operands, token.offset);
  }

  std::nullopt_t unknown_function(const Token& token) {
    const std::vector<std::string> known = function_names(functions_);
    const std::string near = did_you_mean(token.text, known);
    return fail_at(token.offset, fmt::format("there is no function {}", in_quotes(token.text)),
                   fmt::format("{}{}there are {}", near, near.empty() ? "" : " ", fmt::join(known, ", ")), ParseError::Kind::unknown_name,
                   token.text);
  }

  /// The definition of a function with these operands in the places of their names.
  Result define(const ExpressionFunction& function, std::span<const TypedExpr> operands, std::size_t offset) {
    const std::vector<std::string_view> names = operand_names(function);
    const NameResolver meaning = [&](std::string_view name) {
      const auto found = std::find(names.begin(), names.end(), name);
      return found == names.end() ? TypedExpr{} : operands[static_cast<std::size_t>(found - names.begin())];
    };
    const auto read = [&](std::string_view text) { return ExpressionParser(text, pool_, meaning, error_, {}).read(); };
    const Result result = read(function.definition);
    if (!result)
      return fail_at(offset, fmt::format("{} = {}: {}", signature(function), function.definition, error_.message), {}, error_.kind);
    if (function.condition.empty()) return result;
    const Result holds = read(function.condition);
    if (holds && pool_.is_constant(holds->id, 0))
      return fail_at(offset, fmt::format("{} needs {}", signature(function), function.condition));
    return result;
  }

  /// min(a, b, c) is min(min(a, b), c).
  Result fold(Operator op, const std::vector<TypedExpr>& operands, std::size_t offset) {
    Result result = operands[0];
    for (std::size_t i = 1; i < operands.size() && result; ++i) {
      const std::array pair{*result, operands[i]};
      result = apply(op, pair, offset);
    }
    return result;
  }

  Result apply(Operator op, std::span<const TypedExpr> operands, std::size_t offset) {
    std::array<Dimension, 3> dimensions;
    std::array<ExprId, 3> ids{ExprId::none, ExprId::none, ExprId::none};
    for (std::size_t i = 0; i < operands.size(); ++i) {
      dimensions.at(i) = operands[i].dimension;
      ids.at(i) = operands[i].id;
    }
    const bool constant_exponent = op == Operator::pow && pool_.is_constant(ids[1]);
    const double exponent = constant_exponent ? pool_.constant_value(ids[1]) : 0;
    TypedExpr result;
    std::string fault;
    if (!result_dimension(op, std::span(dimensions).first(operands.size()), constant_exponent ? &exponent : nullptr, result.dimension,
                          fault)) {
      return fail_at(offset, fault, {}, ParseError::Kind::dimension);
    }
    result.id = pool_.apply(op, ids[0], ids[1], ids[2]);
    return result;
  }

  std::string_view text_;
  ExprPool& pool_;
  const NameResolver& resolve_;
  ParseError& error_;
  std::span<const NamedFunction> functions_;
  Token token_;
  int depth_ = 0;
};

}  // namespace

bool is_keyword(std::string_view word) { return std::find(kKeywords.begin(), kKeywords.end(), word) != kKeywords.end(); }

bool parse_expression(std::string_view text, ExprPool& pool, const NameResolver& resolve, TypedExpr& result, ParseError& error,
                      std::span<const NamedFunction> functions) {
  const Result read = ExpressionParser(text, pool, resolve, error, functions).read();
  if (read) result = *read;
  return read.has_value();
}

}  // namespace stribeck
