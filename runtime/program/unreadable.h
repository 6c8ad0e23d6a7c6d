#pragma once
// How program files are refused.
#include <string>
#include <utility>

#include "base/diagnostic.h"

namespace stribeck {

/// Throws Failure program.unreadable. `path`: of the program file; empty while it is written.
[[noreturn]] inline void refuse_program(const std::string& path, std::string message, std::string because, std::string remedy) {
  throw Failure(Diagnostic{.code = ErrorCode::program_unreadable,
                           .message = std::move(message),
                           .where = {.file = path, .pointer = {}, .instance = {}, .relation = {}},
                           .because = std::move(because),
                           .remedy = std::move(remedy),
                           .details = {}});
}

}  // namespace stribeck
