#pragma once
#include "assembly/assembly.h"

namespace stribeck {

/// The tree that mechanisms in space must be: every frame is connected to exactly one that says how it moves, and the way there begins at
/// a world. Adds spatial.loop and spatial.floating.
void check_frames(const Assembly& assembly, Diagnostics& diagnostics);

}  // namespace stribeck
