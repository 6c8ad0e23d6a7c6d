// "Did you mean": Damerau-Levenshtein distance in its restricted form (optimal string alignment).
// Damerau (1964), A technique for computer detection and correction of spelling errors, CACM 7(3).
#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "base/diagnostic.h"

namespace stribeck {
namespace {

constexpr std::size_t kMostSuggestions = 3;
constexpr std::size_t kLongestName = 100;  // longer names get no suggestion: the distance costs the product of the lengths
constexpr int kEdit = 2;                   // cost of an edit; a wrong case costs half of it
constexpr int kFar = 1 << 20;

char lower(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }

int substitution(char a, char b) {
  if (a == b) return 0;
  return lower(a) == lower(b) ? kEdit / 2 : kEdit;
}

int distance(std::string_view a, std::string_view b) {
  std::vector<int> before(b.size() + 1), above(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) above[j] = kEdit * static_cast<int>(j);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = kEdit * static_cast<int>(i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({above[j] + kEdit, row[j - 1] + kEdit, above[j - 1] + substitution(a[i - 1], b[j - 1])});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) row[j] = std::min(row[j], before[j - 2] + kEdit);
    }
    std::swap(before, above);
    std::swap(above, row);
  }
  return above[b.size()];
}

/// A third of the letters may differ; of a single letter only its case.
int tolerated(std::size_t length) {
  if (length < 2) return kEdit / 2;
  return std::max(kEdit, kEdit * static_cast<int>(length) / 3);
}

int bounded_distance(std::string_view name, std::string_view candidate) {
  const int limit = tolerated(std::max(name.size(), candidate.size()));
  const auto difference = static_cast<int>(std::max(name.size(), candidate.size()) - std::min(name.size(), candidate.size()));
  if (candidate.size() > kLongestName || kEdit * difference > limit) return kFar;
  const int found = distance(name, candidate);
  return found <= limit ? found : kFar;
}

/// The distance to the whole candidate, or to its last part if the name has no dots: "inertia" is near "rotational.inertia".
int rank(std::string_view name, std::string_view candidate) {
  const int whole = bounded_distance(name, candidate);
  const std::size_t dot = candidate.rfind('.');
  if (dot == std::string_view::npos || name.find('.') != std::string_view::npos) return whole;
  return std::min(whole, bounded_distance(name, candidate.substr(dot + 1)) + kEdit);
}

}  // namespace

std::vector<std::string> nearest(std::string_view name, const std::vector<std::string>& candidates) {
  if (name.empty() || name.size() > kLongestName) return {};
  std::vector<std::pair<int, std::string_view>> ranked;
  for (const std::string& candidate : candidates) {
    const int found = rank(name, candidate);
    if (found < kFar) ranked.emplace_back(found, candidate);
  }
  std::sort(ranked.begin(), ranked.end());
  ranked.erase(std::unique(ranked.begin(), ranked.end()), ranked.end());
  std::vector<std::string> result;
  for (const auto& [found, candidate] : ranked) {
    // Once something is close, what is three times as far would only distract.
    if (result.size() == kMostSuggestions || found > 3 * std::max(ranked.front().first, 1)) break;
    result.emplace_back(candidate);
  }
  return result;
}

std::string did_you_mean(std::string_view name, const std::vector<std::string>& candidates) {
  const std::vector<std::string> near = nearest(name, candidates);
  std::string list;
  for (std::size_t i = 0; i < near.size(); ++i) {
    if (i > 0) list += i + 1 == near.size() ? " or " : ", ";
    list += fmt::format("\"{}\"", near[i]);
  }
  return list.empty() ? "" : fmt::format("did you mean {}?", list);
}

}  // namespace stribeck
