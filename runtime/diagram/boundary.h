#pragma once
// The boundary of a diagram: what is given to it from outside while it runs, and what it gives.
#include <vector>

#include "diagram/read.h"
#include "diagram/reading.h"

namespace stribeck {

/// Makes of each input a source of its own, and of each port an ideal source of a force or a velocity with such an input. `files`: of the
/// command line, which give inputs by tables of time.
void read_boundary(Reading& reading, Json boundary, const std::vector<InputFile>& files);

}  // namespace stribeck
