#pragma once
// Derivatives of a run by differences of whole runs: for what shapes the equations, numbers in lists, and diagrams with delays.
#include <string>
#include <vector>

#include "pipeline.h"

namespace stribeck {

/// By these quantities, in the form that followed sensitivities have. Central differences of runs to 1e-10 or better, extrapolated over two
/// steps (Richardson 1911). A derivative is taken once both steps agree to 1e-4 and the sides differ by half as much with half the step, as
/// on a smooth curve; else with shorter steps, and if none agree it is undefined. Those of events exist where the same ones happen in all
/// runs. `outputs`: names of columns.
Sensitivities differences_of_runs(Model& model, Registry& registry, const std::string& file, const SensitivityPoint& point,
                                  const std::vector<std::string>& outputs, const RunOptions& options, const std::string* text);

/// What `followed` has no derivatives of by a parameter of `compared`, a run without rows of other instants, by the latter. Tells by which:
/// those that are undefined no more.
std::vector<std::string> fill_by_differences(Sensitivities& followed, const Sensitivities& compared);

/// The parameters of both, which have the same outputs and rows, in the order of `names`.
Sensitivities joined_by_name(const Sensitivities& followed, const Sensitivities& compared, const std::vector<std::string>& names);

}  // namespace stribeck
