#pragma once
// Colours that readers with any colour vision tell apart, on white. Okabe, Ito (2008), Color Universal Design, jfly.uni-koeln.de/color; the
// yellow, too pale for a line, is replaced by black, the orange and the sky blue are darker: lines have 3 to 1 on white (WCAG 1.4.11).
#include <array>
#include <cstddef>
#include <string_view>

namespace stribeck {

inline constexpr std::array<std::string_view, 7> kCurveColours{"#0072B2", "#D55E00", "#009E73", "#CC79A7", "#995700", "#1895F5", "#000000"};
inline std::string_view curve_colour(std::size_t number) { return kCurveColours[number % kCurveColours.size()]; }

/// Of modes: what holds is dark, what slips is light, what is open is pale.
inline std::string_view mode_colour(double mode) {
  if (mode == 0) return "#0072B2";
  if (mode == 1) return "#E69F00";
  if (mode == -1) return "#CC79A7";
  return mode == 2 ? "#D9D9D9" : "#56B4E9";
}

inline constexpr std::string_view kShade = "#DDE8F0";  ///< behind curves, while something sticks
inline constexpr std::string_view kEventColour = "#9A9A9A";
inline constexpr std::string_view kTextColour = "#333333";
inline constexpr std::string_view kGridColour = "#E6E6E6";
inline constexpr std::string_view kBorderColour = "#8C8C8C";

}  // namespace stribeck
