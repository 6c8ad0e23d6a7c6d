// The program `stribeck`: reads the command line, runs one command, turns what goes wrong into sentences and exit codes.
#include "program.h"

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <new>
#include <string_view>

#include "arguments.h"
#include "commands.h"
#include "format.h"
#include "help.h"
#include "plugins.h"
#include "terminal.h"

namespace stribeck::cli {
namespace {

constexpr const char* kMainExamples = R"(Examples:
  stribeck run diagrams/start/rotational_stick_slip.json --csv stick_slip.csv
  stribeck run diagrams/start/rotational_stick_slip.json --set load.inertia=2 --stop "5 s" --csv - | head
  stribeck check diagrams/verify/*.json
  stribeck explain diagrams/start/rotational_stick_slip.json
  stribeck describe rotational.friction
  stribeck run --plugin build/libmy_parts.so drive.json

Every command takes --plugin. The variable STRIBECK_PLUGIN_PATH loads the files and folders that it lists, separated by colons.

Libraries that a diagram names are looked for beside it, in the folders of the nearest stribeck.json, in those that the variable STRIBECK_PATH
lists, in ~/.local/share/stribeck/libraries ($XDG_DATA_HOME), in ../share/stribeck/libraries of the program, and in stribeck/libraries below
/usr/local/share and /usr/share ($XDG_DATA_DIRS). The first that has the name is taken; stribeck libraries shows all.

Exit codes: 0 done, 1 the run failed, 2 the diagram or the arguments are wrong, 130 interrupted.)";

struct Command {
  std::string_view name;
  Action (*add)(CLI::App& program);
};

constexpr std::array kCommands{Command{"run", add_run},
                               Command{"check", add_check},
                               Command{"explain", add_explain},
                               Command{"list", add_list},
                               Command{"describe", add_describe},
                               Command{"docs", add_docs},
                               Command{"schema", add_schema},
                               Command{"draw", add_draw},
                               Command{"report", add_report},
                               Command{"compare", add_compare},
                               Command{"compare-results", add_compare_results},
                               Command{"linearise", add_linearise},
                               Command{"modes", add_modes},
                               Command{"orbit", add_orbit},
                               Command{"continue", add_continue},
                               Command{"survey", add_survey},
                               Command{"sensitivity", add_sensitivity},
                               Command{"decay", add_decay},
                               Command{"spectrum", add_spectrum},
                               Command{"study", add_study},
                               Command{"optimise", add_optimise},
                               Command{"fit", add_fit},
                               Command{"plugins", add_plugins},
                               Command{"libraries", add_libraries},
                               Command{"format", add_format},
                               Command{"import", add_import},
                               Command{"new", add_new},
                               Command{"compile", add_compile},
                               Command{"export", add_export},
                               Command{"man", add_man},
                               Command{"completion", add_completion}};

/// Whether the first word names a command that needs to know nothing of the others: then only that one is declared, as declaring all takes
/// as long as reading a diagram. The manual and the completion of shells are made of all commands.
bool stands_alone(std::string_view word) {
  const auto is_named = [&](const Command& command) {
    return command.name == word && command.add != add_man && command.add != add_completion;
  };
  return std::any_of(kCommands.begin(), kCommands.end(), is_named);
}

int dispatch(const std::vector<std::string>& words) {
  CLI::App program("Runs mechanical diagrams: a JSON file of components and connections becomes curves.", "stribeck");
  program.formatter(std::make_shared<HelpFormatter>(style_of_output().columns));
  program.footer(kMainExamples);
  program.set_version_flag("--version", "stribeck " STRIBECK_VERSION);
  declare_plugin_option(program);
  std::map<const CLI::App*, Action> actions;
  const bool is_alone = !words.empty() && stands_alone(words.front());
  for (const Command& command : kCommands) {
    if (is_alone && command.name != words.front()) continue;
    Action action = command.add(program);
    actions[program.get_subcommands([](CLI::App*) { return true; }).back()] = std::move(action);
  }
  if (asks_for_json(words)) say_in_json();
  const CLI::App* chosen = parse(program, words);
  return chosen ? actions.at(chosen)() : kDone;
}

}  // namespace

int exit_status_of(const std::vector<std::string>& words) {
  try {
    return dispatch(words);
  } catch (const Failure& failure) {
    say(failure);
    return failure.exit_status();
  } catch (const std::bad_alloc&) {
    const Failure failure(Diagnostic{.code = ErrorCode::diagram_too_large,
                                     .message = "the machine has no memory left for this diagram",
                                     .where = {},
                                     .because = {},
                                     .remedy = "fewer components or a limit of memory that is higher",
                                     .details = {}});
    say(failure);
    return failure.exit_status();
  } catch (const std::exception& error) {
    say(std::string("error: stribeck itself is at fault: ") + error.what() + "\n");
  }
  return 1;
}

}  // namespace stribeck::cli
