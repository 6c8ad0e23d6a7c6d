#pragma once
// The moving picture of mechanisms in space on the page of a report.
#include <string>
#include <vector>

#include "diagram/diagram.h"
#include "results/trajectory.h"

namespace stribeck {

/// The outputs that the picture is drawn from: places of frames, forces in joints, which of them stick. Empty: there is no mechanism.
std::vector<std::string> mechanism_columns(const Diagram& diagram);

/// A canvas with its controls and data, of a run with these outputs at least; its script is kMechanismScript. Of long runs it shows some
/// hundred instants, evenly spaced.
std::string mechanism_html(const Diagram& diagram, const Trajectory& trajectory);

}  // namespace stribeck
