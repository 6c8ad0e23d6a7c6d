#pragma once
// Numbers of instances, variables and registers are signed, so that -1 can say "none"; containers count without a sign.
#include <concepts>
#include <cstddef>

namespace stribeck {

/// A number that is known to name something, as the index of a container.
constexpr std::size_t at(std::integral auto number) { return static_cast<std::size_t>(number); }

}  // namespace stribeck
