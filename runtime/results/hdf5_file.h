#pragma once
// Results as HDF5: a dataset for each column, "time" first, in blocks; each with its unit and description as attributes; parameters as
// scalars in the group "parameters"; events in the group "events", "time" and "label". Same input, same bytes: no times of writing.
#include <memory>

#include "results/output_file.h"
#include "results/result_table.h"
#include "results/result_writer.h"

namespace stribeck {

class Hdf5Writer : public ResultWriter {
 public:
  Hdf5Writer(std::string path, ResultHead head);
  ~Hdf5Writer() override;

  void begin(const std::vector<OutputColumn>& columns) override;
  void row(double time_s, const double* values) override;
  void event(const EventRecord& event) override { events_.push_back(event); }
  void finish() override;
  std::string keep_partial() override;
  std::int64_t rows() const override { return rows_; }

 private:
  struct Open;
  void write_block();
  void complete();

  OutputFile file_;
  ResultHead head_;
  std::unique_ptr<Open> open_;                ///< what the library holds
  std::vector<std::vector<double>> buffers_;  ///< of each dataset, up to a block
  std::vector<EventRecord> events_;
  std::int64_t rows_ = 0, written_ = 0;
};

/// The one-dimensional datasets of numbers at the root. Throws Failure file.missing or result.unreadable.
ResultTable read_hdf5(const std::string& path);

}  // namespace stribeck
