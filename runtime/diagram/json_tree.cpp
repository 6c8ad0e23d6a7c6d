#include "diagram/json_tree.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <limits>
#include <nlohmann/json.hpp>

#include "base/file_kinds.h"
#include "base/format.h"
#include "base/text.h"
#include "diagram/json_fault.h"

namespace stribeck {
namespace {

constexpr std::size_t kDeepest = 100;
constexpr int kNumberOverflow = 406;  // nlohmann's number of that exception

/// Feeds the library's lexer and tells how far it has read.
class CountingIterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  CountingIterator(const char* at, const char** reached) : at_(at), reached_(reached) {}
  reference operator*() const { return *at_; }
  CountingIterator& operator++() {
    *reached_ = ++at_;
    return *this;
  }
  friend bool operator==(const CountingIterator& a, const CountingIterator& b) { return a.at_ == b.at_; }

 private:
  const char* at_;
  const char** reached_;
};

bool is_number_character(char c) { return (c >= '0' && c <= '9') || c == '-' || c == '+' || c == '.' || c == 'e' || c == 'E'; }

}  // namespace

/// Receives the library's events and appends values to the tree.
class JsonTreeBuilder {
 public:
  explicit JsonTreeBuilder(JsonTree& tree) : tree_(tree), text_(tree.text_), reached_(text_.data()) {}

  void run() {
    const CountingIterator first(text_.data(), &reached_), last(text_.data() + text_.size(), &reached_);
    nlohmann::json::sax_parse(first, last, this, nlohmann::json::input_format_t::json, true, true);
  }

  // The interface that nlohmann asks of a SAX receiver
  bool null() { return literal(JsonKind::null, 4); }
  bool boolean(bool truth) {
    literal(JsonKind::boolean, truth ? 4 : 5);
    tree_.values_.back().truth = truth;
    return true;
  }
  bool number_integer(std::int64_t value) { return number(static_cast<double>(value)); }
  bool number_unsigned(std::uint64_t value) { return number(static_cast<double>(value)); }
  bool number_float(double value, const std::string& written) {
    const std::string_view digits = std::string_view(written).substr(0, written.find_first_of("eE"));
    if (value == 0 && digits.find_first_of("123456789") != std::string_view::npos) {
      number(value);
      fail(ErrorCode::value_not_finite, tree_.values_.back().offset, "this number is too small for a double", "");
    }
    return number(value);
  }
  bool string(std::string& content) {
    const std::size_t begin = string_begin();
    add(JsonKind::string, begin).text = kept(content, begin);
    after_ = reached();
    return true;
  }
  bool binary(std::vector<std::uint8_t>&) { return false; }  // JSON text has none
  bool key(std::string& content) {
    key_offset_ = string_begin();
    key_ = kept(content, key_offset_);
    after_ = reached();
    state_ = JsonExpectation::colon;
    return true;
  }
  bool start_object(std::size_t) { return open(JsonKind::object); }
  bool start_array(std::size_t) { return open(JsonKind::array); }
  bool end_object() { return close(); }
  bool end_array() { return close(); }
  bool parse_error(std::size_t, const std::string&, const nlohmann::json::exception& problem) {
    if (text_.starts_with(kProgramFileBegin))
      fail(ErrorCode::json_syntax, 0, "this is a program file, which holds a compiled diagram; a diagram itself is asked for here",
           "give the diagram that it was compiled from");
    const JsonFault fault = explain({text_, after_, state_, open_.empty() ? 0 : tree_.at(open_.back()).offset, reached()});
    if (problem.id == kNumberOverflow) fail(ErrorCode::value_not_finite, fault.offset, "this number is too large for a double", "");
    fail(ErrorCode::json_syntax, fault.offset, fault.message, fault.remedy);
  }

 private:
  [[noreturn]] void fail(ErrorCode code, std::size_t offset, std::string message, std::string remedy) const {
    Diagnostic diagnostic;
    diagnostic.code = code;
    diagnostic.message = std::move(message);
    diagnostic.remedy = std::move(remedy);
    diagnostic.where = tree_.where(offset, open_.empty() ? -1 : open_.back());
    throw Failure(std::move(diagnostic));
  }

  std::size_t reached() const { return static_cast<std::size_t>(reached_ - text_.data()); }

  /// Offset of the quote that opens the string whose closing quote was just read: the nearest one without a backslash of its own.
  std::size_t string_begin() const {
    std::size_t at = reached() - 1;
    do {
      at = text_.rfind('"', at - 1);
    } while (is_escaped(at));
    return at;
  }
  bool is_escaped(std::size_t at) const {
    std::size_t backslashes = 0;
    while (at > backslashes && text_[at - 1 - backslashes] == '\\') ++backslashes;
    return backslashes % 2 == 1;
  }

  /// A view of the text where the string stands there as it is, else of a copy.
  /// Control characters, which only escapes make, are kept as such: whoever shows a title or a name need not think of the terminal.
  std::string_view kept(std::string& content, std::size_t begin) {
    const std::size_t length = reached() - begin - 2;
    if (content.size() != length) content = printable(content);
    if (content.size() == length) return text_.substr(begin + 1, length);
    return tree_.unescaped_.emplace_back(std::move(content));
  }

  JsonValue& add(JsonKind kind, std::size_t offset) {
    JsonValue& value = tree_.values_.emplace_back();
    value.kind = kind;
    value.offset = static_cast<std::uint32_t>(offset);
    value.parent = open_.empty() ? -1 : open_.back();
    value.end = tree_.size();
    value.key = key_;
    value.key_offset = static_cast<std::uint32_t>(in_object() ? key_offset_ : offset);
    key_ = {};
    expect_next();
    return value;
  }
  bool in_object() const { return !open_.empty() && tree_.at(open_.back()).kind == JsonKind::object; }
  void expect_next() {
    if (open_.empty()) {
      state_ = JsonExpectation::end;
    } else {
      state_ = in_object() ? JsonExpectation::comma_in_object : JsonExpectation::comma_in_array;
    }
  }

  bool literal(JsonKind kind, std::size_t length) {
    add(kind, reached() - length);
    after_ = reached();
    return true;
  }

  bool number(double value) {
    // The lexer has read one character beyond a number, unless the text ends there.
    std::size_t end = reached();
    if (end > 0 && !is_number_character(text_[end - 1])) --end;
    std::size_t begin = end;
    while (begin > 0 && is_number_character(text_[begin - 1])) --begin;
    add(JsonKind::number, begin).number = value;
    after_ = end;
    return true;
  }

  bool open(JsonKind kind) {
    if (open_.size() >= kDeepest) {
      fail(ErrorCode::json_syntax, reached() - 1, fmt::format("brackets are nested more than {} deep", kDeepest), "");
    }
    add(kind, reached() - 1);
    open_.push_back(tree_.size() - 1);
    after_ = reached();
    state_ = kind == JsonKind::object ? JsonExpectation::key_or_close : JsonExpectation::value_or_close;
    return true;
  }

  bool close() {
    tree_.values_[static_cast<std::size_t>(open_.back())].end = tree_.size();
    open_.pop_back();
    after_ = reached();
    expect_next();
    return true;
  }

  JsonTree& tree_;
  std::string_view text_;
  const char* reached_;
  std::size_t after_ = 0;
  JsonExpectation state_ = JsonExpectation::document;
  std::vector<std::int32_t> open_;
  std::string_view key_;
  std::size_t key_offset_ = 0;
};

JsonTree::JsonTree(std::string_view text, std::string file, std::uint32_t number) : text_(text), file_(std::move(file)), number_(number) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (text_.starts_with(kByteOrderMark)) text_.remove_prefix(kByteOrderMark.size());
  if (text_.size() >= std::numeric_limits<std::uint32_t>::max()) {
    Diagnostic diagnostic;
    diagnostic.code = ErrorCode::file_missing;
    diagnostic.message = "the file is larger than 4 GiB";
    diagnostic.where.file = file_;
    throw Failure(std::move(diagnostic));
  }
  index_lines();
  constexpr std::size_t kBytesOfValue = 12;  // in diagrams; a guess too low only costs a copy
  values_.reserve(text_.size() / kBytesOfValue);
  JsonTreeBuilder(*this).run();
}

JsonTree JsonTree::of_argument(std::string_view text, std::string label) {
  const std::string_view bare = trimmed(text);
  const bool list = bare.starts_with('[') || bare.starts_with('{');  // an object: a list from a file
  const bool number = !bare.empty() && bare.find_first_not_of("0123456789+-.eE") == std::string_view::npos;
  if (list || number) {
    try {
      JsonTree tree(bare, label);
      tree.from_argument_ = true;
      return tree;
    } catch (const Failure&) {
      if (list) throw;  // what only resembles a number is left to the reader of values
    }
  }
  JsonTree tree(std::move(label));
  tree.from_argument_ = true;
  tree.values_.emplace_back().kind = JsonKind::string;
  tree.values_.back().text = tree.unescaped_.emplace_back(bare);
  tree.values_.back().end = 1;
  return tree;
}

void JsonTree::index_lines() {
  line_starts_.push_back(0);
  for (std::size_t at = text_.find('\n'); at != std::string_view::npos; at = text_.find('\n', at + 1)) {
    line_starts_.push_back(static_cast<std::uint32_t>(at + 1));
  }
}

Json JsonTree::root() const { return {*this, 0}; }

Position JsonTree::position(std::size_t offset) const {
  if (from_argument_) return {};
  const auto in_line = [&](std::size_t line) {  // counted from 1
    return line <= line_starts_.size() && line_starts_[line - 1] <= offset && (line == line_starts_.size() || offset < line_starts_[line]);
  };
  if (!in_line(last_line_) && !in_line(++last_line_))
    last_line_ = static_cast<std::size_t>(std::upper_bound(line_starts_.begin(), line_starts_.end(), offset) - line_starts_.begin());
  return {static_cast<std::uint32_t>(last_line_), static_cast<std::uint32_t>(offset - line_starts_[last_line_ - 1] + 1), number_};
}

Where JsonTree::where(std::size_t offset, std::int32_t node) const {
  const Position place = position(offset);
  Where where;
  where.file = file_;
  where.line = static_cast<int>(place.line);
  where.column = static_cast<int>(place.column);
  if (!from_argument_ && node >= 0) where.pointer = pointer(node);
  return where;
}

std::string JsonTree::pointer(std::int32_t node) const {
  std::vector<std::string> steps;
  for (; at(node).parent >= 0; node = at(node).parent) {
    const std::int32_t parent = at(node).parent;
    std::string step;
    if (at(parent).kind == JsonKind::array) {
      int index = 0;
      for (std::int32_t sibling = parent + 1; sibling != node; sibling = at(sibling).end) ++index;
      step = std::to_string(index);
    }
    for (const char c : at(node).key) step += c == '~' ? "~0" : c == '/' ? "~1" : std::string(1, c);
    steps.push_back(std::move(step));
  }
  std::string result;
  for (auto step = steps.rbegin(); step != steps.rend(); ++step) result += "/" + *step;
  return result;
}

bool JsonTree::is_verbatim(std::int32_t node) const {
  const std::string_view text = at(node).text;
  return !from_argument_ && text.data() >= text_.data() && text.data() <= text_.data() + text_.size();
}

Json Json::find(std::string_view key) const {
  for (const Json child : *this) {
    if (child.key() == key) return child;
  }
  return {};
}

std::int32_t Json::count() const { return static_cast<std::int32_t>(std::distance(begin(), end())); }

Where Json::where_inside(std::size_t offset) const {
  return tree_->where(value().offset + (tree_->is_verbatim(node_) ? offset + 1 : 0), node_);
}

std::string_view words(JsonKind kind) {
  switch (kind) {
    case JsonKind::null:
      return "null";
    case JsonKind::boolean:
      return "true or false";
    case JsonKind::number:
      return "a number";
    case JsonKind::string:
      return "a string";
    case JsonKind::array:
      return "a list";
    case JsonKind::object:
      break;
  }
  return "an object";
}

}  // namespace stribeck
