#pragma once
// A branch of motions as a page for a browser: the picture of it, and of the orbit that is clicked on its curves over a period.
#include <string>

#include "analysis/branch.h"

namespace stribeck::cli {

/// `output`: the number of the one that is shown at first; `command`: how to make the page again.
std::string branch_page(const OrbitBranch& branch, std::size_t output, const std::string& file, const std::string& command);

}  // namespace stribeck::cli
