#pragma once
// Breaks one invariant after the other of what a stage makes.
#include <catch2/catch.hpp>
#include <functional>
#include <string>
#include <vector>

#include "stages.h"

namespace stribeck {

/// A driven block that rubs on a belt and hits a stop, two nodes without mass between springs, a table over time and a sampler.
inline std::string much() {
  return test::diagram_text(
      R"("mass": {"type": "translational.mass", "parameters": {"mass": 2}}, "rub": {"type": "translational.dry_friction"},
         "belt": {"type": "translational.velocity_source"}, "speed": {"type": "signals.constant", "parameters": {"value": "1 m/s"}},
         "wall": {"type": "translational.ground"}, "spring": {"type": "translational.spring"}, "a": {"type": "translational.friction"},
         "b": {"type": "translational.friction", "parameters": {"coulomb_force": 3}}, "contact": {"type": "translational.contact"})",
      R"(["mass.M", "rub.R", "spring.R", "contact.R"], ["belt.R", "rub.C"], ["belt.C", "wall.W", "b.C", "contact.C"],
         ["spring.C", "a.R"], ["a.C", "b.R"], ["speed.y", "belt.S"])");
}

/// What is broken, by which words it is told, and how.
template <typename Made>
struct Break {
  std::string what, told;
  std::function<void(Made&)> make;
};
template <typename Made>
void check_noticed(const Made& whole, const std::vector<Break<Made>>& breaks) {
  REQUIRE(broken_invariant(whole) == "");
  for (const Break<Made>& breaking : breaks) {
    CAPTURE(breaking.what);
    Made broken = whole;
    breaking.make(broken);
    CHECK_THAT(broken_invariant(broken), Catch::Contains(breaking.told));
  }
}

}  // namespace stribeck
