#pragma once
// A few small components, so that the tests of this stage do not depend on the library.
#include "component/registry.h"

namespace stribeck::fake {

/// fake.mass, fake.spring, fake.friction, fake.drive, fake.table, fake.constant and fake.ground
Registry& registry();

}  // namespace stribeck::fake
