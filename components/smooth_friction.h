#pragma once
// Laws of friction that are curves over the velocity, by the names of their authors.
#include "friction_family.h"

namespace stribeck::partial {

/// Cubic from h0 at x0 to h1 at x1, level beyond: the STEP of multibody programs.
inline Expression step_between(const Expression& x, const Expression& x0, const Expression& h0, const Expression& x1,
                               const Expression& h1) {
  const Expression share = min(max((x - x0) / (x1 - x0), 0), 1);
  return h0 + (h1 - h0) * share * share * (3 - 2 * share);
}

/// x, cut off at -size and size.
inline Expression up_to(double size, const Expression& x) { return min(max(x, -size), size); }

class SmoothFriction {
 public:
  explicit SmoothFriction(FrictionElement& element) : e_(element), v_(element.velocity()), speed_(abs(v_)) {}

  void andersson() {
    levels();
    const Parameter reference = e_.speed("stribeck_velocity", 0.1, "speed over which the level falls").above(0);
    const Parameter exponent = e_.c.parameter("exponent", 2, "1", "andersson: how steeply the level falls").between(0.5, 10);
    const Expression level = stribeck_level(v_, coulomb_, static_, reference, exponent), direction = tanh(v_ / low_speed());
    e_.law_of_parts("Andersson's law", level * direction, {coulomb_ * direction, (level - coulomb_) * direction, viscous()});
  }
  void brown_mcphee() {
    levels();
    const Parameter transition = e_.speed("stribeck_velocity", 0.1, "brown_mcphee: speed of greatest friction").above(0);
    const Expression r = v_ / transition;
    const Expression peak = r / square(0.25 * r * r + 0.75);
    const Expression dry = coulomb_ * tanh(4 * r), falling = (static_ - coulomb_) * peak;
    e_.law_of_parts("Brown and McPhee's law", dry + falling, {dry, falling, viscous() * lubricated()});
  }
  void bengisu_akay() {
    levels();
    const Parameter peak = low_speed();
    const Parameter decay =
        e_.c.parameter("stribeck_decay", 20, e_.words().per_speed, "bengisu_akay: rate over speed of the fall").at_least(0);
    const Expression u = up_to(1, v_ / peak), fall = -expm1(-decay * max(speed_ - peak, 0));
    e_.law("Bengisu and Akay's law", static_ * u * (2 - abs(u)) - (static_ - coulomb_) * fall * sign(v_), viscous());
  }
  void makkar() {
    levels();
    const Parameter rise = e_.speed("breakaway_velocity", 0.002, "makkar: of the rise to the static level").above(0);
    const Parameter fall = e_.speed("stribeck_velocity", 0.1, "speed over which the level falls").above(rise);
    const Expression hump = tanh(v_ / rise) - tanh(v_ / fall);
    const Expression dry = coulomb_ * tanh(v_ / low_speed()), falling = (static_ - coulomb_) * hump;
    e_.law_of_parts("Makkar's law", falling + dry, {dry, falling, viscous()});
  }
  void threlfall() { threlfall_law(false); }
  void threlfall_printed() { threlfall_law(true); }
  void ambrosio() {
    coulomb_ = e_.coulomb().at_least(0);
    const Parameter low = low_speed();
    const Parameter dead = e_.speed("dead_speed", 0.0001, "ambrosio: up to which there is no friction").at_least(0).below(low);
    e_.law("Ambrosio's law", coulomb_ * sign(v_) * min(max((speed_ - dead) / (low - dead), 0), 1), viscous());
  }
  void step() {
    levels();
    const Parameter low = low_speed();
    const Parameter high = e_.speed("stribeck_velocity", 0.1, "step: from which on it is the Coulomb level").above(low);
    const Expression fall = static_ - step_between(speed_, low, static_, high, coulomb_);
    e_.law("steps", step_between(v_, -low, -static_, low, static_) - fall * sign(v_), viscous());
  }
  void ramp() {
    levels();
    const Parameter low = low_speed();
    const Parameter reference = e_.speed("stribeck_velocity", 0.1, "speed over which the level falls").above(0);
    const Expression u = up_to(1, v_ / low), beyond = v_ - low * u;
    const Expression level = coulomb_ + (static_ - coulomb_) * exp(-abs(beyond) / reference);
    e_.law("ramp and fall", u * level, e_.viscous() * beyond);
  }

 private:
  /// `printed`: with the jump at low_speed, from 1 - exp(-3) to 1, spread over a thousandth of it: a body can then rest in it.
  void threlfall_law(bool printed) {
    coulomb_ = e_.coulomb().at_least(0);
    const Parameter low = low_speed();
    const Expression u = 3 * up_to(1, v_ / low), rise = tanh(u / 2) * (1 + exp(-abs(u)));  // sign(u) (1 - exp(-|u|))
    if (printed) {
      constexpr double kSteepness = 1000;
      const Expression jump = sign(v_) * min(max(kSteepness * (speed_ / low - 1), 0), 1);
      return e_.law("Threlfall's law", coulomb_ * (rise + std::exp(-3.0) * jump), viscous());
    }
    e_.law("Threlfall's law", coulomb_ * rise / -std::expm1(-3.0), viscous());
  }
  void levels() {
    const Parameter coulomb = e_.coulomb().at_least(0);
    static_ = e_.stiction(coulomb);
    coulomb_ = coulomb;
  }
  Parameter low_speed() { return e_.speed("low_speed", 0.001, "over which friction rises from rest").above(0); }
  Expression viscous() { return e_.viscous() * v_; }
  /// Under a load that goes to nothing viscous friction does, too.
  Expression lubricated() {
    if (!e_.loaded()) return 1;
    const Parameter transition =
        e_.c.parameter("transition_force", 1e-3, "N", "brown_mcphee, signal: normal force over which viscous friction sets in").above(0);
    return tanh(4 * e_.normal() / transition);
  }

  FrictionElement& e_;
  Expression v_, speed_;
  Expression coulomb_ = 0, static_ = 0;
};

inline void smooth_friction(ComponentBuilder& c, const FrictionWords& words) {
  FrictionElement element(c, words);
  SmoothFriction laws(element);
  constexpr std::array kLaws{&SmoothFriction::brown_mcphee, &SmoothFriction::andersson, &SmoothFriction::bengisu_akay,
                             &SmoothFriction::makkar,       &SmoothFriction::threlfall, &SmoothFriction::threlfall_printed,
                             &SmoothFriction::ambrosio,     &SmoothFriction::step,      &SmoothFriction::ramp};
  const int law =
      c.option("law", "brown_mcphee|andersson|bengisu_akay|makkar|threlfall|threlfall_printed|ambrosio|step|ramp", "whose law it is");
  (laws.*kLaws[static_cast<std::size_t>(law)])();
  element.dissipates_all();
}

}  // namespace stribeck::partial
