#include "fmi/markup.h"

#include "base/format.h"

namespace stribeck::fmi {

namespace {

bool is_structured(std::string_view name) {
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  std::size_t i = 0;
  for (;;) {
    if (i >= name.size() || !is_letter(name[i])) return false;
    while (i < name.size() && (is_letter(name[i]) || is_digit(name[i]))) ++i;
    if (i < name.size() && name[i] == '[') {
      for (++i; i < name.size() && name[i] != ']'; ++i)
        if (!is_digit(name[i]) && name[i] != ',') return false;
      if (i++ >= name.size()) return false;
    }
    if (i == name.size()) return true;
    if (name[i++] != '.') return false;
  }
}

}  // namespace

std::string attribute(std::string_view name, std::string_view value) {
  return value.empty() ? std::string() : fmt::format(" {}=\"{}\"", name, escaped(value));
}

std::string structured(const std::string& given) {
  std::string name = given;  // "node[1][2]" is "node[1,2]" there
  for (std::size_t i = 0; (i = name.find("][", i)) != std::string::npos;) name.replace(i, 2, ",");
  if (is_structured(name)) return name;
  if (name.starts_with("der(") && name.ends_with(")") && is_structured(std::string_view(name).substr(4, name.size() - 5))) return name;
  std::string quoted = "'";
  for (const char c : name) quoted += c == '\'' || c == '\\' ? std::string("\\") + c : std::string(1, c);
  return quoted + "'";
}

}  // namespace stribeck::fmi
