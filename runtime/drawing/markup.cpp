#include "drawing/markup.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "base/format.h"

namespace stribeck {

std::string with_signs(std::string text) {
  for (const auto& [plain, sign] : {std::pair<std::string_view, std::string_view>{">=", "≥"}, {"<=", "≤"}})
    for (std::size_t at = text.find(plain); at != std::string::npos; at = text.find(plain, at)) text.replace(at, plain.size(), sign);
  return text;
}

std::string with_minus(std::string number) {
  for (std::size_t at = number.find('-'); at != std::string::npos; at = number.find('-', at)) number.replace(at, 1, "\u2212");
  return number;
}

std::string stacked(const std::vector<std::string>& drawings) {
  const auto number_of = [](const std::string& drawing, std::string_view name) {
    const std::size_t at = drawing.find(name);
    return at == std::string::npos ? 0 : std::atof(drawing.c_str() + at + name.size());
  };
  double width = 0, height = 0;
  std::string inside;
  for (const std::string& drawing : drawings) {
    inside += fmt::format("<g transform=\"translate(0 {:.0f})\">\n", height) + drawing + "</g>\n";
    width = std::max(width, number_of(drawing, "width=\"")), height += number_of(drawing, "height=\"");
  }
  return fmt::format("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" viewBox=\"0 0 {0:.0f} {1:.0f}\">\n",
                     width, height) +
         inside + "</svg>\n";
}

}  // namespace stribeck
