// A model as an FMU, for other simulators.
#include <algorithm>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "base/archive.h"
#include "base/format.h"
#include "fmi/export.h"
#include "fmi/parameter_set.h"
#include "model.h"
#include "pipeline.h"
#include "program_source.h"
#include "results/output_file.h"
#include "results/trajectory.h"

namespace stribeck {
namespace {

/// The schematic; empty without Graphviz, and of diagrams that take it longer than people wait for an export.
std::string drawing_of(Model& model) {
  constexpr std::size_t kMostDrawn = 100;  // components
  if (diagram_of(model).instances.size() > kMostDrawn) return {};
  try {
    return drawing_svg(model, DrawingForm::schematic);
  } catch (const Failure&) {
    return {};
  }
}

/// The motion with the inputs that it has at the start, as a table of the columns that the diagram shows; empty where it fails, or is so
/// long that an export would keep people waiting. How long is counted, so that the same diagram gives the same bytes.
std::string reference_of(Model& model, const ProgramImage& image, RunOptions options) {
  constexpr double kMostOperations = 3e7;    // some tenths of a second
  constexpr std::size_t kMostNumbers = 1e5;  // some megabytes
  const double most_steps = kMostOperations / static_cast<double>(image.program.code.size() + 1);
  std::atomic<bool> is_enough = false;
  double steps = 0;
  options.interrupted = &is_enough;
  options.progress = [&](double, double, std::int64_t) { is_enough = is_enough || ++steps > most_steps; };
  Trajectory rows;
  try {
    if (run(model, rows, options).interrupted) return {};
  } catch (const Failure&) {
    return {};
  }
  const std::size_t columns = std::min(asked_columns(model), rows.columns().size());
  if (rows.times_s().size() * (columns + 1) > kMostNumbers) return {};
  std::string table = "time";
  for (std::size_t c = 0; c < columns; ++c) table += fmt::format(",\"{}\"", rows.columns()[c].name);
  table += '\n';
  for (std::size_t r = 0; r < rows.times_s().size(); ++r) {
    table += fmt::format("{}", rows.times_s()[r]);
    for (std::size_t c = 0; c < columns; ++c) table += fmt::format(",{}", rows.values(c)[r]);
    table += '\n';
  }
  return table;
}

[[noreturn]] void refuse_writing(const std::string& path) {
  throw Failure(Diagnostic{.code = ErrorCode::output_unwritable,
                           .message = path + " cannot be written",
                           .where = {},
                           .because = {},
                           .remedy = "is there room where it goes?",
                           .details = {}});
}

/// Those that diagrams can be given, in their units also where these follow from what was given.
std::vector<ProgramParameter> settable_parameters(const Diagram& diagram) {
  std::vector<ProgramParameter> all = program_parameters(diagram), settable;
  std::size_t next = 0;
  for (std::size_t i = 0; i < diagram.instances.size(); ++i) {
    const Instance& instance = diagram.instances[i];
    const bool is_made = std::any_of(diagram.inputs.begin(), diagram.inputs.end(),
                                     [&](const BoundaryInput& input) { return input.instance == static_cast<std::int32_t>(i); });
    for (const Dimension& dimension : instance.generic_dimensions) {
      ProgramParameter& parameter = all[next++];
      if (parameter.unit.starts_with("any") && !dimension.any) parameter.unit = to_text(dimension);
      if (!is_made) settable.push_back(std::move(parameter));
    }
  }
  return settable;
}

void write_files(const std::string& path, const std::vector<fmi::ArchivedFile>& files) {
  OutputFile output(path);
  if (!fmi::write_archive(output.lend(), files)) refuse_writing(path);
  output.commit();
}

std::string bytes_of_file(const std::filesystem::path& path) {
  std::ifstream stream(path, std::ios::binary);
  std::string bytes{std::istreambuf_iterator<char>(stream), {}};
  if (!stream || bytes.empty()) refuse_writing(path.string());
  return bytes;
}

/// Written beside where the system goes, taken into it, and removed.
void write_system(const std::string& path, const std::string& name, const ProgramImage& image, const std::vector<fmi::ArchivedFile>& fmu) {
  const std::string beside = path + ".fmu.part";
  struct Remove {
    std::string file;
    ~Remove() {
      std::error_code none;
      std::filesystem::remove(file, none);
    }
  } const remove{beside};
  if (!fmi::write_archive(beside, fmu)) refuse_writing(path);
  write_files(path, fmi::system_files(name, image, bytes_of_file(beside)));
}

}  // namespace

void write_fmu(Model& model, const std::string& file, const RunOptions& options, const FmuWanted& wanted) {
  const Diagram& diagram = diagram_of(model);
  const std::filesystem::path path(wanted.path);
  const std::string name = path.stem().string();
  if (path.extension() == ".ssv") {
    OutputFile output(wanted.path);
    output.write(fmi::parameter_set(name, settable_parameters(diagram)));
    return output.commit();
  }
  const std::string program = program_file(model, file, options);
  const ProgramImage image = read_image(program, file);
  Fingerprint all;
  all.add(program);
  all.add(std::to_string(wanted.version) + "\n" STRIBECK_VERSION);
  const fmi::Described described{.model_name = diagram.title.empty() ? name : diagram.title,
                                 .identifier = fmi::identifier_of(name),
                                 .description = diagram.description,
                                 .token = "{" + all.to_text() + "}",
                                 .version = STRIBECK_VERSION};
  if (!image.program.constraints.empty())
    throw Failure(Diagnostic{.code = ErrorCode::spatial_loop,
                             .message = "FMUs of diagrams with closed loops of bodies are not supported",
                             .where = image.program.labels->where_of_component(image.program.constraints.component.front()),
                             .because = "their constraints tie the states to one another, which other simulators do not know of",
                             .remedy = "run it here, or leave the closure out",
                             .details = {}});
  const fmi::Beside beside{drawing_of(model), reference_of(model, image, options)};
  const std::vector<fmi::ArchivedFile> files = fmi::fmu_files(image, program, described, wanted.version, beside, wanted.kernels);
  if (path.extension() == ".ssp") return write_system(wanted.path, fmi::identifier_of(name), image, files);
  write_files(wanted.path, files);
}

}  // namespace stribeck
