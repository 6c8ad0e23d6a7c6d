#pragma once
// Friction by elements in parallel, each a spring behind a block that slips: hysteresis that remembers every reversal.
#include <string>
#include <vector>

#include "friction_family.h"

namespace stribeck::partial {

/// Springs behind blocks, in parallel. Element i carries `force[i]` over the load.
class SlipElements {
 public:
  SlipElements(FrictionElement& e, const char* level_unit)
      : e_(e),
        stiffnesses_(e.c.list("stiffnesses", e.loaded() ? e.words().per_position : e.words().stiffness_unit,
                              "of the elements, over the load",
                              e.loaded() ? std::vector<double>{400, 300, 200, 100} : std::vector<double>{4e4, 3e4, 2e4, 1e4})),
        levels_(e.c.list("levels", level_unit, "at which the elements slip, as many as stiffnesses",
                         level_unit == std::string("1") ? std::vector<double>{0.1, 0.2, 0.3, 0.4} : std::vector<double>{2, 4, 6, 8})),
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
    for (int i = 0; i < count_; ++i) sum = sum + level(i);
    return sum;
  }

  /// Element i, which slips where its force reaches `most`, and holds again where the velocity turns. `slipping(direction, force)` is the
  /// rate of its force while it slips. Returns the rate at which its spring stretches.
  template <typename Slipping>
  Expression add(int i, const Expression& velocity, const Expression& most, Slipping slipping) {
    const std::string number = std::to_string(i + 1);
    const Expression force = e_.c.variable(("f" + number).c_str(), e_.loaded() ? "1" : e_.words().force_unit, "what the element carries");
    forces_.push_back(force), most_.push_back(most);
    const Expression direction = e_.c.discrete(("slip" + number).c_str(), "1", "1 slips forwards, -1 backwards, 0 holds", 0);
    const auto when = [&](const char* what, const Condition& condition, const Expression& value) {
      e_.c.when((std::string(what) + number).c_str(), condition, {{direction, value}});
    };
    when("slips forwards ", force >= most && velocity > 0, 1);
    when("slips backwards ", force <= -most && velocity < 0, -1);
    when("holds ", direction * velocity < 0, 0);
    const Expression rate = if_else(direction * direction > 0.5, slipping(direction, force), stiffness(i) * velocity);
    e_.c.relation(("element " + number).c_str(), der(force) == rate);
    slips_.push_back(direction);
    sum_ = sum_ + force;
    stored_ = stored_ + square(force) / (2 * stiffness(i));
    const Expression stretching = rate / stiffness(i);
    storing_ = storing_ + force * stretching;
    return stretching;
  }

  /// What all carry at the start may be given: each then carries a share, in proportion to its level if the shares that the search for
  /// initial values comes to are more than an element holds. Sliding, they carry `level` together.
  void start(const Expression& velocity, const Expression& level) {
    Expression all = 0, excess = 0;
    for (int i = 0; i < count_; ++i) {
      all = all + most_[at(i)];
      excess = max(excess, abs(forces_[at(i)]) - most_[at(i)]);
    }
    const bool slides = starts_sliding(e_.c);
    std::vector<Assignment> assignments;
    for (int i = 0; i < count_; ++i) {
      const Expression share = most_[at(i)] / all, given = if_else(excess > 0, share * sum_, forces_[at(i)]);
      assignments.push_back({forces_[at(i)], slides ? share * level * sign(velocity) : given});
      if (slides) assignments.push_back({slips_[at(i)], sign(velocity)});
    }
    const Expression begun = assign_at_start(e_.c, assignments);
    constexpr double kRounding = 1e-9;
    if (!slides) e_.c.require(begun > 0.5 || abs(sum_) <= (1 + kRounding) * all, "it cannot hold the force that it is to start with");
  }

  const Expression& sum() const { return sum_; }
  void stores() { e_.stores(stored_, storing_); }

 private:
  FrictionElement& e_;
  List stiffnesses_, levels_;
  int count_;
  static std::size_t at(int i) { return static_cast<std::size_t>(i); }
  std::vector<Expression> forces_, most_, slips_;
  Expression sum_ = 0, stored_ = 0, storing_ = 0;
};

inline void iwan_friction(ComponentBuilder& c, const FrictionWords& words) {
  FrictionElement element(c, words);
  SlipElements elements(element, element.loaded() ? "1" : words.force_unit);
  for (int i = 0; i < elements.count(); ++i)
    elements.add(i, element.velocity(), elements.level(i), [](const Expression&, const Expression&) -> Expression { return 0; });
  elements.start(element.velocity(), elements.whole());
  element.law("elements in parallel", elements.sum(), element.viscous() * element.velocity());
  elements.stores();
}

inline void maxwell_slip_friction(ComponentBuilder& c, const FrictionWords& words) {
  FrictionElement element(c, words);
  const LevelShape shape = level_shape(c);
  const Parameter coulomb = element.coulomb().above(0);
  const Parameter stiction = element.stiction(coulomb);
  const Parameter reference = element.speed("stribeck_velocity", 0.1, "speed over which the level falls").above(0);
  const Parameter attraction = c.parameter("attraction", element.loaded() ? 3 : 200, element.loaded() ? "1/s" : words.rate_unit,
                                           "of elements that slip towards their share of the level, a rate of force over the load")
                                   .above(0);
  SlipElements elements(element, "1");
  const List dampings = c.list("dampings", element.loaded() ? words.per_speed : words.viscous_unit,
                               "of the springs, over the load: one for all elements, or as many as stiffnesses", {0});
  const int damped = c.length(dampings, 1, elements.count());
  if (damped > 1) c.length(dampings, elements.count(), elements.count());
  c.each(dampings).at_least(0);
  const Expression v = element.velocity(), level = falling_level(c, shape, v, coulomb, stiction, reference);
  const Expression whole = elements.whole();
  Expression damping = 0;
  for (int i = 0; i < elements.count(); ++i) {
    const Expression share = elements.level(i) / whole;
    const Expression stretching = elements.add(i, v, share * level, [&](const Expression& direction, const Expression& force) {
      return attraction * (direction * share - force / level);
    });
    damping = damping + c.entry(dampings, damped > 1 ? i : 0) * stretching;
  }
  elements.start(v, level);
  element.law("elements in parallel", elements.sum() + damping, element.viscous() * v);
  elements.stores();
}

}  // namespace stribeck::partial
