#pragma once
// Friction with a memory: bristles that bend before they slip.
#include "friction_family.h"

namespace stribeck::partial {

/// Deflection of bristles and its rate, which the law is to determine.
struct Bristles {
  Expression z, rate;

  explicit Bristles(FrictionElement& e)
      : z(e.c.variable("z", e.words().domain.position_unit, "deflection of the bristles")),
        rate(e.c.variable("z_rate", e.words().domain.across_unit, "rate of the deflection")) {
    e.c.relation("deflection", der(z) == rate);
  }
};

/// A level that falls with speed, and bristles under it: what LuGre and its kin have in common.
struct BristleModel {
  Expression v, speed, coulomb = 0, level = 0, stiffness = 0, damping = 0;

  explicit BristleModel(FrictionElement& e) : v(e.velocity()), speed(abs(v)) {
    const bool falls = e.c.option("damping", "constant|falling",
                                  "of the bristles: constant as in the paper of 1995, or falling with speed, which keeps it passive") == 1;
    const LevelShape shape = level_shape(e.c);
    Parameter coulomb_level = e.coulomb();
    shape == LevelShape::rational ? coulomb_level.at_least(0) : coulomb_level.above(0);  // without it the others come to nothing
    const Parameter stiction = e.stiction(coulomb_level).above(0);
    const Parameter reference = e.speed("stribeck_velocity", 0.1, "speed over which the level falls").above(0);
    coulomb = coulomb_level;
    level = falling_level(e.c, shape, v, coulomb, stiction, reference);
    stiffness = e.stiffness(1e5, 1e3, "bristle_stiffness", "of the bristles when friction begins").above(0);
    damping = e.damping(100, 1, "bristle_damping", "of the bristles").at_least(0);
    if (!falls) return;
    const Expression u = v / e.speed("damping_velocity", 0.1, "falling: speed over which the damping falls").above(0);
    damping = damping * exp(-u * u);
  }

  void finish(FrictionElement& e, const Bristles& bristles, const char* label) const {
    Expression over_load = stiffness * bristles.z + damping * bristles.rate;
    if (e.loaded()) {
      over_load =
          over_load +
          e.c.parameter("viscous_over_load", 0, e.words().per_speed, "signal only: viscous part that grows with the load").at_least(0) * v;
    }
    e.law(label, over_load, e.viscous() * v);
    e.stores(0.5 * stiffness * square(bristles.z), stiffness * bristles.z * bristles.rate);
  }
};

inline void lugre_friction(ComponentBuilder& c, const FrictionWords& words) {
  FrictionElement element(c, words);
  const BristleModel model(element);
  const Bristles bristles(element);
  c.relation("bristles", bristles.rate == model.v - model.stiffness * model.speed * bristles.z / model.level);
  start_as_given_or_sliding(c, {{bristles.z, sign(model.v) * model.level / model.stiffness}});
  model.finish(element, bristles, "LuGre friction");
}

inline void elasto_plastic_friction(ComponentBuilder& c, const FrictionWords& words) {
  FrictionElement element(c, words);
  const BristleModel model(element);
  const Parameter elastic =
      c.parameter("elastic_share", 0.7, "1", "deflection that comes back whole, over Coulomb level over stiffness").above(0).below(1);
  const Bristles bristles(element);
  const Expression most = model.level / model.stiffness, whole = elastic * model.coulomb / model.stiffness;
  const Expression ahead = sign(model.v) * bristles.z;  // in the direction of motion
  const Expression place = (ahead - 0.5 * (most + whole)) / (most - whole);
  const Expression plastic = 0.5 + 0.5 * sin(pi * min(max(place, -0.5), 0.5));
  c.relation("bristles", bristles.rate == model.v * (1 - plastic * ahead / most));
  start_as_given_or_sliding(c, {{bristles.z, sign(model.v) * most}});
  model.finish(element, bristles, "elasto-plastic friction");
}

inline void dahl_friction(ComponentBuilder& c, const FrictionWords& words) {
  FrictionElement element(c, words);
  const Parameter coulomb = element.coulomb().above(0);
  const Parameter stiffness = element.stiffness(1e5, 1e3, "bristle_stiffness", "when friction begins").above(0);
  const Parameter exponent = c.parameter("exponent", 1, "1", "how sharply the loading curve bends").between(0.1, 10);
  const Bristles bristles(element);
  const Expression v = element.velocity(), left = 1 - stiffness * bristles.z * sign(v) / coulomb;
  constexpr double kLeast = 1e-9;  // with exponents below one the level is reached after some way, where the power has no slope
  c.relation("bristles", bristles.rate == v * left * pow(max(abs(left), kLeast), exponent - 1));
  start_as_given_or_sliding(c, {{bristles.z, sign(v) * coulomb / stiffness}});
  element.law("Dahl friction", stiffness * bristles.z, element.viscous() * v);
  element.stores(0.5 * stiffness * square(bristles.z), stiffness * bristles.z * bristles.rate);
}

}  // namespace stribeck::partial
