#pragma once
// The rows of diagrams that do not ask for all rows of the interval: those in a window, at given instants, or at the ends of steps.
#include <limits>
#include <vector>

#include "base/archive.h"
#include "base/row_choice.h"
#include "simulation/run.h"

namespace stribeck {

class ChosenRows {
 public:
  enum class Kind { of_interval, of_event };  ///< a row of the interval; one of an event, or the first of the run

  /// No rows are chosen: all rows are written in the usual way.
  ChosenRows() = default;
  ChosenRows(const RowChoice& choice, RowSink& sink, double rounding_s) : choice_(choice), sink_(&sink), rounding_s_(rounding_s) {}

  bool wants_steps() const { return choice_.at_steps; }
  bool is_in_window(double t) const;
  /// The next given instant that has no row yet; infinity if there is none.
  double next() const;
  /// Given instants up to t have their rows.
  void pass(double t);
  /// Writes a row that is made for the chosen rows alone.
  void write(double t, const double* values);
  /// The last row is that of the end of a step, at t.
  void note_step_end(double t) { step_end_s_ = t; }
  /// Writes a row that is made anyway, if it is one of the chosen rows.
  void offer(double t, Kind kind, const double* values);
  void event(const EventRecord& record);
  std::int64_t rows() const { return rows_; }
  void carry(Archive& archive) { archive(next_), archive(rows_), archive(step_end_s_); }

 private:
  bool takes(double t, Kind kind) const;
  bool is_given(double t) const;

  RowChoice choice_;
  RowSink* sink_ = nullptr;
  double rounding_s_ = 0;
  std::size_t next_ = 0;
  /// The time of the last row if that is of a step's end. If the next step fails because frictions jam, an event begins at that instant,
  /// and this row already stands for the state before the event.
  double step_end_s_ = -std::numeric_limits<double>::infinity();
  std::int64_t rows_ = 0;
};

}  // namespace stribeck
