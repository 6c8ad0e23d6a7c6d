#pragma once
// What holds of every assembly.
#include <string>

#include "assembly/assembly.h"

namespace stribeck {

/// The first of the invariants that the assembly breaks, in words; empty if it breaks none.
///
///  1. The connectors of an instance are numbered one after the other, and are its own.
///  2. A connector is a member of one node, which it names as its own; the members of a node ascend.
///  3. The ports of a node have its domain; signals meet signals.
///  4. A signal has one output at most, which is its driver; a node of ports has none.
///  5. Signals that meet have one dimension, as far as they have any; a node of ports has no unit of its own.
///  6. A displacement is that of a declaration of its instance, or of one of its ports.
///  7. It leads from vertex to vertex of one domain; that of a loop has both ends on one.
///  8. Edges of the tree close no loop.
///  9. A chord joins vertices that the tree has joined.
/// 10. The path of a chord is made of tree edges and leads from its one end to the other.
/// 11. A potential has its parent before it, and is joined to it by the edge that it names.
/// 12. A node has a member at least, a vertex one potential at most.
std::string broken_invariant(const Assembly& assembly);

}  // namespace stribeck
