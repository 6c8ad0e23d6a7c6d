#pragma once
// Contacts of parts that slide and turn on one another in a plane, as places that share the normal force.
#include <string>
#include <vector>

#include "joints/polygon_friction.h"
#include "joints/quadrature.h"
#include "stribeck/component.hpp"

namespace stribeck::partial {

/// A place of the contact, from the centre and where the parts are not turned, and its share of the normal force.
struct Place {
  Expression x, y, share;
};

/// Told at the start of the run. `value` is made of parameters; `name`: what it is called.
inline void require_positive(ComponentBuilder& c, const std::string& name, const char* unit, const Expression& value,
                             const char* sentence) {
  const Expression named = c.hidden_variable(name, unit, "must be positive");
  c.relation(name, named == value);
  c.require(named > 0, sentence);
}

inline std::vector<Corner> rectangle_corners(ComponentBuilder& c) {
  auto a = c.parameter("length", 0.1, "m", "side along axis 2").above(0);
  auto b = c.parameter("width", 0.05, "m", "side along axis 3").above(0);
  const Expression x = 0.5 * a, y = 0.5 * b;
  return {{x, y}, {-x, y}, {-x, -y}, {x, -y}};
}

/// The mean of the corners, and twice the area of each triangle between there and a side.
struct Triangles {
  Corner middle;
  std::vector<Expression> areas;
};
inline Triangles triangles_of(const std::vector<Corner>& corners) {
  const double share = 1 / static_cast<double>(corners.size());
  Triangles triangles{{0, 0}, {}};
  Corner& middle = triangles.middle;
  for (const Corner& corner : corners) middle = {middle.x + share * corner.x, middle.y + share * corner.y};
  for (std::size_t k = 0; k < corners.size(); ++k) {
    const Corner &from = corners[k], &to = corners[(k + 1) % corners.size()];
    triangles.areas.push_back((from.x - middle.x) * (to.y - middle.y) - (to.x - middle.x) * (from.y - middle.y));
  }
  return triangles;
}

inline std::vector<Corner> polygon_corners(ComponentBuilder& c) {
  const List x = c.list("corners_x", "m", "corners of the contact in turn, counterclockwise: along axis 2", {0.05, -0.05, -0.05});
  const List y = c.list("corners_y", "m", "the same along axis 3", {0, 0.05, -0.05});
  const int n = c.length(x, 3, 100);
  c.length(y, n, n);
  std::vector<Corner> corners;
  for (int k = 0; k < n; ++k) corners.push_back({c.entry(x, k), c.entry(y, k)});
  int number = 0;
  for (const Expression& area : triangles_of(corners).areas)
    require_positive(c, "corner" + std::to_string(++number) + "_area", "m^2", area,
                     "from the mean of its corners each side of the polygon must run counterclockwise: give the corners in turn");
  return corners;
}

/// In each triangle between the mean of the corners and a side, n Gauss points along the way from there to the side and n along the side.
inline std::vector<Place> places_within(const std::vector<Corner>& corners, int n) {
  const Triangles triangles = triangles_of(corners);
  Expression whole = 0;
  for (const Expression& area : triangles.areas) whole += area;
  std::vector<Place> places;
  for (std::size_t k = 0; k < corners.size(); ++k)
    for (const QuadraturePoint& out : gauss_legendre(n))
      for (const QuadraturePoint& along : gauss_legendre(n)) {
        const Corner &from = corners[k], &to = corners[(k + 1) % corners.size()], &middle = triangles.middle;
        const auto between = [&](const Expression& a, const Expression& b, const Expression& m) {
          return m + out.at * (a + along.at * (b - a) - m);
        };
        places.push_back({between(from.x, to.x, middle.x), between(from.y, to.y, middle.y),
                          2 * out.at * out.weight * along.weight * triangles.areas[k] / whole});
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
  for (int k = 0; k < n; ++k) sum += c.entry(weights, k);
  require_positive(c, "whole_weight", "1", sum, "the weights of the points are all zero: one of them at least must carry the load");
  std::vector<Place> places;
  for (int k = 0; k < n; ++k) places.push_back({c.entry(x, k), c.entry(y, k), c.entry(weights, k) / sum});
  return places;
}

}  // namespace stribeck::partial
