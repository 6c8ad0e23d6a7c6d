#include "catalogue/prose.h"

#include <sstream>

#include "base/text.h"
#include "results/layout.h"

namespace stribeck {

Prose prose_of(const std::string& comment) {
  Prose prose{.summary = first_sentence(comment), .paragraphs = {}};
  std::istringstream lines(comment);
  for (std::string line; std::getline(lines, line);) {
    const std::string_view text = trimmed(line);
    if (text.empty()) continue;
    const bool is_formula = line.starts_with("    ");
    if (prose.paragraphs.empty() || prose.paragraphs.back().is_formula != is_formula) prose.paragraphs.push_back({is_formula, {}});
    std::string& paragraph = prose.paragraphs.back().text;
    if (!paragraph.empty()) paragraph += is_formula ? "\n" : " ";
    paragraph += text;
  }
  // The summary stands above: what is left of the paragraph that it begins.
  if (prose.paragraphs.empty() || prose.paragraphs.front().is_formula) return prose;
  std::string& first = prose.paragraphs.front().text;
  first.erase(0, std::min(first.size(), prose.summary.size()));
  first = trimmed(first);
  if (first.empty()) prose.paragraphs.erase(prose.paragraphs.begin());
  return prose;
}

}  // namespace stribeck
