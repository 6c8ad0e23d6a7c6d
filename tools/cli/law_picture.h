#pragma once
// What a law looks like: the force of a friction over the velocity at which it slips evenly, that of a stop or a spring over the way.
#include <optional>

#include "component/registry.h"
#include "drawing/plot.h"

namespace stribeck::cli {

/// The force over the velocity in steady slip, with the parameters that a type has by default, inputs that nothing fills at 1 and, where
/// they change the curve, with each choice of its options. Found by runs at constant speeds that last until the force no longer changes.
/// What sticks has a vertical line at rest: up to what it holds, or out of the picture where it holds any force. Below it, of what bends
/// before it slips, the force over the way there and back: its hysteresis. Of what stores energy and does not come to steady slip, the
/// force over the way there and back slowly; of rigid sides, a vertical line at each of them. Nothing for what does not act between two
/// ports, or at one, needs more than its defaults, or is a straight line.
std::optional<PlotPage> law_plot(Registry& registry, const ComponentRecord& record);

}  // namespace stribeck::cli
