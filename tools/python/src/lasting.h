#pragma once
// A run whose rows and state are kept in a file now and then, so that it outlives the process: `stribeck run --checkpoint --resume`.
#include <chrono>
#include <functional>
#include <string>

#include "pipeline.h"
#include "results/checkpoint.h"

namespace stribeck::python {

class LastingRun {
 public:
  /// `path` empty: nothing is kept. `rows`: in words, which rows are wanted. Where the file is there the same run goes on from it. Throws
  /// Failure result.unreadable, or arguments.invalid if the file is one of another run.
  LastingRun(std::string path, double every_s, const Model& model, const std::string& rows);

  /// `carry` writes or reads the rows so far. This must outlive the run.
  void attach(RunOptions& options, std::function<void(Archive&)> carry);
  /// The run is complete.
  void remove();

 private:
  std::string path_;
  Checkpoint checkpoint_;
  bool resumes_ = false;
  std::function<void(Archive&)> carry_;
  std::chrono::steady_clock::time_point next_;
};

}  // namespace stribeck::python
