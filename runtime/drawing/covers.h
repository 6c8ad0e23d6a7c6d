#pragma once
#include "drawing/plot.h"

namespace stribeck {

/// Gives each line that runs along an earlier one a dash, another one than that has, so that both are seen there.
void dash_covers(Panel& panel);

}  // namespace stribeck
