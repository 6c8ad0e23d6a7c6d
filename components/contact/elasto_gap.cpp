#include "stribeck/component.hpp"

namespace stribeck {

/// Elastic, damped contact on one side: pushes R and C apart while {they are closer than|the angle between them is below} natural_{length}.
///     {F} = -({f|t}_c + {f|t}_d),  {f|t}_c = k p,  {f|t}_d = -d {v} limited to |{f|t}_d| <= {f|t}_c,  p = natural_{length} - {x} > 0;
///         {F} = 0 for p <= 0
/// With law: power, {f|t}_c = k p_r (p/p_r)^n. {F} is transmitted from R to C. As damping never exceeds the elastic part the {force} begins
/// and ends at zero and never pulls. With a small damping ratio z the restitution is exp(-2 z acos(z)/sqrt(1 - z^2)).
/// Source: Modelica Standard Library 4.1, Translational.Components.ElastoGap{|, turned}.
/// Assumes flanks without mass.
void elasto_gap(ComponentBuilder& c, const DomainWords& in) {
  const auto [v, F, R, C] = relative_motion(c, in);
  const Expression x = c.displacement(R, C, in("{x}"), in("{position} of R relative to C"));
  const bool by_power = c.option<bool>("law", {{"linear", false}, {"power", true}},
                                       "linear: stiffness is constant; power: the elastic part grows with a power of the depth");
  auto free = c.parameter(in("natural_{length}"), 0, in("{m}"), "position of R relative to C below which the sides touch");
  auto k = c.parameter("stiffness", 1e6, in("{N}/{m}"), "elasticity of the contact").above(0);
  auto d = c.parameter("damping", in(150, 0.01), in("{N}*s/{m}"), "damping, never more than the elastic part").at_least(0);
  const Expression depth = max(free - x, 0), rate = -v;
  Expression elastic = k * depth, stored = 0.5 * k * square(depth);
  if (by_power) {
    auto n = c.parameter("exponent", 1.5, "1", "power of the depth: 1.5 between spheres after Hertz").at_least(1);
    auto reference = c.parameter("reference_depth", 1, in("{m}"), "depth at which the elastic part is stiffness times it").above(0);
    elastic = k * reference * pow(depth / reference, n);
    stored = k * square(reference) * pow(depth / reference, n + 1) / (n + 1);
  }
  // What is stored and what is turned into heat add up to the power of the push exactly.
  const Condition touching = free - x > 0;
  const Expression braking = min(max(d * rate, -elastic), elastic);
  c.relation("contact law", F == if_else(touching, -(elastic + braking), 0));
  c.causality(F, fixed_force_out);
  c.stores(if_else(touching, stored, 0));
  c.dissipates(if_else(touching, braking * rate, 0));
}

}  // namespace stribeck
