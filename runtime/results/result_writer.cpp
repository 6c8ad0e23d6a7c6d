#include "results/result_writer.h"

#include "results/csv_writer.h"
#include "results/hdf5_file.h"
#include "results/json_lines.h"
#include "results/mat_file.h"
#include "results/spooled_writer.h"

namespace stribeck {

std::unique_ptr<ResultWriter> open_result(const std::string& path, const ResultHead& head, Lasting lasting) {
  if (path.ends_with(".csv")) return std::make_unique<CsvWriter>(path, lasting);
  if (path.ends_with(".jsonl")) return std::make_unique<JsonLinesWriter>(path, head, lasting);
  if (path.ends_with(".mat")) return std::make_unique<MatWriter>(path, head, lasting);
  if (!path.ends_with(".h5")) return nullptr;
  const auto open = [path, head]() -> std::unique_ptr<ResultWriter> { return std::make_unique<Hdf5Writer>(path, head); };
  if (lasting == Lasting::no) return open();
  return std::make_unique<SpooledWriter>(path, open, lasting);
}

std::string result_endings() { return ".csv, .jsonl, .mat or .h5"; }

}  // namespace stribeck
