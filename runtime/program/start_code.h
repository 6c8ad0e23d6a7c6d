#pragma once
// What the search for a start and the choice of steps know of states and targets.
#include <cstdint>
#include <optional>
#include <vector>

#include "base/archive.h"
#include "base/primitives.h"
#include "program/instruction.h"

namespace stribeck {

struct StateFacts {
  std::int32_t variable = -1, rate = -1;  ///< the variable that it is, and that of its derivative, for Labels
  double start = 0;                       ///< declared
  std::optional<double> nominal;          ///< typical magnitude, if one is declared
  bool is_speed = false;
  bool is_angle = false;             ///< declared in rad
  bool is_network_position = false;  ///< a position that the network keeps: no law is needed for it to come to rest
  void carry(Archive& archive) { archive(variable, rate, start, nominal, is_speed, is_angle, is_network_position); }
};

/// An unknown of a loop.
struct UnknownFacts {
  std::int32_t variable = -1;
  double start = 0;  ///< declared
  bool is_angle = false;
  void carry(Archive& archive) { archive(variable, start, is_angle); }
};

/// What says of a solution of a loop how near to rest it is: scale * value.
struct PlaceFacts {
  std::int32_t variable = -1;
  double rest = 0;         ///< the value that the user wishes, else the declared start
  double scale = 1;        ///< of the unknown, to be the variable as people know it
  std::int32_t group = 0;  ///< those of one unit have the same
  void carry(Archive& archive) { archive(variable, rest, scale, group); }
};

/// A factor of a state, fixed during a run.
struct StateSlope {
  std::int32_t state;
  Register slope;
  static void each(const auto& visit, auto&... same) { visit(kFixed, same.slope...); }
  void carry(Archive& archive) { archive(state, slope); }
};

/// A variable that an initial target is set on.
struct TargetCode {
  std::int32_t variable = -1, representative = -1;  ///< the same variable by another name; -1: none
  Register value = -1;                              ///< of section `outputs`
  double nominal = 1;
  std::int32_t state = -1;            ///< where it is rate * state + offset, of that state alone; -1: it is not
  Register rate = -1, offset = -1;    ///< of section `parameters`
  double asked = 0;                   ///< SI; what the diagram asked for when it was compiled
  Priority priority = Priority::low;  ///< the same
  static void each(const auto& visit, auto&... same) {
    const Use use = kFixed.where(first_of(same...).state >= 0);
    visit(kComputed, same.value...), visit(use, same.rate...), visit(use, same.offset...);
  }
  void carry(Archive& archive) { archive(variable, representative, value, nominal, state, rate, offset, asked, priority); }
};

/// A state that is a place: the difference between two places along the tree of the network is a displacement, which has a target or a
/// start. displacement = slope * state + others + rest.
struct PlaceCode {
  std::int32_t state = -1;
  std::int32_t target = -1;  ///< on the displacement
  double start = 0;          ///< of the displacement
  Register slope = -1, rest = -1;
  std::vector<StateSlope> others;
  static void each(const auto& visit, auto&... same) {
    visit(kFixed, same.slope...), visit(kFixed, same.rest...), visit.parts("a slope", same.others...);
  }
  void carry(Archive& archive) { archive(state, target, start, slope, rest, others); }
};

/// A speed that a stored energy depends on, and the energy's derivative by it, its momentum; of section `outputs`.
struct MomentumCode {
  Register speed = -1, momentum = -1;
  static void each(const auto& visit, auto&... same) { visit(kComputed, same.speed...), visit(kComputed, same.momentum...); }
  void carry(Archive& archive) { archive(speed, momentum); }
};

/// A position that a component holds at a given value, and its rate; of section `outputs`.
struct PrescribedPosition {
  std::int32_t variable = -1, component = -1;
  Register value = -1, rate = -1;
  static void each(const auto& visit, auto&... same) { visit(kComputed, same.value...), visit(kComputed, same.rate...); }
  void carry(Archive& archive) { archive(variable, component, value, rate); }
};

/// A position that no target is set on and that its component leaves free.
struct LoosePosition {
  std::int32_t variable = -1;
  double start = 0;     ///< declared
  Register value = -1;  ///< of section `start`
  static void each(const auto& visit, auto&... same) { visit(kComputed, same.value...); }
  void carry(Archive& archive) { archive(variable, start, value); }
};

/// Around a loop of the network one position follows from the others.
struct LooseLoop {
  LoosePosition follows;
  std::int32_t component = -1;
  std::vector<std::int32_t> others;  ///< into StartCode::loose
  static void each(const auto& visit, auto&... same) { LoosePosition::each(visit, same.follows...); }
  void carry(Archive& archive) { archive(follows, component, others); }
};

/// Two positions that a constraint ties, either of which could be the state.
struct ExchangeablePosition {
  std::int32_t state = -1;
  std::int32_t other = -1;  ///< variable
  double other_start = 0;
  Register other_value = -1;  ///< of WatchCode::registers
  static void each(const auto& visit, auto&... same) { visit(kComputed, same.other_value...); }
  void carry(Archive& archive) { archive(state, other, other_start, other_value); }
};

struct StartCode {
  std::vector<TargetCode> targets;
  std::vector<PlaceCode> places;  ///< from the root of the tree outwards
  std::vector<MomentumCode> momenta;
  std::vector<PrescribedPosition> positions;
  std::vector<LoosePosition> loose;
  std::vector<LooseLoop> loose_loops;
  std::vector<ExchangeablePosition> exchangeable;
  static void each(const auto& visit, auto&... same) {
    visit.parts("a target", same.targets...), visit.parts("a place", same.places...), visit.parts("a momentum", same.momenta...);
    visit.parts("a prescribed position", same.positions...), visit.parts("a loose position", same.loose...);
    visit.parts("a loose loop", same.loose_loops...), visit.parts("an exchangeable position", same.exchangeable...);
  }
  void carry(Archive& archive) { archive(targets, places, momenta, positions, loose, loose_loops, exchangeable); }
};

/// Where the choice of states depends on the motion: what is looked at after every step, computed with the crossing functions.
struct WatchCode {
  /// Differentiated constraints and the derivatives that they could give.
  struct Level {
    struct Entry {
      std::int32_t row, column;
      std::int32_t watched;  ///< into registers; -1: it does not vary
      double value;          ///< then
      void carry(Archive& archive) { archive(row, column, watched, value); }
    };
    std::vector<Entry> entries;        ///< row by row
    std::vector<std::int32_t> chosen;  ///< columns of what is solved for, ascending
    std::int32_t rows = 0;
    void carry(Archive& archive) { archive(entries, chosen, rows); }
  };
  std::vector<Register> registers;
  std::vector<std::int32_t> variables;  ///< ascending: what the first registers hold; the others hold coefficients
  std::vector<Level> levels;
  bool empty() const { return registers.empty(); }
  void carry(Archive& archive) { archive(registers, variables, levels); }
};

}  // namespace stribeck
