// Rest or uniform motion instead of targets: Newton's method on the rates of the states.
#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <optional>

#include "base/constants.h"
#include "base/index.h"
#include "base/numbers.h"
#include "base/text.h"
#include "program/sparse_lu.h"
#include "simulation/initialise.h"

namespace stribeck {

namespace {

/// Solves J step = -rates for the states that are to come to rest; the others stay as they are. Sparse while J is regular; where it is
/// not (a body that nothing holds), the step of least norm, up to a size that can be afforded densely.
class RestStep {
 public:
  RestStep(ModelOde& ode, std::vector<bool> wanted) : ode_(ode), wanted_(std::move(wanted)), values_(ode.jacobian_pattern().rows.size()) {
    const SparsityPattern& pattern = ode.jacobian_pattern();
    std::vector<int> starts{0}, rows;
    for (std::size_t c = 0; c < wanted_.size(); ++c) {
      if (!wanted_[c]) {
        rows.push_back(static_cast<int>(c));  // a column of the identity: no step
      } else {
        for (std::int32_t k = pattern.starts[c]; k < pattern.starts[c + 1]; ++k)
          if (wanted_[at(pattern.rows[at(k)])]) rows.push_back(pattern.rows[at(k)]), entry_.push_back(at(k));
      }
      starts.push_back(static_cast<int>(rows.size()));
    }
    factors_.emplace(std::move(starts), std::move(rows));
  }

  /// Empty if J is singular and too large.
  std::vector<double> operator()(double t, const std::vector<double>& x, const std::vector<double>& rates) {
    ode_.jacobian(t, x.data(), values_.data(), nullptr);
    std::vector<double> entries, step(rates.size());
    std::size_t next = 0;
    const SparsityPattern& pattern = ode_.jacobian_pattern();
    for (std::size_t c = 0; c < wanted_.size(); ++c) {
      if (!wanted_[c]) {
        entries.push_back(1);
        continue;
      }
      for (; next < entry_.size() && entry_[next] < at(pattern.starts[c + 1]); ++next) entries.push_back(values_[entry_[next]]);
    }
    for (std::size_t i = 0; i < step.size(); ++i) step[i] = wanted_[i] ? -rates[i] : 0;
    if (factors_->factor(entries.data()) && factors_->pivot_ratio() > kSingularPivot) {
      factors_->solve(step.data());
      return step;
    }
    return least_norm(step);
  }

 private:
  std::vector<double> least_norm(const std::vector<double>& right_side) const {
    constexpr std::size_t kLargestDense = 2000;
    const std::size_t n = right_side.size();
    if (n > kLargestDense) return {};
    const SparsityPattern& pattern = ode_.jacobian_pattern();
    const auto size = static_cast<Eigen::Index>(n);
    Eigen::MatrixXd j = Eigen::MatrixXd::Zero(size, size);
    for (std::size_t c = 0; c < n; ++c)
      for (std::int32_t k = pattern.starts[c]; k < pattern.starts[c + 1]; ++k)
        if (wanted_[at(pattern.rows[at(k)])]) j(pattern.rows[at(k)], static_cast<Eigen::Index>(c)) = values_[at(k)];
    const Eigen::VectorXd step = j.completeOrthogonalDecomposition().solve(Eigen::Map<const Eigen::VectorXd>(right_side.data(), size));
    return {step.begin(), step.end()};
  }

  ModelOde& ode_;
  std::vector<bool> wanted_;
  std::vector<double> values_;
  std::vector<std::size_t> entry_;  // of the pattern, those in the reduced matrix
  std::optional<SparseLu> factors_;
};

/// A position that no force depends on may go on changing: uniform motion.
std::vector<bool> coming_to_rest(const SortedSystem& sorted, const SparsityPattern& pattern) {
  std::vector<bool> wanted(sorted.states.size(), true), is_position(sorted.flat->variables.size(), false);
  for (const std::int32_t v : sorted.flat->position_variable) is_position[at(v)] = true;
  for (const std::int32_t v : sorted.flat->place_variable) is_position[at(v)] = true;
  for (std::size_t i = 0; i < wanted.size(); ++i)
    wanted[i] = pattern.starts[i] < pattern.starts[i + 1] || !is_position[at(sorted.states[i])];
  return wanted;
}

}  // namespace

InitialState steady_state(Machine& machine, Conditions& conditions, ModelOde& ode, const std::vector<TargetOutput>& targets,
                          double start_s) {
  InitialState start = initialise(machine, conditions, targets, start_s);
  if (start.x.empty()) return start;  // without states everything is as steady as its sources
  const std::vector<bool> wanted = coming_to_rest(*machine.program().sorted, ode.jacobian_pattern());
  RestStep step_from(ode, wanted);
  std::vector<double> rates(start.x.size());
  const auto evaluate = [&] {
    ode.derivatives(start_s, start.x.data(), rates.data(), nullptr);
    for (std::size_t i = 0; i < rates.size(); ++i)
      if (!wanted[i]) rates[i] = 0;
  };
  std::vector<std::string> labels;
  evaluate();
  const double settled = 1e-9 * std::max(1.0, largest_of(rates));  // rates at rest, against those it began with
  for (int iteration = 0; iteration < kNewtonIterations; ++iteration) {
    const std::vector<double> step = step_from(start_s, start.x, rates);
    if (step.empty()) break;
    const std::vector<double> before = start.x;
    const double size = largest_of(rates);
    double damping = 1;
    for (; damping > kNewtonLeastDamping; damping /= 2) {
      for (std::size_t i = 0; i < step.size(); ++i) start.x[i] = before[i] + damping * step[i];
      conditions.settle(start_s, start.x.data(), labels);
      evaluate();
      if (largest_of(rates) < size) break;
    }
    const bool still = largest_of(step) <= 1e-12 * (1 + largest_of(start.x));
    if (still || damping <= kNewtonLeastDamping || largest_of(rates) == 0) break;
  }
  if (largest_of(rates) <= settled) return start;
  const auto worst = static_cast<std::size_t>(
      std::max_element(rates.begin(), rates.end(), [](double a, double b) { return std::fabs(a) < std::fabs(b); }) - rates.begin());
  const SortedSystem& sorted = *machine.program().sorted;
  throw Failure(Diagnostic{
      .code = ErrorCode::initial_no_steady_state,
      .message = "no steady state was found near the initial targets: " + variable_name(*sorted.flat, sorted.state_derivatives[worst]) +
                 " stays at " + short_number(rates[worst]),
      .where = {.file = sorted.flat->diagram().file, .pointer = {}, .instance = {}, .relation = {}},
      .because = "the forces at rest do not balance anywhere near, or a source accelerates the diagram for ever",
      .remedy = "give targets nearer to the balance, or start without steady_state",
      .details = {}});
}

}  // namespace stribeck
