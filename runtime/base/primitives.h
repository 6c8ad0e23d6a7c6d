#pragma once
// The primitives of the component language, each once for all stages: a component declares them over expressions of its own, flattening
// puts the diagram's expressions in their place, and a program has registers there.
#include <array>
#include <cstddef>
#include <vector>

#include "base/modes.h"
#include "base/references.h"
#include "stribeck/restitution.hpp"

namespace stribeck {

/// Against slip in one direction: the force that holds, infinity if any does, and the one that opposes slip.
template <typename Ref>
struct FrictionSide {
  Ref static_level = kNone<Ref>, kinetic_level = kNone<Ref>;
  static void each(const auto& visit, auto&... same) { visit(kWatched, same.static_level...), visit(kWatched, same.kinetic_level...); }
  void carry(Archive& archive) { archive(static_level, kinetic_level); }
};

/// What makes a dry friction a rigid contact: its velocity is that of approach, its force pushes. It sticks while its sides rest on one
/// another, and is open while there is a gap.
template <typename Ref>
struct Contact {
  Ref gap = kNone<Ref>;  ///< none: no contact
  Ref restitution = kNone<Ref>, rest_speed = kNone<Ref>;
  RestitutionLaw law = RestitutionLaw::constant;
  static void each(const auto& visit, auto&... same) {
    const Use use = kWatched.where(is_any(first_of(same...).gap));
    visit(use, same.gap...), visit(use, same.restitution...), visit(use, same.rest_speed...);
  }
};

/// Dry friction: stuck ? rate = 0 : force = what its side opposes to slip. `rate` is what answers to its force at once: the relative
/// acceleration, or by its carrier the relative velocity.
template <typename Ref>
struct Friction {
  std::array<Ref, kModeInputs> inputs{};
  Ref velocity = kNone<Ref>, rate = kNone<Ref>, force = kNone<Ref>;
  std::array<FrictionSide<Ref>, 2> sides;
  Ref open = kNone<Ref>;  ///< not zero while it transmits nothing; none: never
  Contact<Ref> contact;

  bool is_contact() const { return is_any(contact.gap); }
  static void each(const auto& visit, auto&... same) {
    visit(kHeld, same.inputs...);
    visit(kWatched, same.velocity...), visit(kWatched, same.rate...), visit(kWatched, same.force...);
    visit.parts("the side of a friction", same.sides...);
    visit(kWatched.where(false), same.open...);
    Contact<Ref>::each(visit, same.contact...);
  }
};

/// A variable that keeps its value between events.
template <typename Ref>
struct Discrete {
  Ref value = kNone<Ref>, start = kNone<Ref>;
  static void each(const auto& visit, auto&... same) { visit(kHeld, same.value...), visit(kFixed, same.start...); }
};

/// What happens when a condition becomes true. Values are those just before.
template <typename Ref>
struct When {
  struct Assignment {
    Ref target = kNone<Ref>;  ///< a discrete variable, or a variable that is a state
    Ref value = kNone<Ref>;
    int level = 0;  ///< of what is clocked: its place in the order of the instant, found by compile/clocked.h
    static void each(const auto& visit, auto&... same) { visit(kComputed, same.target...), visit(kAssigned, same.value...); }
    void carry(Archive& archive) { archive(target, value, level); }
  };
  Ref condition = kNone<Ref>;
  std::vector<Assignment> assignments;
  EndOfRun end = EndOfRun::none;
  static void each(const auto& visit, auto&... same) {
    visit(kWatched, same.condition...), visit.parts("an assignment", same.assignments...);
  }
};

/// What is zero along the motion, by what the states are and not by an equation: a position, and its derivative by time. Those that a
/// component declares are a group. Forces f of a group, scaled by `per_force` so that they are of one dimension, do no work in the
/// directions that other constraints hold already; `shares`, discrete variables, are a row of the projection onto these, or zero.
template <typename Ref>
struct Constraint {
  Ref position = kNone<Ref>, rate = kNone<Ref>;
  Ref per_force = kNone<Ref>;
  Ref given = kNone<Ref>;   ///< a discrete variable: the scaled force that is added in these directions, zero but for a trial
  std::vector<Ref> shares;  ///< as many as the group has constraints
  static void each(const auto& visit, auto&... same) {
    visit(kComputed, same.position...), visit(kComputed, same.rate...), visit(kFixed, same.per_force...), visit(kComputed, same.given...);
    visit(kComputed, same.shares...);
  }
};

/// What an expression was along the run: a table that the run itself writes.
template <typename Ref>
struct Past {
  Ref value = kNone<Ref>;                           ///< none: no such table
  Ref shortest = kNone<Ref>, longest = kNone<Ref>;  ///< how long ago it is looked up, s
  Ref before = kNone<Ref>;                          ///< its value before the start
  bool operator==(const Past&) const = default;
  static void each(const auto& visit, auto&... same) {
    const bool is_past = is_any(first_of(same...).value);
    visit(kFixed.where(is_past), same.shortest...), visit(kFixed.where(is_past), same.longest...),
        visit(kFixed.where(is_past), same.before...);
    visit(kRecorded.where(is_past), same.value...);
  }
};

/// A function of time: rate * time + offset, of parameters.
template <typename Ref>
struct TimeLine {
  Ref rate = kNone<Ref>, offset = kNone<Ref>;
  static void each(const auto& visit, auto&... same) { visit(kFixed, same.rate...), visit(kFixed, same.offset...); }
};

/// The same primitive over other references: those that it has are mapped.
template <typename Primitive>
void translate(const Primitive& from, auto& to, auto map) {
  Primitive::each(EachReference([&](Use /*use*/, const auto& a, auto& b) {
                    if (is_any(a)) b = map(a);
                  }),
                  from, to);
}

}  // namespace stribeck
