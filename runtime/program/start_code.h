#pragma once
// What a program tells about its states and about initial targets: for the search for a start, and for the choice of step sizes.
#include <cstdint>
#include <optional>
#include <vector>

#include "base/archive.h"
#include "base/primitives.h"
#include "program/instruction.h"

namespace stribeck {

struct StateFacts {
  std::int32_t variable = -1, rate = -1;  ///< numbers by which Labels know the state and its derivative
  double start = 0;                       ///< declared
  std::optional<double> nominal;          ///< typical magnitude, if one is declared
  bool is_speed = false;
  bool is_angle = false;             ///< declared in rad
  bool is_network_position = false;  ///< a displacement between nodes, which no component's law has to bring to rest
  void carry(Archive& archive) { archive(variable, rate, start, nominal, is_speed, is_angle, is_network_position); }
};

/// An unknown of a loop.
struct UnknownFacts {
  std::int32_t variable = -1;
  double start = 0;  ///< declared
  bool is_angle = false;
  void carry(Archive& archive) { archive(variable, start, is_angle); }
};

/// A velocity in a loop, scale * value, by which solutions of the loop are compared: the one nearest to `rest` is preferred.
struct PlaceFacts {
  std::int32_t variable = -1;
  double rest = 0;         ///< the value that an initial target asks for, else the declared start value
  double scale = 1;        ///< the factor from the unknown to the variable that is shown
  std::int32_t group = 0;  ///< the same for all velocities of one unit
  void carry(Archive& archive) { archive(variable, rest, scale, group); }
};

/// A coefficient of a state, which does not change during a run.
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
  std::int32_t state = -1;            ///< if the variable is rate * state + offset: that state; else -1
  Register rate = -1, offset = -1;    ///< of section `parameters`
  double asked = 0;                   ///< SI; what the diagram asked for when it was compiled
  Priority priority = Priority::low;  ///< the same
  static void each(const auto& visit, auto&... same) {
    const Use use = kFixed.where(first_of(same...).state >= 0);
    visit(kComputed, same.value...), visit(use, same.rate...), visit(use, same.offset...);
  }
  void carry(Archive& archive) { archive(variable, representative, value, nominal, state, rate, offset, asked, priority); }
};

/// A state that is the position of a node. The difference between two such positions along the spanning tree of the network is a
/// displacement, which may have a target or a start value: displacement = slope * state + others + rest.
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

/// A speed that a stored energy depends on, and the momentum that belongs to it: the energy's derivative by the speed. Both are computed by
/// section `outputs`.
struct MomentumCode {
  Register speed = -1, momentum = -1;
  static void each(const auto& visit, auto&... same) { visit(kComputed, same.speed...), visit(kComputed, same.momentum...); }
  void carry(Archive& archive) { archive(speed, momentum); }
};

/// A position that a component prescribes, and its rate; computed by section `outputs`.
struct PrescribedPosition {
  std::int32_t variable = -1, component = -1;
  Register value = -1, rate = -1;
  static void each(const auto& visit, auto&... same) { visit(kComputed, same.value...), visit(kComputed, same.rate...); }
  void carry(Archive& archive) { archive(variable, component, value, rate); }
};

/// A position that neither a target nor its component determines.
struct LoosePosition {
  std::int32_t variable = -1;
  double start = 0;     ///< declared
  Register value = -1;  ///< of section `start`
  static void each(const auto& visit, auto&... same) { visit(kComputed, same.value...); }
  void carry(Archive& archive) { archive(variable, start, value); }
};

/// A loop of the network, around which one position follows from the others.
struct LooseLoop {
  LoosePosition follows;
  std::int32_t component = -1;
  std::vector<std::int32_t> others;  ///< into StartCode::loose
  static void each(const auto& visit, auto&... same) { LoosePosition::each(visit, same.follows...); }
  void carry(Archive& archive) { archive(follows, component, others); }
};

/// Two positions that a constraint ties to each other: one is a state, and the other could be it instead.
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

/// For programs whose choice of states depends on the motion: the values that tell, after every step, whether other states would serve
/// better. They are computed with the crossing functions.
struct WatchCode {
  /// The coefficients of differentiated constraints, by the derivatives that these could be solved for.
  struct Level {
    struct Entry {
      std::int32_t row, column;
      std::int32_t watched;  ///< into registers; -1: the coefficient is constant
      double value;          ///< of a constant coefficient
      void carry(Archive& archive) { archive(row, column, watched, value); }
    };
    std::vector<Entry> entries;        ///< row by row
    std::vector<std::int32_t> chosen;  ///< columns of the derivatives that are solved for, ascending
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
