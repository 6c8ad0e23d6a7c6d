#include "simulation/rows/row_writer.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/instants.h"
#include "base/numbers.h"
#include "base/text.h"
#include "simulation/events/beyond_guards.h"

namespace stribeck {

namespace {
/// A stored energy evaluated again at the same state differs by rounding, or by what the loops that it follows from are solved to.
constexpr double kStoredRounding = 1e-9;

Failure not_finite(const std::string& name, double value, double t) {
  return Failure(
      Diagnostic{.code = ErrorCode::run_not_finite,
                 .message = "at t = " + number_text(t) + " s " + name + " is " + (std::isnan(value) ? "not a number" : "infinite"),
                 .where = {},
                 .because = "a formula is evaluated outside its range, or what it is of grows without bound",
                 .remedy = "look for a division by zero, a root or power of a negative number, or an overflow there",
                 .details = {}});
}

/// A row of the grid this close to an event, in intervals, is left out: the rows of the event show the same, and rounding decides on which
/// side of it the row would be.
constexpr double kBeside = 1e-9;
}  // namespace

RowWriter::RowWriter(Machine& machine, RowSink& sink, std::size_t columns, std::span<const OutputColumn> named, const AuditOutputs& audit,
                     std::vector<HeatSource> heats, std::vector<RowFormula> formulas)
    : machine_(machine),
      sink_(sink),
      columns_(columns),
      named_(named),
      audit_(audit),
      balance_(audit.components),
      heats_(std::move(heats)),
      formulas_(std::move(formulas)),
      heat_(machine, heats_),
      row_(columns),
      x_(static_cast<std::size_t>(machine.program().states())),
      last_stored_(audit.stores),
      lost_(audit.stores) {
  before_.reserve(columns);  // no row allocates, and not the last one either
}

void RowWriter::set_grid(double start_s, double stop_s, double interval_s, const std::vector<double>& extra_times_s) {
  times_ = DecimalGrid(start_s, interval_s);
  stop_ = stop_s;
  interval_ = interval_s;
  extra_ = extra_times_s;
  rounding_ = rounding_of_instants(std::max(std::fabs(start_s), std::fabs(stop_s)));
  find_next_on_grid();
}

/// A time that differs from the stop only by rounding becomes the stop.
double RowWriter::grid_time(std::int64_t index) const {
  const double t = times_.at(index);
  return t < stop_ - rounding_ ? t : stop_;
}

double RowWriter::beside() const { return kBeside * interval_; }

void RowWriter::find_next_on_grid() {
  const bool has_ended = next_index_ > 0 && grid_time(next_index_ - 1) >= stop_;
  next_on_grid_ = has_ended ? std::numeric_limits<double>::infinity() : grid_time(next_index_);
}

double RowWriter::next_time() const {
  if (next_extra_ == extra_.size() || extra_[next_extra_] > next_on_grid_ + rounding_) return next_on_grid_;
  // It replaces the row of the grid if both are at the same instant.
  return extra_[next_extra_] < stop_ - rounding_ ? extra_[next_extra_] : stop_;
}

void RowWriter::advance_grid() {
  const double passed = next_time() + rounding_;
  while (next_extra_ < extra_.size() && extra_[next_extra_] <= passed) ++next_extra_;
  if (grid_time(next_index_) <= passed) ++next_index_;
  find_next_on_grid();
}

void RowWriter::before_event(const LastStep& step, double t) {
  grid(step, t - beside(), false);
  while (next_time() <= t) advance_grid();
  given_instants(step, t - rounding_, false);
  skip_to(t);
}

void RowWriter::grid(const LastStep& step, double t, bool including) {
  heat_.take(step);
  for (double next = next_time(); next < t || (including && next == t); next = next_time()) {
    given_instants(step, next - rounding_, false);
    heat_.go_to(step, next);
    step.state(next, x_);
    const Snapshot now = evaluate(next, x_.data());
    take_outputs(now);
    write(now, next, ChosenRows::Kind::of_interval);
    advance_grid();
    chosen_.pass(next + rounding_);
  }
  given_instants(step, t, including);
}

/// Rows at the given instants before `t`, except one that coincides with the next row of the grid.
void RowWriter::given_instants(const LastStep& step, double t, bool including) {
  for (double next = chosen_.next(); (next < t || (including && next == t)) && next < next_time() - rounding_; next = chosen_.next()) {
    row_without_trace(step, next);
    chosen_.pass(next);
  }
}

void RowWriter::step_end(const LastStep& step) {
  if (!chosen_.wants_steps() || !chosen_.is_in_window(step.end_s())) return;
  row_without_trace(step, step.end_s());
  chosen_.note_step_end(step.end_s());
}

/// All values are restored afterwards, because loops start their iteration from the last ones.
void RowWriter::take_without_trace(const LastStep& step, double t) {
  heat_.go_to(step, t);
  machine_.keep(kept_);
  try {
    step.state(t, x_);
    take_outputs(evaluate(t, x_.data()));
  } catch (const Failure&) {
    machine_.put_back(kept_);
    throw;
  }
  machine_.put_back(kept_);
}

void RowWriter::row_without_trace(const LastStep& step, double t) {
  take_without_trace(step, t);
  require_values(t);
  chosen_.write(t, row_.data());
}

std::span<const double> RowWriter::look(const LastStep& step, double t) {
  take_without_trace(step, t);
  return {row_.data(), named_.size()};
}

void RowWriter::skip_to(double t) {
  while (next_time() <= t || (next_time() < t + beside() && next_time() < stop_)) advance_grid();
  chosen_.pass(t + rounding_);
}

Snapshot RowWriter::evaluate(double t, const double* x) {
  machine_.set_time(t);
  machine_.set_state(x);
  machine_.run(Section::dynamics);
  return machine_.snapshot();
}

void RowWriter::row(double t, const double* x) { row_here(evaluate(t, x), t); }

void RowWriter::row_here(const Snapshot& now, double t) {
  heat_.go_to_end();
  take_outputs(now);
  write(now, t);
}

void RowWriter::row_before(const Snapshot& now, double t, const double* x) {
  heat_.go_to_end();
  take_outputs(now);
  if (all_finite({row_.data(), named_.size()})) return write(now, t);
  const auto take_and_write = [&](const Snapshot& beyond) { take_outputs(beyond), write(beyond, t); };
  if (!use_beyond_guards(machine_, t, x, take_and_write)) take_and_write(machine_.snapshot());
}

/// The audit begins with the first row: jumps before it are not counted.
void RowWriter::show_heats() {
  for (std::size_t h = 0; h < heats_.size(); ++h) {
    const double lost = heats_[h].store && rows_ > 0 ? lost_[*heats_[h].store] : 0;
    row_[heats_[h].column] = heat_.values()[h] + lost + 0.0;
  }
}

void RowWriter::show_formulas(double t) {
  for (RowFormula& formula : formulas_) {
    for (std::size_t s = 0; s < formula.symbols.size(); ++s)
      if (formula.sources[s] == RowFormula::kTime)
        formula.symbols[s] = t;
      else if (formula.sources[s] <= RowFormula::kFirstParameter)
        formula.symbols[s] = machine_.parameters()[static_cast<std::size_t>(RowFormula::kFirstParameter - formula.sources[s])];
      else if (formula.sources[s] >= 0)
        formula.symbols[s] = row_[static_cast<std::size_t>(formula.sources[s])];
    row_[formula.column] = formula.formula.value(formula.symbols, work_) + 0.0;
  }
}

void RowWriter::take_outputs(const Snapshot& now) {
  machine_.run(Section::outputs);
  const std::vector<Register>& outputs = machine_.program().outputs;
  now.read(std::span(outputs).first(columns_), row_.data());
  for (double& value : row_) value += 0.0;  // no minus zero
  show_heats();
  show_formulas(now.time());
}

/// Writes the values that take_outputs() has taken.
void RowWriter::write(const Snapshot& now, double t, ChosenRows::Kind kind) {
  const bool is_again = !before_.empty() && t == stop_ && written_at_ == t;  // a run that goes on from a record has not written it
  require_values(t);
  now.read(std::span(machine_.program().outputs).subspan(audit_.stores_begin, audit_.stores), last_stored_.data());
  balance_powers(now, t);
  if (rows_ == 0) {
    first_stored_ = last_stored_;
    std::fill(lost_.begin(), lost_.end(), 0.0);  // the audit begins here
    kinks_ = {std::vector<double>(audit_.stores, 0.0)};
    peak_.assign(last_stored_.size(), 0.0);
  }
  for (std::size_t i = 0; i < peak_.size(); ++i) peak_[i] = std::max(peak_[i], std::fabs(last_stored_[i]));
  const auto shown = row_.begin() + static_cast<std::ptrdiff_t>(named_.size());       // columns that only --verify watches do not count
  if (is_again && std::equal(row_.begin(), shown, before_.begin(), is_same)) return;  // the last row is there, and nothing jumped
  written_at_ = t;
  if (t == stop_) before_ = row_;
  sink_.row(t, row_.data());
  ++rows_;
  chosen_.offer(t, kind, row_.data());
}

void RowWriter::require_values(double t) const {
  const std::int32_t culprit = first_not_finite({row_.data(), named_.size()});
  if (culprit >= 0) throw not_finite(named_[static_cast<std::size_t>(culprit)].name, row_[static_cast<std::size_t>(culprit)], t);
}

void RowWriter::balance_powers(const Snapshot& now, double t) {
  const Register* powers = machine_.program().outputs.data() + audit_.powers_begin;
  const std::span<const double> values = now.registers();
  for (std::size_t i = 0; i < audit_.components; ++i, powers += 4)
    balance_.note(i, t, {values[at(powers[0])], values[at(powers[1])], values[at(powers[2])], values[at(powers[3])]});
}

void RowWriter::note_kink(const Snapshot& now, double t, std::span<const double> stored) {
  machine_.run(Section::outputs);
  std::vector<double> changes(audit_.stores);
  for (std::size_t i = 0; i < audit_.stores; ++i) changes[i] = stored_at(now, i) - stored[i];
  count_kink(now, t, changes);
}

std::vector<double> RowWriter::stored(const Snapshot& now) const {
  std::vector<double> values(audit_.stores);
  for (std::size_t i = 0; i < audit_.stores; ++i) values[i] = stored_at(now, i);
  return values;
}

void RowWriter::note_prescribed_jump(const Snapshot& now, double t, std::span<const std::int32_t> assigned) {
  machine_.run(Section::outputs);
  std::vector<double> changes(audit_.stores);
  for (std::size_t i = 0; i < audit_.stores; ++i)
    if (std::find(assigned.begin(), assigned.end(), audit_.owners[i]) == assigned.end()) changes[i] = stored_at(now, i) - before_jump_[i];
  count_kink(now, t, changes);
  for (std::size_t i = 0; i < audit_.stores; ++i) lost_[i] += changes[i];
}

/// Counts those changes that exceed rounding.
void RowWriter::count_kink(const Snapshot& now, double t, std::vector<double>& changes) {
  double most = 0;
  std::size_t store = 0;
  for (std::size_t i = 0; i < audit_.stores; ++i) {
    if (!(std::fabs(changes[i]) > kStoredRounding * std::max(peak_[i], std::fabs(stored_at(now, i))))) changes[i] = 0;
    kinks_.work[i] += changes[i];
    if (std::fabs(changes[i]) > most) most = std::fabs(changes[i]), store = i;
  }
  if (most == 0 || (kinks_.count > 0 && kinks_.last_s == t)) return;
  if (kinks_.count++ == 0) kinks_.first_s = t, kinks_.first_store = store;
  kinks_.last_s = t;
}

double RowWriter::stored_at(const Snapshot& now, std::size_t store) const {
  return now.value(machine_.program().outputs[audit_.stores_begin + store]);
}

void RowWriter::before_jump(const Snapshot& now) {
  machine_.run(Section::outputs);
  before_jump_.resize(audit_.stores);
  for (std::size_t i = 0; i < audit_.stores; ++i) lost_[i] += before_jump_[i] = stored_at(now, i);
}

void RowWriter::after_jump(const Snapshot& now) {
  machine_.run(Section::outputs);
  for (std::size_t i = 0; i < audit_.stores; ++i) lost_[i] -= stored_at(now, i);
}

void RowWriter::carry(Archive& archive) {
  archive(next_index_), archive(next_extra_), archive(rows_);
  find_next_on_grid();
  for (std::vector<double>* values : {&first_stored_, &last_stored_, &peak_, &lost_, &kinks_.work}) archive(*values);
  archive(kinks_.count), archive(kinks_.first_s), archive(kinks_.last_s), archive(kinks_.first_store);
  archive(balance_), archive(chosen_);
}

}  // namespace stribeck
