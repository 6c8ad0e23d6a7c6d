#pragma once
// What a study is asked to do, as its plan says it: which parameters vary and how, what is kept of each run.
#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "pipeline.h"
#include "study/aim.h"
#include "study/distributions.h"
#include "study/samplings.h"
#include "study/scalars.h"

namespace stribeck {

inline constexpr std::string_view kPlanFormat = "stribeck-study/1";
/// A factor of this name has files of diagrams as its values.
inline constexpr std::string_view kVariants = "diagram";

struct StudyFactor {
  std::string name;  ///< as --set names it
  std::string unit;  ///< of its values in tables: of the SI; empty for words and pure numbers
  const Distribution* distribution = nullptr;
  std::vector<double> arguments;    ///< of the distribution, SI
  std::vector<std::string> levels;  ///< without a distribution: the values, as --set takes them
  /// A number in SI, as --set takes it.
  std::string value_of(double si) const { return number_text(si) + (unit.empty() ? "" : " " + unit); }
};

struct StudyScalar {
  std::string name, unit;
  const ScalarKind* kind = nullptr;
  std::string of;      ///< a variable, a formula or an event, as the plan has it
  std::string column;  ///< of the run, for curves
  ScalarOptions options;
  double from_s = -std::numeric_limits<double>::infinity(), to_s = std::numeric_limits<double>::infinity();
};

/// A curve that is kept of each run.
struct StudyCurve {
  std::string name, unit;
  std::string of;      ///< a variable or a formula
  std::string column;  ///< of the run
};

struct StudyPlan {
  std::string file, title;
  std::string diagram;  ///< its path, absolute
  /// Of a factor whose values are diagrams: the path of each value, absolute.
  std::map<std::string, std::string> variants;
  std::uint64_t seed = 1;
  const Sampling* sampling = nullptr;
  std::int64_t count = 0;  ///< of samples
  std::vector<StudyFactor> factors;
  std::vector<StudyScalar> scalars;
  std::vector<StudyCurve> curves;
  std::vector<double> curve_times_s;                         ///< instants of all curves: rows of the diagram as it stands
  std::optional<StudyAim> aim;                               ///< of stribeck optimise
  double limit_s = std::numeric_limits<double>::infinity();  ///< that a sample may take on the clock
  std::vector<std::string> constraints;                      ///< formulas in the factors that samples must meet
  /// What is the same in all samples, and the columns that scalars and curves want.
  RunOptions options;
  std::vector<std::string> plugins = {};  ///< files that commands name, so that they find all component types

  bool chooses_diagram(const StudyFactor& factor) const { return !variants.empty() && factor.name == kVariants; }
  /// The file that is run with these values of the factors.
  const std::string& diagram_of(const std::vector<std::string>& values) const;
};

/// Reads a plan and checks it against its diagram, whose files are read by way of `sources`. Throws Failure with every independent error.
StudyPlan read_plan(const std::string& file, const std::string& text, Registry& registry, const std::shared_ptr<Sources>& sources);

/// The path from the root. No ".." is folded, which behind a symbolic link would lead elsewhere.
std::string absolute_file(const std::string& file);

/// The JSON schema of plans.
std::string plan_schema();

}  // namespace stribeck
