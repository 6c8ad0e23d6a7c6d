// A model as an FMU, for other simulators.
#include <filesystem>

#include "base/archive.h"
#include "fmi/export.h"
#include "model.h"
#include "pipeline.h"
#include "results/output_file.h"

namespace stribeck {

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
  OutputFile output(wanted.path);
  if (!fmi::write_archive(output.lend(), fmi::fmu_files(image, program, described, wanted.version, {})))
    throw Failure(Diagnostic{.code = ErrorCode::output_unwritable,
                             .message = "the FMU " + wanted.path + " cannot be written",
                             .where = {},
                             .because = {},
                             .remedy = "is there room where it goes?",
                             .details = {}});
  output.commit();
}

}  // namespace stribeck
