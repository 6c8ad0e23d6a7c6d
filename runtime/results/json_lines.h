#pragma once
// A result as JSON lines: first an object that names title, columns and constants; then an array of numbers a row, time first; an object
// for each event.
#include "results/output_file.h"
#include "results/result_table.h"
#include "results/result_writer.h"

namespace stribeck {

class JsonLinesWriter : public ResultWriter {
 public:
  JsonLinesWriter(std::string path, ResultHead head, Lasting lasting = Lasting::no)
      : file_(std::move(path), lasting), head_(std::move(head)) {}

  void begin(const std::vector<OutputColumn>& columns) override;
  void row(double time_s, const double* values) override;
  void event(const EventRecord& event) override;
  void finish() override { file_.commit(); }
  std::string keep_partial() override { return file_.keep_partial(); }
  std::int64_t rows() const override { return rows_; }
  void sync() override { file_.sync(); }
  void carry(Archive& archive) override { archive(columns_), archive(rows_), archive(file_); }

 private:
  OutputFile file_;
  ResultHead head_;
  std::string line_;
  std::size_t columns_ = 0;
  std::int64_t rows_ = 0;
};

/// Throws Failure file.missing or result.unreadable.
ResultTable read_json_lines(const std::string& path);

}  // namespace stribeck
