#pragma once
// Rows of a run as comma-separated values: a header line, `time` first, shortest digits that read back to the same double, LF.
#include <cstdint>
#include <string>
#include <vector>

#include "results/output_file.h"
#include "results/result_writer.h"

namespace stribeck {

/// Streams rows to a file or, for "-", to standard output. Every function throws Failure output.unwritable when the system refuses.
class CsvWriter : public ResultWriter {
 public:
  /// Opens at once, so that a folder that cannot be written to is found before the run.
  explicit CsvWriter(std::string path, Lasting lasting = Lasting::no) : file_(std::move(path), lasting) {}

  void begin(const std::vector<OutputColumn>& columns) override;
  void row(double time_s, const double* values) override;
  void finish() override { file_.commit(); }
  std::string keep_partial() override { return file_.keep_partial(); }
  std::int64_t rows() const override { return rows_; }
  void sync() override { file_.sync(); }
  void carry(Archive& archive) override { archive(columns_), archive(rows_), archive(file_); }

 private:
  OutputFile file_;
  std::string line_;
  std::size_t columns_ = 0;
  std::int64_t rows_ = 0;
};

}  // namespace stribeck
