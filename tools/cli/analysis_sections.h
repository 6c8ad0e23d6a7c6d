#pragma once
// What a report says of the motion where the run stops, beside its curves.
#include <string>
#include <vector>

#include "component/registry.h"
#include "drawing/report.h"
#include "pipeline.h"

namespace stribeck::cli {

/// As the commands of these names tell it. `options` as for a run of `file`; each loads the diagram for itself. Throw Failure.
ReportSection linear_section(Registry& registry, const std::string& file, const std::vector<std::string>& inputs, RunOptions options);
ReportSection modes_section(Registry& registry, const std::string& file, const std::string& unfold, const RunOptions& options);
ReportSection sensitivity_section(Registry& registry, const std::string& file, const std::vector<std::string>& by,
                                  const RunOptions& options);

}  // namespace stribeck::cli
