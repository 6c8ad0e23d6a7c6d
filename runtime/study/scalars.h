#pragma once
// The numbers that a study keeps of a run.
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "simulation/run.h"

namespace stribeck {

/// A curve between two instants: straight lines between its points, a jump where two points share an instant.
struct KeptCurve {
  std::vector<double> times_s, values;
};

/// What a scalar is told beside the curve or the events that it measures.
struct ScalarOptions {
  std::optional<double> target, within;
  bool within_is_share = false;  ///< of the way to the target
  std::int64_t number = 1;
};

struct ScalarKind {
  std::string_view name, doc;
  enum class Of : std::uint8_t { curve, events } of = Of::curve;
  /// In which unit it is: that of what it measures, seconds, the first times seconds, none.
  enum class Measures : std::uint8_t { value, time, integral, pure } measures = Measures::value;
  std::vector<std::string_view> options;  ///< "target", "within", "number"
  /// Nothing where there is no such number: an event that did not come, a curve that did not settle.
  std::optional<double> (*of_curve)(const KeptCurve& curve, const ScalarOptions& options) = nullptr;
  std::optional<double> (*of_events)(const std::vector<double>& times_s, const ScalarOptions& options) = nullptr;
};

const std::vector<ScalarKind>& scalar_kinds();
/// Null if there is none of that name.
const ScalarKind* find_scalar_kind(std::string_view name);

/// Why there can be no such number of the curve; empty if there can.
std::string why_no_number(const ScalarKind& kind, const KeptCurve& curve, const ScalarOptions& options);

/// Values at whose crossings such a number looks; empty for those of another kind.
std::vector<double> levels_of(const ScalarKind& kind, const KeptCurve& curve, const ScalarOptions& options);

/// The part of a curve between two instants, with values interpolated there.
KeptCurve part_between(const std::vector<double>& times_s, const std::vector<double>& values, double from_s, double to_s);

}  // namespace stribeck
