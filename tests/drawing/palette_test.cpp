#include "drawing/palette.h"

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <string>
#include <string_view>

#include "drawing/assets.h"

using namespace stribeck;

namespace {

using Triple = std::array<double, 3>;
using Square = std::array<Triple, 3>;

Triple times(const Square& matrix, const Triple& vector) {
  Triple result{};
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t k = 0; k < 3; ++k) result.at(i) += matrix.at(i).at(k) * vector.at(k);
  return result;
}

/// Shares of light of red, green and blue: IEC 61966-2-1 (sRGB).
Triple light_of(std::string_view colour) {
  Triple result{};
  for (std::size_t k = 0; k < 3; ++k) {
    const double share = std::stoi(std::string(colour.substr(1 + 2 * k, 2)), nullptr, 16) / 255.0;
    result.at(k) = share <= 0.04045 ? share / 12.92 : std::pow((share + 0.055) / 1.055, 2.4);
  }
  return result;
}

constexpr Square kToXyz{{{0.4124564, 0.3575761, 0.1804375}, {0.2126729, 0.7151522, 0.0721750}, {0.0193339, 0.1191920, 0.9503041}}};
constexpr Triple kWhite{0.95047, 1, 1.08883};

/// WCAG 2.2.
double contrast(std::string_view one, std::string_view other) {
  const auto luminance = [](std::string_view colour) { return times(kToXyz, light_of(colour))[1] + 0.05; };
  return std::max(luminance(one), luminance(other)) / std::min(luminance(one), luminance(other));
}

struct Vision {
  std::string_view name;
  Square of_light;
};
/// Without one kind of cones: Machado, Oliveira, Fernandes (2009), A Physiologically-based Model for Simulation of Color Vision
/// Deficiency, IEEE Trans. Vis. Comput. Graph. 15, 1291-1298, severity 1.
constexpr Vision kVisions[] = {
    {"full", {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}},
    {"protanopia", {{{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}}},
    {"deuteranopia", {{{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}}},
    {"tritanopia", {{{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}}}}};

/// CIE 1976 L*a*b*, whose distances are about those that are seen.
Triple lab_of(std::string_view colour, const Vision& vision) {
  Triple seen = times(vision.of_light, light_of(colour));
  for (double& share : seen) share = std::clamp(share, 0.0, 1.0);
  Triple root = times(kToXyz, seen);
  for (std::size_t k = 0; k < 3; ++k) {
    const double share = root.at(k) / kWhite.at(k);
    root.at(k) = share > 216.0 / 24389 ? std::cbrt(share) : (24389.0 / 27 * share + 16) / 116;
  }
  return {116 * root[1] - 16, 500 * (root[0] - root[1]), 200 * (root[1] - root[2])};
}

double distance(std::string_view one, std::string_view other, const Vision& vision) {
  const Triple a = lab_of(one, vision), b = lab_of(other, vision);
  return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

}  // namespace

TEST_CASE("palette: every curve is seen on every ground that it can be drawn on") {
  for (const auto ground : {&Colour::light, &Colour::dark})
    for (const Colour& colour : kCurveColours)
      for (const Colour& behind : {kPaper, kShade}) {
        CAPTURE(colour.*ground, behind.*ground);
        CHECK(contrast(colour.*ground, behind.*ground) >= 3);
      }
  CHECK(contrast("#000000", "#FFFFFF") == Approx(21));
}

TEST_CASE("palette: curves are told apart by readers who lack one kind of cones") {
  // A just noticeable difference is about 2.3 (Mahy, van Eycken, Oosterlinck 1994); lines are thin, and compared from memory of the legend.
  // The colours of Okabe and Ito with black come to 16.
  constexpr double kApart = 20;
  for (const auto ground : {&Colour::light, &Colour::dark})
    for (const Vision& vision : kVisions)
      for (std::size_t i = 0; i < kCurveColours.size(); ++i)
        for (std::size_t k = 0; k < i; ++k) {
          const std::string_view one = kCurveColours.at(i).*ground, other = kCurveColours.at(k).*ground;
          CAPTURE(vision.name, one, other);
          CHECK(distance(one, other, vision) >= kApart);
        }
}

TEST_CASE("palette: pages have its colours by their names, and none other for them") {
  const std::string style = palette_style();
  for (std::size_t i = 0; i < kCurveColours.size(); ++i) {
    const std::string name = "--" + curve_colour_name(i) + ": ";
    for (const std::string_view own : {kCurveColours.at(i).light, kCurveColours.at(i).dark})
      CHECK(style.find(name + std::string(own) + ";") != std::string::npos);
    CHECK(kPageStyle.find(name) == std::string_view::npos);
  }
  for (const std::string_view name : {"--paper:", "--shade:"}) {
    CHECK(style.find(name) != std::string::npos);
    CHECK(kPageStyle.find(name) == std::string_view::npos);
  }
}
