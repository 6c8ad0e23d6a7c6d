#include <algorithm>
#include <sstream>

#include "base/text.h"
#include "completion.h"
#include "templates.h"

namespace stribeck::cli {
namespace {

/// Text between single quotes in which the characters of `special` are marked as text.
std::string zsh_text(const std::string& text, const std::string& special) {
  std::string result;
  for (const char c : text) {
    if (c == '\'')
      result += "'\\''";
    else
      result += special.find(c) == std::string::npos ? std::string(1, c) : std::string{'\\', c};
  }
  return result;
}

std::string zsh_action(const DeclaredOption& option) {
  switch (option.offered) {
    case Offered::words:
      return "(" + joined(option.words, " ") + ")";
    case Offered::file:
      return "_files";
    case Offered::diagram:
      return "_files -g \"*.(json|jsonc)\"";
    case Offered::folder:
      return "_files -/";
    case Offered::type:
      return "_stribeck_types";
    case Offered::nothing:
      break;
  }
  return " ";
}

/// ":VALUE:action", once for each word of "every T".
std::string zsh_value(const DeclaredOption& option) {
  std::istringstream words(option.value);
  std::string text, word;
  while (words >> word) text += ":" + zsh_text(word, ":\\") + ":" + (text.empty() ? zsh_action(option) : " ");
  return text;
}

std::string zsh_option(const DeclaredOption& option) {
  const std::string all = joined(option.names, " ");
  std::string text;
  for (const std::string& name : option.names) {
    const std::string exclusive = option.repeats ? "*" : option.names.size() > 1 ? "(" + all + ")" : "";
    const std::string attached = option.value.empty() ? "" : name.starts_with("--") ? "=" : "+";
    text.append("    '").append(exclusive).append(name).append(attached);
    text.append("[").append(zsh_text(option.doc, "[]\\:")).append("]").append(zsh_value(option)).append("' \\\n");
  }
  return text;
}

std::string zsh_argument(const DeclaredOption& argument) {
  return std::string("    '") + (argument.repeats ? "*" : "") + ":" + zsh_text(argument.names.front(), ":\\") + ":" + zsh_action(argument) +
         "' \\\n";
}

std::string zsh_name(const std::string& command) {
  std::string name = "_" + command;
  std::replace(name.begin(), name.end(), ' ', '_');
  return name;
}

/// The function that completes a command. `program`: its options that take a value are options of every command.
std::string zsh_function(const DeclaredCommand& command, const DeclaredCommand& program) {
  std::string text;
  for (const DeclaredCommand& part : command.commands) text += zsh_function(part, program);
  text += "\n" + zsh_name(command.name) +
          "() {\n  local curcontext=\"$curcontext\" state line ret=1\n  local -A opt_args\n  _arguments -C \\\n";
  for (const DeclaredOption& option : command.options) text += zsh_option(option);
  if (command.name != program.name)
    for (const DeclaredOption& option : program.options)
      if (!option.value.empty()) text += zsh_option(option);
  for (const DeclaredOption& argument : command.arguments) text += zsh_argument(argument);
  if (command.commands.empty()) return text + "    && ret=0\n  return ret\n}\n";
  text +=
      "    '1:command:->command' \\\n    '*::argument:->argument' && ret=0\n  case $state in\n    command)\n      local -a commands=(\n";
  for (const DeclaredCommand& part : command.commands)
    text += "        '" + zsh_text(part.last_word(), ":\\") + ":" + zsh_text(part.doc, "\\") + "'\n";
  text += "      )\n      _describe command commands && ret=0 ;;\n    argument)\n      case $words[1] in\n";
  for (const DeclaredCommand& part : command.commands)
    text += "        " + part.last_word() + ") " + zsh_name(part.name) + " && ret=0 ;;\n";
  return text + "      esac ;;\n  esac\n  return ret\n}\n";
}

}  // namespace

std::string zsh_completion(const DeclaredCommand& program) {
  return filled(kZshCompletion, {{"FUNCTIONS", zsh_function(program, program)}});
}

}  // namespace stribeck::cli
