#include "compile/boundary.h"

#include <algorithm>

#include "base/index.h"

namespace stribeck {

std::vector<ProgramInput> program_inputs(const FlatSystem& flat) {
  std::vector<ProgramInput> inputs;
  for (const BoundaryInput& input : flat.diagram().inputs) {
    if (input.instance < 0) continue;
    const ComponentRecord& record = *flat.diagram().instances[at(input.instance)].record;
    const auto discrete = [&](std::string_view name) {
      const auto found = std::find_if(flat.discretes.begin(), flat.discretes.end(), [&](const FlatDiscrete& d) {
        return d.instance == input.instance && record.variables[at(record.discretes[at(d.number)].variable)].name == name;
      });
      return static_cast<std::int32_t>(found - flat.discretes.begin());
    };
    inputs.push_back({input.name, input.unit, input.doc, input.instance, discrete("level"), discrete("slope"), discrete("since")});
  }
  return inputs;
}

std::vector<ProgramOutput> program_outputs(const FlatSystem& flat, const std::vector<OutputColumn>& columns) {
  std::vector<ProgramOutput> outputs;
  for (const BoundaryOutput& output : flat.diagram().boundary_outputs) {
    const auto column = std::find_if(columns.begin(), columns.end(), [&](const OutputColumn& c) { return c.name == output.column; });
    if (column != columns.end()) outputs.push_back({output.name, output.doc, static_cast<std::size_t>(column - columns.begin())});
  }
  return outputs;
}

}  // namespace stribeck
