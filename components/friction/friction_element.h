#pragma once
// What the friction laws of the catalogue share: ports, and levels given as forces, or as coefficients that a normal
// force multiplies.
#include <vector>

#include "stribeck/component.hpp"

namespace stribeck::partial {

/// What a friction force is made of, told where a diagram asks for it: they add up to the force, while it slips.
struct FrictionParts {
  Expression coulomb = 0, falling = 0, viscous = 0;
};
inline void show_parts(ComponentBuilder& c, const DomainWords& in, const FrictionParts& parts) {
  c.on_request("coulomb", in("{N}"), "part of the friction that any speed has", parts.coulomb);
  c.on_request("stribeck", in("{N}"), "part that falls with speed, from the static level", parts.falling);
  c.on_request("viscous", in("{N}"), "part that grows with speed", parts.viscous);
}

/// A friction between R and C that is being declared. What is "over the load" is the quantity itself if levels are forces, and that
/// quantity over the normal force (times its lever) if they are coefficients.
class FrictionElement {
 public:
  FrictionElement(ComponentBuilder& builder, const DomainWords& domain)
      : c(builder),
        in(domain),
        loaded_(c.option<bool>("normal_force", {{"constant", false}, {"signal", true}},
                               "constant: levels are forces or torques; signal: they are coefficients, which Fn multiplies")),
        motion_(relative_motion(c, in)),
        load_(loaded_ ? pressing() : Expression(1)) {}

  const Expression& velocity() const { return motion_.velocity; }
  const RelativeMotion& motion() const { return motion_; }
  /// Of a signal.
  const Expression& normal() const { return normal_; }
  /// What multiplies levels: 1, or the normal force times its lever.
  const Expression& load() const { return load_; }
  bool loaded() const { return loaded_; }

  Parameter coulomb() { return level(in("coulomb_{force}"), 20, "coulomb_coefficient", 0.3, "what opposes slip at any speed"); }
  Parameter stiction(const Parameter& coulomb) {
    return level(in("static_{force}"), 25, "static_coefficient", 0.4, "what opposes slip just when it begins").at_least(coulomb);
  }
  Parameter level(const Text& name, double value, const Text& coefficient, double share, const Text& doc) {
    return loaded_ ? c.parameter(coefficient, share, "1", doc) : c.parameter(name, value, in("{N}"), doc);
  }
  /// Over the load.
  Parameter stiffness(double value, double per_load, const Text& name, const Text& doc) {
    return loaded_ ? c.parameter(name, per_load, in("1/{m}"), doc) : c.parameter(name, value, in("{N}/{m}"), doc);
  }
  /// Over the load.
  Parameter damping(double value, double per_load, const Text& name, const Text& doc) {
    return loaded_ ? c.parameter(name, per_load, in("s/{m}"), doc) : c.parameter(name, value, in("{N}/({m}/s)"), doc);
  }
  Parameter speed(const Text& name, double value, const Text& doc) { return c.parameter(name, value, in("{m}/s"), doc); }
  Parameter distance(const Text& name, double value, const Text& doc) { return c.parameter(name, value, in("{m}"), doc); }
  /// Of lubricants: whatever the load.
  Parameter viscous() {
    return c.parameter("viscous_coefficient", 0, in("{N}/({m}/s)"), "added to it per relative speed, whatever the load").at_least(0);
  }

  /// The force itself, from that over the load and what does not depend on it.
  void law(const Text& label, const Expression& over_load, const Expression& besides = 0) {
    c.relation(label, motion_.force == load_ * over_load + besides);
    c.causality(motion_.force, fixed_force_out);
  }
  /// The same of its parts, those over the load first.
  void law_of_parts(const Text& label, const Expression& over_load, const FrictionParts& parts) {
    law(label, over_load, parts.viscous);
    show_parts(c, in, {load_ * parts.coulomb, load_ * parts.falling, parts.viscous});
  }
  void dissipates_all() { c.dissipates(motion_.force * motion_.velocity); }
  /// `energy` of the bristles over the load, with its rate. Under a load that varies the energy of bristles is no function of the state:
  /// what they take and give back is then booked with the heat.
  void stores(const Expression& energy, const Expression& rate) {
    if (!loaded_) c.stores(energy);
    c.dissipates(motion_.force * motion_.velocity - (loaded_ ? Expression(0) : rate));
  }

  ComponentBuilder& c;
  const DomainWords& in;

 private:
  Expression pressing() {
    normal_ = max(c.input("Fn", "N", "normal force; what is negative counts as none"), 0);
    if (!in.turns) return normal_;
    return normal_ * c.parameter("effective_radius", 0.1, "m", "signal only: lever of the friction force").above(0);
  }

  bool loaded_;
  RelativeMotion motion_;
  Expression normal_ = 0, load_;
};

/// What a law with a memory starts from.
inline bool starts_sliding(ComponentBuilder& c) {
  return c.option<bool>(
      "start", {{"given", false}, {"sliding", true}},
      "given: relaxed, or as initial values say, as a force that it holds; sliding: as after a long way at the initial velocity");
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
  return c.option<LevelShape>(
      "shape", {{"gaussian", LevelShape::gaussian}, {"exponential", LevelShape::exponential}, {"rational", LevelShape::rational}},
      "how the level falls with speed: exp(-s^2), exp(-s^n) or 1/(1 + s^n), n the shape_exponent");
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
