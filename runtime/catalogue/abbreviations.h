#pragma once
// Names for parts of a component's formulas that would else stand there again and again, or make a wall of them.
#include <string>
#include <vector>

#include "component/record.h"

namespace stribeck {

/// "h1" for "max_velocity/max_acceleration": each but the first may contain those before it.
class Abbreviations {
 public:
  explicit Abbreviations(const ComponentRecord& record);

  struct Entry {
    std::int32_t node;  ///< of the record's pool
    std::string name;
  };
  const std::vector<Entry>& entries() const { return entries_; }
  /// nullptr: it has none. That a contact is closed has a name, too, which explains itself: "touches_upper".
  const std::string* name_of(std::int32_t node) const;

 private:
  std::vector<Entry> entries_, contacts_;
  std::vector<std::int32_t> entry_of_;  // by node; -1: none
};

}  // namespace stribeck
