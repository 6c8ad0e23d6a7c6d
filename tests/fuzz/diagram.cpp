// Any bytes as a diagram: a valid Diagram or a coded Failure.
#include "checks.h"
#include "diagram/read.h"
#include "pipeline.h"

using namespace stribeck;

namespace {

Registry& registry() {
  static Registry built_in = [] {
    Registry made;
    add_builtin_components(made);
    for (const std::string& type : made.types()) made.record(type);  // once, not in the first inputs
    return made;
  }();
  return built_in;
}

void require_good(const Diagram& diagram) {
  for (const Instance& instance : diagram.instances) {
    fuzz::require(instance.parameters.size() == instance.record->parameters.size(), "every parameter has a value", instance.name);
    fuzz::require(instance.lists.size() == instance.record->lists.size(), "every list has a value", instance.name);
  }
  for (const Connection& connection : diagram.connections)
    for (const ConnectorRef& ref : connection.members) {
      const auto& connectors = diagram.instances.at(static_cast<std::size_t>(ref.instance)).record->connectors;
      fuzz::require(static_cast<std::size_t>(ref.connector) < connectors.size(), "a connection names connectors");
    }
  fuzz::require(diagram.experiment.stop_s > diagram.experiment.start_s, "the run has a length");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  try {
    require_good(read_diagram(registry(), "fuzz.json", {}, &text));
  } catch (const Failure& failure) {
    fuzz::require_good(failure, text);
  }
  return 0;
}
