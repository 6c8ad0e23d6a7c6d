#pragma once
// What an optimisation over the factors of a plan looks for.
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "diagram/json_tree.h"
#include "diagram/report.h"
#include "diagram/shown_formula.h"

namespace stribeck {

struct StudyPlan;

/// A formula in scalars and factors of the plan. Its symbols, SI, in the order of `columns`: scalars by their number, factors after them.
struct AimFormula {
  std::string text;
  Formula formula;
  std::vector<std::size_t> columns;
};

struct AimMethod {
  std::string_view name, doc;
  enum class Kind : std::uint8_t { automatic, gradient, local, global } kind = Kind::automatic;
  bool takes_constraints = false;
};
const std::vector<AimMethod>& aim_methods();
/// Null if there is none of that name.
const AimMethod* find_aim_method(std::string_view name);

struct StudyAim {
  bool is_greatest = false;  ///< maximise
  AimFormula objective;
  std::vector<AimFormula> constraints;  ///< each is to be zero or less: "peak < 3" is peak - 3
  const AimMethod* method = nullptr;
  std::int64_t starts = 5;
  std::int64_t evaluations = 0;  ///< at most, of all starts
  double tolerance = 1e-5;       ///< in parts of the range of each factor
};

/// The section "optimise" of a plan whose factors and scalars are read. Reports what is wrong; nothing after an error.
std::optional<StudyAim> read_aim(Report& report, Json section, const StudyPlan& plan);

}  // namespace stribeck
