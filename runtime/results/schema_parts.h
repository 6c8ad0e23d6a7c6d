#pragma once
// Pieces that every part of the JSON schema is made of.
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

namespace stribeck::schema {

using Json = nlohmann::ordered_json;

inline constexpr const char* kName = "^[A-Za-z_][A-Za-z0-9_]*$";
inline constexpr const char* kQuantity = R"(^\s*([-+]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][-+]?[0-9]+)?((\s*[^0-9\s]|\s+1\s*/).*)?|=.+)$)";

/// Numbers at the beginning of a text that are not below zero, or above it.
inline constexpr const char* kNotNegative = R"(^(?!\s*-[0.]*[1-9]))";
inline constexpr const char* kPositive = R"(^(?!\s*-[0.]*[1-9]|\s*[-+]?[0.]+\s*($|[^\s0-9.eE])))";
/// "cell[1:n-1].right": names with dots between them, each of which may have indices.
inline constexpr const char* kConnector = R"(^[^.\[\]]+(\[[^\[\]]*\])*(\.[^.\[\]]+(\[[^\[\]]*\])*)+$)";
/// One equals sign that is not part of a comparison.
inline constexpr const char* kEquation = R"(^([^=<>!]|[<>!](=|(?!=))|==)+=(?!=)([^=<>!]|[<>!](=|(?!=))|==)+$)";

inline Json reference(const std::string& name) { return {{"$ref", "#/$defs/" + name}}; }

inline Json described(Json schema, const std::string& text) {
  schema["description"] = text;
  return schema;
}

/// A text of this form.
inline Json text_like(const char* pattern) { return {{"type", "string"}, {"pattern", pattern}}; }

/// A bare number with these limits, or a text with a unit or an expression; `pattern`: what also holds of the text.
inline Json number_or_text(Json number, const char* pattern = nullptr) {
  Json text = reference("quantity_text");
  if (pattern) text["pattern"] = pattern;
  return {{"anyOf", Json::array({std::move(number), std::move(text)})}};
}

/// An object that has these keys and no other.
inline Json closed_object(Json properties, Json required = Json::array()) {
  Json object = {{"type", "object"}, {"properties", std::move(properties)}, {"additionalProperties", false}};
  if (!required.empty()) object["required"] = std::move(required);
  return object;
}

/// An object whose keys are the user's own names.
inline Json map_of(Json values, const char* name_pattern = nullptr) {
  Json object = {{"type", "object"}, {"additionalProperties", std::move(values)}};
  if (name_pattern) object["propertyNames"] = {{"pattern", name_pattern}};
  return object;
}

inline Json list_of(Json items, int at_least = 0) {
  Json list = {{"type", "array"}, {"items", std::move(items)}};
  if (at_least > 0) list["minItems"] = at_least;
  return list;
}

/// A component that is an FMU; its own parameters are not known to a schema.
Json fmu();
/// What a diagram defines itself: adds the schemas "definition", "own_component" and what they need.
void add_definitions(Json& definitions);

}  // namespace stribeck::schema
