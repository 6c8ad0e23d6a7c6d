#include "manual.h"

#include <algorithm>
#include <cctype>
#include <sstream>

#include "base/text.h"

namespace stribeck::cli {
namespace {

/// Text of a line: what man would read as its own signs is marked as text.
std::string plain(const std::string& text) {
  std::string result = !text.empty() && (text.front() == '.' || text.front() == '\'') ? "\\&" : "";
  for (const char c : text) result += c == '\\' ? "\\e" : c == '-' ? "\\-" : std::string(1, c);
  return result;
}

std::string bold(const std::string& text) { return "\\fB" + plain(text) + "\\fR"; }
std::string italic(const std::string& text) { return "\\fI" + plain(text) + "\\fR"; }

std::string option_text(const DeclaredOption& option) {
  std::vector<std::string> names;
  for (const std::string& name : option.names) names.push_back(name.front() == '-' ? bold(name) : italic(name));
  std::string text = ".TP\n" + joined(names) + (option.value.empty() ? "" : " " + italic(option.value)) + "\n" + plain(option.doc);
  if (option.offered == Offered::words && option.words.size() > 1) {
    std::vector<std::string> words;
    for (const std::string& word : option.words) words.push_back(bold(word));
    text += "; one of " + joined(words);
  }
  if (!option.fallback.empty()) text += "; by default " + bold(option.fallback);
  return text + "\n";
}

/// Examples, and what else is said below the help of a command: indented lines stand as they are.
std::string footer_text(const std::string& footer) {
  std::istringstream lines(footer);
  std::string text, line;
  bool is_verbatim = false;
  while (std::getline(lines, line)) {
    const bool indented = line.starts_with("  ");
    if (is_verbatim && !indented) text += ".fi\n";
    if (!is_verbatim && indented) text += ".PP\n.nf\n";
    is_verbatim = indented;
    if (line == "Examples:" || line == "Example:")
      text += ".SH EXAMPLES\n";
    else if (line.empty())
      text += ".PP\n";
    else
      text += plain(indented ? line.substr(2) : line) + "\n";
  }
  return is_verbatim ? text + ".fi\n" : text;
}

std::string usage(const DeclaredCommand& command) {
  return ".B " + plain(command.name) + "\n" + plain(synopsis(command).substr(command.name.size() + 1)) + "\n";
}

std::string options_of(const DeclaredCommand& command) {
  std::string text;
  for (const DeclaredOption& argument : command.arguments) text += option_text(argument);
  for (const DeclaredOption& option : command.options) text += option_text(option);
  return text;
}

std::string capital(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return text;
}

std::string see_also(const DeclaredCommand& command, const DeclaredCommand& program) {
  std::vector<std::string> pages;
  if (command.name != program.name) pages.push_back(bold(manual_name(program)) + "(1)");
  for (const DeclaredCommand& other : program.commands)
    if (other.name != command.name) pages.push_back(bold(manual_name(other)) + "(1)");
  return ".SH SEE ALSO\n" + joined(pages) + "\n";
}

}  // namespace

std::string manual_name(const DeclaredCommand& command) {
  std::string name = command.name;
  std::replace(name.begin(), name.end(), ' ', '-');
  return name;
}

std::string manual_page(const DeclaredCommand& command, const DeclaredCommand& program) {
  const std::string name = manual_name(command);
  const bool is_program = command.name == program.name;
  std::string text = ".TH " + capital(name) + " 1 \"\" \"stribeck " STRIBECK_VERSION "\" \"User Commands\"\n";
  text += ".SH NAME\n" + plain(name) + " \\- " + plain(command.doc) + "\n.SH SYNOPSIS\n" + usage(command);
  text += ".SH OPTIONS\n" + options_of(command);
  if (!command.commands.empty()) text += ".SH COMMANDS\n";
  for (const DeclaredCommand& part : command.commands) {
    if (is_program)
      text += ".TP\n" + bold(manual_name(part)) + "(1)\n" + plain(part.doc) + "\n";
    else
      text += ".SS " + plain(part.last_word()) + "\n" + plain(part.doc) + "\n.PP\n" + usage(part) + options_of(part);
  }
  return text + footer_text(command.footer) + see_also(command, program);
}

}  // namespace stribeck::cli
