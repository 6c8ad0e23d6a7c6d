#pragma once
// JSON documents for scripts. What a document says of a thing stands in one table, its shape: keys, what they mean, how their values are
// had. The document and its JSON schema are both made from it, so that neither can say what the other does not.
#include <concepts>
#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace stribeck::document {

using Json = nlohmann::ordered_json;  // keys in the order in which they are declared

/// How a value of this type stands in a document, and the schema that it keeps. A struct has a shape of its own: a function
/// `const Shape<Thing>& shape_of(const Thing*)` beside it.
template <typename Value>
struct Kind {
  static Json schema() { return shape_of(static_cast<const Value*>(nullptr)).schema(); }
  static Json value(const Value& value) { return shape_of(&value).value(value); }
};

template <typename Thing>
class Shape {
 public:
  /// `get`: a member, or a function of the thing; its type decides the schema, to which `more` is added.
  template <typename Get>
  Shape& key(const char* name, const char* doc, Get get, Json more = Json::object()) {
    using Value = std::remove_cvref_t<std::invoke_result_t<Get, const Thing&>>;
    const auto schema = [doc, more = std::move(more)] {
      Json own = {{"description", doc}};
      own.update(Kind<Value>::schema());
      own.update(more);
      return own;
    };
    keys_.push_back({name, schema, [get](const Thing& thing) { return Kind<Value>::value(std::invoke(get, thing)); }});
    return *this;
  }

  Json value(const Thing& thing) const {
    Json object = Json::object();
    for (const Key& key : keys_) object[key.name] = key.value(thing);
    return object;
  }
  /// An object with all of these keys and no other.
  Json schema() const {
    Json properties = Json::object(), required = Json::array();
    for (const Key& key : keys_) properties[key.name] = key.schema(), required.push_back(key.name);
    return {{"type", "object"}, {"properties", properties}, {"required", required}, {"additionalProperties", false}};
  }

 private:
  struct Key {
    const char* name;
    std::function<Json()> schema;
    std::function<Json(const Thing&)> value;
  };
  std::vector<Key> keys_;
};

/// One that is not finite stands as the text "NaN", "Infinity" or "-Infinity": JSON has no numbers for them.
Json of_number(double value);

template <>
struct Kind<double> {
  static Json schema() { return {{"$ref", "#/$defs/number"}}; }
  static Json value(double value) { return of_number(value); }
};
template <>
struct Kind<bool> {
  static Json schema() { return {{"type", "boolean"}}; }
  static Json value(bool value) { return value; }
};
template <std::integral Whole>
struct Kind<Whole> {
  static Json schema() { return {{"type", "integer"}}; }
  static Json value(Whole value) { return value; }
};
template <typename Text>
requires std::convertible_to<Text, std::string_view>
struct Kind<Text> {
  static Json schema() { return {{"type", "string"}}; }
  static Json value(const Text& value) { return std::string(std::string_view(value)); }
};
template <typename Value>
struct Kind<std::optional<Value>> {
  static Json schema() { return {{"anyOf", Json::array({Kind<Value>::schema(), {{"type", "null"}}})}}; }
  static Json value(const std::optional<Value>& value) { return value ? Kind<Value>::value(*value) : Json(nullptr); }
};
template <typename Value>
struct Kind<std::vector<Value>> {
  static Json schema() { return {{"type", "array"}, {"items", Kind<Value>::schema()}}; }
  static Json value(const std::vector<Value>& values) {
    Json list = Json::array();
    for (const Value& value : values) list.push_back(Kind<Value>::value(value));
    return list;
  }
};

/// Null where there is no text.
inline std::optional<std::string> if_any(const std::string& text) { return text.empty() ? std::nullopt : std::optional(text); }
/// Schema of one of these words.
inline Json one_of(std::vector<std::string> words) { return {{"enum", std::move(words)}}; }

/// Indented by two spaces, or on one line; ends with a newline. Numbers are the shortest decimals that read back as the same.
std::string indented(const Json& json);
std::string on_one_line(const Json& json);

/// The document `name`: first the key "format" with "stribeck-NAME/1", then those of the thing. Later numbers stand in the name
/// ("decay/2").
std::string text_of(const std::string& name, const Json& object);
template <typename Thing>
std::string text_of(const std::string& name, const Thing& thing) {
  return text_of(name, Kind<Thing>::value(thing));
}
/// The schema of a document that text_of() makes, or with an empty name of an object without the key "format".
std::string schema_text(const std::string& name, const std::string& doc, Json object);
template <typename Thing>
std::string schema_text(const std::string& name, const std::string& doc) {
  return schema_text(name, doc, Kind<Thing>::schema());
}

}  // namespace stribeck::document
