#include "base/mode_words.h"

#include <charconv>

#include "base/text.h"

namespace stribeck {
namespace {

std::vector<ModeWord> listed_words(std::string_view doc) {
  std::vector<ModeWord> result;
  while (!doc.empty()) {
    const std::size_t comma = doc.find(',');
    const std::string_view part = trimmed(doc.substr(0, comma));
    doc = comma == std::string_view::npos ? std::string_view{} : doc.substr(comma + 1);
    int mode = 0;
    const auto [end, problem] = std::from_chars(part.data(), part.data() + part.size(), mode);
    const std::string_view words = trimmed(part.substr(static_cast<std::size_t>(end - part.data())));
    if (problem != std::errc{} || words.empty()) return {};
    result.push_back({static_cast<double>(mode), std::string(words)});
  }
  return result;
}

}  // namespace

std::vector<ModeWord> mode_words(std::string_view doc) {
  std::vector<ModeWord> words = listed_words(doc);
  const std::size_t colon = doc.rfind(": ");
  return words.empty() && colon != std::string_view::npos ? listed_words(doc.substr(colon + 1)) : words;
}

}  // namespace stribeck
