#include "catalogue/other_names.h"

#include <algorithm>
#include <array>
#include <sstream>
#include <utility>

#include "base/text.h"

namespace stribeck {

namespace {

/// The cells of a table's row; none for other lines.
std::vector<std::string> cells_of(std::string_view line) {
  std::vector<std::string> cells;
  line = trimmed(line);
  if (!line.starts_with('|') || line.starts_with("| ---") || line.starts_with("|---")) return cells;
  line.remove_prefix(1);
  for (std::size_t end = line.find('|'); end != std::string_view::npos; end = line.find('|')) {
    cells.emplace_back(trimmed(line.substr(0, end)));
    line.remove_prefix(end + 1);
  }
  return cells;
}

std::vector<std::string> between_backticks(std::string_view text) {
  std::vector<std::string> words;
  for (std::size_t open = text.find('`'); open != std::string_view::npos; open = text.find('`')) {
    text.remove_prefix(open + 1);
    const std::size_t close = text.find('`');
    if (close == std::string_view::npos) break;
    words.emplace_back(text.substr(0, close));
    text.remove_prefix(close + 1);
  }
  return words;
}

std::string with_family(const std::string& word) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 4> kFamilies{
      {{"r.", "rotational."}, {"t.", "translational."}, {"m.", "mechanisms."}, {"s.", "signals."}}};
  for (const auto& [letter, family] : kFamilies)
    if (word.starts_with(letter)) return std::string(family) + word.substr(letter.size());
  return word;
}

std::string without_escapes(std::string text) {
  std::erase(text, '\\');
  return text;
}

}  // namespace

std::map<std::string, std::vector<OtherName>> other_names(std::string_view page, const std::vector<std::string>& types) {
  std::map<std::string, std::vector<OtherName>> names;
  std::istringstream lines{std::string(page)};
  std::string tool;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("## ")) tool = line.substr(3);
    const std::vector<std::string> cells = cells_of(line);
    if (cells.size() < 2 || cells[0].starts_with("there") || cells[1] == "here") continue;
    for (const std::string& word : between_backticks(cells[1])) {
      const std::string wanted = with_family(word);
      for (const std::string& type : types) {
        if (type != wanted && type.substr(type.find('.') + 1) != wanted) continue;
        const OtherName name{tool, without_escapes(cells[0]), cells.size() > 2 ? without_escapes(cells[2]) : ""};
        std::vector<OtherName>& known = names[type];
        if (std::find(known.begin(), known.end(), name) == known.end()) known.push_back(name);
      }
    }
  }
  return names;
}

}  // namespace stribeck
