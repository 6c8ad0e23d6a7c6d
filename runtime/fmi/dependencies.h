#pragma once
// What derivatives and outputs of a program follow from (ModelStructure of FMI): states, inputs and time, and with what kind of factor.
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <vector>

#include "program/image.h"

namespace stribeck::fmi {

/// What the factor is made of with which a known variable enters: numbers, parameters that can be set, what is held between events, or
/// anything else. The later contain the earlier.
enum class Factor : std::uint8_t { constant, tunable, discrete, dependent };

struct Dependency {
  std::uint32_t reference = 0;  ///< of the known variable, see layout.h
  Factor factor = Factor::dependent;
};
using Dependencies = std::vector<Dependency>;  ///< by ascending reference

/// Follows the code once from its beginning to its end. Between events, with what is held as it is; an output that shows what is held, or
/// follows from it, depends on all inputs besides, as one that jumps is an event.
class DependencyAnalysis {
 public:
  explicit DependencyAnalysis(const ProgramImage& image);
  /// Nothing if they are too many to be listed, or not known.
  std::optional<Dependencies> of_derivative(std::size_t state) const;
  /// Of a column of the image.
  std::optional<Dependencies> of_column(std::size_t column) const;

 private:
  /// A known variable by its number: time, the states, the inputs; then the slopes of inputs; then all that is held.
  struct Entry {
    std::int32_t known = 0;
    Factor factor = Factor::constant;
    bool operator==(const Entry&) const = default;
  };
  using Set = std::vector<Entry>;  // by ascending number
  struct Value {
    std::int32_t set = 0;             // into sets_
    Factor level = Factor::constant;  // what the value itself is made of
    bool is_zero = false;             // where hosts set no slopes
  };
  struct Part {
    Value value;
    Factor factor = Factor::constant;  // with which it enters
  };

  void seed(const ProgramImage& image);
  void follow(const Program& program, const Instruction& i);
  void follow_loop(const BlockCode& block);
  Value known(std::int32_t number, Factor factor, Factor level);
  Value sum(std::initializer_list<Part> parts) { return sum(std::vector<Part>(parts)); }
  Value sum(const std::vector<Part>& parts);
  Value product(const Value& a, const Value& b);
  Dependencies listed(const Set& set, bool at_events) const;

  const ProgramImage& image_;
  std::int32_t states_, inputs_;
  std::vector<Value> values_;              // of each register
  std::vector<std::int32_t> derivatives_;  // their sets
  std::vector<Set> sets_{Set{}};
  std::size_t entries_ = 0;  // of all sets
  bool is_too_large_ = false;
};

}  // namespace stribeck::fmi
