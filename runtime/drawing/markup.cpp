#include "drawing/markup.h"

#include <algorithm>
#include <cstdlib>

#include "base/format.h"

namespace stribeck {

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '&')
      result += "&amp;";
    else if (c == '<')
      result += "&lt;";
    else if (c == '>')
      result += "&gt;";
    else if (c == '"')
      result += "&quot;";
    else if (static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t')
      result += '?';
    else
      result += c;
  }
  return result;
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
