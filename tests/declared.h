#pragma once
// A component that a test declares with the builder, as a library of components would.
#include <memory>
#include <string>

#include "base/diagnostic.h"
#include "component/registry.h"
#include "stribeck/component.hpp"

namespace stribeck::test {

template <void (*declare)(ComponentBuilder&)>
void run_declaration(const stribeck_interface* api, stribeck_recorder* recorder) {
  ComponentBuilder builder(api, recorder);
  declare(builder);
}

template <void (*declare)(ComponentBuilder&)>
std::unique_ptr<ComponentRecord> record(const Structure& structure = {}) {
  return record_component("test.part", run_declaration<declare>, "a part", "part.cpp", structure);
}

/// Of the fault that is found in it; nothing if there is none.
template <void (*declare)(ComponentBuilder&)>
std::string message_of() {
  try {
    record<declare>();
  } catch (const Failure& failure) {
    return failure.diagnostics()[0].message;
  }
  return "";
}

}  // namespace stribeck::test
