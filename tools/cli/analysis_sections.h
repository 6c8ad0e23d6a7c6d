#pragma once
// What a report says of the motion where the run stops, beside its curves.
#include <string>
#include <vector>

#include "component/registry.h"
#include "drawing/report.h"
#include "pipeline.h"
#include "results/layout.h"
#include "results/overview.h"

namespace stribeck::cli {

/// As the commands of these names tell it. `options` as for a run of `file`; each loads the diagram for itself. Throw Failure.
ReportSection linear_section(Registry& registry, const std::string& file, const std::vector<std::string>& inputs, RunOptions options);
/// `open_levels`: of subsystems, as SchematicView has it.
ReportSection modes_section(Registry& registry, const std::string& file, int open_levels, const RunOptions& options);
ReportSection sensitivity_section(Registry& registry, const std::string& file, const std::vector<std::string>& by,
                                  const RunOptions& options);

/// What the page of a report has beside the run.
struct ReportWanted {
  bool modes = false;
  std::vector<std::string> inputs, by;  ///< of the linear model; derivatives by these
  std::int32_t open_levels = 0;         ///< of subsystems
  std::string command;                  ///< that repeats the run
  std::string source;                   ///< text of the diagram; empty if it is not to be had again
};
/// Of a run of the model, which was loaded from `file`. A drawing that cannot be made is told on the page. Throws Failure.
std::string report_page(Model& model, Registry& registry, const std::string& file, const RunOptions& options, const RunSummary& summary,
                        Overview& rows, const ReportWanted& wanted);
/// Ten million numbers, their times and modes stand on the page; of more, the extremes.
inline constexpr std::size_t kMostNumbersOfReport = 16'000'000;

/// The schematic with the shape of each mode as arrows, one below the other. Throws Failure arguments.invalid where there is no such mode.
struct ModesDrawn {
  std::vector<std::size_t> numbers;  ///< from 1; none: the first twelve
  int open_levels = 0;               ///< of subsystems
  Digits digits = Digits::four;
};
std::string modes_svg(Model& model, const Modes& modes, const ModesDrawn& wanted);

}  // namespace stribeck::cli
