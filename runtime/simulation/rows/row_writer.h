#pragma once
// Writes the rows of a run: at grid times by interpolation, and two at each event, before and behind it.
#include <numeric>
#include <span>
#include <vector>

#include "base/decimal.h"
#include "program/columns.h"
#include "program/snapshot.h"
#include "simulation/loop/last_step.h"
#include "simulation/rows/chosen_rows.h"
#include "simulation/rows/heat_course.h"
#include "simulation/run.h"

namespace stribeck {

/// The outputs of a program that belong to the energy audit: stored energies, and four powers for each component that is watched.
struct AuditOutputs {
  std::size_t stores_begin = 0, stores = 0, powers_begin = 0, components = 0;
  std::vector<std::int32_t> owners;  ///< of the stored energies: instances
};

class RowWriter {
 public:
  /// The first `columns` program outputs are the row, of which the first have these names.
  RowWriter(Machine& machine, RowSink& sink, std::size_t columns, std::span<const OutputColumn> named, const AuditOutputs& audit,
            std::vector<HeatSource> heats = {}, std::vector<RowFormula> formulas = {});

  void set_grid(double start_s, double stop_s, double interval_s, const std::vector<double>& extra_times_s);
  /// Writes the rows that `choice` selects to `sink` as well. Rows that are made for it alone leave no trace in the run.
  void choose(const RowChoice& choice, RowSink& sink) { chosen_ = ChosenRows(choice, sink, rounding_); }
  /// Rows at the grid times before `t` that were not written yet, from the integrator's last step; also at t itself if `including`.
  void grid(const LastStep& step, double t, bool including);
  /// Where a step ended without an event.
  void step_end(const LastStep& step);
  /// The same as grid() before an event at t; grid times within rounding of t get no rows, since those of the event stand for them.
  void before_event(const LastStep& step, double t);
  /// Skips grid times up to t or within rounding behind it: the rows at t stand for them.
  void skip_to(double t);
  void row(double t, const double* x);
  /// The same of values that have been computed at t. Throws Failure run.not_finite.
  void row_here(const Snapshot& now, double t);
  /// The values of a row at t, in the last step or at its end; leaves no trace in the run. They may be not finite. Valid until the next
  /// row.
  std::span<const double> look(const LastStep& step, double t);
  /// The last step will end earlier than it did at the last look().
  void drop_step() { heat_.drop_step(); }
  /// The same as row() just before an event, which has been passed by rounding: if the held branch of a law has no value there, its other
  /// branch is shown.
  void row_before(const Snapshot& now, double t, const double* x);
  /// From t on the program's quadratures go on from these integrals.
  void begin_heat(double t, std::span<const double> integrals) { heat_.begin(t, integrals); }
  /// To be called just before and just after states jump without impulses: the difference of the stored energies is counted as lost.
  void before_jump(const Snapshot& now);
  void after_jump(const Snapshot& now);
  /// At a kink of a prescribed motion, after a momentum has jumped and nothing else has happened since the energies were `stored`: the
  /// energies that differ are those of masses whose velocity is prescribed.
  void note_kink(const Snapshot& now, double t, std::span<const double> stored);
  /// The stored energies at a point at which section `outputs` has run, too.
  std::vector<double> stored(const Snapshot& now) const;
  /// Between before_jump() and after_jump(), if only discrete variables of these components have been assigned: energies of other
  /// components that have changed did so because a prescribed velocity has jumped.
  void note_prescribed_jump(const Snapshot& now, double t, std::span<const std::int32_t> assigned);
  /// Jumps of prescribed velocities, with the work that their impulses did on each stored energy.
  struct Kinks {
    std::vector<double> work;
    std::int64_t count = 0;  ///< instants
    double first_s = 0, last_s = 0;
    std::size_t first_store = 0;  ///< whose energy changed most at the first
    double total() const { return std::accumulate(work.begin(), work.end(), 0.0); }
  };
  const Kinks& kinks() const { return kinks_; }
  /// Writes or reads its position on the grid and its sums.
  void carry(Archive& archive);
  void event(const EventRecord& record) { sink_.event(record), chosen_.event(record); }

  std::int64_t rows() const { return rows_; }
  std::int64_t chosen_rows() const { return chosen_.rows(); }
  /// The largest energy that each store held at any row.
  const std::vector<double>& stored_peak() const { return peak_; }
  /// Stored energies at the first and at the last row.
  const std::vector<double>& first_stored() const { return first_stored_; }
  const std::vector<double>& last_stored() const { return last_stored_; }
  /// The energy that each store has lost in jumps.
  const std::vector<double>& lost() const { return lost_; }
  const PowerBalance& balance() const { return balance_; }

 private:
  void take_outputs(const Snapshot& now);
  void show_heats();
  void show_formulas(double t);
  Snapshot evaluate(double t, const double* x);
  void write(const Snapshot& now, double t, ChosenRows::Kind kind = ChosenRows::Kind::of_event);
  void require_values(double t) const;
  void given_instants(const LastStep& step, double t, bool including);
  void take_without_trace(const LastStep& step, double t);
  void row_without_trace(const LastStep& step, double t);
  double beside() const;
  double grid_time(std::int64_t index) const;
  void find_next_on_grid();
  double next_time() const;
  void advance_grid();
  void balance_powers(const Snapshot& now, double t);
  void count_kink(const Snapshot& now, double t, std::vector<double>& changes);
  double stored_at(const Snapshot& now, std::size_t store) const;

  Machine& machine_;
  RowSink& sink_;
  std::size_t columns_;
  std::span<const OutputColumn> named_;
  AuditOutputs audit_;
  PowerBalance balance_;
  std::vector<HeatSource> heats_;
  std::vector<RowFormula> formulas_;
  HeatCourse heat_;
  ChosenRows chosen_;
  Machine::Values kept_;
  Kinks kinks_;
  DecimalGrid times_;
  double stop_ = 0, interval_ = 1, rounding_ = 0;
  double written_at_ = 0;
  std::vector<double> work_;  // of formulas
  std::vector<double> extra_, row_, before_, x_, before_jump_, first_stored_, last_stored_, peak_, lost_;
  std::int64_t next_index_ = 0, rows_ = 0;
  double next_on_grid_ = 0;  // the time of next_index_; infinity behind the last row
  std::size_t next_extra_ = 0;
};

}  // namespace stribeck
