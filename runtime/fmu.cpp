// A model as an FMU, for other simulators.
#include <algorithm>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "base/archive.h"
#include "base/format.h"
#include "drawing/raster.h"
#include "fmi/c_source.h"
#include "fmi/export.h"
#include "fmi/parameter_set.h"
#include "model.h"
#include "pipeline.h"
#include "program_source.h"
#include "results/output_file.h"
#include "results/trajectory.h"
#include "simulation/loop/image_run.h"

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

/// The schematic as an icon; empty where there is none, or no program that draws pixels.
std::string icon_of(const std::string& drawing) {
  constexpr int kPixels = 512;
  try {
    return drawing.empty() ? std::string() : png_of(drawing, kPixels);
  } catch (const Failure&) {
    return {};
  }
}

struct Reference {
  std::string table;
  std::vector<double> sizes;      ///< of the states, by number; empty where nothing is known
  bool has_other_states = false;  ///< the motion has gone on in other states
};

/// The motion with the inputs that it has at the start, as a table of the columns that the diagram shows; empty where it fails, or is so
/// long that an export would keep people waiting. How long is counted, so that the same diagram gives the same bytes. Sizes are also those
/// of a motion that was broken off.
Reference reference_of(Model& model, RunOptions options) {
  constexpr double kMostOperations = 3e7;    // some tenths of a second
  constexpr std::size_t kMostNumbers = 1e5;  // some megabytes
  const double most_steps = kMostOperations / static_cast<double>(instructions_of(model) + 1);
  std::atomic<bool> is_enough = false;
  double steps = 0;
  options.interrupted = &is_enough;
  options.progress = [&](double, double, std::int64_t) { is_enough = is_enough || ++steps > most_steps; };
  Trajectory rows;
  Reference reference;
  try {
    const RunSummary summary = run(model, rows, options);
    reference.has_other_states = summary.state_choices > 0;
    if (!reference.has_other_states) reference.sizes = summary.sizes;
    if (summary.interrupted) return reference;
  } catch (const Failure&) {
    return {};
  }
  const std::size_t columns = std::min(asked_columns(model), rows.columns().size());
  if (rows.times_s().size() * (columns + 1) > kMostNumbers) return reference;
  std::string& table = reference.table;
  table = "time";
  for (std::size_t c = 0; c < columns; ++c) table += fmt::format(",\"{}\"", rows.columns()[c].name);
  table += '\n';
  for (std::size_t r = 0; r < rows.times_s().size(); ++r) {
    table += fmt::format("{}", rows.times_s()[r]);
    for (std::size_t c = 0; c < columns; ++c) table += fmt::format(",{}", rows.values(c)[r]);
    table += '\n';
  }
  return reference;
}

/// Why hosts cannot integrate it; empty if they can.
std::string why_no_equations(const Program& program, bool has_other_states) {
  if (!program.constraints.empty())
    return "the closed loop of bodies at " + program.labels->component(program.constraints.component.front()) +
           " ties states to one another, which hosts do not know of";
  if (!has_other_states) return {};
  std::string states;
  for (const StateFacts& state : program.state_facts) states += (states.empty() ? "" : ", ") + program.labels->variable(state.variable);
  return "the motion goes on in other states than " + states + ", of which hosts know none";
}

/// Of the states where the motion of the program begins.
std::vector<double> starts_of(const ProgramImage& image) {
  NoRows no_rows;
  const std::vector<double> parameters = image.parameter_values();
  std::vector<double> states(static_cast<std::size_t>(image.program.states()));
  const RunSettings settings = settings_of(image.experiment);
  ImageRun run(image, parameters, no_rows, settings);
  run.loop().begin();
  run.loop().states(settings.start_s, states);
  return states;
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

std::string write_fmu(Model& model, const std::string& file, const RunOptions& options, const FmuWanted& wanted) {
  const Diagram& diagram = diagram_of(model);
  const std::filesystem::path path(wanted.path);
  const std::string name = path.stem().string();
  if (path.extension() == ".ssv") {
    OutputFile output(wanted.path);
    output.write(fmi::parameter_set(name, settable_parameters(diagram)));
    output.commit();
    return {};
  }
  Reference reference = reference_of(model, options);  // before the program file, which then has the other states that were needed
  const std::string program = program_file(model, file, options, reference.sizes);
  const ProgramImage image = read_image(program, file);
  const std::string left_out = why_no_equations(image.program, reference.has_other_states);
  Fingerprint all;
  all.add(program);
  all.add(std::to_string(wanted.version) + "\n" STRIBECK_VERSION);
  fmi::Described described{.model_name = diagram.title.empty() ? name : diagram.title,
                           .identifier = fmi::identifier_of(name),
                           .description = diagram.description,
                           .token = "{" + all.to_text() + "}",
                           .version = STRIBECK_VERSION,
                           .has_equations = left_out.empty(),
                           .source = {}};
  if (wanted.as_source) described.source = fmi::source_facts(image, starts_of(image));
  const std::string drawing = drawing_of(model);
  const fmi::Beside beside{drawing, icon_of(drawing), std::move(reference.table)};
  const std::vector<fmi::ArchivedFile> files = fmi::fmu_files(image, program, described, wanted.version, beside, wanted.kernels);
  if (path.extension() == ".ssp")
    write_system(wanted.path, fmi::identifier_of(name), image, files);
  else
    write_files(wanted.path, files);
  return left_out.empty() ? left_out : "the FMU is for co-simulation alone: " + left_out;
}

}  // namespace stribeck
