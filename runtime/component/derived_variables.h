#pragma once
// What follows from a component's declarations, and is worked out only where a diagram names it.
#include <vector>

#include "component/record.h"

namespace stribeck {

struct DerivedVariable {
  enum class Kind : std::uint8_t {
    loss,     ///< the power that it dissipates
    heat,     ///< what it has dissipated since the start, with what impacts took
    request,  ///< what its author declared so: an expression
    position  ///< the same: of a port, which may take a state more
  };
  Kind kind;
  std::string_view name, unit, doc;
};
/// Of a component, without those whose names it gives to something of its own.
std::vector<DerivedVariable> derived_variables(const ComponentRecord& record);

/// The variable that an output signal shows, with an expression of parameters added to it, or none. -1: it shows none.
struct ShownVariable {
  std::int32_t variable = -1;
  ExprId shift = ExprId::none;
};
ShownVariable variable_shown(const ComponentRecord& record, std::string_view output);

/// The same component, of which what is called so, a request, is a variable.
ComponentRecord with_requested(const ComponentRecord& record, int request);
ComponentRecord with_all_requested(const ComponentRecord& record);
/// The same component with one variable more, which is called `name`: the position of a port.
ComponentRecord with_position(const ComponentRecord& record, int port, std::string_view name, std::string_view doc);

}  // namespace stribeck
