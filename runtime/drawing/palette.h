#pragma once
// Colours that readers with any colour vision tell apart. The hues of curves follow Okabe, Ito (2008), Color Universal Design,
// jfly.uni-koeln.de/color; each was then moved until it has 3 to 1 against every ground that it is drawn on (WCAG 2.2, 1.4.11), and until
// no two come close for any kind of colour vision. tests/drawing/palette_test.cpp says how close that is.
#include <array>
#include <cstddef>
#include <string>
#include <string_view>

namespace stribeck {

/// A colour on white, and what stands for it on a dark page.
struct Colour {
  std::string_view light, dark;
};

inline constexpr std::array<Colour, 7> kCurveColours{{{"#0B3C96", "#5078F4"},
                                                      {"#D25600", "#D96B1F"},
                                                      {"#007A55", "#179A60"},
                                                      {"#C25AA5", "#CC8FB0"},
                                                      {"#6B3600", "#F4D050"},
                                                      {"#0080FF", "#6FC0FF"},
                                                      {"#000000", "#E6E8EA"}}};
inline std::string_view curve_colour(std::size_t number) { return kCurveColours.at(number % kCurveColours.size()).light; }

inline constexpr Colour kPaper{"#FFFFFF", "#16191C"};
inline constexpr Colour kShade{"#DDE8F0", "#24323D"};  ///< behind curves, while something sticks

/// Of modes: what holds is dark, what slips is light, what is open is pale.
inline std::string_view mode_colour(double mode) {
  if (mode == 0) return "#0072B2";
  if (mode == 1) return "#E69F00";
  if (mode == -1) return "#CC79A7";
  return mode == 2 ? "#D9D9D9" : "#56B4E9";
}

inline constexpr std::string_view kEventColour = "#9A9A9A";
inline constexpr std::string_view kTextColour = "#333333";
inline constexpr std::string_view kGridColour = "#E6E6E6";
inline constexpr std::string_view kBorderColour = "#8C8C8C";

/// What a page calls the colour of a curve, which is another one when it is dark: "curve-1".
std::string curve_colour_name(std::size_t number);

/// The colours of grounds and curves as variables of a page's style, light, dark and, again light, on paper.
std::string palette_style();

}  // namespace stribeck
