#pragma once
// The rows that a diagram asks for where it does not ask for all: in a window, at given instants, at the ends of the solver's steps.
#include <limits>
#include <vector>

#include "base/archive.h"
#include "base/row_choice.h"
#include "simulation/run.h"

namespace stribeck {

class ChosenRows {
 public:
  enum class Kind { of_interval, of_event };  ///< an event's, or the first

  /// None are chosen: everything goes the usual way.
  ChosenRows() = default;
  ChosenRows(const RowChoice& choice, RowSink& sink, double rounding_s) : choice_(choice), sink_(&sink), rounding_s_(rounding_s) {}

  bool wants_steps() const { return choice_.at_steps; }
  bool is_in_window(double t) const;
  /// The next given instant that no row stands for yet; infinite if there is none.
  double next() const;
  /// Given instants up to t have their rows.
  void pass(double t);
  /// A row that is made for them alone.
  void write(double t, const double* values);
  /// The last row is that of a step's end, at t.
  void note_step_end(double t) { step_end_s_ = t; }
  /// A row that is made anyway, if it is one of them.
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
  /// Where the row of a step's end is the last one. If the next step fails because frictions jam, an event begins at that instant, and this
  /// row is the one before it.
  double step_end_s_ = -std::numeric_limits<double>::infinity();
  std::int64_t rows_ = 0;
};

}  // namespace stribeck
