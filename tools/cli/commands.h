#pragma once
// The subcommands, one file each. A function adds its command to the program and returns what runs it, with the process's exit code.
#include <CLI/CLI.hpp>
#include <functional>

namespace stribeck::cli {

using Action = std::function<int()>;

Action add_run(CLI::App& program);
Action add_check(CLI::App& program);
Action add_explain(CLI::App& program);
Action add_list(CLI::App& program);
Action add_describe(CLI::App& program);
Action add_docs(CLI::App& program);
Action add_schema(CLI::App& program);
Action add_draw(CLI::App& program);
Action add_report(CLI::App& program);
Action add_plugins(CLI::App& program);
Action add_libraries(CLI::App& program);
Action add_compare(CLI::App& program);
Action add_compare_results(CLI::App& program);
Action add_decay(CLI::App& program);
Action add_compile(CLI::App& program);
Action add_export(CLI::App& program);
Action add_linearise(CLI::App& program);
Action add_modes(CLI::App& program);
Action add_orbit(CLI::App& program);
Action add_continue(CLI::App& program);
Action add_survey(CLI::App& program);
Action add_sensitivity(CLI::App& program);
Action add_spectrum(CLI::App& program);
Action add_study(CLI::App& program);
Action add_fit(CLI::App& program);
Action add_optimise(CLI::App& program);
Action add_format(CLI::App& program);
Action add_import(CLI::App& program);
Action add_new(CLI::App& program);
Action add_man(CLI::App& program);
Action add_completion(CLI::App& program);

inline constexpr int kDone = 0;
inline constexpr int kInterrupted = 130;

}  // namespace stribeck::cli
