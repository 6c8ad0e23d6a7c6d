#pragma once
// From a file to a validated Diagram.
#include <memory>
#include <string>
#include <vector>

#include "component/registry.h"
#include "diagram/diagram.h"
#include "diagram/sources.h"

namespace stribeck {

/// A diagram parameter ("speed") or an instance's ("load.inertia") that the command line gives; the value as in the file ("3 rpm", "=2*k",
/// "2").
struct ParameterOverride {
  std::string name, value;
};

/// --input torque=measured.csv:column: what gives an input of the boundary.
struct InputFile {
  std::string name, source;
};

/// What the command line says beside the diagram.
struct ReadOptions {
  std::vector<ParameterOverride> overrides;
  std::string stop, interval, solver, rtol, atol;  ///< as on the command line; empty: as the diagram says
  AskedRows rows;                                  ///< the same of the rows to be written
  std::vector<std::string> outputs;                ///< columns instead of those that the diagram names; empty: those
  std::vector<InputFile> inputs;                   ///< files that give inputs of the boundary
  std::vector<std::string> linear_inputs;          ///< connectors where a linear model adds something (linear_inputs.h)
  std::vector<std::string> solvers;                ///< names that "solver" may have; empty: not checked here
  std::shared_ptr<Sources> sources;  ///< where files are read that were not before; null: they are read for this diagram alone
};

/// Reads and validates a diagram ("-" is standard input). If `text` is not null it is the file's content and `file` only its name.
/// Throws Failure with every independent error found, up to 50.
Diagram read_diagram(Registry& registry, const std::string& file, const ReadOptions& options = {}, const std::string* text = nullptr);

/// Adds the component types that files and those that they include define; a file that several need is read once. Throws Failure for
/// what is wrong with their definitions. What `sources` know is not read again.
void add_types_of_files(Registry& registry, const std::vector<std::string>& files,
                        const std::shared_ptr<Sources>& sources = std::make_shared<Sources>());

}  // namespace stribeck
