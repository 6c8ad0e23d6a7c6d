// Rest or uniform motion instead of targets: Newton's method on the rates of the states.
//
//   dry frictions and contacts let go; each is given a force of its own, which begins at zero
//   Newton: J dx = -rates where the states alone can come to rest; what is then left over the forces take, with the least norm
//   the modes are decided as at any start (friction_modes.cpp), each with its limits and signs
//   with these: is it at rest? If something slides on, Newton again with the modes held, a few times over
#include "simulation/start/steady_state.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <optional>

#include "base/constants.h"
#include "base/index.h"
#include "base/least_norm.h"
#include "base/numbers.h"
#include "base/text.h"
#include "program/sparse_lu.h"

namespace stribeck {

namespace {

/// Solves J step = -rates for the states that are to come to rest; the others stay as they are. Sparse while J is regular; where it is
/// not (a body that nothing holds), the step of least norm, up to a size that can be afforded densely.
class RestStep {
 public:
  RestStep(Machine& machine, ModelOde& ode, std::vector<bool> wanted)
      : machine_(machine), ode_(ode), wanted_(std::move(wanted)), values_(ode.jacobian_pattern().rows.size()) {
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

  /// Empty if J is singular and too large. `pushes`: the registers of forces that may help, which it sets.
  std::vector<double> operator()(double t, const std::vector<double>& x, const std::vector<double>& rates,
                                 const std::vector<Register>& pushes) {
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
    return least_norm(step, answers(t, x, rates, pushes), pushes);
  }

 private:
  /// d rates / d push, which is constant.
  Eigen::MatrixXd answers(double t, const std::vector<double>& x, const std::vector<double>& rates, const std::vector<Register>& pushes) {
    Eigen::MatrixXd columns(static_cast<Eigen::Index>(rates.size()), static_cast<Eigen::Index>(pushes.size()));
    std::vector<double> pushed(rates.size());
    for (std::size_t k = 0; k < pushes.size(); ++k) {
      const double before = machine_.value(pushes[k]);
      machine_.tell(pushes[k], before + 1);
      ode_.derivatives(t, x.data(), pushed.data(), nullptr);
      machine_.tell(pushes[k], before);
      for (std::size_t i = 0; i < rates.size(); ++i)
        columns(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(k)) = wanted_[i] ? pushed[i] - rates[i] : 0;
    }
    return columns;
  }

  /// Each rate is measured by the largest coefficient in its row, so that a small mass, whose rates are all large, counts as the others do.
  std::vector<double> least_norm(const std::vector<double>& right_side, Eigen::MatrixXd answers, const std::vector<Register>& pushes) {
    constexpr std::size_t kLargestDense = 2000;
    const std::size_t n = right_side.size();
    if (n > kLargestDense) return {};
    const SparsityPattern& pattern = ode_.jacobian_pattern();
    const auto size = static_cast<Eigen::Index>(n);
    Eigen::MatrixXd j = Eigen::MatrixXd::Zero(size, size);
    for (std::size_t c = 0; c < n; ++c)
      for (std::int32_t k = pattern.starts[c]; k < pattern.starts[c + 1]; ++k)
        if (wanted_[at(pattern.rows[at(k)])]) j(pattern.rows[at(k)], static_cast<Eigen::Index>(c)) = values_[at(k)];
    Eigen::VectorXd wanted = Eigen::Map<const Eigen::VectorXd>(right_side.data(), size);
    for (Eigen::Index i = 0; i < size; ++i) {
      const double of_pushes = pushes.empty() ? 0 : answers.row(i).lpNorm<Eigen::Infinity>();
      const double largest = std::max(j.row(i).lpNorm<Eigen::Infinity>(), of_pushes);
      if (largest == 0) continue;
      j.row(i) /= largest, wanted(i) /= largest;
      if (!pushes.empty()) answers.row(i) /= largest;
    }
    const LeastNorm rest(j, kSingularPivot);
    if (!pushes.empty()) {
      const auto left_over = [&](const Eigen::MatrixXd& of) -> Eigen::MatrixXd { return of - j * rest.solve(of); };
      const Eigen::MatrixXd unanswered = left_over(answers);
      const double most_unanswered = unanswered.colwise().norm().maxCoeff();
      // What is left is a difference: it is rounded as what it was taken from, and none of it where that is all.
      const double rounding = kSingularPivot * answers.colwise().norm().maxCoeff();
      if (most_unanswered > rounding) {
        const Eigen::VectorXd more = LeastNorm(unanswered, rounding / most_unanswered).solve(left_over(wanted));
        for (std::size_t k = 0; k < pushes.size(); ++k)
          machine_.tell(pushes[k], machine_.value(pushes[k]) + more(static_cast<Eigen::Index>(k)));
        wanted -= answers * more;
      }
    }
    const Eigen::VectorXd step = rest.solve(wanted);
    return {step.begin(), step.end()};
  }

  Machine& machine_;
  ModelOde& ode_;
  std::vector<bool> wanted_;
  std::vector<double> values_;
  std::vector<std::size_t> entry_;  // of the pattern, those in the reduced matrix
  std::optional<SparseLu> factors_;
};

/// A position that no force depends on may go on changing: uniform motion.
std::vector<bool> coming_to_rest(const Program& program, const SparsityPattern& pattern) {
  std::vector<bool> wanted(program.state_facts.size(), true);
  for (std::size_t i = 0; i < wanted.size(); ++i)
    wanted[i] = pattern.starts[i] < pattern.starts[i + 1] || !program.state_facts[i].is_network_position;
  return wanted;
}

}  // namespace

SteadyState::SteadyState(Machine& machine, Conditions& conditions, ModelOde& ode, double start_s)
    : machine_(machine),
      conditions_(conditions),
      ode_(ode),
      t_(start_s),
      wanted_(coming_to_rest(machine.program(), ode.jacobian_pattern())),
      rates_(wanted_.size()) {}

void SteadyState::find(std::vector<double>& x) {
  if (x.empty()) return;  // without states everything is as steady as its sources
  std::vector<double> held;
  std::vector<Register> pushes;
  for (const FrictionCode& friction : machine_.program().frictions) {
    for (const Register r : friction.inputs) held.push_back(machine_.value(r));
    if (friction.creeps) continue;
    for (const ModeInput mode : {ModeInput::stuck, ModeInput::direction, ModeInput::share})
      machine_.tell(friction.inputs[static_cast<std::size_t>(mode)], 0);
    pushes.push_back(friction.inputs[static_cast<std::size_t>(ModeInput::push)]);
  }
  evaluate(x);
  settled_ = kSettled * std::max(1.0, largest_of(rates_));
  newton(x, pushes);
  auto value = held.begin();
  for (const FrictionCode& friction : machine_.program().frictions)
    for (const Register r : friction.inputs) machine_.tell(r, *value++);
}

void SteadyState::find_with_modes(std::vector<double>& x) {
  if (!x.empty()) newton(x, {});
}

bool SteadyState::is_reached(const std::vector<double>& x) {
  evaluate(x);
  return largest_of(rates_) <= settled_;
}

void SteadyState::evaluate(const std::vector<double>& x) {
  ode_.derivatives(t_, x.data(), rates_.data(), nullptr);
  for (std::size_t i = 0; i < rates_.size(); ++i)
    if (!wanted_[i]) rates_[i] = 0;
}

void SteadyState::newton(std::vector<double>& x, const std::vector<Register>& pushes) {
  RestStep step_from(machine_, ode_, wanted_);
  std::vector<std::string> labels;
  evaluate(x);
  for (int iteration = 0; iteration < kNewtonIterations; ++iteration) {
    const double size = largest_of(rates_);
    const std::vector<double> step = step_from(t_, x, rates_, pushes);
    if (step.empty()) break;
    const std::vector<double> before = x;
    double damping = 1;
    for (; damping > kNewtonLeastDamping; damping /= 2) {
      for (std::size_t i = 0; i < step.size(); ++i) x[i] = before[i] + damping * step[i];
      conditions_.settle(t_, x.data(), labels);
      evaluate(x);
      if (largest_of(rates_) < size) break;
    }
    const bool still = largest_of(step) <= 1e-12 * (1 + largest_of(x));
    if (still || damping <= kNewtonLeastDamping || largest_of(rates_) == 0) break;
  }
}

Failure SteadyState::none() const {
  const auto worst = static_cast<std::size_t>(
      std::max_element(rates_.begin(), rates_.end(), [](double a, double b) { return std::fabs(a) < std::fabs(b); }) - rates_.begin());
  const Labels& labels = *machine_.program().labels;
  return Failure(Diagnostic{
      .code = ErrorCode::initial_no_steady_state,
      .message = "no steady state was found near the initial targets: " + labels.variable(machine_.program().state_facts[worst].rate) +
                 " stays at " + short_number(rates_[worst]),
      .where = {.file = labels.file(), .pointer = {}, .instance = {}, .relation = {}},
      .because = "the forces at rest do not balance anywhere near, or a source accelerates the diagram for ever",
      .remedy = "give targets nearer to the balance, or start without steady_state",
      .details = {}});
}

}  // namespace stribeck
