#pragma once
// What is shared by clutches, brakes and contacts whose friction is a coefficient times a load.
#include "friction/sticking.h"

namespace stribeck::partial {

/// Coefficients of friction against speed, for a force of 1 N that presses.
class FrictionCoefficient {
 public:
  /// `speed_unit` is that of the abscissae of the table.
  FrictionCoefficient(ComponentBuilder& c, const Text& speed_unit)
      : FrictionCoefficient(
            c, speed_unit,
            c.option<bool>("friction", {{"constant", false}, {"table", true}}, "whether the coefficient depends on the relative speed")) {}
  FrictionCoefficient(ComponentBuilder& c, const Text& speed_unit, bool by_table) : builder_(c), by_table_(by_table) {
    if (by_table_) {
      speeds_ = c.ascending_list("speeds", speed_unit, "relative speeds of the table, from zero up", {0, 10});
      coefficients_ = c.list("friction_coefficients", "1", "coefficients of friction at these speeds, linear between", {0.5, 0.4});
      c.each(speeds_).at_least(0), c.each(coefficients_).at_least(0);
    } else {
      constant_ = c.parameter("friction_coefficient", 0.5, "1", "friction over normal force while it slips").at_least(0);
    }
    peak_ = peak_of(c, "coefficient while it sticks over the one at the start of slip");
    fade_ = fade_of(c);
  }
  /// For a load that is the friction force itself.
  static FrictionCoefficient one(ComponentBuilder& c) { return {c, peak_of(c, "what holds over what opposes slip"), fade_of(c)}; }

  Expression sticking() const { return peak_ * slipping(0); }
  Expression slipping(const Expression& speed) const {
    return fade_ * (by_table_ ? builder_.interpolate(speeds_, coefficients_, speed) : constant_);
  }

 private:
  FrictionCoefficient(ComponentBuilder& c, const Expression& peak, const Expression& fade)
      : builder_(c), by_table_(false), constant_(1), peak_(peak), fade_(fade) {}
  static Parameter peak_of(ComponentBuilder& c, const Text& doc) { return c.parameter("peak", 1, "1", doc).at_least(1); }
  static Expression fade_of(ComponentBuilder& c) {
    return max(c.input("fade", "1", "factor of the friction, such as a table gives over temperature; below zero it counts as zero", 1), 0);
  }

  ComponentBuilder& builder_;
  bool by_table_;
  List speeds_, coefficients_;
  Expression constant_ = 0, peak_ = 1, fade_ = 1;
};

/// Plates pressed together by a share of the largest force: the force that a coefficient of 1 gives, or the torque where they turn.
inline Expression clutch_load(ComponentBuilder& c, const Expression& share, bool turns = true) {
  auto most = c.parameter("maximum_normal_force", required, "N", "normal force while fully applied").at_least(0);
  auto faces = c.parameter("faces", 1, "1", "number of surfaces that rub").above(0);
  const Expression lever = turns ? faces * c.parameter("effective_radius", 1, "m", "lever of the friction force").above(0) : faces;
  return lever * most * max(share, 0);
}

/// Friction of a coefficient times a load (coefficients 1: the force itself); it is open while `pressing` is not positive.
inline void loaded_friction(ComponentBuilder& c, const RelativeMotion& motion, const Expression& load, const Expression& pressing,
                            const FrictionCoefficient& coefficient, const Expression& viscous = 0) {
  const Expression direction =
      c.dry_friction("friction law", motion.velocity, motion.force, coefficient.sticking() * load,
                     [&](const Expression& speed) { return coefficient.slipping(speed) * load + viscous * speed; });
  show_friction(c, motion, c.open_while(pressing <= 0, direction));
}

}  // namespace stribeck::partial
