#pragma once
// The program, without what belongs to its process.
#include <string>
#include <vector>

namespace stribeck::cli {

/// Runs the command that the words name, as behind `stribeck` on a command line, and returns its exit status. What goes wrong is told on
/// standard error. `process.h` prepares a process for it.
int exit_status_of(const std::vector<std::string>& words);

}  // namespace stribeck::cli
