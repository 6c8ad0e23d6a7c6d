#pragma once
// What a report says of the motion where the run stops, beside its curves.
#include <string>
#include <vector>

#include "component/registry.h"
#include "drawing/report.h"
#include "pipeline.h"
#include "results/layout.h"

namespace stribeck::cli {

/// As the commands of these names tell it. `options` as for a run of `file`; each loads the diagram for itself. Throw Failure.
ReportSection linear_section(Registry& registry, const std::string& file, const std::vector<std::string>& inputs, RunOptions options);
/// `open_levels`: of subsystems, as SchematicView has it.
ReportSection modes_section(Registry& registry, const std::string& file, int open_levels, const RunOptions& options);
ReportSection sensitivity_section(Registry& registry, const std::string& file, const std::vector<std::string>& by,
                                  const RunOptions& options);

/// The schematic with the shape of each mode as arrows, one below the other. Throws Failure arguments.invalid where there is no such mode.
struct ModesDrawn {
  std::vector<std::size_t> numbers;  ///< from 1; none: the first twelve
  int open_levels = 0;               ///< of subsystems
  Digits digits = Digits::four;
};
std::string modes_svg(Model& model, const Modes& modes, const ModesDrawn& wanted);

}  // namespace stribeck::cli
