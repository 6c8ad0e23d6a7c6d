#pragma once
// What a dry friction adds to the record of its component: the relation that its mode switches, and the guard that ends the mode.
#include "component/record.h"

namespace stribeck {

/// Makes the relation and the guard of a friction whose velocity, force, inputs and sides are known.
void complete_friction(ComponentRecord& record, FrictionDeclaration& friction);

}  // namespace stribeck
