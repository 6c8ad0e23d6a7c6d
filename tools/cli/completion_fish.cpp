#include "base/text.h"
#include "completion.h"

namespace stribeck::cli {
namespace {

std::string fish_text(const std::string& text) {
  std::string result = "'";
  for (const char c : text) result += c == '\'' || c == '\\' ? std::string{'\\', c} : std::string(1, c);
  return result + "'";
}

/// What an option's value or an argument may be.
std::string fish_offer(const DeclaredOption& option) {
  switch (option.offered) {
    case Offered::words:
      return " -a " + fish_text(joined(option.words, " "));
    case Offered::file:
      return " -F";
    case Offered::diagram:
      return " -k -a '(__fish_complete_suffix .json .jsonc)'";
    case Offered::folder:
      return " -a '(__fish_complete_directories)'";
    case Offered::type:
      return " -a '(stribeck list 2>/dev/null | string replace -r \" .*\" \"\")'";
    case Offered::nothing:
      break;
  }
  return "";
}

std::string fish_option(const std::string& condition, const DeclaredOption& option) {
  std::string text = "complete -c stribeck" + condition;
  for (const std::string& name : option.names) text += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
  if (!option.value.empty()) text += (option.offered == Offered::file ? " -r" : " -x") + fish_offer(option);
  return text + " -d " + fish_text(option.doc) + "\n";
}

std::string fish_command(const DeclaredCommand& command, const std::string& chosen) {
  const std::string condition = chosen.empty() ? "" : " -n '" + chosen + "'";
  std::string text, names;
  for (const DeclaredOption& option : command.options)  // those of the program that take no value are no options of its commands
    text += fish_option(chosen.empty() && option.value.empty() ? " -n __fish_use_subcommand" : condition, option);
  for (const DeclaredOption& argument : command.arguments)
    if (argument.offered != Offered::nothing) text += "complete -c stribeck" + condition + fish_offer(argument) + "\n";
  for (const DeclaredCommand& part : command.commands) names += (names.empty() ? "" : " ") + part.last_word();
  const std::string open = chosen.empty() ? "__fish_use_subcommand" : chosen + "; and not __fish_seen_subcommand_from " + names;
  for (const DeclaredCommand& part : command.commands)
    text += "complete -c stribeck -n '" + open + "' -a " + part.last_word() + " -d " + fish_text(part.doc) + "\n";
  for (const DeclaredCommand& part : command.commands)
    text += fish_command(part, (chosen.empty() ? "" : chosen + "; and ") + "__fish_seen_subcommand_from " + part.last_word());
  return text;
}

}  // namespace

std::string fish_completion(const DeclaredCommand& program) {
  return "# Completion of stribeck for fish, written by \"stribeck completion fish\".\ncomplete -c stribeck -f\n" +
         fish_command(program, "");
}

}  // namespace stribeck::cli
