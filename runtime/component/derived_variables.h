#pragma once
// What follows from a component's declarations, and is worked out only where a diagram names it.
#include <vector>

#include "component/record.h"

namespace stribeck {

struct DerivedVariable {
  enum class Kind : std::uint8_t {
    loss,  ///< the power that it dissipates
    heat   ///< what it has dissipated since the start, with what impacts took
  };
  Kind kind;
  std::string_view name, unit, doc;
};
/// Of a component, without those whose names it gives to something of its own.
std::vector<DerivedVariable> derived_variables(const ComponentRecord& record);

}  // namespace stribeck
