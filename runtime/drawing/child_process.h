#pragma once
// Programs that draw for us: one text in, one text out, no shell between.
#include <string>
#include <vector>

namespace stribeck {

/// A program that a user can install.
struct Tool {
  std::string program;  ///< "gnuplot", found along PATH
  std::string package;  ///< of Debian
  std::string purpose;  ///< "draws plots"
};

/// Runs the program with `input` on its standard input and returns its standard output. Throws Failure tool.missing where it is not
/// installed, and tool.failed, with what it said, where it does not end with status 0.
std::string run_tool(const Tool& tool, const std::vector<std::string>& arguments, const std::string& input);

}  // namespace stribeck
