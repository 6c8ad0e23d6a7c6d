#pragma once
// A branch that was written as a document, to begin from.
#include <string>

#include "pipeline.h"

namespace stribeck::cli {

/// `from`: the file, and behind a colon the number of a point, counted from 1. Throws Failure arguments.invalid or file.missing.
void read_saved_branch(const std::string& from, OrbitWanted& wanted);

}  // namespace stribeck::cli
