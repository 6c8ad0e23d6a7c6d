#pragma once
// A run of a compiled diagram, by the program alone.
#include <functional>
#include <span>

#include "program/image.h"
#include "simulation/loop/hybrid_loop.h"
#include "simulation/rows/row_writer.h"
#include "simulation/run.h"

namespace stribeck {

/// As the diagram asks to be run, without extra rows.
RunSettings settings_of(const ProgramExperiment& experiment);

/// The programs that an image has of other states.
class ImageChoices final : public StateChoices {
 public:
  explicit ImageChoices(const ProgramImage& image) : image_(image) {}
  const Program* choose(const WatchedValues& point) override;
  const Program* without_targets() override { return nullptr; }

 private:
  const ProgramImage& image_;
};

/// Images stay as they are: any number of runs may share one, each in a thread of its own.
class ImageRun {
 public:
  /// `parameters`: by number of ProgramImage::parameters. `sink` gets the first `values` outputs of the program as rows, of which the
  /// columns of the image are the first; -1: those that make up a row. All of these must outlive the run.
  ImageRun(const ProgramImage& image, std::span<const double> parameters, RowSink& sink, const RunSettings& settings,
           std::ptrdiff_t values = -1);
  /// Where a program with Jacobian comes from that the image does not have.
  void set_source_of_jacobian(std::function<const Program&()> source) { machine_.set_source_of_jacobian(std::move(source)); }

  /// Fills all of the summary but what belongs to stages. Throws Failure.
  RunSummary run();
  const HybridLoop& loop() const { return loop_; }
  HybridLoop& loop() { return loop_; }
  const RowWriter& rows() const { return rows_; }
  const Machine& machine() const { return machine_; }

 private:
  const ProgramImage& image_;
  Machine machine_;
  RowWriter rows_;
  HybridLoop loop_;
};

/// The calls of external functions that are made where its run begins, up to where that fails.
std::vector<CallNotes::Call> calls_at_start(const ProgramImage& image);

}  // namespace stribeck
