#pragma once
// What a program file keeps of the diagram that it was compiled from.
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "diagram/diagram.h"
#include "diagram/sources.h"
#include "pipeline.h"
#include "program/image.h"
#include "simulation/start/initial_target.h"

namespace stribeck {

struct ProgramSource {
  std::string version;  ///< of stribeck
  std::string plugins;  ///< fingerprint of those that the diagram has components of
  std::string file;     ///< the diagram's
  std::vector<Override> overrides;
  std::shared_ptr<Sources> sources;  ///< all that it was read from
};

/// Fingerprint of the files that the functions behind the diagram's components come from.
std::string plugins_of(const Registry& registry, const Diagram& diagram);

std::string to_bytes(const ProgramSource& source);
/// Throws Failure program.unreadable. `path`: for messages.
ProgramSource program_source(const std::string& bytes, const std::string& path);

/// Of the diagram that a file is, or that a program file has inside. Throws Failure program.unreadable.
ProgramSource source_of(const std::string& file);

/// Whether it is one, of whatever version.
bool begins_as_program_file(std::string_view bytes);
/// The same of a regular file.
bool is_program_file(const std::string& path);

/// By number of parameter_values().
std::vector<ProgramParameter> program_parameters(const Diagram& diagram);
/// What their components declare of them.
std::vector<ProgramLimit> program_limits(const Diagram& diagram);
ProgramExperiment program_experiment(const Experiment& experiment);
/// In the order in which programs number them.
InitialTargets initial_targets(const Diagram& diagram);

}  // namespace stribeck
