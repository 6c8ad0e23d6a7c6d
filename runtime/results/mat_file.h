#pragma once
// Results as MAT-files of level 4, laid out as Dymola lays out trajectories, so that MATLAB, Octave, SciPy and the readers of Dymola and
// OpenModelica results open them.
//
// The level is described in "MAT-File Format" (MathWorks, version 5, chapter 1 up to 2000: "Level 4"): matrices one after the other, each
// with a head of five integers. The layout is the one that OpenModelica documents for its result files and DyMat reads: matrices Aclass,
// name, description, dataInfo, data_1 (constants) and data_2 (a column for each row of the run). It is written here and not by libmatio,
// which has to hold a whole matrix in memory; rows stream.
#include "results/output_file.h"
#include "results/result_table.h"
#include "results/result_writer.h"

namespace stribeck {

class MatWriter : public ResultWriter {
 public:
  MatWriter(std::string path, ResultHead head, Lasting lasting = Lasting::no) : file_(std::move(path), lasting), head_(std::move(head)) {}

  void begin(const std::vector<OutputColumn>& columns) override;
  void row(double time_s, const double* values) override;
  void finish() override;
  std::string keep_partial() override;
  std::int64_t rows() const override { return rows_; }
  void sync() override { file_.sync(); }
  void carry(Archive& archive) override { archive(columns_), archive(rows_), archive(written_), archive(count_at_), archive(file_); }

 private:
  void write(const std::string& bytes);
  void tell_count();

  OutputFile file_;
  ResultHead head_;
  std::string bytes_;
  std::size_t columns_ = 0;
  std::size_t written_ = 0, count_at_ = 0;  ///< bytes so far; where the number of rows stands
  std::int64_t rows_ = 0;
};

/// Constants too become columns. Throws Failure file.missing or result.unreadable.
ResultTable read_mat(const std::string& path);

}  // namespace stribeck
