#include "results/document.h"

#include <cmath>

#include "base/text.h"

namespace stribeck::document {
namespace {

/// The library's own writer of numbers does not always find the shortest decimal.
class Writer {
 public:
  explicit Writer(bool indents) : indents_(indents) {}

  std::string text(const Json& json) {
    write(json, 0);
    return std::move(text_) + "\n";
  }

 private:
  void write(const Json& json, std::size_t depth) {
    if (json.is_object() && !json.empty()) return write_object(json, depth);
    if (json.is_array() && !json.empty()) return write_array(json, depth);
    text_ += json.is_number_float() ? number_text(json.get<double>()) : scalar(json);
  }
  static std::string scalar(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }
  void write_object(const Json& json, std::size_t depth) {
    text_ += '{';
    for (auto entry = json.begin(); entry != json.end(); ++entry) {
      begin_line(entry == json.begin(), depth + 1);
      text_ += scalar(entry.key()) + (indents_ ? ": " : ":");
      write(entry.value(), depth + 1);
    }
    end_lines(depth);
    text_ += '}';
  }
  void write_array(const Json& json, std::size_t depth) {
    text_ += '[';
    for (auto entry = json.begin(); entry != json.end(); ++entry) {
      begin_line(entry == json.begin(), depth + 1);
      write(*entry, depth + 1);
    }
    end_lines(depth);
    text_ += ']';
  }
  void begin_line(bool is_first, std::size_t depth) {
    if (!is_first) text_ += ',';
    end_lines(depth);
  }
  void end_lines(std::size_t depth) {
    if (indents_) text_ += "\n" + std::string(2 * depth, ' ');
  }

  bool indents_;
  std::string text_;
};

std::string format_of(const std::string& name) { return "stribeck-" + name + (name.find('/') == std::string::npos ? "/1" : ""); }

}  // namespace

Json of_number(double value) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value > 0 ? "Infinity" : "-Infinity";
  return value;
}

std::string indented(const Json& json) { return Writer(true).text(json); }
std::string on_one_line(const Json& json) { return Writer(false).text(json); }

std::string text_of(const std::string& name, const Json& object) {
  Json document = {{"format", format_of(name)}};
  document.update(object);
  return indented(document);
}

std::string schema_text(const std::string& name, const std::string& doc, Json object) {
  if (!name.empty()) {
    Json properties = {
        {"format", {{"description", "the number rises when a key changes its meaning or goes"}, {"const", format_of(name)}}}};
    properties.update(object["properties"]);
    object["properties"] = std::move(properties);
    object["required"].insert(object["required"].begin(), "format");
  }
  Json schema = {{"$schema", "https://json-schema.org/draft/2020-12/schema"}, {"title", doc}};
  schema.update(object);
  const Json not_finite = {{"enum", {"NaN", "Infinity", "-Infinity"}}};
  schema["$defs"] = {{"number",
                      {{"description", "the shortest decimal that reads back as the same double; what is not finite is a text"},
                       {"anyOf", Json::array({{{"type", "number"}}, not_finite})}}}};
  return indented(schema);
}

}  // namespace stribeck::document
