#include "diagram/wanted_library.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>

#include "base/text.h"

namespace stribeck {
namespace {

int sign_of_difference(const Version& a, const Version& b) {
  for (std::size_t i = 0; i < std::max(a.numbers.size(), b.numbers.size()); ++i) {
    const int x = i < a.numbers.size() ? a.numbers[i] : 0, y = i < b.numbers.size() ? b.numbers[i] : 0;
    if (x != y) return x < y ? -1 : 1;
  }
  return 0;
}

bool holds(int sign, std::string_view relation) {
  if (relation == ">=") return sign >= 0;
  if (relation == "<=") return sign <= 0;
  if (relation == ">") return sign > 0;
  if (relation == "<") return sign < 0;
  return sign == 0;
}

std::optional<WantedLibrary::Condition> parse_condition(std::string_view text) {
  constexpr std::array<std::string_view, 5> kRelations{">=", "<=", ">", "<", "="};
  const auto relation = std::find_if(kRelations.begin(), kRelations.end(), [&](std::string_view r) { return text.starts_with(r); });
  if (relation == kRelations.end()) return std::nullopt;
  const auto version = parse_version(trimmed(text.substr(relation->size())));
  if (!version) return std::nullopt;
  return WantedLibrary::Condition{std::string(*relation), *version};
}

}  // namespace

std::optional<Version> parse_version(std::string_view text) {
  Version version{std::string(text), {}};
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find('.', begin), text.size());
    int number = 0;
    const auto [rest, problem] = std::from_chars(text.data() + begin, text.data() + end, number);
    if (problem != std::errc{} || rest != text.data() + end || number < 0) return std::nullopt;
    version.numbers.push_back(number);
    begin = end + 1;
  }
  return version;
}

bool is_library_name(std::string_view name) {
  const auto is_letter = [](unsigned char c) { return std::isalpha(c) != 0 || c == '_'; };
  const auto may_follow = [&](unsigned char c) { return is_letter(c) || std::isdigit(c) != 0 || c == '-'; };
  return !name.empty() && is_letter(static_cast<unsigned char>(name.front())) && std::all_of(name.begin(), name.end(), may_follow);
}

std::optional<WantedLibrary> parse_wanted_library(std::string_view text) {
  std::string_view rest = trimmed(text);
  const std::size_t end = std::min(rest.find_first_of(" \t<>="), rest.size());
  WantedLibrary wanted{std::string(rest.substr(0, end)), std::string(trimmed(text)), {}};
  if (!is_library_name(wanted.name)) return std::nullopt;
  rest = trimmed(rest.substr(end));
  while (!rest.empty()) {
    const std::size_t comma = std::min(rest.find(','), rest.size());
    const auto condition = parse_condition(trimmed(rest.substr(0, comma)));
    if (!condition || comma + 1 == rest.size()) return std::nullopt;
    wanted.conditions.push_back(*condition);
    rest = comma == rest.size() ? std::string_view{} : trimmed(rest.substr(comma + 1));
  }
  return wanted;
}

bool WantedLibrary::takes(const Version& version) const {
  return std::all_of(conditions.begin(), conditions.end(),
                     [&](const Condition& one) { return holds(sign_of_difference(version, one.version), one.relation); });
}

}  // namespace stribeck
