#pragma once
// Diagrams written as text in a test, and what may be wrong with them.
#include <optional>
#include <string>

#include "base/diagnostic.h"
#include "component/registry.h"

extern "C" const stribeck_library* stribeck_builtin_components(void);

namespace stribeck::test {

inline Registry& builtin_registry() {
  static Registry registry;
  if (registry.types().empty()) registry.add_library(stribeck_builtin_components, "built in");
  return registry;
}

/// `components` and `connections` are the insides of the object and the list; `rest` is further members, "experiment": {...}.
inline std::string diagram_text(const std::string& components, const std::string& connections, const std::string& rest = "") {
  return R"({"format": "stribeck/1", "title": "test", "components": {)" + components + R"(}, "connections": [)" + connections + "]" +
         (rest.empty() ? "" : ", " + rest) + "}";
}

/// The first error that `work` throws; nothing if it throws none.
template <typename Work>
std::optional<Diagnostic> fault_of(Work work) {
  try {
    work();
  } catch (const Failure& failure) {
    return failure.diagnostics().front();
  }
  return std::nullopt;
}

/// Its code, "" if it throws none.
template <typename Work>
std::string error_of(Work work) {
  const std::optional<Diagnostic> fault = fault_of(work);
  return fault ? std::string(describe(fault->code).code) : "";
}

}  // namespace stribeck::test
