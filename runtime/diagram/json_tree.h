#pragma once
// JSON with the place of every key and value, because an error must name its line and column (nlohmann's own values have none).
#include <cstdint>
#include <deque>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "diagram/diagram.h"

namespace stribeck {

enum class JsonKind : std::uint8_t { null, boolean, number, string, array, object };

/// One value; those below it follow it directly, so a subtree is the range [its number, end).
struct JsonValue {
  JsonKind kind = JsonKind::null;
  bool truth = false;
  std::uint32_t offset = 0;      ///< of its first byte
  std::uint32_t key_offset = 0;  ///< of the quote before its key
  std::int32_t parent = -1;
  std::int32_t end = 0;   ///< one past its last descendant
  double number = 0;      ///< of numbers
  std::string_view text;  ///< of strings
  std::string_view key;   ///< of members of objects
};

class Json;

/// A parsed text. The text must outlive the tree: unescaped strings are views of it.
class JsonTree {
 public:
  /// `file` is its name in messages, `number` what its positions say (Diagram::files). // and /* */ comments and a UTF-8 byte order mark
  /// are accepted. Throws Failure with json.syntax or value.not_finite (a number beyond double).
  JsonTree(std::string_view text, std::string file, std::uint32_t number = 0);
  /// A value of the command line, `label` its option: a number, a list or an object where the text is one, else a string.
  static JsonTree of_argument(std::string_view text, std::string label);

  Json root() const;
  const JsonValue& at(std::int32_t node) const { return values_[static_cast<std::size_t>(node)]; }
  std::int32_t size() const { return static_cast<std::int32_t>(values_.size()); }

  /// Line and column of a byte of the text.
  Position position(std::size_t offset) const;
  Where where(std::size_t offset, std::int32_t node) const;
  /// RFC 6901: "/components/load".
  std::string pointer(std::int32_t node) const;
  /// True if the node's string stands in the text as it is, so that offsets in it are offsets in the text.
  bool is_verbatim(std::int32_t node) const;

 private:
  friend class JsonTreeBuilder;
  explicit JsonTree(std::string file) : file_(std::move(file)) {}
  void index_lines();

  std::string_view text_;
  std::string file_;
  std::uint32_t number_ = 0;
  bool from_argument_ = false;
  std::vector<JsonValue> values_;
  std::vector<std::uint32_t> line_starts_;
  mutable std::size_t last_line_ = 1;  // who reads from the front asks for the same or the next line
  std::deque<std::string> unescaped_;  // a deque: its strings never move
};

/// A value in its tree, or nothing.
class Json {
 public:
  Json() = default;
  Json(const JsonTree& tree, std::int32_t node) : tree_(&tree), node_(node) {}
  explicit operator bool() const { return tree_ != nullptr; }

  JsonKind kind() const { return value().kind; }
  bool is(JsonKind kind) const { return value().kind == kind; }
  bool truth() const { return value().truth; }
  double number() const { return value().number; }
  std::string_view text() const { return value().text; }
  std::string_view key() const { return value().key; }
  /// The member of that name, by linear search, or nothing.
  Json find(std::string_view key) const;
  std::int32_t count() const;

  Position position() const { return tree_->position(value().offset); }
  Position key_position() const { return tree_->position(value().key_offset); }
  Where where() const { return tree_->where(value().offset, node_); }
  Where where_key() const { return tree_->where(value().key_offset, node_); }
  /// The place of a byte of a string's content.
  Where where_inside(std::size_t offset) const;

  class Iterator {
   public:
    using iterator_category = std::input_iterator_tag;
    using value_type = Json;
    using difference_type = std::ptrdiff_t;
    using pointer = const Json*;
    using reference = Json;
    Iterator(const JsonTree* tree, std::int32_t node) : tree_(tree), node_(node) {}
    Json operator*() const { return {*tree_, node_}; }
    Iterator& operator++() {
      node_ = tree_->at(node_).end;
      return *this;
    }
    friend bool operator==(const Iterator& a, const Iterator& b) { return a.node_ == b.node_; }

   private:
    const JsonTree* tree_;
    std::int32_t node_;
  };
  /// The members of an object or the entries of a list; none for other kinds.
  Iterator begin() const;
  Iterator end() const;

 private:
  const JsonValue& value() const { return tree_->at(node_); }
  const JsonTree* tree_ = nullptr;
  std::int32_t node_ = 0;
};

inline Json::Iterator Json::begin() const { return {tree_, node_ + 1}; }
inline Json::Iterator Json::end() const { return {tree_, value().end}; }

/// A value or its key as the place of an error; the place itself (which may have to count a long list) is found when it is needed.
struct Place {
  Json json;
  bool at_key = false;
  std::optional<std::size_t> inside = {};  ///< of the text of a value: a byte of it
  Where where() const { return at_key ? json.where_key() : inside ? json.where_inside(*inside) : json.where(); }
};

/// "an object", "a string": for messages.
std::string_view words(JsonKind kind);

}  // namespace stribeck
