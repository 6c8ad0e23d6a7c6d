#include "run_options.h"

#include <sys/stat.h>

#include <algorithm>

#include "arguments.h"
#include "base/format.h"
#include "base/text.h"
#include "commands.h"
#include "drawing/plot_page.h"
#include "results/layout.h"
#include "simulation/integrator.h"
#include "terminal.h"

namespace stribeck::cli {
namespace {

std::vector<std::string> solver_names() {
  std::vector<std::string> names;
  for (const IntegratorRow& row : integrators()) names.emplace_back(row.name);
  return names;
}

}  // namespace

void add_run_options(CLI::App& command, RunArguments& arguments) {
  RunOptions& options = arguments.options;
  add_file(command, arguments.file, "the diagram; - reads standard input");
  add_set_option(command, arguments.sets);
  command
      .add_option("--input", arguments.inputs, "a column of a file gives an input of the boundary, over the file's first column as time")
      ->type_name("NAME=FILE:COLUMN");
  command.add_option("--stop", options.stop, "time at the end, such as \"10 s\"")->type_name("T");
  command.add_option("--interval", options.interval, "time between rows")->type_name("DT");
  offer(command.add_option("--solver", options.solver, "how time is integrated; auto chooses")->type_name("S"), solver_names());
  command.add_option("--rtol", options.rtol, "relative tolerance")->type_name("R");
  command.add_option("--atol", options.atol, "absolute tolerance")->type_name("A");
  command.add_flag("--quiet", arguments.quiet, "no summary and no progress, only errors");
}

void finish_run_options(RunArguments& arguments) {
  arguments.options.overrides = overrides_of(arguments.sets);
  arguments.options.inputs = parse_overrides(arguments.inputs, "--input", "--input torque=measured.csv:torque");
}

std::string command_line(const std::string& command, const RunArguments& arguments) {
  std::string line = "stribeck " + command + " " + shell_word(arguments.file);
  for (const std::string& set : arguments.sets) line += " --set " + shell_word(set);
  for (const std::string& input : arguments.inputs) line += " --input " + shell_word(input);
  const auto add = [&](const char* option, const std::string& value) {
    if (!value.empty()) line += std::string(" ") + option + " " + shell_word(value);
  };
  add("--stop", arguments.options.stop);
  add("--interval", arguments.options.interval);
  add("--solver", arguments.options.solver);
  add("--rtol", arguments.options.rtol);
  add("--atol", arguments.options.atol);
  return line;
}

void refuse_to_overwrite(const std::string& option, const std::string& result, const std::vector<std::string>& files) {
  struct stat own {
  }, source{};
  if (::stat(result.c_str(), &own) != 0) return;
  for (const std::string& file : files)
    if (::stat(file.c_str(), &source) == 0 && own.st_dev == source.st_dev && own.st_ino == source.st_ino)
      refuse(fmt::format("{} {} would overwrite {}", option, result,
                         file == files.front() ? "the diagram" : file + ", which the diagram is read from"),
             "name another file for the result");
}

std::vector<std::string> files_of(const std::string& file, const Diagram& diagram) {
  std::vector<std::string> files{file};
  for (const std::vector<std::string>& more : {diagram.files, diagram.read_files}) files.insert(files.end(), more.begin(), more.end());
  for (const Plot& plot : diagram.plots)
    for (const Overlay& overlay : plot.overlays) files.push_back(overlay_path(diagram, overlay));
  return files;
}

int say_interrupted(const RunSummary& summary, const std::vector<std::pair<std::string, std::string>>& details) {
  Diagnostic diagnostic;
  diagnostic.code = ErrorCode::run_interrupted;
  diagnostic.message = "interrupted at " + in_shown_unit(summary.reached_s, "s", summary.time_unit) + " of " +
                       in_shown_unit(summary.stop_s, "s", summary.time_unit);
  diagnostic.details = details;
  say(diagnostic);
  return kInterrupted;
}

}  // namespace stribeck::cli
