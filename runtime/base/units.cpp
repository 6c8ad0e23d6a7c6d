// The grammar of unit strings:
//   product  = power { [ "*" | "." ] power | "/" power }      left to right: N*m/rad*s is (N*m/rad)*s
//   power    = primary [ "^" exponent ]
//   primary  = name | "1" | "(" product ")"
//   exponent = [sign] integer | "(" [sign] integer [ "/" integer ] ")"
// After a name "^" may be left out: m2, s-1. Names in other spellings (base/unit_spelling.h) are read as the products that they stand for.
#include "base/units.h"

#include <charconv>
#include <cmath>
#include <limits>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "base/decimal.h"
#include "base/text.h"
#include "base/unit_names.h"
#include "base/unit_spelling.h"

namespace stribeck {
namespace {

constexpr int kDeepest = 40;          // nested parentheses
constexpr int kLargestExponent = 21;  // what sixths in eight bits hold

/// Signs outside ASCII and what they stand for.
constexpr std::array<std::pair<std::string_view, std::string_view>, 12> kSigns{{{"·", "*"},
                                                                                {"⋅", "*"},
                                                                                {"×", "*"},
                                                                                {"²", "^2"},
                                                                                {"³", "^3"},
                                                                                {"⁻¹", "^-1"},
                                                                                {"⁻²", "^-2"},
                                                                                {"°", "deg"},
                                                                                {"µ", "u"},      // micro sign
                                                                                {"μ", "u"},      // Greek mu
                                                                                {"Ω", "ohm"},    // Greek omega
                                                                                {"Ω", "ohm"}}};  // ohm sign

std::string in_ascii(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    std::string_view taken = text.substr(0, 1), put = taken;
    const bool is_ascii = static_cast<unsigned char>(text[0]) < 0x80;
    for (const auto& [sign, replacement] : kSigns) {
      if (!is_ascii && text.starts_with(sign)) std::tie(taken, put) = std::pair(sign, replacement);
    }
    result += put;
    text.remove_prefix(taken.size());
  }
  return result;
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '%' || static_cast<unsigned char>(c) >= 0x80;
}

class UnitParser {
 public:
  explicit UnitParser(std::string_view text) : text_(text) {}

  std::optional<Unit> read() {
    std::optional<Unit> unit = read_product(0);
    if (unit && at_ < text_.size()) return fail(at_, text_.size());
    if (unit && (unit->dimension.any || !std::isnormal(unit->factor) || !std::isfinite(unit->offset))) return fail(0, text_.size());
    return unit;
  }
  std::string_view fault() const { return fault_; }

  /// The text with the usual spellings in it; empty if it has nothing else.
  std::string usual() const {
    if (respelled_.empty()) return {};
    std::string result;
    std::size_t at = 0;
    for (const Respelled& piece : respelled_) {
      result.append(text_.substr(at, piece.begin - at)).append(piece.text);
      at = piece.end;
    }
    return result.append(text_.substr(at));
  }

 private:
  std::nullopt_t fail(std::size_t begin, std::size_t end) {
    if (fault_.empty()) fault_ = text_.substr(begin, end - begin);
    if (fault_.empty()) fault_ = text_;
    return std::nullopt;
  }
  void skip_blanks() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
  }
  bool take(char c) {
    skip_blanks();
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  bool starts_primary() {
    skip_blanks();
    return at_ < text_.size() && (is_letter(text_[at_]) || text_[at_] == '1' || text_[at_] == '(');
  }

  std::optional<Unit> read_product(int depth) {
    std::optional<Unit> result = read_power(depth);
    while (result) {
      const bool divides = take('/');
      const bool multiplies = !divides && (take('*') || take('.'));
      if (!divides && !multiplies && !starts_primary()) break;
      const std::size_t begin = at_;
      const std::optional<Unit> next = read_power(depth, divides);
      if (!next) return std::nullopt;
      // A zero that is not absolute has no meaning inside a product: 20 degC/m says nothing.
      if (result->offset != 0) return fail(0, begin);
      if (next->offset != 0) return fail(begin, at_);
      result->dimension = divides ? quotient(result->dimension, next->dimension) : product(result->dimension, next->dimension);
      result->factor = divides ? result->factor / next->factor : result->factor * next->factor;
    }
    return result;
  }

  std::optional<Unit> read_power(int depth, bool divides = false) {
    skip_blanks();
    const std::size_t begin = at_;
    if (const std::optional<TypedUnit> typed = take_typed()) return read_typed(*typed, begin, divides);
    std::optional<Unit> base = read_primary(depth);
    if (!base || !(take('^') || at_bare_exponent())) return base;
    int numerator = 1, denominator = 1;
    if (!read_exponent(numerator, denominator) || base->offset != 0) return fail(begin, at_);
    // A fraction is written m^(1/2): in m^0.5 the point would multiply by a unit 5.
    if (at_ + 1 < text_.size() && text_[at_] == '.' && is_digit(text_[at_ + 1])) return fail(begin, text_.size());
    base->dimension = power(base->dimension, numerator, denominator);
    base->factor = std::pow(base->factor, static_cast<double>(numerator) / denominator);
    return base;
  }

  /// A minus and a digit right behind a name: min-1.
  bool at_bare_exponent() const {
    return at_ + 1 < text_.size() && at_ > 0 && text_[at_] == '-' && is_digit(text_[at_ + 1]) && is_letter(text_[at_ - 1]);
  }

  /// A name of unit_spelling.h, with hyphens between its letters.
  std::optional<TypedUnit> take_typed() {
    if (at_ >= text_.size() || !is_letter(text_[at_])) return std::nullopt;
    std::size_t end = at_;
    const auto is_hyphen = [&](std::size_t i) { return text_[i] == '-' && i + 1 < text_.size() && is_letter(text_[i + 1]); };
    while (end < text_.size() && (is_letter(text_[end]) || is_hyphen(end))) ++end;
    const std::string_view name = text_.substr(at_, end - at_);
    const bool has_digit = end < text_.size() && is_digit(text_[end]);
    if (std::optional<TypedUnit> whole = has_digit ? find_typed_unit(text_.substr(at_, end + 1 - at_)) : std::nullopt) {
      at_ = end + 1;
      return whole;
    }
    std::optional<TypedUnit> typed = find_typed_unit(name);
    if (typed) at_ = end;
    return typed;
  }

  /// In the denominator a product is held together by parentheses; an exponent belongs to the last factor.
  std::optional<Unit> read_typed(const TypedUnit& typed, std::size_t begin, bool divides) {
    int numerator = 1, denominator = 1;
    std::string text = typed.first.empty() ? typed.last : typed.first + "*" + typed.last;
    if (at_ < text_.size() && (text_[at_] == '^' || is_digit(text_[at_]) || at_bare_exponent())) {
      take('^');
      if (!read_exponent(numerator, denominator) || typed.last.find('^') != std::string::npos) return fail(begin, at_);
      if (at_ < text_.size() && is_letter(text_[at_])) return fail(begin, text_.size());
      text += "^";
      text += denominator == 1 ? std::to_string(numerator) : "(" + std::to_string(numerator) + "/" + std::to_string(denominator) + ")";
    }
    if (divides && !typed.first.empty()) text = "(" + text + ")";
    respelled_.push_back({begin, at_, text});
    return UnitParser(text).read();
  }

  std::optional<Unit> read_primary(int depth) {
    skip_blanks();
    if (depth > kDeepest) return fail(at_, text_.size());
    if (take('(')) {
      std::optional<Unit> inner = read_product(depth + 1);
      if (inner && !take(')')) return fail(at_, text_.size());
      return inner;
    }
    const std::size_t begin = at_;
    if (at_ < text_.size() && text_[at_] == '1') {
      ++at_;
      if (at_ < text_.size() && is_digit(text_[at_])) return fail(begin, text_.size());
      return Unit{};
    }
    if (at_ >= text_.size() || !is_letter(text_[at_])) return fail(begin, text_.size());
    while (at_ < text_.size() && (is_letter(text_[at_]) || is_digit(text_[at_]))) ++at_;
    return named(begin);
  }

  std::optional<Unit> named(std::size_t begin) {
    const std::string_view name = text_.substr(begin, at_ - begin);
    if (std::optional<Unit> unit = find_unit_name(name)) return unit;
    if (std::optional<Unit> unit = find_udunits_name(name)) return unit;
    return fail(begin, at_);
  }

  bool read_exponent(int& numerator, int& denominator) {
    if (!take('(')) return read_integer(numerator);
    if (!read_integer(numerator)) return false;
    if (take('/') && !(read_integer(denominator) && denominator > 0 && 6 % denominator == 0)) return false;
    return take(')');
  }

  bool read_integer(int& value) {
    skip_blanks();
    if (at_ < text_.size() && text_[at_] == '+') ++at_;
    const auto [end, problem] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), value);
    if (problem != std::errc{} || value < -kLargestExponent || value > kLargestExponent) return false;
    at_ = static_cast<std::size_t>(end - text_.data());
    return true;
  }

  struct Respelled {
    std::size_t begin, end;
    std::string text;
  };

  std::string_view text_;
  std::size_t at_ = 0;
  std::string_view fault_;
  std::vector<Respelled> respelled_;
};

/// Whether the letter at `at` begins no unit but an exponent without digits: of "5e" nobody means elementary charges.
bool is_broken_exponent(std::string_view text, std::size_t at) {
  if (at >= text.size() || (text[at] != 'e' && text[at] != 'E')) return false;
  return at + 1 == text.size() || !is_letter(text[at + 1]);
}

/// The number at the beginning of the text, with its length; infinite if it is too large for a double, no number if it is too small.
std::optional<std::pair<double, std::size_t>> leading_number(std::string_view text) {
  for (const std::string_view word : {"inf", "infinity", "nan"}) {
    if (text == word || text.substr(text.empty() ? 0 : 1) == word) return std::pair(std::numeric_limits<double>::infinity(), text.size());
  }
  const std::size_t plus = text.starts_with('+') ? 1 : 0;
  const std::size_t sign = plus + (text.substr(plus).starts_with('-') ? 1 : 0);
  if (sign >= text.size() || sign > 1 || !(is_digit(text[sign]) || text[sign] == '.')) return std::nullopt;
  double value = 0;
  const auto [end, problem] = std::from_chars(text.data() + plus, text.data() + text.size(), value);
  if (problem == std::errc::invalid_argument) return std::nullopt;
  const auto length = static_cast<std::size_t>(end - text.data());
  if (is_broken_exponent(text, length)) return std::nullopt;
  if (problem == std::errc::result_out_of_range) value = beyond_doubles(text.substr(0, length));
  return std::pair(value, length);
}

struct ParsedUnit {
  std::optional<Unit> unit;
  std::string fault, usual;
};

/// A diagram has few units, many times, and a study reads it for each sample: what was parsed is kept.
ParsedUnit parsed_unit(std::string_view bare) {
  constexpr std::size_t kMostKept = 256, kLongestKept = 64;
  thread_local std::map<std::string, ParsedUnit, std::less<>> kept;
  if (const auto known = kept.find(bare); known != kept.end()) return known->second;
  const std::string ascii = in_ascii(bare);
  UnitParser parser(ascii);
  ParsedUnit parsed;
  parsed.unit = parser.read();
  if (parsed.unit)
    parsed.usual = parser.usual();
  else
    parsed.fault = trimmed(parser.fault());
  if (bare.size() > kLongestKept) return parsed;
  if (kept.size() == kMostKept) kept.clear();
  kept.emplace(bare, parsed);
  return parsed;
}

}  // namespace

std::optional<Unit> parse_unit(std::string_view text, std::string* unknown_name) {
  const std::string_view bare = trimmed(text);
  if (bare.empty()) return Unit{};
  ParsedUnit parsed = parsed_unit(bare);
  if (!parsed.unit && unknown_name != nullptr) *unknown_name = std::move(parsed.fault);
  return parsed.unit;
}

std::string usual_spelling(std::string_view unit) {
  const std::string_view bare = trimmed(unit);
  return bare.empty() ? std::string{} : parsed_unit(bare).usual;
}

std::optional<Quantity> parse_quantity(std::string_view text, std::string* unknown_unit) {
  if (unknown_unit != nullptr) unknown_unit->clear();
  const std::string_view bare = trimmed(text);
  const auto number = leading_number(bare);
  if (!number) return std::nullopt;
  const std::string_view rest = trimmed(bare.substr(number->second));
  if (rest.empty()) return Quantity{number->first, Dimension::unchecked(), false};
  const std::optional<Unit> unit = parse_unit(rest, unknown_unit);
  if (!unit) return std::nullopt;
  return Quantity{to_si(number->first, unit->factor, unit->offset), unit->dimension, true};
}

}  // namespace stribeck
