#pragma once
// What a friction law looks like: its force over the velocity at which it slips evenly.
#include <optional>

#include "component/registry.h"
#include "drawing/plot.h"

namespace stribeck::cli {

/// The force over the velocity in steady slip, with the parameters that a type has by default, inputs that nothing fills at 1 and, where
/// they change the curve, with each choice of its options. Found by runs at constant speeds that last until the force no longer changes.
/// Below it, of what bends before it slips, the force over the way there and back: its hysteresis. Nothing for what does not resist between
/// two ports, or at one, needs more than its defaults, does not come to steady slip, or is a straight line.
std::optional<PlotPage> law_plot(Registry& registry, const ComponentRecord& record);

}  // namespace stribeck::cli
