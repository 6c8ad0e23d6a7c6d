#pragma once
// Turns states into rows: at the grid times by interpolation, twice at events.
#include <vector>

#include "program/machine.h"
#include "simulation/last_step.h"
#include "simulation/run.h"

namespace stribeck {

/// Which of the program's outputs are the audit's: so many stored energies, and four powers for each of so many components.
struct AuditOutputs {
  std::size_t stores_begin = 0, stores = 0, powers_begin = 0, components = 0;
};

class RowWriter {
 public:
  /// The first `columns` program outputs are the row.
  RowWriter(Machine& machine, RowSink& sink, std::size_t columns, const AuditOutputs& audit);

  void set_grid(double start_s, double stop_s, double interval_s, const std::vector<double>& extra_times_s);
  /// Rows at the grid times before `t` that were not written yet, from the integrator's last step; also at t itself if `including`.
  void grid(const LastStep& step, double t, bool including);
  /// The same before an event at t, whose rows also stand for those right beside it.
  void before_event(const LastStep& step, double t);
  /// Passes over grid times up to t, and right after it: the rows at t stand for them.
  void skip_to(double t);
  void row(double t, const double* x);
  /// The same where section dynamics has been run for it.
  void row_here(double t);
  /// Stored energies just before and just after something jumped by itself, as evaluated last: what is missing has been lost in it.
  void before_jump();
  void after_jump();
  /// How far it came on its grid, and what it has summed up.
  void carry(Archive& archive);
  void event(const EventRecord& record) { sink_.event(record); }

  std::int64_t rows() const { return rows_; }
  /// The largest energy that each store held at any row.
  const std::vector<double>& stored_peak() const { return peak_; }
  /// Stored energies at the first and at the last row.
  const std::vector<double>& first_stored() const { return first_stored_; }
  const std::vector<double>& last_stored() const { return last_stored_; }
  /// Of each store, in jumps.
  const std::vector<double>& lost() const { return lost_; }
  const PowerBalance& balance() const { return balance_; }

 private:
  double beside() const;
  double grid_time(std::int64_t index) const;
  double next_time() const;
  void advance_grid();
  void balance_powers(double t);

  Machine& machine_;
  RowSink& sink_;
  std::size_t columns_;
  AuditOutputs audit_;
  PowerBalance balance_;
  double start_ = 0, stop_ = 0, interval_ = 1, rounding_ = 0;
  double written_at_ = 0;
  std::vector<double> extra_, row_, before_, x_, first_stored_, last_stored_, peak_, lost_;
  std::int64_t next_index_ = 0, rows_ = 0;
  std::size_t next_extra_ = 0;
};

}  // namespace stribeck
