#pragma once
#include "component/recording.h"

namespace stribeck {

/// After a declaration has run: finds the parts of frames by their names, "a.r_x" of the frame "a", and puts them behind all that diagrams
/// name. A frame without parts, or a part without frame, is a fault.
void gather_frames(Recorder& recorder);

}  // namespace stribeck
