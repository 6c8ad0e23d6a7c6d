#include "component/friction_relation.h"

#include <cmath>

#include "base/constants.h"

namespace stribeck {

namespace {

class FrictionRelation {
 public:
  FrictionRelation(ExprPool& pool, const FrictionDeclaration& friction) : pool_(pool), f_(friction) {}

  /// The force while it does not stick.
  ExprId transmitted() const {
    if (f_.is_contact()) return input(ModeInput::push);  // nothing, open or at rest beside others that carry the load
    const FrictionSide<ExprId>&forwards = f_.sides[kForwards], &backwards = f_.sides[kBackwards];
    if (f_.creep != ExprId::none) {
      const ExprId acts = pool_.apply(Operator::abs, input(ModeInput::direction));
      return pool_.add(pool_.mul(acts, f_.creep), input(ModeInput::push));
    }
    const ExprId slip = by_side(ModeInput::direction, forwards.kinetic_level, backwards.kinetic_level);
    const ExprId rest = by_side(ModeInput::share, forwards.static_level, backwards.static_level);
    return pool_.add(slip, pool_.add(rest, input(ModeInput::push)));
  }

  /// Negative where the mode has ended: by how much the force is inside its limits while it sticks, the velocity in the direction of slip
  /// while it slips. A force may pass its limit by kBreakawayMargin of it and by what rounding may make of it, a velocity pass zero by its
  /// rounding: what slips by its mode may be held at rest by others, but for that.
  ExprId margin() const {
    const ExprId inside = is_symmetric()
                              ? pool_.sub(limit(kForwards), pool_.apply(Operator::abs, f_.force))
                              : pool_.apply(Operator::min, pool_.sub(limit(kForwards), f_.force), pool_.add(limit(kBackwards), f_.force));
    return pool_.apply(Operator::select, input(ModeInput::stuck), inside, while_not_stuck());
  }

 private:
  ExprId input(ModeInput which) const { return f_.inputs[static_cast<std::size_t>(which)]; }
  bool is_symmetric() const {
    return f_.sides[kForwards].static_level == f_.sides[kBackwards].static_level &&
           f_.sides[kForwards].kinetic_level == f_.sides[kBackwards].kinetic_level;
  }

  /// The velocity in the direction of slip, or of an open contact the gap, which may be negative by what rounding had made of it when the
  /// contact opened; one that rests without force beside others has no end of its own.
  ExprId while_not_stuck() const {
    if (!f_.is_contact()) return pool_.add(pool_.mul(input(ModeInput::direction), f_.velocity), input(ModeInput::noise));
    return pool_.apply(Operator::select, input(ModeInput::share), pool_.constant(1), pool_.add(f_.contact.gap, input(ModeInput::noise)));
  }

  ExprId limit(std::size_t side) const {
    return pool_.add(pool_.mul(pool_.constant(1 + kBreakawayMargin), f_.sides[side].static_level), input(ModeInput::noise));
  }

  /// The level of the side that the input (-1, 0 or 1) points to, with its sign; an unbounded side neither slips nor shares.
  ExprId by_side(ModeInput which, ExprId forwards, ExprId backwards) const {
    const ExprId sign = input(which);
    for (ExprId* level : {&forwards, &backwards})
      if (pool_.is_constant(*level) && std::isinf(pool_.constant_value(*level))) *level = pool_.zero();
    if (is_symmetric()) return pool_.mul(sign, forwards);
    const auto points = [&](ExprId way) { return pool_.apply(Operator::max, way, pool_.zero()); };
    const ExprId back =
        pool_.apply(Operator::select, points(pool_.apply(Operator::neg, sign)), pool_.apply(Operator::neg, backwards), pool_.zero());
    return pool_.apply(Operator::select, points(sign), forwards, back);
  }

  ExprPool& pool_;
  const FrictionDeclaration& f_;
};

}  // namespace

void complete_friction(ComponentRecord& record, FrictionDeclaration& friction) {
  ExprPool& pool = record.pool;
  const FrictionRelation relation(pool, friction);
  const ExprId stuck = friction.inputs[static_cast<std::size_t>(ModeInput::stuck)];
  friction.rate = pool.apply(Operator::derivative, friction.velocity);
  if (friction.creep == ExprId::none) friction.guard = pool.apply(Operator::lt, relation.margin(), pool.zero());
  friction.relation = static_cast<std::int32_t>(record.relations.size());
  const ExprId determined = pool.apply(Operator::select, stuck, friction.rate, friction.force);
  friction.transmitted = relation.transmitted();
  record.relations.push_back({friction.label, determined, pool.apply(Operator::select, stuck, pool.zero(), friction.transmitted)});
}

}  // namespace stribeck
