#pragma once
// What all commands that run a diagram have in common.
#include <CLI/CLI.hpp>
#include <string>
#include <utility>
#include <vector>

#include "pipeline.h"

namespace stribeck::cli {

struct RunArguments {
  std::string file;
  std::vector<std::string> sets, inputs;
  RunOptions options;
  bool quiet = false;
};

/// FILE, --set, --input, --stop, --interval, --solver, --rtol, --atol, --quiet.
void add_run_options(CLI::App& command, RunArguments& arguments);
/// Reads --set and --input, and listens to Ctrl-C. Throws Failure arguments.invalid.
void finish_run_options(RunArguments& arguments);
/// The command that does the same again, quoted for a shell.
std::string command_line(const std::string& command, const RunArguments& arguments);
/// Refuses a result that is one of these files: a slip of the hand would cost it. `option` is for the message; the first is the diagram.
void refuse_to_overwrite(const std::string& option, const std::string& result, const std::vector<std::string>& files);
/// All that a diagram is read and drawn from, itself first.
std::vector<std::string> files_of(const std::string& file, const Diagram& diagram);
/// Says how far the run came, with further labelled lines; returns the exit code.
int say_interrupted(const RunSummary& summary, const std::vector<std::pair<std::string, std::string>>& details);

}  // namespace stribeck::cli
