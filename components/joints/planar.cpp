#include "../joint_friction.h"
#include "../quadrature.h"

#include "stribeck/component.hpp"

namespace stribeck::joints {

namespace {

enum class Area { centre, disc, annulus, rectangle, points };

/// A place of the contact, from the centre and where the parts are not turned, and its share of the normal force.
struct Place {
  Expression x, y, share;
};

/// Gauss-Legendre along the radius squared and equal steps of the angle: exact for polynomials of twice the number of points less one.
std::vector<Place> ring(ComponentBuilder& c, const Expression& inner, const Expression& outer) {
  const int radial = c.count("radial_points", 4, 1, 64, "of the quadrature, along the radius");
  const int angular = c.count("angular_points", 12, 3, 256, "of the quadrature, around");
  std::vector<Place> places;
  for (const partial::QuadraturePoint& point : partial::gauss_legendre(radial)) {
    const Expression radius = sqrt(inner * inner + point.at * (outer * outer - inner * inner));
    for (int k = 0; k < angular; ++k) {
      const double angle = 2 * M_PI * (k + 0.5) / angular;
      places.push_back({radius * std::cos(angle), radius * std::sin(angle), point.weight / angular});
    }
  }
  return places;
}

std::vector<Place> rectangle(ComponentBuilder& c) {
  const auto points = partial::gauss_legendre(c.count("points", 6, 1, 64, "of the quadrature, along each side"));
  auto a = c.parameter("length", 0.1, "m", "side along axis 2").above(0);
  auto b = c.parameter("width", 0.05, "m", "side along axis 3").above(0);
  std::vector<Place> places;
  for (const auto& u : points)
    for (const auto& v : points) places.push_back({(u.at - 0.5) * a, (v.at - 0.5) * b, u.weight * v.weight});
  return places;
}

std::vector<Place> given_points(ComponentBuilder& c) {
  const List x = c.list("points_x", "m", "places of the contact, along axis 2", {0.05, -0.05});
  const List y = c.list("points_y", "m", "the same along axis 3", {0, 0});
  const List weights = c.list("points_weight", "1", "share of each in the normal force; in proportion", {1, 1});
  const int n = c.length(x, 1, 2000);
  c.length(y, n, n), c.length(weights, n, n);
  Expression sum = 0;
  for (int k = 0; k < n; ++k) sum = sum + c.entry(weights, k);
  std::vector<Place> places;
  for (int k = 0; k < n; ++k) places.push_back({c.entry(x, k), c.entry(y, k), c.entry(weights, k) / sum});
  return places;
}

std::vector<Place> places_of(ComponentBuilder& c, Area area) {
  if (area == Area::rectangle) return rectangle(c);
  if (area == Area::points) return given_points(c);
  auto outer = c.parameter("outer_radius", 0.05, "m", "of the contact").above(0);
  if (area == Area::disc) return ring(c, 0, outer);
  return ring(c, c.parameter("inner_radius", 0.02, "m", "of the contact").at_least(0).below(outer), outer);
}

}  // namespace

/// Planar joint with friction: slides along axes 2 and 3 and turns about the normal of its plane, axis 1.
///     centre:  F = min(mu N + F_r, F_max) (1 - exp(-|v|/v_0)) v/|v|, no moment
///     disc, annulus, rectangle, points:  the same at every place X of the contact with its share of the normal force and its own slip
///              v + w e x X;  F is the sum, T the sum of X x F
///     N = |F_j.e| + sum alpha_i |M_i| across, sum |F_a.n| of pads, or a constant; and an interference fit besides
/// A disc that spins is moved by any force: what slides and spins stops doing both at the same instant. Pressure is the same all over the
/// area; a quadrature of the stated number of points adds it up (points may be anything: a polygon cut up, wear). Places turn with R.
/// Loss: the sum of F.v over all places. Reconstructed, see joint_friction.h.
/// Assumes rigid bodies without play, and one coefficient of friction whatever pressure and temperature.
/// Source: COMSOL Multibody Dynamics Module User's Guide, Joint friction (reconstructed); Bauchau, Rodriguez (2002), Int. J. Solids
/// Structures 39, 41-63.
void planar(ComponentBuilder& c) {
  const partial::Freedom slide_2 = partial::freedom(c, "slide2", false, "along axis 2");
  const partial::Freedom slide_3 = partial::freedom(c, "slide3", false, "along axis 3");
  const partial::Freedom turn = partial::freedom(c, "turn", true, "about the normal");
  const auto area = static_cast<Area>(c.option("contact", "centre|disc|annulus|rectangle|points", "where the parts touch"));
  partial::JointFriction friction(c);
  const Expression N = partial::normal_force(c, partial::Joint::planar);
  Expression force_2 = 0, force_3 = 0, torque = 0;
  if (area == Area::centre) {
    const Expression per_speed = friction.per_speed(c, N, square(slide_2.velocity) + square(slide_3.velocity));
    force_2 = per_speed * slide_2.velocity, force_3 = per_speed * slide_3.velocity;
  } else {
    const Expression phi = c.displacement(turn.R, turn.C, "phi", "angle by which the places are turned");
    const Expression limit = c.named("limit", "N", "friction force at full slip", friction.limit(N));
    const Expression v0 = friction.characteristic_velocity(c);
    const bool round = area == Area::disc || area == Area::annulus;
    const Expression cosine = round ? Expression(1) : cos(phi), sine = round ? Expression(0) : sin(phi);
    for (const Place& place : places_of(c, area)) {
      const Expression x = round ? place.x : place.x * cosine - place.y * sine, y = round ? place.y : place.x * sine + place.y * cosine;
      const Expression v = slide_2.velocity - turn.velocity * y, u = slide_3.velocity + turn.velocity * x;
      const Expression per_speed = place.share * limit * friction.slope(v0, square(v) + square(u));
      force_2 = force_2 + per_speed * v, force_3 = force_3 + per_speed * u;
      torque = torque + per_speed * (x * u - y * v);
    }
  }
  c.relation("friction along axis 2", slide_2.through == force_2);
  c.relation("friction along axis 3", slide_3.through == force_3);
  c.relation("friction about the normal", turn.through == torque);
  partial::show_joint(c, N, slide_2.through * slide_2.velocity + slide_3.through * slide_3.velocity + turn.through * turn.velocity);
}

}  // namespace stribeck::joints
