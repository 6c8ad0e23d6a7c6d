#pragma once
// What other tools call our components: read from the page that tells people who come from there.
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace stribeck {

struct OtherName {
  std::string tool;     ///< "Simscape, Foundation library"
  std::string name;     ///< "Rotational / Translational Hard Stop"
  std::string differs;  ///< what is different here; may be empty
  bool operator==(const OtherName&) const = default;
};

/// By type. `page`: Markdown with a heading for each tool above tables of three columns: there, here, what differs. "Here" is types between
/// backticks; `r.`, `t.`, `m.` and `s.` stand for families, and a name without family for all types of that name. Words there that are no
/// type are passed over.
std::map<std::string, std::vector<OtherName>> other_names(std::string_view page, const std::vector<std::string>& types);

}  // namespace stribeck
