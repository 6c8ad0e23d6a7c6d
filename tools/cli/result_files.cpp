#include "result_files.h"

#include "arguments.h"
#include "base/text.h"
#include "results/csv_writer.h"
#include "results/layout.h"

namespace stribeck::cli {
namespace {

/// What the result tells beside its rows: the parameters that gave it.
ResultHead head_of(const Diagram& diagram) {
  ResultHead head{diagram.title.empty() ? diagram.file : diagram.title, STRIBECK_VERSION, {}};
  for (const Instance& instance : diagram.instances)
    for (std::size_t p = 0; p < instance.parameters.size(); ++p) {
      const ParameterDeclaration& parameter = instance.record->parameters[p];
      const std::string unit = parameter.unit.starts_with("any") ? "" : to_text(parameter.dimension);
      head.constants.push_back({{instance.name + "." + parameter.name, unit, parameter.doc}, instance.parameters[p]});
    }
  return head;
}

}  // namespace

ResultFiles::ResultFiles(const std::string& csv, const std::vector<std::string>& results, const Model& model, Lasting lasting) {
  if (!csv.empty()) files_.push_back(std::make_unique<CsvWriter>(csv, lasting));
  if (results.empty()) return;
  const ResultHead head = head_of(diagram_of(model));
  for (const std::string& path : results) {
    files_.push_back(open_result(path, head, lasting));
    if (files_.back() == nullptr)
      refuse("--result cannot tell from " + in_quotes(path) + " which format to write", "end the name in " + result_endings());
  }
}

void ResultFiles::read_from(RowFork& rows, std::size_t columns) {
  for (const auto& file : files_) rows.add(*file, columns);
}

void ResultFiles::sync() {
  for (const auto& file : files_) file->sync();
}

void ResultFiles::carry(Archive& archive) {
  for (const auto& file : files_) archive(*file);
}

void ResultFiles::finish() {
  for (const auto& file : files_) file->finish();
}

void ResultFiles::forget() {
  for (const auto& file : files_) file->forget();
}

std::vector<std::pair<std::string, std::string>> ResultFiles::keep_partial() {
  std::vector<std::pair<std::string, std::string>> lines;
  for (const auto& file : files_) {
    if (file->rows() == 0) continue;
    const std::string kept = file->keep_partial();
    lines.emplace_back("kept", counted(file->rows(), "row") + " up to then " + (file->rows() == 1 ? "is" : "are") + " in " +
                                   (kept.empty() ? "the output" : kept));
  }
  return lines;
}

}  // namespace stribeck::cli
