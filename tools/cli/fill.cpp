#include "templates.h"

namespace stribeck {

std::string filled(std::string_view text, const std::map<std::string, std::string>& words) {
  std::string result(text);
  for (const auto& [word, value] : words) {
    const std::string mark = "@" + word + "@";
    for (std::size_t i = result.find(mark); i != std::string::npos; i = result.find(mark, i + value.size()))
      result.replace(i, mark.size(), value);
  }
  return result;
}

}  // namespace stribeck
