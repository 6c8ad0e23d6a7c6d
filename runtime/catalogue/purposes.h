#pragma once
// What components are for, from docs/purposes.json: the sections of the catalogue's index.
#include <string>
#include <string_view>
#include <vector>

namespace stribeck {

struct Purpose {
  std::string words;                  ///< "Springs and dampers"
  std::vector<std::string> patterns;  ///< of types, "*.spring": a star stands for any characters
  std::string page, page_words;       ///< that compares them, "which_friction", and what a link to it says; empty: there is none
};

/// `text`: JSON {"purposes": [{"purpose", "types": [patterns], "page", "of"}]}, the last two if such a page is there.
std::vector<Purpose> read_purposes(std::string_view text);
/// Those of docs/purposes.json.
const std::vector<Purpose>& purposes();

bool fits_pattern(std::string_view type, std::string_view pattern);
/// The number of the first purpose that a type fits; their count if it fits none.
std::size_t purpose_of(const std::string& type, const std::vector<Purpose>& all);

}  // namespace stribeck
