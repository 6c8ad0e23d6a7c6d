#pragma once
// What force and torque sources in space share.
#include <string>

#include "stribeck/spatial.hpp"

namespace stribeck::partial {

/// A vector that signals bring, or parameters while these are open; what the world's axes make of it. `what`: "force" or "torque".
inline Vector vector_source(ComponentBuilder& c, const Frame& a, const Frame& b, const std::string& what, const char* unit) {
  enum Axes { of_world, of_a, of_b };
  const int axes = c.option("axes", "world|a|b", "in whose axes it is given, with which it turns");
  const Vector constant =
      vector_parameter(c, what.c_str(), unit, (what + " on b, along each axis whose signal is left open").c_str(), {0, 0, 0});
  const auto part = [&](const char* name, const char* axis, const Expression& otherwise) {
    return c.input(name, unit, (what + " on b along " + axis).c_str(), otherwise);
  };
  const Vector given{part("x", "x", constant.x), part("y", "y", constant.y), part("z", "z", constant.z)};
  return axes == of_world ? given : (axes == of_a ? a : b).rotation * given;
}

}  // namespace stribeck::partial
