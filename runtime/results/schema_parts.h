#pragma once
// Pieces that every part of the JSON schema is made of.
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

namespace stribeck::schema {

using Json = nlohmann::ordered_json;

inline constexpr const char* kName = "^[A-Za-z_][A-Za-z0-9_]*$";
inline constexpr const char* kQuantity = R"(^\s*([-+]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][-+]?[0-9]+)?((\s*[^0-9\s]|\s+1\s*/).*)?|=.+)$)";

inline Json reference(const std::string& name) { return {{"$ref", "#/$defs/" + name}}; }

inline Json described(Json schema, const std::string& text) {
  schema["description"] = text;
  return schema;
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

/// What a diagram defines itself: adds the schemas "definition", "own_component" and what they need.
void add_definitions(Json& definitions);

}  // namespace stribeck::schema
