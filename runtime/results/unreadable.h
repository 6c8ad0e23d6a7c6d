#pragma once
// What is said where a result cannot be read back.
#include <cstddef>
#include <string>

namespace stribeck {

/// Throws Failure result.unreadable; `line` 0 where there are no lines.
[[noreturn]] void refuse_result(const std::string& file, std::size_t line, std::string message, std::string remedy);
/// Throws Failure file.missing, with the system's words for errno.
[[noreturn]] void refuse_missing_result(const std::string& file);

}  // namespace stribeck
