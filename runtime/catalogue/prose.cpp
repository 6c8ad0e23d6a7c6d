#include "catalogue/prose.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <sstream>
#include <string_view>

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

std::vector<Statement> statements_of(const std::string& paragraph) {
  struct Mark {
    std::string_view words, heading;
    bool is_sentence;  // else it goes on to the next mark
  };
  static constexpr std::array<Mark, 5> kMarks{{{"Assumes ", "assumes", true},
                                               {"Limits: ", "limits", false},
                                               {"Accuracy: ", "accuracy", false},
                                               {"How sure: ", "accuracy", false},
                                               {"Source: ", "source", false}}};
  const auto mark_at = [&](std::size_t at) -> const Mark* {
    const bool begins = at == 0 || (at > 1 && paragraph[at - 1] == ' ' && (paragraph[at - 2] == '.' || paragraph[at - 2] == ';'));
    const auto found = std::find_if(kMarks.begin(), kMarks.end(),
                                    [&](const Mark& mark) { return begins && paragraph.compare(at, mark.words.size(), mark.words) == 0; });
    return found == kMarks.end() ? nullptr : &*found;
  };
  std::vector<Statement> statements;
  std::string plain;
  for (std::size_t at = 0; at < paragraph.size();) {
    const Mark* mark = mark_at(at);
    std::size_t end = at + 1;
    if (mark != nullptr)
      for (end = at + mark->words.size(); end < paragraph.size() && mark_at(end) == nullptr; ++end)
        if (mark->is_sentence && paragraph.compare(end, 2, ". ") == 0 &&
            std::isupper(static_cast<unsigned char>(paragraph[end + 2])) != 0) {
          end += 2;
          break;
        }
    if (mark == nullptr)
      plain += paragraph[at];
    else
      statements.push_back(
          {std::string(mark->heading), std::string(trimmed(paragraph.substr(at + mark->words.size(), end - at - mark->words.size())))});
    at = end;
  }
  if (const std::string_view text = trimmed(plain); !text.empty()) statements.insert(statements.begin(), {"", std::string(text)});
  return statements;
}

std::string limits_in(const std::string& comment) {
  std::string limits;
  for (const Paragraph& paragraph : prose_of(comment).paragraphs) {
    if (paragraph.is_formula) continue;
    for (const Statement& statement : statements_of(paragraph.text))
      if (statement.heading == "limits") limits += (limits.empty() ? "" : " ") + statement.text;
  }
  std::erase(limits, '`');
  return limits;
}

}  // namespace stribeck
