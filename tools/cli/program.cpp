// The program `stribeck`: reads the command line, runs one command, turns what goes wrong into sentences and exit codes.
#include "program.h"

#include <array>
#include <map>
#include <memory>
#include <new>

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

constexpr std::array kCommands{
    add_run,      add_check,           add_explain,   add_list,      add_describe, add_docs,      add_schema, add_draw,        add_report,
    add_compare,  add_compare_results, add_linearise, add_modes,     add_orbit,    add_continue,  add_survey, add_sensitivity, add_decay,
    add_spectrum, add_study,           add_optimise,  add_fit,       add_plugins,  add_libraries, add_format, add_import,      add_new,
    add_compile,  add_export,          add_man,       add_completion};

int dispatch(const std::vector<std::string>& words) {
  CLI::App program("Runs mechanical diagrams: a JSON file of components and connections becomes curves.", "stribeck");
  program.formatter(std::make_shared<HelpFormatter>(style_of_output().columns));
  program.footer(kMainExamples);
  program.set_version_flag("--version", "stribeck " STRIBECK_VERSION);
  declare_plugin_option(program);
  std::map<const CLI::App*, Action> actions;
  for (const auto add : kCommands) {
    Action action = add(program);
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
