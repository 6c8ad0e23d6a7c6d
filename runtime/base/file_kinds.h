#pragma once
// By what files of our own are known at their beginning.
#include <string_view>

namespace stribeck {

/// The number of its version follows (program/image.cpp).
inline constexpr std::string_view kProgramFileBegin = "stribeck program ";

}  // namespace stribeck
