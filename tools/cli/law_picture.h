#pragma once
// What a friction law looks like: its force over the velocity at which it slips evenly.
#include <string>

#include "component/registry.h"

namespace stribeck::cli {

/// An SVG of the force over the velocity in steady slip, with the parameters that a type has by default and, where they change the curve,
/// with each choice of its options. Found by runs at constant speeds that last until the force no longer changes. Empty for what does not
/// resist between two ports, needs more than its defaults, does not come to steady slip, or is a straight line. Throws Failure tool.missing
/// or tool.failed.
std::string law_picture(Registry& registry, const ComponentRecord& record);

}  // namespace stribeck::cli
