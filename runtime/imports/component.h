#pragma once
// An FMU as a component: its declaration, from the model description and what the diagram says of it.
#include <memory>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "component/registry.h"
#include "imports/archive.h"
#include "imports/description.h"
#include "imports/instance.h"

namespace stribeck::imports {

/// Name of the parameter that every FMU has beside its own.
inline constexpr const char* kStepParameter = "communication_step";

struct FmuComponent {
  std::shared_ptr<const FmuArchive> archive;
  std::shared_ptr<const FmuDescription> description;
  std::string instance;                ///< path in the diagram
  Where where;                         ///< of the instance
  std::vector<Setting> starts;         ///< of variables that are no parameters, and of texts; in the unit of the FMU
  std::vector<std::uint32_t> signals;  ///< tunable parameters that are inputs
  bool is_exchange = false;            ///< by model exchange; else by co-simulation
  bool begins_with_inputs = true;      ///< it is initialised with the inputs of that instant; else with their start values
  bool isolate = true;
  double time_limit_s = 60;
};

/// Reads the archive and its description. Throws Failure fmu.unreadable.
FmuComponent open_fmu(const std::string& file);
/// Throws Failure fmu.unsupported where nothing of it runs here.
void require_runnable(const FmuComponent& component);
/// The words of an option: of a boolean, or of an enumeration with items.
std::vector<std::string> choices_of(const FmuVariable& variable);
/// True if diagrams give it a value among "parameters".
bool is_parameter(const FmuVariable& variable);
/// What records it: inputs, outputs, parameters; variables inside are there where a diagram names them.
Declare declaration_of(const FmuComponent& component);

}  // namespace stribeck::imports
