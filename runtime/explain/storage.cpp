#include "explain/storage.h"

#include "base/index.h"

namespace stribeck {

bool may_move(const FlatSystem& flat, std::int32_t node) {
  const Assembly& assembly = *flat.assembly;
  return assembly.nodes[at(node)].domain >= 0 && !assembly.is_of_frame(node) &&
         !flat.pool->is_constant(flat.variable(flat.node_variable[at(node)]).value, 0);
}

}  // namespace stribeck
