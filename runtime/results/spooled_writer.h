#pragma once
// Rows for a format that a library writes to and fro, so that a run that is killed would leave nothing to go on with: they are collected
// in a plain file beside it, `NAME.rows.partial`, and become the result when the run is complete.
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "results/output_file.h"
#include "results/result_writer.h"

namespace stribeck {

class SpooledWriter : public ResultWriter {
 public:
  /// `open` gives the writer of the result itself.
  SpooledWriter(const std::string& path, std::function<std::unique_ptr<ResultWriter>()> open, Lasting lasting)
      : result_(path), file_(path + ".rows", lasting), open_(std::move(open)) {}

  void begin(const std::vector<OutputColumn>& columns) override { columns_ = columns; }
  void row(double time_s, const double* values) override;
  void event(const EventRecord& event) override;
  /// The rows stay: a run that is killed before its checkpoint is gone makes the result from them again.
  void finish() override { written()->finish(); }
  void forget() override { file_.remove(); }
  /// The result, as far as it came; the rows stay too, to go on with.
  std::string keep_partial() override;
  std::int64_t rows() const override { return rows_; }
  void sync() override { file_.sync(); }
  void carry(Archive& archive) override { archive(columns_), archive(rows_), archive(file_); }

 private:
  std::unique_ptr<ResultWriter> written();

  std::string result_;
  OutputFile file_;
  std::function<std::unique_ptr<ResultWriter>()> open_;
  std::vector<OutputColumn> columns_;
  std::int64_t rows_ = 0;
};

}  // namespace stribeck
