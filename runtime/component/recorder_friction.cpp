#include "component/recorder_friction.h"

#include <algorithm>
#include <array>
#include <limits>

#include "base/unit_text.h"
#include "component/friction_relation.h"

namespace stribeck {

namespace {

Dimension dimension_of_input(ModeInput input, const Dimension& force) {
  static const Dimension kPerSecond = parse_unit("1/s")->dimension;
  switch (input) {
    case ModeInput::push:
    case ModeInput::noise:
      return force;
    case ModeInput::impulse:
      return quotient(force, kPerSecond);
    case ModeInput::loss:
      return parse_unit("J")->dimension;
    default:
      return parse_unit("1")->dimension;
  }
}

FrictionDeclaration* friction_of(Recorder* r, stribeck_expression direction) {
  for (FrictionDeclaration& f : r->record.frictions)
    if (f.inputs[static_cast<std::size_t>(ModeInput::direction)] == expr(direction)) return &f;
  return nullptr;
}

/// What the relation is made of the component may use too, as the rate of the velocity: it fits whatever it is added to.
void complete(Recorder* r, FrictionDeclaration& friction) {
  const std::int32_t before = r->record.pool.size();
  complete_friction(r->record, friction);
  for (std::int32_t i = before; i < r->record.pool.size(); ++i) r->with_dimension(static_cast<ExprId>(i), Dimension::unchecked());
}

}  // namespace

stribeck_expression record_friction(Recorder* r, const char* label, stribeck_expression velocity, stribeck_expression force) {
  r->need_doc("a friction", label);
  if (!r->valid(velocity) || !r->valid(force)) return -1;
  FrictionDeclaration friction;
  friction.label = label;
  friction.velocity = expr(velocity);
  friction.force = expr(force);
  friction.dimension = r->dimension_of(expr(force));
  const std::size_t first = kModeInputs * r->record.frictions.size();
  for (std::size_t i = 0; i < kModeInputs; ++i) {
    const Dimension dimension = dimension_of_input(static_cast<ModeInput>(i), r->dimension_of(expr(force)));
    friction.inputs[i] = r->new_symbol(SymbolKind::mode, first + i, kMode, dimension);
  }
  r->record.frictions.push_back(friction);
  return handle(friction.inputs[static_cast<std::size_t>(ModeInput::direction)]);
}

void record_friction_sides(Recorder* r, stribeck_expression direction, stribeck_expression static_forwards,
                           stribeck_expression kinetic_forwards, stribeck_expression static_backwards,
                           stribeck_expression kinetic_backwards) {
  const std::array levels{static_forwards, kinetic_forwards, static_backwards, kinetic_backwards};
  if (!r->valid(direction) || !std::all_of(levels.begin(), levels.end(), [&](auto level) { return r->valid(level); })) return;
  FrictionDeclaration* friction = friction_of(r, direction);
  if (friction == nullptr || friction->relation >= 0) return r->fault("levels are given to a friction that does not exist, or has some");
  for (const stribeck_expression level : levels)
    if (!agree(r->dimension_of(expr(level)), r->dimension_of(friction->force)))
      r->fault("a level of the friction \"" + friction->label + "\" has the dimension " + dimension_words(r->dimension_of(expr(level))) +
               ", not " + dimension_words(r->dimension_of(friction->force)));
  friction->sides = {FrictionSide<ExprId>{expr(static_forwards), expr(kinetic_forwards)},
                     {expr(static_backwards), expr(kinetic_backwards)}};
  complete(r, *friction);
}

void record_friction_levels(Recorder* r, stribeck_expression direction, stribeck_expression static_level,
                            stribeck_expression kinetic_level) {
  record_friction_sides(r, direction, static_level, kinetic_level, static_level, kinetic_level);
}

void record_friction_open(Recorder* r, stribeck_expression direction, stribeck_expression open) {
  if (!r->valid(direction) || !r->valid(open)) return;
  FrictionDeclaration* friction = friction_of(r, direction);
  if (friction == nullptr || friction->open != ExprId::none)
    return r->fault("a friction that does not exist is opened, or one opened twice");
  friction->open = expr(open);
}

void record_creeping_friction(Recorder* r, const char* label, stribeck_expression velocity, stribeck_expression force,
                              stribeck_expression level, stribeck_expression share) {
  if (!r->valid(level) || !r->valid(share)) return;
  const stribeck_expression direction = record_friction(r, label, velocity, force);
  if (direction < 0) return;
  static const Dimension kNumber = parse_unit("1")->dimension;
  if (!agree(r->dimension_of(expr(share)), kNumber))
    r->fault("the share of the friction \"" + std::string(label) + "\" has the dimension " + dimension_words(r->dimension_of(expr(share))));
  r->record.frictions.back().creep = r->with_dimension(r->record.pool.mul(expr(share), expr(level)), r->dimension_of(expr(level)));
  record_friction_levels(r, direction, level, level);
}

stribeck_expression record_contact(Recorder* r, const char* label, stribeck_expression gap, stribeck_expression approach,
                                   stribeck_expression force, stribeck_expression restitution, stribeck_expression rest_speed,
                                   stribeck_expression release_force) {
  const std::array terms{gap, approach, force, restitution, rest_speed, release_force};
  if (!std::all_of(terms.begin(), terms.end(), [&](auto term) { return r->valid(term); })) return -1;
  static const Dimension kSecond = parse_unit("s")->dimension;
  const auto same = [&](const char* what, stribeck_expression a, const Dimension& wanted) {
    if (!agree(r->dimension_of(expr(a)), wanted))
      r->fault(std::string("the ") + what + " of the contact \"" + label + "\" has the dimension " +
               dimension_words(r->dimension_of(expr(a))) + ", not " + dimension_words(wanted));
  };
  same("approach", approach, quotient(r->dimension_of(expr(gap)), kSecond));
  same("restitution", restitution, parse_unit("1")->dimension);
  same("rest speed", rest_speed, r->dimension_of(expr(approach)));
  same("release force", release_force, r->dimension_of(expr(force)));
  record_friction(r, label, approach, force);
  ExprPool& pool = r->record.pool;
  FrictionDeclaration& contact = r->record.frictions.back();
  const auto input = [&](ModeInput i) { return contact.inputs[static_cast<std::size_t>(i)]; };
  const ExprId touching =
      r->with_dimension(pool.add(input(ModeInput::stuck), pool.apply(Operator::abs, input(ModeInput::share))), parse_unit("1")->dimension);
  contact.contact = {expr(gap), expr(restitution), expr(rest_speed)};
  contact.touching = touching;
  contact.sides = {FrictionSide<ExprId>{pool.constant(std::numeric_limits<double>::infinity()), pool.zero()},
                   {expr(release_force), pool.zero()}};
  complete(r, contact);
  return handle(touching);
}

void record_contact_law(Recorder* r, stribeck_expression touching, const char* law) {
  const auto row = std::find_if(kRestitutionLaws.begin(), kRestitutionLaws.end(),
                                [&](const RestitutionRow& known) { return std::string_view(known.name) == law; });
  if (row == kRestitutionLaws.end()) return r->fault("there is no law of restitution \"" + std::string(law) + "\"");
  for (FrictionDeclaration& f : r->record.frictions)
    if (is_any(f.touching) && f.touching == expr(touching)) f.contact.law = static_cast<RestitutionLaw>(row - kRestitutionLaws.begin());
}

stribeck_expression record_contact_total(Recorder* r, stribeck_expression touching, const char* kind) {
  if (!r->valid(touching)) return -1;
  const std::string_view word = kind;
  const ModeInput total = word == "impulse" ? ModeInput::impulse : ModeInput::loss;
  if (total == ModeInput::loss && word != "loss") r->fault("contacts have no total of the kind \"" + std::string(word) + "\"");
  for (const FrictionDeclaration& f : r->record.frictions)
    if (f.touching == expr(touching)) return handle(f.inputs[static_cast<std::size_t>(total)]);
  r->fault("the total of a contact that does not exist is asked for");
  return -1;
}

}  // namespace stribeck
