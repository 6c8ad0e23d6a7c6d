#pragma once
// Laws of restitution: how fast the sides of a rigid contact part where they have met. A new law is a row here.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

namespace stribeck {

enum class RestitutionLaw : std::uint8_t { constant, yielding };

struct RestitutionRow {
  const char* name;
  const char* doc;
  /// Speed of parting over speed of approach, 0 to 1. `restitution` is what the component declares, `speed` (SI) that of approach.
  double (*share)(double restitution, double speed);
};

/// In the order of RestitutionLaw.
inline constexpr std::array kRestitutionLaws = {
    RestitutionRow{"constant", "restitution is the same at all speeds (Newton)",
                   [](double restitution, double /*speed*/) { return restitution; }},
    RestitutionRow{
        "yielding",
        "restitution is that of an impact at 1 m/s or 1 rad/s, and falls with the fourth root of the speed, as where metal yields "
        "(Johnson 1985, Contact Mechanics, section 11.4)",
        [](double restitution, double speed) { return std::min(1.0, restitution / std::sqrt(std::sqrt(speed))); }},
};

}  // namespace stribeck
