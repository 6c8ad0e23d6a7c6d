// A model as an FMU, for other simulators.
#include <atomic>
#include <filesystem>

#include "base/archive.h"
#include "base/format.h"
#include "fmi/export.h"
#include "model.h"
#include "pipeline.h"
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

}  // namespace

void write_fmu(Model& model, const std::string& file, const RunOptions& options, const FmuWanted& wanted) {
  const Diagram& diagram = diagram_of(model);
  const std::string program = program_file(model, file, options);
  const ProgramImage image = read_image(program, file);
  Fingerprint all;
  all.add(program);
  all.add(std::to_string(wanted.version) + "\n" STRIBECK_VERSION);
  const std::string name = std::filesystem::path(wanted.path).stem().string();
  const fmi::Described described{.model_name = diagram.title.empty() ? name : diagram.title,
                                 .identifier = fmi::identifier_of(name),
                                 .description = diagram.description,
                                 .token = "{" + all.to_text() + "}",
                                 .version = STRIBECK_VERSION};
  const fmi::Beside beside{drawing_of(model), reference_of(model, image, options)};
  OutputFile output(wanted.path);
  if (!fmi::write_archive(output.lend(), fmi::fmu_files(image, program, described, wanted.version, beside)))
    throw Failure(Diagnostic{.code = ErrorCode::output_unwritable,
                             .message = "the FMU " + wanted.path + " cannot be written",
                             .where = {},
                             .because = {},
                             .remedy = "is there room where it goes?",
                             .details = {}});
  output.commit();
}

}  // namespace stribeck
