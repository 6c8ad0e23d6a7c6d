#include "declared.h"

#include <cctype>

namespace stribeck::cli {
namespace {

std::vector<std::string> split_words(const std::string& list) {
  std::vector<std::string> words(1);
  for (const char c : list) {
    if (c == ',')
      words.emplace_back();
    else
      words.back() += c;
  }
  return words;
}

Offered offered_for(const DeclaredOption& option, const std::string& value) {
  if (!option.words.empty()) return Offered::words;
  if (value == "FILE") return Offered::diagram;
  if (value == "PATH" || value == "RESULT" || value == "REFERENCE") return Offered::file;
  if (value == "FOLDER") return Offered::folder;
  return value.starts_with("TYPE") ? Offered::type : Offered::nothing;
}

/// "S:{auto,dopri5}" is a value S of two words, "N:POSITIVE" a value N, "every T" a value of which the first word is every.
void read_value(DeclaredOption& option, const std::string& text) {
  const std::size_t colon = text.substr(0, text.find('[')).find(':');
  option.value = text.substr(0, colon);
  const std::size_t brace = text.find('{'), end = text.rfind('}');
  if (colon != std::string::npos && brace == colon + 1 && end != std::string::npos)
    option.words = split_words(text.substr(brace + 1, end - brace - 1));
  else if (!text.empty() && std::islower(static_cast<unsigned char>(text.front())) != 0)
    option.words = {text.substr(0, text.find(' '))};
}

DeclaredOption declared(const CLI::Option& given) {
  DeclaredOption option;
  for (const std::string& name : given.get_snames()) option.names.push_back("-" + name);
  for (const std::string& name : given.get_lnames()) option.names.push_back("--" + name);
  const bool is_argument = option.names.empty();
  if (given.get_expected_max() > 0 && given.get_items_expected_max() > 0) read_value(option, given.get_type_name());
  if (is_argument) option.names.push_back(given.get_name(true));
  option.offered = offered_for(option, is_argument ? option.names.front() : option.value);
  option.doc = given.get_description();
  option.fallback = given.get_default_str();
  option.repeats = given.get_expected_max() >= CLI::detail::expected_max_vector_size;
  option.required = given.get_required();
  return option;
}

DeclaredCommand declared_below(const CLI::App& given, const std::string& parent) {
  DeclaredCommand command;
  command.name = (parent.empty() ? "" : parent + " ") + given.get_name();
  command.doc = given.get_description();
  command.footer = given.get_footer();
  for (const CLI::Option* option : given.get_options()) {
    DeclaredOption one = declared(*option);
    (one.names.front().front() == '-' ? command.options : command.arguments).push_back(std::move(one));
  }
  for (const CLI::App* part : given.get_subcommands([](const CLI::App*) { return true; }))
    command.commands.push_back(declared_below(*part, command.name));
  return command;
}

}  // namespace

DeclaredCommand declared(const CLI::App& command) { return declared_below(command, ""); }

std::string synopsis(const DeclaredCommand& command) {
  std::string text = command.name + " [OPTIONS]";
  for (const DeclaredOption& argument : command.arguments) {
    const std::string word = argument.names.front() + (argument.repeats ? "..." : "");
    text += argument.required ? " " + word : " [" + word + "]";
  }
  if (command.commands.empty()) return text;
  return text + (command.arguments.empty() ? " COMMAND" : " [COMMAND]");
}

}  // namespace stribeck::cli
