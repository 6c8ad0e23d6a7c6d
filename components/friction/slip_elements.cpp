// Friction by elements in parallel, each a spring behind a block that slips: hysteresis that remembers every reversal.
#include <string>
#include <vector>

#include "friction/friction_element.h"
#include "stribeck/component.hpp"

namespace stribeck {
namespace {

/// Springs behind blocks, in parallel. Element i carries `force[i]` over the load.
class SlipElements {
 public:
  SlipElements(partial::FrictionElement& e, bool levels_are_shares)
      : e_(e),
        stiffnesses_(e.c.list("stiffnesses", e.loaded() ? e.in("1/{m}") : e.in("{N}/{m}"), "of the elements, over the load",
                              e.loaded() ? std::vector<double>{400, 300, 200, 100} : std::vector<double>{4e4, 3e4, 2e4, 1e4})),
        levels_(e.c.list("levels", levels_are_shares || e.loaded() ? "1" : e.in("{N}"),
                         "at which the elements slip, as many as stiffnesses",
                         levels_are_shares || e.loaded() ? std::vector<double>{0.1, 0.2, 0.3, 0.4} : std::vector<double>{2, 4, 6, 8})),
        count_(e.c.length(stiffnesses_, 1, 100)) {
    e.c.length(levels_, count_, count_);
    e.c.each(stiffnesses_).at_least(0), e.c.each(levels_).at_least(0);
  }

  int count() const { return count_; }
  Expression stiffness(int i) { return e_.c.entry(stiffnesses_, i); }
  Expression level(int i) { return e_.c.entry(levels_, i); }
  /// Where levels are shares: all of them.
  Expression whole() {
    Expression sum = 0;
    for (int i = 0; i < count_; ++i) sum += level(i);
    return sum;
  }

  /// Element i, which slips where its force reaches `most`, and holds again where the velocity turns. `slipping(direction, force)` is the
  /// rate of its force while it slips. Returns the rate at which its spring stretches.
  template <typename Slipping>
  Expression add(int i, const Expression& velocity, const Expression& most, Slipping slipping) {
    const std::string number = std::to_string(i + 1);
    const Expression force = e_.c.variable("f" + number, e_.loaded() ? "1" : e_.in("{N}"), "what the element carries");
    forces_.push_back(force), most_.push_back(most);
    const Expression direction = e_.c.discrete("slip" + number, "1", "1 slips forwards, -1 backwards, 0 holds", 0);
    const auto when = [&](const std::string& what, const Condition& condition, const Expression& value) {
      e_.c.when(what + number, condition, {{direction, value}});
    };
    when("slips forwards ", force >= most && velocity > 0, 1);
    when("slips backwards ", force <= -most && velocity < 0, -1);
    when("holds ", direction * velocity < 0, 0);
    const Expression rate = if_else(direction * direction > 0.5, slipping(direction, force), stiffness(i) * velocity);
    e_.c.relation("element " + number, der(force) == rate);
    slips_.push_back(direction);
    sum_ += force;
    stored_ += square(force) / (2 * stiffness(i));
    const Expression stretching = rate / stiffness(i);
    storing_ += force * stretching;
    return stretching;
  }

  /// What all carry at the start may be given: each then carries a share, in proportion to its level if the shares that the search for
  /// initial values comes to are more than an element holds. Sliding, they carry `level` together.
  void start(const Expression& velocity, const Expression& level) {
    Expression all = 0, excess = 0;
    for (int i = 0; i < count_; ++i) {
      all += most_[at(i)];
      excess = max(excess, abs(forces_[at(i)]) - most_[at(i)]);
    }
    const bool slides = partial::starts_sliding(e_.c);
    std::vector<Assignment> assignments;
    for (int i = 0; i < count_; ++i) {
      const Expression share = most_[at(i)] / all, given = if_else(excess > 0, share * sum_, forces_[at(i)]);
      assignments.push_back({forces_[at(i)], slides ? share * level * sign(velocity) : given});
      if (slides) assignments.push_back({slips_[at(i)], sign(velocity)});
    }
    const Expression begun = partial::assign_at_start(e_.c, assignments);
    constexpr double kRounding = 1e-9;
    if (!slides) e_.c.require(begun > 0.5 || abs(sum_) <= (1 + kRounding) * all, "it cannot hold the force that it is to start with");
  }

  const Expression& sum() const { return sum_; }
  void stores() { e_.stores(stored_, storing_); }

 private:
  partial::FrictionElement& e_;
  List stiffnesses_, levels_;
  int count_;
  static std::size_t at(int i) { return static_cast<std::size_t>(i); }
  std::vector<Expression> forces_, most_, slips_;
  Expression sum_ = 0, stored_ = 0, storing_ = 0;
};

}  // namespace

/// Springs behind blocks that slip, in parallel (Jenkins elements; Masing, Iwan): hysteresis that remembers every reversal until it is
/// passed.
///     {F} = W (f_1 + ... + f_N) + f {v};  df_i/dt = k_i {v} while |f_i| < c_i,  0 while it slips forwards or backwards at f_i = +-c_i
/// {F} is transmitted from R to C. There are as many elements as `stiffnesses` has entries; `levels` are c_i. W is 1, or with normal_force
/// "signal" the normal force Fn{| times effective_radius}, and k_i and c_i are over Fn. An element that slips holds again where {v} turns;
/// each such change is an event.
/// Limits: it does not depend on the rate of motion; with one element a cycle of amplitude X > c/k loses 4 c (X -
/// c/k). Passive.
/// Source: Iwan (1966), A distributed-element model for hysteresis and its steady-state dynamic response, J. Appl. Mech. 33, 893-900.
/// Assumes elements without mass that share one deflection.
void iwan_friction(ComponentBuilder& c, const DomainWords& in) {
  partial::FrictionElement element(c, in);
  SlipElements elements(element, false);
  for (int i = 0; i < elements.count(); ++i)
    elements.add(i, element.velocity(), elements.level(i), [](const Expression&, const Expression&) -> Expression { return 0; });
  elements.start(element.velocity(), elements.whole());
  element.law("elements in parallel", elements.sum(), element.viscous() * element.velocity());
  elements.stores();
}

/// Generalised Maxwell slip: springs behind blocks in parallel, whose common level follows the Stribeck curve with a lag.
///     {F} = W (f_1 + b_1 dz_1/dt + ... + f_N + b_N dz_N/dt) + f {v},  f_i = k_i z_i
///     g({v}) = {F}_C + ({F}_s - {F}_C) exp(-({v}/{v}_S)^2) (or as `shape` says),  alpha_i = levels_i/(levels_1 + ... + levels_N)
///     holds:  df_i/dt = k_i {v} until |f_i| = alpha_i g({v});  slips:  df_i/dt = C (sign({v}) alpha_i - f_i/g({v})) until {v} turns
/// {F} is transmitted from R to C. There are as many elements as `stiffnesses` has entries; C is attraction, k_i are stiffnesses, b_i
/// dampings, z_i the deflection of an element. W is 1, or with normal_force "signal" the normal force Fn{| times effective_radius}, and all
/// levels, k_i, b_i and C are over Fn. Hysteresis remembers every reversal; each change of an element is an event.
/// Limits: not passive: elements drawn quickly to the Coulomb level, and on slowly, are drawn up by the level that rises, without a way,
/// and give back more than they took, one alone up to ({F}_s^2 - {F}_C^2)/(2 k).
/// Source: Lampaert, Al-Bender, Swevers (2003), A generalized Maxwell-slip friction model appropriate for control purposes, Proc. IEEE Int.
/// Conf. PhysCon, 1170-1178; Al-Bender, Lampaert, Swevers (2005), IEEE Trans. Autom. Control 50, 1883-1887.
/// Assumes elements without mass that share one deflection.
/// Accuracy: the equations follow public implementations of it, with each element's own share of the level.
void maxwell_slip_friction(ComponentBuilder& c, const DomainWords& in) {
  partial::FrictionElement element(c, in);
  const partial::LevelShape shape = partial::level_shape(c);
  const Parameter coulomb = element.coulomb().above(0);
  const Parameter stiction = element.stiction(coulomb);
  const Parameter reference = element.speed("stribeck_velocity", 0.1, "speed over which the level falls").above(0);
  const Parameter attraction = c.parameter("attraction", element.loaded() ? 3 : 200, element.loaded() ? "1/s" : in("{N}/s"),
                                           "of elements that slip towards their share of the level, a rate of force over the load")
                                   .above(0);
  SlipElements elements(element, true);
  const List dampings = c.list("dampings", element.loaded() ? in("s/{m}") : in("{N}/({m}/s)"),
                               "of the springs, over the load: one for all elements, or as many as stiffnesses", {0});
  const int damped = c.length(dampings, 1, elements.count());
  if (damped > 1) c.length(dampings, elements.count(), elements.count());
  c.each(dampings).at_least(0);
  const Expression v = element.velocity(), level = partial::falling_level(c, shape, v, coulomb, stiction, reference);
  const Expression whole = elements.whole();
  Expression damping = 0;
  for (int i = 0; i < elements.count(); ++i) {
    const Expression share = elements.level(i) / whole;
    const Expression stretching = elements.add(i, v, share * level, [&](const Expression& direction, const Expression& force) {
      return attraction * (direction * share - force / level);
    });
    damping += c.entry(dampings, damped > 1 ? i : 0) * stretching;
  }
  elements.start(v, level);
  element.law("elements in parallel", elements.sum() + damping, element.viscous() * v);
  elements.stores();
}

/// The Leuven model: as LuGre, but what bends is a hysteresis of slip elements in parallel, which remembers every reversal.
///     dz/dt = {v} - |{v}| u |u|^(n-1),  u = {F}_h(z)/g({v}),  g({v}) = {F}_C + ({F}_s - {F}_C) exp(-({v}/{v}_S)^2)
///     {F} = W ({F}_h(z) + sigma_1 dz/dt) + f {v},  {F}_h = f_1 + ... + f_N,  df_i/dt = k_i dz/dt while |f_i| < alpha_i {F}_s
/// {F} is transmitted from R to C. There are as many elements as `stiffnesses` has entries; z is the deflection that they share; alpha_i =
/// levels_i/(levels_1 + ... + levels_N), so that all of them together can carry the static level. An element that has slipped holds again
/// where the deflection turns; each such change is an event. W is 1, or with normal_force "signal" the normal force Fn{| times
/// effective_radius}, and all levels, k_i and sigma_1 are over Fn. With one element, n = 1 and {F}_s = {F}_C it is Dahl's.
/// Limits: passive while sigma_1 |{v}| |u|^(n-1) <= 4 g({v}).
/// Accuracy: in the form with slip elements; written after accounts of it, not after the papers.
/// Source: Swevers, Al-Bender, Ganseman, Prajogo (2000), IEEE Trans. Autom. Control 45, 675-686; Lampaert, Swevers, Al-Bender (2002), IEEE
/// Trans. Autom. Control 47, 683-687.
/// Assumes elements without mass that share one deflection, and one contact.
void leuven_friction(ComponentBuilder& c, const DomainWords& in) {
  partial::FrictionElement element(c, in);
  const partial::LevelShape shape = partial::level_shape(c);
  const Parameter coulomb = element.coulomb().above(0);
  const Parameter stiction = element.stiction(coulomb);
  const Parameter reference = element.speed("stribeck_velocity", 0.1, "speed over which the level falls").above(0);
  const Parameter exponent = c.parameter("exponent", 1, "1", "how late the deflection gives way to slip").between(1, 10);
  const Parameter damping = element.damping(100, 1, "bristle_damping", "of the bristles").at_least(0);
  SlipElements elements(element, true);
  const Expression v = element.velocity(), level = partial::falling_level(c, shape, v, coulomb, stiction, reference);
  const Expression rate = c.variable("z_rate", in("{m}/s"), "rate of the deflection");
  const Expression whole = elements.whole();
  for (int i = 0; i < elements.count(); ++i)
    elements.add(i, rate, elements.level(i) / whole * stiction, [](const Expression&, const Expression&) -> Expression { return 0; });
  const Expression used = elements.sum() / level;
  constexpr double kLeast = 1e-9;  // powers below one have no slope at zero
  // One product, whose sign is that of its factors: bounds of a difference of two large terms say little of when the deflection turns.
  c.relation("deflection", rate == v * (1 - sign(v) * used * pow(max(abs(used), kLeast), exponent - 1)));
  elements.start(v, level);
  element.law("Leuven friction", elements.sum() + damping * rate, element.viscous() * v);
  elements.stores();
}

}  // namespace stribeck
