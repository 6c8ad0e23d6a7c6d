#include "simulation/loop/model_ode.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "base/diagnostic.h"
#include "base/numbers.h"

namespace stribeck {

namespace {

/// Where the program's derivatives bend; none where that is not known of all places, or where nothing is abrupt.
std::vector<Bend> bends_of(const Program& program) {
  std::vector<Bend> bends;
  if (!program.has_kinks || program.bends_elsewhere) return bends;
  for (const BendCode& code : program.bends) bends.push_back(bending_of(code.op).bend.value());
  return bends;
}

/// Whether a loop begins its iteration where the last evaluation has left it.
bool has_iteration(const Program& program) {
  return std::ranges::any_of(program.blocks, [](const BlockCode& block) { return !block.linear || !block.friction_forces.empty(); });
}

}  // namespace

ModelOde::ModelOde(Machine& machine, LiveSystem& live, const IntegratorOptions& options)
    : machine_(machine),
      live_(live),
      bends_(bends_of(machine.program())),
      bends_of_(&machine.program()),
      iterates_(has_iteration(machine.program())),
      sizes_(machine.program(), options) {
  follow();
}

void ModelOde::follow() {
  nominal_.clear();
  for (const std::size_t s : live_.states()) nominal_.push_back(sizes_.nominal(s));
  pattern_.size = -1;
  const std::vector<std::size_t>& followed = live_.quadratures();
  const auto end = std::lower_bound(followed.begin(), followed.end(), at(machine_.program().steering));
  steering_quadratures_ = static_cast<std::int32_t>(end - followed.begin());
}

void ModelOde::read_bends(double* arguments) const {
  const Program& program = machine_.program();
  if (&program != bends_of_) {  // another program of the same system
    if (!std::ranges::equal(program.bends, bends_of_->bends, {}, &BendCode::op, &BendCode::op))
      throw std::logic_error("a program of the same system bends elsewhere");
    bends_of_ = &program;
  }
  const std::span<const double> registers = machine_.snapshot().registers();
  for (const BendCode& bend : program.bends) *arguments++ = registers[at(bend.a)] - (bend.b < 0 ? 0 : registers[at(bend.b)]);
}

void ModelOde::derivatives(double t, const double* x, double* dxdt, double* dqdt) {
  if (!machine_.has_constraints()) return live_.derivatives(t, x, dxdt, dqdt);
  machine_.keep_to(branch_);
  try {
    live_.derivatives(t, x, dxdt, dqdt);
  } catch (...) {
    machine_.keep_to(nullptr);
    throw;
  }
  machine_.keep_to(nullptr);
}

bool ModelOde::derivatives_aside(double t, const double* x, double* dxdt) {
  if (iterates_) machine_.keep(before_aside_);
  bool has_values = false;
  try {
    derivatives(t, x, dxdt, nullptr);
    has_values = all_finite({dxdt, live_.states().size()});
  } catch (const Failure&) {
    has_values = false;
  }
  if (iterates_) machine_.put_back(before_aside_);
  return has_values;
}

void ModelOde::note_sizes(std::span<const double> x, double step_s) {
  if (!sizes_.follows()) return;
  sizes_.note(live_.states(), x, step_s, nominal_);
}

std::vector<double> ModelOde::sizes() const {
  std::vector<double> all(machine_.program().state_facts.size());
  for (std::size_t s = 0; s < all.size(); ++s) all[s] = sizes_.size(s);
  return all;
}

std::int64_t ModelOde::note_rounding(double t, std::span<const double> x) {
  if (!sizes_.follows() || !sizes_.is_due()) return 0;
  for (std::vector<double>* values : {&disturbed_, &rates_, &disturbed_rates_}) values->resize(x.size());
  double disturbed_t = t;
  sizes_.disturb(x, t, disturbed_, disturbed_t);
  try {
    derivatives(t, x.data(), rates_.data(), nullptr);
    derivatives(disturbed_t, disturbed_.data(), disturbed_rates_.data(), nullptr);
  } catch (const Failure&) {
    return 0;  // the step itself will fail and report it
  }
  if (is_beyond()) return 0;
  const std::vector<std::size_t>& followed = live_.states();
  for (std::size_t i = 0; i < followed.size(); ++i) sizes_.note_rounding(followed[i], disturbed_rates_[i] - rates_[i]);
  return 2;
}

const SparsityPattern& ModelOde::jacobian_pattern() const {
  if (pattern_.size < 0) machine_.has_constraints() ? make_dense_pattern() : make_pattern();
  return pattern_;
}

double ModelOde::jacobian_cost() const {
  live_.require_jacobian();
  const Program& program = machine_.program();
  return static_cast<double>(program.section(Section::dynamics).size() + 1 + program.section(Section::jacobian).size());
}

/// The pattern where constraints may move all states.
void ModelOde::make_dense_pattern() const {
  pattern_ = {states(), {0}, {}};
  for (std::int32_t column = 0; column < states(); ++column) {
    for (std::int32_t row = 0; row < states(); ++row) pattern_.rows.push_back(row);
    pattern_.starts.push_back(static_cast<std::int32_t>(pattern_.rows.size()));
  }
}

/// The pattern of the states that are followed.
void ModelOde::make_pattern() const {
  live_.require_jacobian();
  const JacobianCode& whole = machine_.program().jacobian;
  pattern_ = {states(), {0}, {}};
  entries_.clear();
  row_of_.assign(at(machine_.program().states()), -1);
  for (std::size_t i = 0; i < live_.states().size(); ++i) row_of_[live_.states()[i]] = static_cast<std::int32_t>(i);
  for (const std::size_t column : live_.states()) {
    for (std::int32_t k = whole.starts[column]; k < whole.starts[column + 1]; ++k) {
      if (row_of_[at(whole.rows[at(k)])] < 0) continue;
      pattern_.rows.push_back(row_of_[at(whole.rows[at(k)])]);
      entries_.push_back(at(k));
    }
    pattern_.starts.push_back(static_cast<std::int32_t>(pattern_.rows.size()));
  }
}

/// Where a derivative does not exist, as that of a square root at zero, or a loop is singular, difference quotients replace it: an implicit
/// method needs an approximate matrix to leave such a point. They are also used where constraints move the states.
void ModelOde::jacobian(double t, const double* x, double* values, double* dfdt) {
  try {
    if (machine_.has_constraints()) throw Failure(Diagnostic{});
    by_formulas(t, x, values, dfdt);
  } catch (const Failure&) {
    std::fill_n(values, jacobian_pattern().rows.size(), std::numeric_limits<double>::quiet_NaN());
    if (dfdt != nullptr) std::fill_n(dfdt, states(), std::numeric_limits<double>::quiet_NaN());
  }
  const bool is_finite = all_finite({values, pattern_.rows.size()}) && (dfdt == nullptr || all_finite({dfdt, at(states())}));
  if (!is_finite) by_differences(t, x, values, dfdt);
}

/// Difference quotients for the columns that are not finite.
void ModelOde::by_differences(double t, const double* x, double* values, double* dfdt) {
  const double share = std::sqrt(std::numeric_limits<double>::epsilon());  // where truncation and rounding have the same size
  std::vector<double> at_x(at(states())), beside(at_x.size()), shifted(x, x + states());
  derivatives(t, x, at_x.data(), nullptr);
  const auto quotients = [&](double& shifted_value, double size, auto evaluate) {
    const double middle = shifted_value, step = share * (std::fabs(middle) + size);
    for (const double sign : {1.0, -1.0}) {  // the second sign if the first has no value
      shifted_value = middle + sign * step;
      evaluate();
      for (std::size_t i = 0; i < at_x.size(); ++i) beside[i] = (beside[i] - at_x[i]) / (shifted_value - middle);
      if (all_finite(beside)) break;
    }
    shifted_value = middle;
  };
  for (std::size_t column = 0; column < at_x.size(); ++column) {
    const std::int32_t begin = pattern_.starts[column], end = pattern_.starts[column + 1];
    if (all_finite({values + begin, values + end})) continue;
    quotients(shifted[column], nominal_[column], [&] { derivatives(t, shifted.data(), beside.data(), nullptr); });
    for (std::int32_t k = begin; k < end; ++k) values[k] = beside[at(pattern_.rows[at(k)])];
  }
  if (dfdt == nullptr || all_finite({dfdt, at(states())})) return;
  double then = t;
  quotients(then, 1, [&] { derivatives(then, x, beside.data(), nullptr); });
  std::copy(beside.begin(), beside.end(), dfdt);
}

void ModelOde::by_formulas(double t, const double* x, double* values, double* dfdt) {
  jacobian_pattern();
  whole_.resize(at(machine_.program().states()));
  live_.whole_state(t, {x, live_.states().size()}, whole_);
  machine_.set_time(t);
  machine_.set_state(whole_.data());
  machine_.run(Section::dynamics);
  machine_.run(Section::jacobian);
  const Snapshot now = machine_.snapshot();
  const JacobianCode& jacobian = machine_.program().jacobian;
  for (const std::size_t k : entries_) *values++ = now.value(jacobian.values[k]);
  if (dfdt == nullptr) return;
  std::fill_n(dfdt, states(), 0.0);
  const auto add = [&](std::int32_t state, double rate) {
    if (row_of_[at(state)] >= 0) dfdt[row_of_[at(state)]] += rate;
  };
  for (std::size_t i = 0; i < jacobian.time_rows.size(); ++i) add(jacobian.time_rows[i], now.value(jacobian.time_values[i]));
  // A state that is not followed is a function of time.
  for (std::size_t column = 0; column < row_of_.size(); ++column) {
    if (row_of_[column] >= 0 || live_.rate(column) == 0) continue;
    for (std::int32_t k = jacobian.starts[column]; k < jacobian.starts[column + 1]; ++k)
      add(jacobian.rows[at(k)], now.value(jacobian.values[at(k)]) * live_.rate(column));
  }
}

}  // namespace stribeck
