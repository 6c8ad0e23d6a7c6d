#include "results/result_writer.h"

#include "results/csv_writer.h"
#include "results/hdf5_file.h"
#include "results/json_lines.h"
#include "results/mat_file.h"

namespace stribeck {

std::unique_ptr<ResultWriter> open_result(const std::string& path, const ResultHead& head) {
  if (path.ends_with(".csv")) return std::make_unique<CsvWriter>(path);
  if (path.ends_with(".jsonl")) return std::make_unique<JsonLinesWriter>(path, head);
  if (path.ends_with(".mat")) return std::make_unique<MatWriter>(path, head);
  if (path.ends_with(".h5")) return std::make_unique<Hdf5Writer>(path, head);
  return nullptr;
}

std::string result_endings() { return ".csv, .jsonl, .mat or .h5"; }

}  // namespace stribeck
