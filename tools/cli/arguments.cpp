#include "arguments.h"

#include <algorithm>
#include <charconv>
#include <filesystem>

#include "base/file_names.h"
#include "base/text.h"
#include "base/units.h"
#include "imports/parameter_set.h"
#include "plugins.h"
#include "results/output_file.h"
#include "terminal.h"

namespace stribeck::cli {
namespace {

const std::string kSetFile = "=";  // no assignment begins so

std::string help_hint(const CLI::App& command) {
  std::string words = command.get_name();
  for (const CLI::App* parent = command.get_parent(); parent != nullptr; parent = parent->get_parent())
    words.insert(0, parent->get_name() + " ");
  return "see: " + words + " --help";
}

std::vector<std::string> option_names(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    for (const std::string& name : option->get_snames()) names.push_back("-" + name);
  }
  return names;
}

std::vector<std::string> command_names(const CLI::App& program) {
  std::vector<std::string> names;
  for (const CLI::App* command : program.get_subcommands([](const CLI::App*) { return true; })) names.push_back(command->get_name());
  return names;
}

/// That extras are told by refuse_extras() and not by CLI11, here and in the commands below.
void allow_extras(CLI::App& program) {
  program.allow_extras();
  program.require_subcommand(0, 1);  // "man run": a second word that is a command's name is no command
  for (CLI::App* command : program.get_subcommands([](CLI::App*) { return true; })) allow_extras(*command);
}

/// A command that only stands above others, unlike one that does something of its own with an argument.
bool needs_command(const CLI::App& program) {
  return !command_names(program).empty() && program.get_options([](const CLI::Option* option) { return option->get_positional(); }).empty();
}

std::string suggestion(const std::string& word, const std::vector<std::string>& candidates, const CLI::App& command) {
  const std::string near = did_you_mean(word, candidates);
  return near.empty() ? help_hint(command) : near;
}

bool is_option(const std::string& word) { return word.size() > 1 && word.front() == '-'; }

void refuse_extras(const CLI::App& command) {
  std::vector<std::string> extras = command.remaining();
  if (extras.empty()) return;
  // The word behind an unknown option is its value: the option is what was misspelt.
  const auto option = std::find_if(extras.begin(), extras.end(), is_option);
  if (option != extras.end()) {
    const std::string name = option->substr(0, option->find('='));
    refuse(command.get_name() + " has no option " + in_quotes(name), suggestion(name, option_names(command), command));
  }
  if (needs_command(command)) {
    const std::vector<std::string> commands = command_names(command);
    const std::string what = command.get_parent() ? command.get_name() + " makes no " : "there is no command ";
    refuse(what + in_quotes(extras.front()), suggestion(extras.front(), commands, command));
  }
  refuse(command.get_name() + " does not take " + in_quotes(extras.front()) + " besides its other arguments", help_hint(command));
}

/// A word that is no command is told also where help is asked for: that of another one would pass for an answer.
void refuse_unknown_command(const CLI::App& command) {
  const std::vector<std::string> extras = command.remaining();
  if (!extras.empty() && !is_option(extras.front()) && needs_command(command)) refuse_extras(command);
}

bool is_assignment(const std::string& word) {
  const std::size_t equals = word.find('=');
  return equals != std::string::npos && equals > 0 && !is_option(word) && word.find('/') > equals;
}

/// `--set a=1 b=2 FILE` is `--set a=1 --set b=2 FILE`: CLI11 would take either one value or everything that follows.
std::vector<std::string> with_each_set(const std::vector<std::string>& arguments) {
  std::vector<std::string> spread;
  bool assigns = false;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const bool value = i > 0 && arguments[i - 1] == "--set";
    assigns = value || (assigns && is_assignment(arguments[i]));
    if (assigns && !value) spread.emplace_back("--set");
    spread.push_back(arguments[i]);
  }
  return spread;
}

/// Diagrams in the folder of `file`, as the user would write them, sorted.
std::vector<std::string> diagrams_beside(const std::string& file) {
  namespace fs = std::filesystem;
  const std::size_t slash = file.rfind('/');
  const std::string folder = slash == std::string::npos ? "" : file.substr(0, slash + 1);
  std::vector<std::string> found;
  std::error_code none;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder.empty() ? "." : folder, none)) {
    if (is_json_file(entry.path().native())) found.push_back(folder + entry.path().filename().string());
  }
  std::sort(found.begin(), found.end());
  return found;
}

/// An option that was given no value would pass for one that was left out.
void refuse_empty(const CLI::App& command) {
  for (const CLI::Option* option : command.get_options()) {
    const std::vector<std::string>& values = option->results();
    if (option->count() > 0 && std::find(values.begin(), values.end(), "") != values.end())
      refuse(option->get_name() + " is given an empty value", "leave " + option->get_name() + " out, or give it a value");
  }
}

const CLI::App& deepest(const CLI::App& program) {
  const CLI::App* command = &program;
  for (std::vector<CLI::App*> chosen = program.get_subcommands(); !chosen.empty(); chosen = command->get_subcommands())
    command = chosen.front();
  return *command;
}

}  // namespace

void refuse(const std::string& message, const std::string& remedy) {
  Diagnostic diagnostic;
  diagnostic.code = ErrorCode::arguments_invalid;
  diagnostic.message = message;
  diagnostic.remedy = remedy;
  throw Failure(std::move(diagnostic));
}

CLI::App* parse(CLI::App& program, std::vector<std::string> arguments) {
  allow_extras(program);
  // Words behind "--" are names, whatever they begin with: "./" makes them words that no reader of options minds.
  const auto names = std::find(arguments.begin(), arguments.end(), "--");
  if (names != arguments.end())
    for (auto name = arguments.erase(names); name != arguments.end(); ++name)
      if (is_option(*name)) name->insert(0, "./");
  take_plugins(arguments);
  arguments = with_each_set(arguments);
  std::reverse(arguments.begin(), arguments.end());  // as CLI11 wants them
  try {
    program.parse(arguments);
  } catch (const CLI::CallForVersion&) {
    refuse_unknown_command(program);
    write_to_standard_output(program.version() + "\n");
    return nullptr;
  } catch (const CLI::CallForHelp&) {
    refuse_unknown_command(deepest(program));
    print(program.help());
    return nullptr;
  } catch (const CLI::ParseError& error) {
    refuse(error.what(), help_hint(deepest(program)));
  }
  const CLI::App& command = deepest(program);
  refuse_extras(command);
  if (needs_command(command)) {
    refuse(&command == &program ? "no command was given"
                                : command.get_name() + " needs to know what: " + joined(command_names(command), " or "),
           help_hint(command));
  }
  refuse_extras(program);
  refuse_empty(command);
  return program.get_subcommands().front();
}

void add_file(CLI::App& command, std::string& file, const std::string& doc) { command.add_option("FILE", file, doc)->type_name(""); }

void refuse_if_missing(const CLI::App& command, const std::string& file) {
  if (file.empty()) refuse(command.get_name() + " needs the file of a diagram", help_hint(command));
}

std::vector<Override> parse_overrides(const std::vector<std::string>& assignments, const std::string& option, const std::string& example) {
  std::vector<Override> overrides;
  for (const std::string& assignment : assignments) {
    const std::size_t equals = assignment.find('=');
    if (equals == std::string::npos || equals == 0) {
      refuse(option + " takes NAME=VALUE, not " + in_quotes(assignment), example);
    }
    overrides.push_back({assignment.substr(0, equals), assignment.substr(equals + 1)});
  }
  return overrides;
}

double positive(const std::string& option, const std::string& text, const char* unit, const char* example) {
  const auto quantity = parse_quantity(text);
  if (!quantity || !(quantity->value > 0) ||
      (!agree(quantity->dimension, parse_unit(unit)->dimension) && !agree(quantity->dimension, parse_unit("1")->dimension)))
    refuse(option + " cannot be " + in_quotes(text), std::string("write ") + option + " " + example);
  return quantity->value;
}

void add_set_option(CLI::App& command, std::vector<std::string>& sets) {
  command.add_option("--set", sets, "a parameter of the diagram or of a component, or an initial value (load.initial.w); may be repeated")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
  // Stands among the assignments, marked, until these are read.
  command
      .add_option_function<std::vector<std::string>>(
          "--set-file",
          [&sets](const std::vector<std::string>& files) {
            for (const std::string& file : files) sets.push_back(kSetFile + file);
          },
          "parameters from a parameter set of SSP (.ssv), with their units; may be repeated, and --set goes before it")
      ->type_name("PATH")
      ->allow_extra_args(false)
      ->trigger_on_parse(false);
}

std::vector<Override> overrides_of(const std::vector<std::string>& sets) {
  std::vector<Override> overrides;
  std::vector<std::string> assignments;
  for (const std::string& set : sets) {
    if (!set.starts_with(kSetFile)) {
      assignments.push_back(set);
      continue;
    }
    for (imports::NamedValue& value : imports::read_parameter_set(set.substr(kSetFile.size())))
      overrides.push_back({std::move(value.name), std::move(value.value)});
  }
  for (Override& own : parse_overrides(assignments, "--set", "--set load.inertia=2, or --set \"speed=3 rpm\"")) {
    std::erase_if(overrides, [&](const Override& other) { return other.name == own.name; });
    overrides.push_back(std::move(own));
  }
  return overrides;
}

void add_in_option(CLI::App& command, std::vector<std::string>& files) {
  command.add_option("--in", files, "a file whose definitions are known, too; may be repeated")->type_name("FILE")->allow_extra_args(false);
}

ModelPtr load_file(Registry& registry, const std::string& file, const RunOptions& options) {
  try {
    return load(registry, file, options);
  } catch (const Failure& failure) {
    std::vector<Diagnostic> diagnostics = failure.diagnostics();
    for (Diagnostic& diagnostic : diagnostics) {
      if (diagnostic.code == ErrorCode::file_missing && diagnostic.remedy.empty())
        diagnostic.remedy = did_you_mean(file, diagrams_beside(file));
    }
    throw Failure(std::move(diagnostics));
  }
}

CLI::Option* offer(CLI::Option* option, const std::vector<std::string>& words) {
  return option->check(CLI::Validator([](std::string&) { return std::string(); }, "{" + joined(words, ",") + "}"));
}

CLI::Option* offer_only(CLI::Option* option, const std::vector<std::string>& words) {
  const auto refuse_others = [option, words](const std::string& word) {
    if (std::find(words.begin(), words.end(), word) == words.end() && !word.empty()) refuse_word(option->get_name(), word, words);
    return std::string();
  };
  return offer(option, words)->check(CLI::Validator(refuse_others, ""));
}

void refuse_word(const std::string& what, const std::string& word, const std::vector<std::string>& words) {
  const std::string near = did_you_mean(word, words);
  const std::vector<std::string> but_last(words.begin(), words.end() - 1);
  refuse(what + " takes " + (but_last.empty() ? "" : joined(but_last) + " or ") + words.back() + ", not " + in_quotes(word),
         near.empty() ? "one of these words" : near);
}

void add_unfold_option(CLI::App& command, std::string& levels) {
  command.add_option("--unfold", levels, "draw so many levels of subsystems and arrays as what they are made of, or all")
      ->type_name("LEVELS");
}

std::int32_t open_levels(const std::string& levels) {
  if (levels == "all") return kAllLevels;
  std::int32_t number = 0;
  const auto [end, error] = std::from_chars(levels.data(), levels.data() + levels.size(), number);
  if (error != std::errc{} || end != levels.data() + levels.size() || number < 0)
    refuse("--unfold takes a number of levels or all, not " + in_quotes(levels), "--unfold 1, or --unfold all");
  return number;
}

}  // namespace stribeck::cli
