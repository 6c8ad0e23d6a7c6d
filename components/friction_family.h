#pragma once
// What the friction laws of the catalogue share: ports, words of their domain, and levels given as forces, or as coefficients that a normal
// force multiplies.
#include <vector>

#include "stribeck/component.hpp"

namespace stribeck::partial {

/// What one domain calls the quantities of friction.
struct FrictionWords {
  const DomainWords& domain;
  const char *coulomb, *stiction, *force_unit, *viscous_unit, *stiffness_unit, *rate_unit;
  const char *per_position, *per_speed;  ///< units of a stiffness and of a damping over a level
  bool turns;                            ///< a normal force acts on a lever
};
inline constexpr FrictionWords kTranslationalFriction{kTranslational, "coulomb_force", "static_force", "N",   "N/(m/s)",
                                                      "N/m",          "N/s",           "1/m",          "s/m", false};
inline constexpr FrictionWords kRotationalFriction{kRotational, "coulomb_torque", "static_torque", "N*m",   "N*m/(rad/s)",
                                                   "N*m/rad",   "N*m/s",          "1/rad",         "s/rad", true};

/// What a friction force is made of, told where a diagram asks for it: they add up to the force, while it slips.
struct FrictionParts {
  Expression coulomb = 0, falling = 0, viscous = 0;
};
inline void show_parts(ComponentBuilder& c, const DomainWords& domain, const FrictionParts& parts) {
  c.on_request("coulomb", domain.through_unit, "part of the friction that any speed has", parts.coulomb);
  c.on_request("stribeck", domain.through_unit, "part that falls with speed, from the static level", parts.falling);
  c.on_request("viscous", domain.through_unit, "part that grows with speed", parts.viscous);
}

/// A friction between R and C that is being declared. What is "over the load" is the quantity itself if levels are forces, and that
/// quantity over the normal force (times its lever) if they are coefficients.
class FrictionElement {
 public:
  FrictionElement(ComponentBuilder& builder, const FrictionWords& words)
      : c(builder),
        words_(words),
        loaded_(c.option("normal_force", "constant|signal",
                         "constant: levels are forces or torques; signal: they are coefficients, which Fn multiplies") == 1),
        motion_(relative_motion(c, words.domain)),
        load_(loaded_ ? pressing() : Expression(1)) {}

  const Expression& velocity() const { return motion_.velocity; }
  const RelativeMotion& motion() const { return motion_; }
  /// Of a signal.
  const Expression& normal() const { return normal_; }
  /// What multiplies levels: 1, or the normal force times its lever.
  const Expression& load() const { return load_; }
  bool loaded() const { return loaded_; }

  Parameter coulomb() { return level(words_.coulomb, 20, "coulomb_coefficient", 0.3, "what opposes slip at any speed"); }
  Parameter stiction(const Parameter& coulomb) {
    return level(words_.stiction, 25, "static_coefficient", 0.4, "what opposes slip just when it begins").at_least(coulomb);
  }
  Parameter level(const char* name, double value, const char* coefficient, double share, const char* doc) {
    return loaded_ ? c.parameter(coefficient, share, "1", doc) : c.parameter(name, value, words_.force_unit, doc);
  }
  /// Over the load.
  Parameter stiffness(double value, double per_load, const char* name, const char* doc) {
    return loaded_ ? c.parameter(name, per_load, words_.per_position, doc) : c.parameter(name, value, words_.stiffness_unit, doc);
  }
  /// Over the load.
  Parameter damping(double value, double per_load, const char* name, const char* doc) {
    return loaded_ ? c.parameter(name, per_load, words_.per_speed, doc) : c.parameter(name, value, words_.viscous_unit, doc);
  }
  Parameter speed(const char* name, double value, const char* doc) { return c.parameter(name, value, words_.domain.across_unit, doc); }
  Parameter distance(const char* name, double value, const char* doc) { return c.parameter(name, value, words_.domain.position_unit, doc); }
  /// Of lubricants: whatever the load.
  Parameter viscous() {
    return c.parameter("viscous_coefficient", 0, words_.viscous_unit, "added to it per relative speed, whatever the load").at_least(0);
  }
  const FrictionWords& words() const { return words_; }

  /// The force itself, from that over the load and what does not depend on it.
  void law(const char* label, const Expression& over_load, const Expression& besides = 0) {
    c.relation(label, motion_.force == load_ * over_load + besides);
    c.causality(motion_.force, fixed_force_out);
  }
  /// The same of its parts, those over the load first.
  void law_of_parts(const char* label, const Expression& over_load, const FrictionParts& parts) {
    law(label, over_load, parts.viscous);
    show_parts(c, words_.domain, {load_ * parts.coulomb, load_ * parts.falling, parts.viscous});
  }
  void dissipates_all() { c.dissipates(motion_.force * motion_.velocity); }
  /// `energy` of the bristles over the load, with its rate. Under a load that varies the energy of bristles is no function of the state:
  /// what they take and give back is then booked with the heat.
  void stores(const Expression& energy, const Expression& rate) {
    if (!loaded_) c.stores(energy);
    c.dissipates(motion_.force * motion_.velocity - (loaded_ ? Expression(0) : rate));
  }

  ComponentBuilder& c;

 private:
  Expression pressing() {
    normal_ = max(c.input("Fn", "N", "normal force; what is negative counts as none"), 0);
    if (!words_.turns) return normal_;
    return normal_ * c.parameter("effective_radius", 0.1, "m", "signal only: lever of the friction force").above(0);
  }

  const FrictionWords& words_;
  bool loaded_;
  RelativeMotion motion_;
  Expression normal_ = 0, load_;
};

/// What a law with a memory starts from.
inline bool starts_sliding(ComponentBuilder& c) {
  return c.option(
             "start", "given|sliding",
             "given: relaxed, or as initial values say, as a force that it holds; sliding: as after a long way at the initial velocity") ==
         1;
}

/// Once, at the start. Returns what is 1 from then on.
inline Expression assign_at_start(ComponentBuilder& c, std::vector<Assignment> assignments) {
  const Expression begun = c.hidden_discrete("begun", "1", "1 once it has started", 0);
  assignments.push_back({begun, 1});
  c.when("", begun < 0.5, assignments);
  return begun;
}

/// `sliding`: the states of steady slip, taken at the start if they are asked for.
inline void start_as_given_or_sliding(ComponentBuilder& c, const std::vector<Assignment>& sliding) {
  if (starts_sliding(c)) assign_at_start(c, sliding);
}

/// |v|/v_S, never quite zero: powers below one have no slope there.
inline Expression relative_speed(const Expression& v, const Expression& reference) {
  constexpr double kLeast = 1e-9;
  return max(abs(v) / reference, kLeast);
}

/// The level that opposes steady slip: from static to Coulomb as speed grows, exp(-(|v|/v_S)^exponent).
inline Expression stribeck_level(const Expression& v, const Expression& coulomb, const Expression& stiction, const Expression& reference,
                                 const Expression& exponent = 2) {
  const bool gaussian = exponent.is_number() && exponent.number() == 2;
  const Expression u = v / reference;
  return coulomb + (stiction - coulomb) * exp(gaussian ? -u * u : -pow(relative_speed(v, reference), exponent));
}

enum class LevelShape { gaussian, exponential, rational };

inline LevelShape level_shape(ComponentBuilder& c) {
  return static_cast<LevelShape>(c.option("shape", "gaussian|exponential|rational",
                                          "how the level falls with speed: exp(-s^2), exp(-s^n) or 1/(1 + s^n), n the shape_exponent"));
}

/// The level that opposes steady slip, in any shape.
inline Expression falling_level(ComponentBuilder& c, LevelShape shape, const Expression& v, const Expression& coulomb,
                                const Expression& stiction, const Expression& reference) {
  if (shape == LevelShape::gaussian) return stribeck_level(v, coulomb, stiction, reference);
  const Parameter exponent =
      c.parameter("shape_exponent", 1, "1", "exponential, rational: how steeply the level falls with speed").between(0.5, 10);
  if (shape == LevelShape::exponential) return stribeck_level(v, coulomb, stiction, reference, exponent);
  return coulomb + (stiction - coulomb) / (1 + pow(relative_speed(v, reference), exponent));
}

}  // namespace stribeck::partial
