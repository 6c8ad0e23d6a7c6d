#include "diagram/json_fault.h"

#include <optional>

#include "base/format.h"
#include "base/text.h"

namespace stribeck {
namespace {

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Reads the text again from the last good token on, with more patience than a parser has.
class Explainer {
 public:
  explicit Explainer(const JsonStop& stop) : stop_(stop), text_(stop.text), at_(stop.after) {}

  JsonFault fault() {
    skip_blanks();
    if (open_comment_) return {at_, "this comment is not closed", "end it with */"};
    switch (stop_.expected) {
      case JsonExpectation::document:
        return at_end() ? JsonFault{at_, "the file is empty", ""} : value();
      case JsonExpectation::end:
        return {at_, fmt::format("{} stands after the end of the diagram", found()), "a file holds one object"};
      case JsonExpectation::key_or_close:
        return key();
      case JsonExpectation::colon:
        return colon();
      case JsonExpectation::comma_in_object:
        return comma('}');
      case JsonExpectation::value_or_close:
        return value();
      case JsonExpectation::comma_in_array:
        return comma(']');
    }
    return {at_, "this is not JSON", ""};
  }

 private:
  bool at_end() const { return at_ >= text_.size(); }
  char here() const { return at_end() ? '\0' : text_[at_]; }

  void skip_blanks() {
    while (!at_end()) {
      if (text_.find_first_of(" \t\r\n", at_) == at_) {
        ++at_;
      } else if (text_.substr(at_).starts_with("//")) {
        at_ = std::min(text_.find('\n', at_), text_.size());
      } else if (text_.substr(at_).starts_with("/*")) {
        const std::size_t end = text_.find("*/", at_ + 2);
        if (end == std::string_view::npos) {
          open_comment_ = true;
          return;
        }
        at_ = end + 2;
      } else {
        return;
      }
    }
  }

  /// The word, number or character at this place.
  std::string_view token() const {
    std::size_t end = at_;
    while (end < text_.size() &&
           (is_letter(text_[end]) || is_digit(text_[end]) || text_[end] == '.' || text_[end] == '-' || text_[end] == '+'))
      ++end;
    if (end > at_) return text_.substr(at_, end - at_);
    end = std::min(at_ + 1, text_.size());
    while (end < text_.size() && (static_cast<unsigned char>(text_[end]) & 0xC0U) == 0x80U) ++end;
    return text_.substr(at_, end - at_);
  }
  std::string found() const { return here() == '"' ? "a string" : in_quotes(token()); }

  JsonFault ends_early() const {
    const bool object = text_[stop_.opened] == '{';
    std::size_t line = 1;
    for (std::size_t i = 0; i < stop_.opened; ++i) line += text_[i] == '\n' ? 1 : 0;
    return {text_.size(), fmt::format("the file ends inside the {} that begins in line {}", object ? "object" : "list", line),
            fmt::format("close it with {}", object ? "}" : "]")};
  }

  JsonFault key() const {
    if (at_end()) return ends_early();
    if (here() == '"') return string();
    if (here() == ',') return {at_, "a comma stands here without anything before it", "remove it"};
    if (here() == ']') return wrong_closer('}');
    return {at_, fmt::format("a key is expected, but there is {}", found()), "keys stand in double quotes"};
  }

  JsonFault colon() {
    if (at_end()) return ends_early();
    if (here() != ':') return {at_, fmt::format("\":\" is expected after the key, but there is {}", found()), ""};
    ++at_;
    skip_blanks();
    return value();
  }

  JsonFault comma(char closer) {
    if (at_end()) return ends_early();
    if (here() == (closer == '}' ? ']' : '}')) return wrong_closer(closer);
    if (here() != ',') return no_comma(closer);
    const std::size_t comma_at = at_++;
    skip_blanks();
    if (here() == closer) return {comma_at, fmt::format("after this comma nothing follows before {}", here()), "remove the comma"};
    return closer == '}' ? key() : value();
  }

  JsonFault no_comma(char closer) const {
    const bool unit = is_letter(here()) && stop_.after > 0 && is_digit(text_[stop_.after - 1]);
    if (unit) return {at_, fmt::format("{} follows a number", found()), "a value with a unit stands in double quotes: \"100 rpm\""};
    return {at_, fmt::format("a comma or {} is expected, but there is {}", closer, found()), ""};
  }

  JsonFault wrong_closer(char closer) const {
    return {at_, fmt::format("{} closes what {} opened", found(), closer == '}' ? '{' : '['), fmt::format("close it with {}", closer)};
  }

  JsonFault value() const {
    if (at_end()) return stop_.expected == JsonExpectation::document ? JsonFault{at_, "a value is missing", ""} : ends_early();
    const char c = here();
    if (c == '"') return string();
    if (c == '\'') return {at_, "a string begins with a single quote", "strings stand in double quotes"};
    if (c == ',' || c == '}' || c == ']' || c == ':') return {at_, fmt::format("a value is missing before \"{}\"", c), ""};
    if (is_digit(c) || c == '-' || c == '+' || c == '.') {
      return {at_, fmt::format("{} is not a number as JSON writes it", found()),
              "write digits on both sides of the point, no leading +, no leading zeros"};
    }
    return {at_, fmt::format("{} is no value", found()),
            "strings stand in double quotes; the words that JSON knows are true, false and null"};
  }

  /// The string that begins here is broken; finds out where.
  JsonFault string() const {
    for (std::size_t i = at_ + 1; i < text_.size() && text_[i] != '"'; ++i) {
      if (text_[i] == '\n' || text_[i] == '\r') break;
      if (static_cast<unsigned char>(text_[i]) < 0x20) {
        return {i, fmt::format("a string holds the control character {:#04x}", static_cast<int>(text_[i])),
                "write it as \\t or \\u0000 with its number"};
      }
      if (i + 1 == stop_.consumed && static_cast<unsigned char>(text_[i]) >= 0x80)
        return {i, "the text is not valid UTF-8 here", "save the file as UTF-8"};
      if (text_[i] != '\\') continue;
      if (const auto fault = escape(i)) return *fault;
      ++i;
    }
    if (text_.find_first_of("\"\r\n", at_ + 1) == std::string_view::npos || text_[text_.find_first_of("\"\r\n", at_ + 1)] != '"') {
      return {at_, "this string is not closed in its line", "end it with \""};
    }
    return {std::min(stop_.consumed, text_.size()) - 1, "a string holds something that JSON cannot read", "save the file as UTF-8"};
  }

  std::optional<JsonFault> escape(std::size_t i) const {
    constexpr std::string_view kKnown = "\"\\/bfnrtu";
    const std::string_view rest = text_.substr(i + 1);
    if (rest.empty() || kKnown.find(rest[0]) == std::string_view::npos) {
      return JsonFault{i, "a string holds an unknown escape", "a backslash itself is written \\\\"};
    }
    if (rest[0] != 'u') return std::nullopt;
    const bool complete = rest.size() > 4 && rest.substr(1, 4).find_first_not_of("0123456789abcdefABCDEF") == std::string_view::npos;
    if (!complete) return JsonFault{i, "\\u needs four hexadecimal digits", ""};
    const bool here_stopped = stop_.consumed > i && stop_.consumed <= i + 12;
    if (here_stopped && (rest[1] == 'd' || rest[1] == 'D')) return JsonFault{i, "half of a surrogate pair stands alone", ""};
    return std::nullopt;
  }

  const JsonStop& stop_;
  std::string_view text_;
  std::size_t at_;
  bool open_comment_ = false;
};

}  // namespace

JsonFault explain(const JsonStop& stop) { return Explainer(stop).fault(); }

}  // namespace stribeck
