#pragma once
// Contacts of parts that slide and turn on one another in a plane, as places that share the normal force.
#include <string>
#include <vector>

#include "quadrature.h"
#include "stribeck/component.hpp"

namespace stribeck::partial {

/// A place of the contact, from the centre and where the parts are not turned, and its share of the normal force.
struct Place {
  Expression x, y, share;
};

/// Told at the start of the run. `value` is made of parameters; `name`: what it is called.
inline void require_positive(ComponentBuilder& c, const std::string& name, const char* unit, const Expression& value,
                             const char* sentence) {
  const Expression named = c.hidden_variable(name.c_str(), unit, "must be positive");
  c.relation(name.c_str(), named == value);
  c.require(named > 0, sentence);
}

/// Gauss-Legendre in both directions.
inline std::vector<Place> rectangle_places(ComponentBuilder& c) {
  const auto points = gauss_legendre(c.count("points", 6, 1, 64, "of the quadrature, along each side; exact to degree 2 n - 1 in either"));
  auto a = c.parameter("length", 0.1, "m", "side along axis 2").above(0);
  auto b = c.parameter("width", 0.05, "m", "side along axis 3").above(0);
  std::vector<Place> places;
  for (const auto& u : points)
    for (const auto& v : points) places.push_back({(u.at - 0.5) * a, (v.at - 0.5) * b, u.weight * v.weight});
  return places;
}

/// Cut into triangles between the mean of the corners and each side. In a triangle, Gauss-Legendre along the way from there to the side and
/// along the side.
inline std::vector<Place> polygon_places(ComponentBuilder& c) {
  const List x = c.list("corners_x", "m", "corners of the contact in turn, counterclockwise: along axis 2", {0.05, -0.05, -0.05});
  const List y = c.list("corners_y", "m", "the same along axis 3", {0, 0.05, -0.05});
  const int n = c.length(x, 3, 100);
  c.length(y, n, n);
  const auto points = gauss_legendre(
      c.count("points", 6, 1, 32, "of the quadrature, in either direction of each triangle; exact for polynomials of degree 2 n - 2"));
  Expression middle_x = 0, middle_y = 0;
  for (int k = 0; k < n; ++k) middle_x = middle_x + c.entry(x, k) / n, middle_y = middle_y + c.entry(y, k) / n;
  std::vector<Expression> areas;  // of parallelograms
  Expression whole = 0;
  for (int k = 0; k < n; ++k) {
    const int next = (k + 1) % n;
    areas.push_back((c.entry(x, k) - middle_x) * (c.entry(y, next) - middle_y) -
                    (c.entry(x, next) - middle_x) * (c.entry(y, k) - middle_y));
    require_positive(c, "corner" + std::to_string(k + 1) + "_area", "m^2", areas.back(),
                     "from the mean of its corners each side of the polygon must run counterclockwise: give the corners in turn");
    whole = whole + areas.back();
  }
  std::vector<Place> places;
  for (int k = 0; k < n; ++k) {
    const int next = (k + 1) % n;
    for (const auto& out : points)
      for (const auto& along : points) {
        const auto between = [&](const Expression& from, const Expression& to, const Expression& middle) {
          return middle + out.at * (from + along.at * (to - from) - middle);
        };
        places.push_back({between(c.entry(x, k), c.entry(x, next), middle_x), between(c.entry(y, k), c.entry(y, next), middle_y),
                          2 * out.at * out.weight * along.weight * areas[static_cast<std::size_t>(k)] / whole});
      }
  }
  return places;
}

inline std::vector<Place> given_places(ComponentBuilder& c) {
  const List x = c.list("points_x", "m", "places of the contact, along axis 2", {0.05, -0.05});
  const List y = c.list("points_y", "m", "the same along axis 3", {0, 0});
  const List weights = c.list("points_weight", "1", "share of each in the normal force; in proportion", {1, 1});
  const int n = c.length(x, 1, 2000);
  c.length(y, n, n), c.length(weights, n, n);
  c.each(weights).at_least(0);
  Expression sum = 0;
  for (int k = 0; k < n; ++k) sum = sum + c.entry(weights, k);
  require_positive(c, "whole_weight", "1", sum, "the weights of the points are all zero: one of them at least must carry the load");
  std::vector<Place> places;
  for (int k = 0; k < n; ++k) places.push_back({c.entry(x, k), c.entry(y, k), c.entry(weights, k) / sum});
  return places;
}

}  // namespace stribeck::partial
