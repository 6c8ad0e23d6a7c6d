// Friction in five degrees of detail, as in 20-sim's mechanical library: with the ground through one port, and between two bodies.
#include "friction/friction_element.h"
#include "stribeck/component.hpp"

namespace stribeck {
namespace {

enum class Detail { c, v, cv, scvs, lugre };

/// Determines `force`, that of friction against the velocity `v`. In translation levels are coefficients, which the normal force Fn
/// multiplies.
void five_frictions(ComponentBuilder& c, const Expression& v, const Expression& force, const DomainWords& in) {
  const auto detail =
      c.option<Detail>("law", {{"c", Detail::c}, {"v", Detail::v}, {"cv", Detail::cv}, {"scvs", Detail::scvs}, {"lugre", Detail::lugre}},
                       "c: Coulomb; v: viscous; cv: both; scvs: with static friction and Stribeck's fall; lugre: bristles");
  const bool sticky = detail == Detail::scvs || detail == Detail::lugre, dry = detail != Detail::v;
  const Expression coulomb =
      dry ? c.parameter(in("coulomb_{coefficient|torque}"), 0.3, in("{1|N*m}"), "not v: Coulomb friction").at_least(0) : Expression(0);
  const Expression stiction =
      sticky ? c.parameter(in("static_{coefficient|torque}"), 0.4, in("{1|N*m}"), "scvs, lugre: static friction").above(0) : coulomb;
  const Expression fall =
      sticky ? c.parameter("stribeck_velocity", 0.01, in("{m}/s"), "scvs, lugre: speed over which friction falls").above(0) : Expression(1);
  const Expression viscous =
      detail == Detail::c ? Expression(0) : c.parameter("viscous_coefficient", 0.01, in("{s/m|N*m*s/rad}"), "not c: per speed").at_least(0);
  const Expression falling = sticky ? exp(-square(v / fall)) : Expression(0);
  Expression friction = viscous * v, stored = 0, storing = 0;
  partial::FrictionParts parts{0, 0, viscous * v};
  if (detail == Detail::lugre) {
    const Parameter stiffness = c.parameter("bristle_stiffness", 1e4, in("{1/m|N*m/rad}"), "lugre: at zero speed").above(0);
    const Parameter damping = c.parameter("bristle_damping", 0, in("{s/m|N*m*s/rad}"), "lugre: of the bristles").at_least(0);
    const Expression z = c.variable("z", in("{m}"), "deflection of the bristles");
    const Expression level = coulomb + (stiction - coulomb) * falling, rate = v - stiffness * abs(v) * z / level;
    partial::start_as_given_or_sliding(c, {{z, sign(v) * level / stiffness}});
    c.relation("bristles", der(z) == rate);
    friction = friction + stiffness * z + damping * rate;
    stored = 0.5 * stiffness * square(z), storing = stiffness * z * rate;
  } else if (dry) {
    const Expression steep = tanh(c.parameter("slope", 1000, in("s/{m}"), "c, cv, scvs: steepness at rest").above(0) * v);
    // sign(v) times the bracket, in which the sign of v and that of tanh cancel
    friction += (sticky ? stiction * falling * steep + coulomb * (1 - falling) * sign(v) : coulomb * steep);
    if (sticky) parts.coulomb = coulomb * sign(v), parts.falling = falling * (stiction * steep - coulomb * sign(v));
    if (!sticky) parts.coulomb = coulomb * steep;
  }
  const Expression load = !in.turns ? max(c.input("Fn", "N", "normal force; what is negative counts as none"), 0) : Expression(1);
  c.relation("friction law", force == load * friction);
  if (detail != Detail::lugre) partial::show_parts(c, in, {load * parts.coulomb, load * parts.falling, load * parts.viscous});
  c.causality(force, fixed_force_out);
  if (detail != Detail::lugre || !in.turns) return c.dissipates(force * v);
  c.stores(stored);
  c.dissipates(force * v - storing);
}

}  // namespace

/// Friction {with the fixed world under a normal force|of a bearing in the fixed world}, in five degrees of detail, as in 20-sim.
///     c:     {F} = {Fn mu|T}_c tanh(slope {v})
///     v:     {F} = {Fn mu_v|d} {v}
///     cv:    {F} = {Fn (mu|T}_c tanh(slope {v}) + {mu_v v)|d w}
///     scvs:  {F} = {Fn (|}({mu|T}_c + ({mu|T}_s |tanh(slope {v})| - {mu|T}_c) exp(-({v}/{v}_st)^2)) sign({v}) + {mu_v v)|d w}
///     lugre: {F} = {Fn (mu_k z + mu_d dz/dt + mu_v v)|k z + d_1 dz/dt + d w},
///            dz/dt = {v} - {mu_k|k} |{v}| z/g({v}),  g({v}) = {mu|T}_c + ({mu|T}_s - {mu|T}_c) exp(-({v}/{v}_st)^2)
/// {F} acts against the motion of what is connected to p, any number of {bodies|shafts}; its causality is fixed force out.
/// {mu|T}_c is coulomb_{coefficient|torque}, {mu|T}_s
/// static_{coefficient|torque}, {mu_v|d} viscous_coefficient, {v}_st stribeck_velocity, {mu_k|k} bristle_stiffness, {mu_d|d_1}
/// bristle_damping.{ 20-sim calls mu_k dimensionless; here it is in 1/m, as z is a length, and the number is the same.|}
/// Limits: it creeps. Passive; lugre while the bristle damping times |{v}| is at most 4 g({v}).
/// Accuracy: 20-sim's manual {does not print its LuGre
/// equations: these are a reconstruction, with mu_d, which it does not have, zero unless given|prints c, v and cv; scvs and lugre are
/// reconstructed after those of translation}. Source: 20-sim, Iconic Diagrams, Mechanical, {Translation|Rotation}, Friction. Assumes
/// friction that spreads no heat and no wear, and one state of bristles for the whole contact.
void ground_friction(ComponentBuilder& c, const DomainWords& in) {
  const Port p = c.port("p", in.name, "what slides on the ground");
  const Expression v = c.variable(in("{v}"), in("{m}/s"), "velocity over the ground");
  const Expression F = c.variable(in("{F}"), in("{N}"), "friction, against the motion");
  c.relation("velocity", v == p.across());
  c.relation("force", p.through() == F);
  five_frictions(c, v, F, in);
}

/// Friction {between two bodies under a normal force|of a bearing between two shafts}, in five degrees of detail, as in 20-sim.
///     c:     {F} = {Fn mu|T}_c tanh(slope {v})
///     v:     {F} = {Fn mu_v|d} {v}
///     cv:    {F} = {Fn (mu|T}_c tanh(slope {v}) + {mu_v v)|d w}
///     scvs:  {F} = {Fn (|}({mu|T}_c + ({mu|T}_s |tanh(slope {v})| - {mu|T}_c) exp(-({v}/{v}_st)^2)) sign({v}) + {mu_v v)|d w}
///     lugre: {F} = {Fn (mu_k z + mu_d dz/dt + mu_v v)|k z + d_1 dz/dt + d w},
///            dz/dt = {v} - {mu_k|k} |{v}| z/g({v}),  g({v}) = {mu|T}_c + ({mu|T}_s - {mu|T}_c) exp(-({v}/{v}_st)^2)
/// {F} is transmitted from R to C, {v} = R.{v} - C.{v}; its causality is fixed force out.
/// {mu|T}_c is coulomb_{coefficient|torque}, {mu|T}_s
/// static_{coefficient|torque}, {mu_v|d} viscous_coefficient, {v}_st stribeck_velocity, {mu_k|k} bristle_stiffness, {mu_d|d_1}
/// bristle_damping.
/// Limits: it creeps. Passive; lugre while the bristle damping times |{v}| is at most 4 g({v}).
/// Accuracy: 20-sim's manual {does not print its LuGre
/// equations: these are a reconstruction, with mu_d, which it does not have, zero unless given|prints c, v and cv; scvs and lugre are
/// reconstructed after those of translation}. Source: 20-sim, Iconic Diagrams, Mechanical, {Translation|Rotation}, Friction. Assumes
/// friction that spreads no heat and no wear, and one state of bristles for the whole contact.
void body_friction(ComponentBuilder& c, const DomainWords& in) {
  const RelativeMotion motion = relative_motion(c, in);
  five_frictions(c, motion.velocity, motion.force, in);
}

}  // namespace stribeck
