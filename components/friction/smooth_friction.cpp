#include <cmath>

#include "friction/friction_element.h"
#include "stribeck/component.hpp"

namespace stribeck {
namespace {

/// Cubic from h0 at x0 to h1 at x1, level beyond: the STEP of multibody programs.
Expression step_between(const Expression& x, const Expression& x0, const Expression& h0, const Expression& x1, const Expression& h1) {
  const Expression share = min(max((x - x0) / (x1 - x0), 0), 1);
  return h0 + (h1 - h0) * share * share * (3 - 2 * share);
}

/// x, cut off at -size and size.
Expression up_to(double size, const Expression& x) { return min(max(x, -size), size); }

class SmoothFriction {
 public:
  explicit SmoothFriction(partial::FrictionElement& element) : e_(element), v_(element.velocity()), speed_(abs(v_)) {}

  void andersson() {
    levels();
    const Parameter reference = e_.speed("stribeck_velocity", 0.1, "speed over which the level falls").above(0);
    const Parameter exponent = e_.c.parameter("exponent", 2, "1", "andersson: how steeply the level falls").between(0.5, 10);
    const Expression level = partial::stribeck_level(v_, coulomb_, static_, reference, exponent), direction = tanh(v_ / low_speed());
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
    const Parameter decay = e_.c.parameter("stribeck_decay", 20, e_.in("s/{m}"), "bengisu_akay: rate over speed of the fall").at_least(0);
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

  partial::FrictionElement& e_;
  Expression v_, speed_;
  Expression coulomb_ = 0, static_ = 0;
};

}  // namespace

/// Friction laws known by the names of their authors, each a curve through {v} = 0: they creep under load instead of sticking.
///     brown_mcphee:  {F} = W ({F}_C tanh(4 r) + ({F}_s - {F}_C) r/(r^2/4 + 3/4)^2) + f {v} L,  r = {v}/{v}_S,
///                    L = 1, or tanh(4 Fn/N_t) with a signal
///     andersson:     {F} = W ({F}_C + ({F}_s - {F}_C) exp(-(|{v}|/{v}_S)^n)) tanh({v}/{v}_0) + f {v}
///     bengisu_akay:  {F} = W {F}_s u (2 - |u|) + f {v} while |{v}| < {v}_0, u = {v}/{v}_0;
///                    W ({F}_C + ({F}_s - {F}_C) exp(-d (|{v}| - {v}_0))) sign({v}) + f {v} beyond
///     makkar:        {F} = W (({F}_s - {F}_C) (tanh({v}/{v}_B) - tanh({v}/{v}_S)) + {F}_C tanh({v}/{v}_0)) + f {v}
///     threlfall:     {F} = W {F}_C sign({v}) (1 - exp(-3 |{v}|/{v}_0))/(1 - exp(-3)) + f {v} while |{v}| < {v}_0;
///                    W {F}_C sign({v}) + f {v} beyond
///     threlfall_printed: the same without the last divisor, as it is printed
///     ambrosio:      {F} = W {F}_C sign({v}) (|{v}| - {v}_d)/({v}_0 - {v}_d) + f {v} between {v}_d and {v}_0;
///                    f {v} below, W {F}_C sign({v}) + f {v} beyond
///     step:          {F} = W STEP({v}, -{v}_0, -{F}_s, {v}_0, {F}_s) + f {v} while |{v}| < {v}_0;
///                    W STEP(|{v}|, {v}_0, {F}_s, {v}_S, {F}_C) sign({v}) + f {v} beyond
///     ramp:          {F} = W {F}_s {v}/{v}_0 while |{v}| < {v}_0;
///                    sign({v}) (W ({F}_C + ({F}_s - {F}_C) exp(-(|{v}| - {v}_0)/{v}_S)) + f (|{v}| - {v}_0)) beyond
/// {F} is transmitted from R to C. W is 1, or with normal_force "signal" the normal force Fn{| times effective_radius}, and {F}_C and {F}_s
/// are coefficients of friction. STEP is the cubic step of multibody programs, ramp the law of EXUDYN.
/// Accuracy: Makkar's greatest friction stays a little below {F}_s. Threlfall's law as it is printed jumps by 5 % at {v}_0, here from there
/// to 1.001 {v}_0. bengisu_akay, makkar, threlfall, ambrosio and step are written after accounts of them from memory, not after the papers
/// themselves.
/// Source: Brown, McPhee (2016), J. Comput. Nonlinear Dyn. 11, 054502; Andersson, Soderberg, Bjorklund (2007), Tribology Int. 40, 580-587;
/// Bengisu, Akay (1994), J. Sound Vib. 171, 557-570; Makkar et al. (2005), Proc. IEEE/ASME AIM, 600-605; Threlfall (1978), Mech. Mach.
/// Theory 13, 475-483; Ambrosio (2003), in Virtual Nonlinear Multibody Systems, Kluwer.
/// Assumes friction that depends on the velocity alone, at one temperature.
void smooth_friction(ComponentBuilder& c, const DomainWords& in) {
  partial::FrictionElement element(c, in);
  SmoothFriction laws(element);
  const auto law = c.option<void (SmoothFriction::*)()>("law",
                                                        {{"brown_mcphee", &SmoothFriction::brown_mcphee},
                                                         {"andersson", &SmoothFriction::andersson},
                                                         {"bengisu_akay", &SmoothFriction::bengisu_akay},
                                                         {"makkar", &SmoothFriction::makkar},
                                                         {"threlfall", &SmoothFriction::threlfall},
                                                         {"threlfall_printed", &SmoothFriction::threlfall_printed},
                                                         {"ambrosio", &SmoothFriction::ambrosio},
                                                         {"step", &SmoothFriction::step},
                                                         {"ramp", &SmoothFriction::ramp}},
                                                        "whose law it is");
  (laws.*law)();
  element.dissipates_all();
}

}  // namespace stribeck
