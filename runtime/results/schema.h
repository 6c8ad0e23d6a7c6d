#pragma once
// The JSON schema of diagrams, made from the declarations of the components: editors complete and check with it.
#include <string>
#include <vector>

#include "component/registry.h"

namespace stribeck {

/// JSON Schema, draft 2020-12, ends with a newline. Throws Failure component.bad_declaration if a component declares nonsense.
std::string diagram_schema(Registry& registry);

/// The records of a type for every combination of its options, the defaults first.
std::vector<const ComponentRecord*> all_records(Registry& registry, const std::string& type);

}  // namespace stribeck
