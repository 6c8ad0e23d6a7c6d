#pragma once
// The files of rows that a command writes.
#include <memory>
#include <string>
#include <vector>

#include "pipeline.h"
#include "results/result_writer.h"
#include "results/row_fork.h"

namespace stribeck::cli {

/// --csv PATH and --result PATH ...: opened before the run, so that nobody waits for a file that cannot be written.
class ResultFiles {
 public:
  /// `csv` may be empty. Throws Failure arguments.invalid or output.unwritable.
  ResultFiles(const std::string& csv, const std::vector<std::string>& results, const Model& model, Lasting lasting);

  bool any() const { return !files_.empty(); }
  void read_from(RowFork& rows, std::size_t columns);
  /// What was written so far survives the machine's failure.
  void sync();
  /// How far they came; reading: go on from there.
  void carry(Archive& archive);
  /// The run is complete.
  void finish();
  /// And its checkpoint is gone.
  void forget();
  /// The run broke off: what was written is kept; returns where, a labelled line for each file.
  std::vector<std::pair<std::string, std::string>> keep_partial();

 private:
  std::vector<std::unique_ptr<ResultWriter>> files_;
};

}  // namespace stribeck::cli
