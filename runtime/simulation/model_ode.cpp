#include "simulation/model_ode.h"

#include <algorithm>

namespace stribeck {

namespace {

double nominal_of(const FlatSystem& flat, std::int32_t v) {
  const VariableDeclaration* declared = flat.declaration_of(flat.undifferentiated(v));
  return declared != nullptr ? declared->nominal : 1;
}

}  // namespace

ModelOde::ModelOde(Machine& machine, LiveSystem& live) : machine_(machine), live_(live) { follow(); }

void ModelOde::follow() {
  const SortedSystem& sorted = *machine_.program().sorted;
  nominal_.clear();
  for (const std::size_t s : live_.states()) nominal_.push_back(nominal_of(*sorted.flat, sorted.states[s]));
  pattern_.size = -1;
}

std::int32_t ModelOde::steering_quadratures() const {
  const std::vector<std::size_t>& followed = live_.quadratures();
  return static_cast<std::int32_t>(std::lower_bound(followed.begin(), followed.end(), at(machine_.program().steering)) - followed.begin());
}

const SparsityPattern& ModelOde::jacobian_pattern() const {
  if (pattern_.size < 0) make_pattern();
  return pattern_;
}

double ModelOde::jacobian_cost() const {
  live_.require_jacobian();
  const Program& program = machine_.program();
  return static_cast<double>(program.section(Section::dynamics).size() + 1 + program.section(Section::jacobian).size());
}

/// Rows and columns of what is followed.
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

void ModelOde::jacobian(double t, const double* x, double* values, double* dfdt) {
  jacobian_pattern();
  whole_.resize(at(machine_.program().states()));
  live_.whole_state(t, {x, live_.states().size()}, whole_);
  machine_.set_time(t);
  machine_.set_state(whole_.data());
  machine_.run(Section::dynamics);
  machine_.run(Section::jacobian);
  const JacobianCode& jacobian = machine_.program().jacobian;
  for (const std::size_t k : entries_) *values++ = machine_.value(jacobian.values[k]);
  if (dfdt == nullptr) return;
  std::fill_n(dfdt, states(), 0.0);
  const auto add = [&](std::int32_t state, double rate) {
    if (row_of_[at(state)] >= 0) dfdt[row_of_[at(state)]] += rate;
  };
  for (std::size_t i = 0; i < jacobian.time_rows.size(); ++i) add(jacobian.time_rows[i], machine_.value(jacobian.time_values[i]));
  // A state that is not followed is a function of time.
  for (std::size_t column = 0; column < row_of_.size(); ++column) {
    if (row_of_[column] >= 0 || live_.rate(column) == 0) continue;
    for (std::int32_t k = jacobian.starts[column]; k < jacobian.starts[column + 1]; ++k)
      add(jacobian.rows[at(k)], machine_.value(jacobian.values[at(k)]) * live_.rate(column));
  }
}

}  // namespace stribeck
