#pragma once
// What runs show of the motions of a diagram, by brute force (analysis/survey.h).
#include <optional>
#include <string>
#include <utility>

#include "analysis/survey.h"
#include "pipeline.h"

namespace stribeck {

struct SurveyWanted {
  std::optional<PoincareKind> section;  ///< nothing: of what is forced its period, else maxima of `of`
  std::string section_name;             ///< of the output or of the event
  std::string of;                       ///< an output; empty: the first
  double settle_s = 0, record_s = 0;    ///< at each value; 0: the span of the experiment, and half of it
  double period_s = 0;                  ///< of what drives the motion; 0: found
  bool at_start = false;                ///< the first motion is taken up there, else where the run stops
};

enum class SurveySweeps : std::uint8_t { up, down, both };
struct SweepWanted : SurveyWanted {
  std::string parameter;
  double from = 0, to = 0;
  std::size_t values = 41;
  SurveySweeps sweeps = SurveySweeps::both;
};
/// Sweeps the parameter; each motion begins with the last state of the one before. `file`, `options` and `text` as the model was loaded
/// with. Throws Failure arguments.invalid, diagram.unknown_parameter, run.no_orbit, or that of the first run; later ones are points.
Survey survey(Model& model, Registry& registry, const std::string& file, const SweepWanted& wanted, const RunOptions& options,
              const std::string* text = nullptr);

struct BasinsWanted : SurveyWanted {
  struct Axis {
    std::string name;  ///< of an initial value, "mass.initial.v", or of any parameter
    double from = 0, to = 0;
  } first, second;
  std::size_t values = 21;  ///< of each
};
/// From each of the initial values: which motion the run comes to. Throws as survey().
Basins basins(Model& model, Registry& registry, const std::string& file, const BasinsWanted& wanted, const RunOptions& options,
              const std::string* text = nullptr);

}  // namespace stribeck
