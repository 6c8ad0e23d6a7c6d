#pragma once
// A component that a test declares with the builder, as a library of components would.
#include "stribeck/component.hpp"

namespace stribeck::test {

template <void (*declare)(ComponentBuilder&)>
void run_declaration(const stribeck_interface* api, stribeck_recorder* recorder) {
  ComponentBuilder builder(api, recorder);
  declare(builder);
}

}  // namespace stribeck::test
