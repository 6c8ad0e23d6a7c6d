#pragma once
// How a component's names are set in formulas: letters of the field with what tells them apart as index.
#include <map>
#include <string>

#include "component/record.h"

namespace stribeck {

/// MathML of each symbol of a record; no two of them look alike. A quantity has its usual letter (a force F, a velocity v or ω), the words
/// before it become the index: "max_velocity" is v with "max". What has no usual letter stays an upright word.
class Notation {
 public:
  explicit Notation(const ComponentRecord& record);
  const std::string& of_symbol(std::int32_t symbol) const { return symbols_[static_cast<std::size_t>(symbol)]; }
  /// Of a parameter or variable by its name; empty if there is none of that name.
  std::string of_name(const std::string& name) const;

 private:
  std::vector<std::string> symbols_;  // by symbol of the record
  std::map<std::string, std::string> by_name_;
};

/// "h1" as h with the index 1.
std::string typeset_name(const std::string& name);

}  // namespace stribeck
