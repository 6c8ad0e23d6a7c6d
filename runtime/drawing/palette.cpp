#include "drawing/palette.h"

namespace stribeck {

std::string curve_colour_name(std::size_t number) { return "curve-" + std::to_string(number % kCurveColours.size() + 1); }

std::string palette_style() {
  const auto variables = [](std::string_view Colour::*ground) {
    std::string text = ":root {";
    const auto add = [&](const std::string& name, const Colour& colour) {
      text += " --" + name + ": " + std::string(colour.*ground) + ";";
    };
    add("paper", kPaper), add("shade", kShade);
    for (std::size_t i = 0; i < kCurveColours.size(); ++i) add(curve_colour_name(i), kCurveColours.at(i));
    return text + " }";
  };
  const std::string light = variables(&Colour::light);
  return light + "\n@media (prefers-color-scheme: dark) { " + variables(&Colour::dark) + " }\n@media print { " + light + " }\n";
}

}  // namespace stribeck
