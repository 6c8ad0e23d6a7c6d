#include "catalogue/purposes.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "catalogue/assets.h"

namespace stribeck {

std::vector<Purpose> read_purposes(std::string_view text) {
  std::vector<Purpose> result;
  const nlohmann::json all = nlohmann::json::parse(text);
  for (const nlohmann::json& own : all.at("purposes"))
    result.push_back({own.at("purpose").get<std::string>(), own.at("types").get<std::vector<std::string>>(), own.value("page", ""),
                      own.value("of", "")});
  return result;
}

const std::vector<Purpose>& purposes() {
  static const std::vector<Purpose> all = read_purposes(kPurposes);
  return all;
}

bool fits_pattern(std::string_view type, std::string_view pattern) {
  const std::size_t star = pattern.find('*');
  if (star == std::string_view::npos) return type == pattern;
  if (!type.starts_with(pattern.substr(0, star))) return false;
  const std::string_view rest = pattern.substr(star + 1);
  for (std::size_t at = star; at <= type.size(); ++at)
    if (fits_pattern(type.substr(at), rest)) return true;
  return false;
}

std::size_t purpose_of(const std::string& type, const std::vector<Purpose>& all) {
  const auto found = std::find_if(all.begin(), all.end(), [&](const Purpose& own) {
    return std::any_of(own.patterns.begin(), own.patterns.end(), [&](const std::string& pattern) { return fits_pattern(type, pattern); });
  });
  return static_cast<std::size_t>(found - all.begin());
}

}  // namespace stribeck
