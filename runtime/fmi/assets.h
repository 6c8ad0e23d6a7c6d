#pragma once
// What the build makes part of the program (runtime/CMakeLists.txt).
#include <string_view>

namespace stribeck {

extern const std::string_view kMotionSource;     ///< source/motion.c: of an FMU that is C, its motion
extern const std::string_view kInterfaceSource;  ///< source/fmi2.c: its functions
extern const std::string_view kLicences;         ///< cmake/packaging/copyright: of what is compiled into the kernel

}  // namespace stribeck
