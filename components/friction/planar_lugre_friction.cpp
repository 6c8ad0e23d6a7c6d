#include "friction/friction_element.h"
#include "stribeck/component.hpp"

namespace stribeck::mechanisms {

/// LuGre friction of a body that slides on the ground in a plane: bristles with two directions, so that motion one way eases the other.
///     dz/dt = v - sigma_0 |v| z/g(|v|),  g(s) = F_C + (F_s - F_C) exp(-(s/v_S)^2),  v, z and F with parts along X and Y
///     F = W (sigma_0 z + sigma_1 exp(-(|v|/v_d)^2) dz/dt) + f v
/// v is the velocity of the body that is connected to X and Y, which does not turn, z the deflection of the bristles. F acts against v. W
/// is 1, or with normal_force "signal" the normal force Fn, and then F_C, F_s, sigma_0 and sigma_1 are over Fn. Along a line it is
/// translational.lugre_friction with falling damping.
/// Limits: passive while sigma_1 exp(..) |v| <= 4 g.
/// Source: a common extension to the plane, of no single source, of Canudas de Wit, Olsson, Astrom, Lischinsky (1995), A new model for
/// control of systems with friction, IEEE Trans. Autom. Control 40, 419-425.
/// Assumes a body that does not turn and one state of bristles for the whole contact.
void planar_lugre_friction(ComponentBuilder& c) {
  const bool loaded = c.option<bool>("normal_force", {{"constant", false}, {"signal", true}},
                                     "constant: levels are forces; signal: they are coefficients, which Fn multiplies");
  const Port X = c.port("X", "translational", "motion along x"), Y = c.port("Y", "translational", "motion along y");
  const Expression load = loaded ? max(c.input("Fn", "N", "normal force; what is negative counts as none"), 0) : Expression(1);
  const auto parameter = [&](const char* name, double value, const char* unit, const char* over_load, double share, const char* per_load,
                             const char* doc) {
    return loaded ? c.parameter(over_load, share, per_load, doc) : c.parameter(name, value, unit, doc);
  };
  const Parameter coulomb = parameter("coulomb_force", 20, "N", "coulomb_coefficient", 0.3, "1", "what opposes slip at any speed").above(0);
  const Parameter stiction =
      parameter("static_force", 25, "N", "static_coefficient", 0.4, "1", "what opposes slip just when it begins").at_least(coulomb);
  const Parameter reference = c.parameter("stribeck_velocity", 0.1, "m/s", "speed over which the level falls").above(0);
  const char* const bristles = "bristle_stiffness";
  const char* const damped = "bristle_damping";
  const Parameter stiffness = parameter(bristles, 1e5, "N/m", bristles, 1e3, "1/m", "of the bristles when friction begins").above(0);
  const Parameter damping = parameter(damped, 100, "N/(m/s)", damped, 1, "s/m", "of the bristles at rest").at_least(0);
  const Parameter fall = c.parameter("damping_velocity", 0.1, "m/s", "speed over which the damping falls").above(0);
  const Parameter viscous =
      c.parameter("viscous_coefficient", 0, "N/(m/s)", "added to it per relative speed, whatever the load").at_least(0);
  const Expression square_speed = square(X.across()) + square(Y.across());
  constexpr double kRounding = 1e-20;  // of the reference, squared: where nothing moves the speed has a slope, too
  const Expression speed = sqrt(square_speed + kRounding * square(reference));
  const Expression level = coulomb + (stiction - coulomb) * exp(-square_speed / square(reference));
  const Expression friction = damping * exp(-square_speed / square(fall));
  Expression heat = 0, stored = 0;
  std::vector<Assignment> sliding;
  const auto along = [&](const Port& port, const char* z_name, const char* F_name) {
    const Expression v = port.across(), z = c.variable(z_name, "m", "deflection of the bristles");
    const Expression F = c.variable(F_name, "N", "friction, against the motion");
    const Expression rate = v - stiffness * speed * z / level;
    c.relation(z_name, der(z) == rate);
    sliding.push_back({z, level * v / (stiffness * speed)});
    c.relation(F_name, F == load * (stiffness * z + friction * rate) + viscous * v);
    c.relation("force on the body", port.through() == F);
    c.causality(F, fixed_force_out);
    stored += 0.5 * stiffness * square(z);
    // Under a load that varies what bristles take and give back is booked with the heat: it is no function of the state.
    heat = heat + F * v - (loaded ? Expression(0) : stiffness * z * rate);
  };
  along(X, "z_x", "F_x");
  along(Y, "z_y", "F_y");
  partial::start_as_given_or_sliding(c, sliding);
  if (!loaded) c.stores(stored);
  c.dissipates(heat);
}

}  // namespace stribeck::mechanisms
