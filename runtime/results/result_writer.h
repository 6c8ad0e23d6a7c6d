#pragma once
// Rows of a run as a file, in one of several formats.
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "results/output_file.h"
#include "simulation/run.h"

namespace stribeck {

/// Streams rows to a file that takes its name when it is complete. Every function throws Failure output.unwritable when the system refuses.
class ResultWriter : public RowSink {
 public:
  /// The run is complete.
  virtual void finish() = 0;
  /// The run broke off: what was written is kept, marked so; see OutputFile::keep_partial.
  virtual std::string keep_partial() = 0;
  virtual std::int64_t rows() const = 0;
  /// Of a file that lasts: what was written so far survives the machine's failure.
  virtual void sync() {}
  /// The same: how far it came, after sync(). Reading, where it is continued: goes on from there. Throws Failure result.unreadable.
  virtual void carry(Archive&) {}
  /// After finish(), once no checkpoint speaks of the run any more: drops what was kept to go on with.
  virtual void forget() {}
};

/// A number that is the same all the time: a parameter.
struct ResultConstant {
  OutputColumn column;
  double value = 0;  ///< SI
};

/// What a result tells about itself.
struct ResultHead {
  std::string title, version;
  std::vector<ResultConstant> constants;
  OutputColumn first{"time", "s", "time"};  ///< what the rows are over; HDF5 alone writes another one
};

/// By the ending of the name: .csv, .jsonl, .mat (level 4, laid out as Dymola lays out its results), .h5. Opens at once, so that a folder
/// that cannot be written to is found before the run. Null if the ending is none of these.
std::unique_ptr<ResultWriter> open_result(const std::string& path, const ResultHead& head, Lasting lasting = Lasting::no);
/// ".csv, .jsonl, .mat or .h5"
std::string result_endings();

}  // namespace stribeck
