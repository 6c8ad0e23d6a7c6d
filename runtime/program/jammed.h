#pragma once
// The error for frictions that are pressed on by their own reaction so much that no force fulfils their law.
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "structure/sorted_system.h"

namespace stribeck {

/// `what`: the sentence that follows the name of the first of the frictions.
Failure jammed(const FlatSystem& flat, const std::vector<std::int32_t>& frictions, double t, const std::string& what);

/// For a block that has no solution: throws Failure if there is friction in it whose limits depend on the forces that they limit.
void fail_if_jammed(const SortedSystem& sorted, std::int32_t block, double t);
/// The same for smooth laws of friction: where one is pressed by a signal that its own force makes.
void fail_if_pressed_by_itself(const SortedSystem& sorted, std::int32_t block, double t);

}  // namespace stribeck
