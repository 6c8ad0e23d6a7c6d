#include "help.h"

#include <algorithm>

#include "results/layout.h"

namespace stribeck::cli {
namespace {

constexpr std::size_t kNameColumn = 30;

/// "{auto,dopri5}" may wrap between its words.
std::string with_spaces_behind_commas(const std::string& name) {
  std::string spaced;
  for (const char c : name) spaced += c == ',' ? ", " : std::string(1, c);
  return spaced;
}

}  // namespace

HelpFormatter::HelpFormatter(std::size_t columns) : columns_(columns) { column_width(std::min(kNameColumn, columns / 3)); }

/// The doc beside the name, or below it where the name leaves no gap.
std::string HelpFormatter::entry(std::string name, const std::string& doc) const {
  name.insert(0, "  ");
  if (display_width(name) > columns_) name = with_spaces_behind_commas(name);
  std::string text = fitted(name, columns_);
  if (doc.empty()) return text + "\n";
  const std::size_t column = get_column_width();
  if (display_width(name) + 2 > column)
    text += "\n" + std::string(column, ' ');
  else
    text += std::string(column - display_width(name), ' ');
  const std::vector<std::string> lines = wrapped(doc, columns_ - column);
  for (std::size_t i = 0; i < lines.size(); ++i) text += (i == 0 ? "" : std::string(column, ' ')) + lines[i] + "\n";
  return text;
}

std::string HelpFormatter::make_option(const CLI::Option* option, bool is_positional) const {
  return entry(make_option_name(option, is_positional) + make_option_opts(option), make_option_desc(option));
}

std::string HelpFormatter::make_subcommand(const CLI::App* command) const {
  return entry(command->get_display_name(true), command->get_description());
}

std::string HelpFormatter::make_description(const CLI::App* command) const {
  return refilled(CLI::Formatter::make_description(command), columns_);
}

std::string HelpFormatter::make_footer(const CLI::App* command) const { return refilled(CLI::Formatter::make_footer(command), columns_); }

}  // namespace stribeck::cli
