#pragma once
// How the scalars of a run change with parameters: the derivative of what the curve's rows give.
#include <functional>
#include <string>
#include <vector>

#include "analysis/sensitivity.h"
#include "study/scalars.h"

namespace stribeck {

struct Experiment;

/// "max", "spring.x"
struct AskedScalar {
  std::string name;  ///< as it was asked for
  const ScalarKind* kind = nullptr;
  std::string output;
  ScalarOptions options;
};

struct ScalarSlopes {
  std::string name, unit;
  double value = 0;
  std::vector<double> by;  ///< each parameter; not a number where undefined
};

/// "max spring.x", "crossing_time load.w target=0.1 number=2", "settling_time table.x within=2%"; numbers in SI. Throws Failure
/// arguments.invalid, also for times of extrema, which rows do not tell well enough.
AskedScalar asked_scalar(const std::string& text);

/// Instants as the rows of a run have them: from the start to the stop by the interval.
std::vector<double> row_times(const Experiment& experiment);

struct SensitivitiesWithScalars {
  Sensitivities result;  ///< with the rows that were asked for
  std::vector<ScalarSlopes> scalars;
};

/// The run is made twice: `along(false, instants)` by no parameter, which tells extrema of its outputs, events and crossings, and
/// `along(true, instants)` by those that are asked for, with rows there, too. A scalar that is no number, as the time of a crossing that
/// does not come, and a derivative that differs to either side, as where two maxima are equal, is undefined. Throws Failure
/// arguments.invalid where a scalar's output is none, and where differences of whole runs are all there is, as of delays.
SensitivitiesWithScalars sensitivities_with_scalars(
    const std::vector<AskedScalar>& asked, const std::vector<double>& times_s, const std::vector<double>& curve_times_s,
    const std::function<Sensitivities(bool by_parameters, const std::vector<double>& times_s)>& along);

}  // namespace stribeck
