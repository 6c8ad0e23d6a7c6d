#pragma once
// What commands have in common that ask a diagram for more than its curves, and tell one document.
#include <CLI/CLI.hpp>
#include <string>

#include "arguments.h"
#include "format.h"
#include "plugins.h"
#include "process.h"
#include "results/document.h"
#include "results/messages.h"
#include "results/output_file.h"
#include "run_options.h"
#include "terminal.h"

namespace stribeck::cli {

struct AnalysisArguments {
  RunArguments run;
  std::string at;
  OutputFormat format;
  Digits digits = Digits::four;
  bool at_start() const { return at == "start"; }
};

inline void add_at_option(CLI::App& command, AnalysisArguments& arguments) {
  command.add_option("--at", arguments.at, "the instant, or start; left out: where the run stops")->type_name("T");
}
inline void add_outputs_option(CLI::App& command, AnalysisArguments& arguments) {
  command.add_option("--outputs", arguments.run.options.outputs, "a variable that is an output, instead of the diagram's; may be repeated")
      ->type_name("NAME")
      ->allow_extra_args(false);
}

/// `ask(model, registry)` makes what is told, `text_of(told, style)` the text for people, `notes_of(told)` what is said besides.
int execute_analysis(AnalysisArguments& arguments, const char* document, const auto& ask, const auto& text_of, const auto& notes_of) {
  finish_run_options(arguments.run);
  if (!arguments.at.empty() && !arguments.at_start()) arguments.run.options.stop = arguments.at;
  Registry registry = all_components();
  const ModelPtr model = load_file(registry, arguments.run.file, arguments.run.options);
  arguments.run.options.interrupted = &interrupts();
  Progress progress(!arguments.run.quiet);
  arguments.run.options.progress = [&](double time_s, double stop_s, std::int64_t events) { progress.show(time_s, stop_s, events); };
  const auto told = ask(*model, registry);
  progress.erase();
  if (arguments.run.quiet) return 0;
  if (arguments.format.is_json())
    write_to_standard_output(document::text_of(document, told));
  else
    print(text_of(told, style_of_output(arguments.digits)));
  const Diagnostics notes = notes_of(told);
  for (const Diagnostic& note : notes.list()) say(note);
  return 0;
}

}  // namespace stribeck::cli
