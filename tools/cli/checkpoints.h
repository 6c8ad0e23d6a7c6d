#pragma once
// --checkpoint every T and --resume: a run that outlives the program.
#include <CLI/CLI.hpp>
#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "pipeline.h"
#include "results/checkpoint.h"
#include "results/output_file.h"

namespace stribeck::cli {

struct CheckpointArguments {
  std::vector<std::string> every;
  bool resume = false;
  bool any() const { return resume || !every.empty(); }
};
void add_checkpoint_options(CLI::App& command, CheckpointArguments& arguments);

/// A checkpoint to be written, or to go on from.
struct CheckpointWanted {
  std::string path;               ///< empty: none
  std::optional<double> every_s;  ///< wall time between two; nothing: as the one says that is gone on from
  bool resume = false;            ///< go on from it; where `every_s` is given, only if it is there
};
/// That of a command: it stands beside `result`. Throws Failure arguments.invalid.
CheckpointWanted wanted_checkpoint(const CheckpointArguments& arguments, const std::string& result);

class Checkpoints {
 public:
  /// `identity` tells runs apart, and is asked for only where a checkpoint is wanted: that of a large diagram takes as long as to compile
  /// it. Where a run is to be resumed throws Failure file.missing, result.unreadable, or arguments.invalid if it is another run.
  Checkpoints(const CheckpointWanted& wanted, const std::function<RunIdentity()>& identity);

  Lasting lasting() const;
  /// Takes up what was written, and has the run tell its state from now on. `sync` makes rows safe, `carry` writes or reads how far they
  /// came. This must outlive the run.
  void attach(RunOptions& options, std::function<void()> sync, std::function<void(Archive&)> carry);
  /// Where a run that broke off can be resumed from; empty if nowhere.
  const std::string& written() const { return written_; }
  /// The run is complete.
  void remove();

 private:
  void at_leg(std::string state);

  bool wanted_;
  std::string path_, written_;
  Checkpoint checkpoint_;
  bool resumes_ = false;
  std::function<void()> sync_;
  std::function<void(Archive&)> carry_;
  std::chrono::steady_clock::time_point next_;
};

}  // namespace stribeck::cli
