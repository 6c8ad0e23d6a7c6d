#pragma once
// Curves as one line of text each, for a terminal.
#include <string>
#include <vector>

#include "results/extremes.h"
#include "results/layout.h"
#include "simulation/run.h"

namespace stribeck {

/// Keeps, of the first columns of a run, what a line of blocks can show: bounded memory, whatever the length of the run.
class Sparklines : public RowSink {
 public:
  Sparklines(double start_s, double stop_s) : start_s_(start_s), span_s_(stop_s - start_s) {}

  void begin(const std::vector<OutputColumn>& columns) override;
  void row(double time_s, const double* values) override;
  /// A row for each column shown: name, the curve from its least (bottom) to its largest value (top), and these two; the curve is shorter
  /// where the line would not fit. Several lines, or nothing if there was no row; a last line counts the columns that are not shown.
  std::string to_text(const TextStyle& style = {}) const;
  /// Everything but the times, which the run has again.
  void carry(Archive& archive) { archive(lines_), archive(others_), archive(any_); }

 private:
  struct Cell {
    double low = 0, high = 0;
    bool used = false;
    void carry(Archive& archive) { archive(low), archive(high), archive(used); }
  };
  struct Line {
    OutputColumn column;
    std::vector<Cell> cells;
    Extremes extremes;
    void carry(Archive& archive) { archive(column), archive(cells), archive(extremes); }
  };
  std::string drawn(const Line& line, std::size_t count) const;
  std::string shown(const Line& line, double si, Digits digits) const;
  TextTable table(std::size_t cells, Digits digits) const;
  TextTable narrow_table(std::size_t cells, Digits digits) const;

  double start_s_, span_s_;
  std::vector<Line> lines_;
  std::size_t others_ = 0;
  bool any_ = false;
};

}  // namespace stribeck
