#include "base/text.h"
#include "completion.h"
#include "templates.h"

namespace stribeck::cli {
namespace {

std::string bash_value(const DeclaredOption& option) {
  switch (option.offered) {
    case Offered::words:
      return "\"words:" + joined(option.words, " ") + "\"";
    case Offered::file:
      return "file";
    case Offered::diagram:
      return "diagram";
    case Offered::folder:
      return "folder";
    case Offered::type:
      return "type";
    case Offered::nothing:
      break;
  }
  return "nothing";
}

/// One row of the table of values: `key` is what follows the command.
std::string bash_row(const std::string& command, const std::string& key, const std::string& value) {
  return "    \"" + command + " \"" + key + ") value=" + value + " ;;\n";
}

std::string bash_values(const DeclaredCommand& command) {
  std::string text;
  for (const DeclaredOption& option : command.options) {
    if (option.value.empty()) continue;
    for (const std::string& name : option.names) text += bash_row(command.name, name, bash_value(option));
  }
  for (std::size_t i = 0; i < command.arguments.size(); ++i) {
    const DeclaredOption& argument = command.arguments[i];
    text += bash_row(command.name, argument.repeats ? "[0-9]*" : std::to_string(i), bash_value(argument));
  }
  for (const DeclaredCommand& part : command.commands) text += bash_values(part);
  return text;
}

/// Options that all commands take are those of the program, but for help and version.
std::string bash_words(const DeclaredCommand& command, const DeclaredCommand& program) {
  std::vector<std::string> commands, options;
  for (const DeclaredCommand& part : command.commands) commands.push_back(part.last_word());
  for (const DeclaredOption& option : command.options) options.insert(options.end(), option.names.begin(), option.names.end());
  if (command.name != program.name)
    for (const DeclaredOption& option : program.options)
      if (!option.value.empty()) options.insert(options.end(), option.names.begin(), option.names.end());
  std::string text = "    \"" + command.name + "\")\n      commands=\"" + joined(commands, " ") + "\"\n      options=\"" +
                     joined(options, " ") + "\" ;;\n";
  for (const DeclaredCommand& part : command.commands) text += bash_words(part, program);
  return text;
}

}  // namespace

std::string bash_completion(const DeclaredCommand& program) {
  std::string values = bash_values(program);
  for (const DeclaredOption& option : program.options)  // every command takes them
    if (!option.value.empty())
      for (const std::string& name : option.names) values += "    *\" " + name + "\") value=" + bash_value(option) + " ;;\n";
  return filled(kBashCompletion, {{"WORDS", bash_words(program, program)}, {"VALUES", values}});
}

}  // namespace stribeck::cli
