// The conditions of a steady state near a point, linear in states and forces, with what it is to come near to.
#include <algorithm>
#include <cmath>
#include <tuple>

#include "base/constants.h"
#include "base/index.h"
#include "base/numbers.h"
#include "simulation/start/steady_state.h"

namespace stribeck {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// As a column, since Eigen cannot take a row of a matrix without columns.
VectorXd row_of(const MatrixXd& matrix, Index i) { return matrix.cols() > 0 ? VectorXd(matrix.row(i).transpose()) : VectorXd(); }

/// Rows of conditions, one after the other.
class Rows {
 public:
  Rows(Index states, Index forces) : columns_(states + forces), states_(states) {}
  /// `rounding`: of the right side.
  template <typename ByState, typename ByForce>
  void add(const ByState& by_state, const ByForce& by_force, double right, double rounding = 0) {
    VectorXd row = VectorXd::Zero(columns_);
    row.head(states_) = by_state;
    row.tail(columns_ - states_) = by_force;
    rows_.push_back(std::move(row)), right_.push_back(right), rounding_.push_back(rounding);
  }
  /// One force alone.
  void add_force(Index k, double factor, double right) {
    VectorXd row = VectorXd::Zero(columns_);
    row(states_ + k) = factor;
    rows_.push_back(std::move(row)), right_.push_back(right), rounding_.push_back(0);
  }
  MatrixXd matrix() const {
    MatrixXd matrix(static_cast<Index>(rows_.size()), columns_);
    for (std::size_t i = 0; i < rows_.size(); ++i) matrix.row(static_cast<Index>(i)) = rows_[i].transpose();
    return matrix;
  }
  VectorXd right() const { return Eigen::Map<const VectorXd>(right_.data(), static_cast<Index>(right_.size())); }
  VectorXd rounding() const { return Eigen::Map<const VectorXd>(rounding_.data(), static_cast<Index>(rounding_.size())); }

 private:
  Index columns_, states_;
  std::vector<VectorXd> rows_;
  std::vector<double> right_, rounding_;
};

double nominal_of(const StateFacts& facts) { return facts.nominal ? *facts.nominal : 1; }

/// Equations and bounds that quantities at a point are to fulfil after a step.
struct Demanded {
  Rows equal, least;
  const VectorXd& forces;  ///< at the point
  double size;             ///< of the states

  void equation(const ForceBalance::Quantity& q, Index i, double value, double terms) {
    equal.add(row_of(q.by_state, i), row_of(q.by_force, i), value - q.value(i) + row_of(q.by_force, i).dot(forces),
              kRoundingOfSums * terms);
  }
  void at_least(const ForceBalance::Quantity& q, Index i, double sign, double value) {
    least.add(sign * row_of(q.by_state, i), sign * row_of(q.by_force, i), value - sign * (q.value(i) - row_of(q.by_force, i).dot(forces)),
              kRoundingOfSums * size);
  }
};

/// limit +- force >= 0, with the dependence of the limit on the forces.
void add_limits(Demanded& rows, const ForceBalance::Linear& at, Index k, int mode, double margin) {
  for (const auto& [level, kinetic, sign] :
       {std::tuple(&at.forwards, at.kinetic_forwards(k), -1.0), std::tuple(&at.backwards, at.kinetic_backwards(k), 1.0)}) {
    if (!std::isfinite(level->value(k))) continue;
    VectorXd by_force = (1 - margin) * row_of(level->by_force, k);
    const double limit = mode == 0 ? level->value(k) : std::max(level->value(k), kinetic);
    const double right = -(1 - margin) * limit + by_force.dot(rows.forces);
    by_force(k) += sign;
    rows.least.add((1 - margin) * row_of(level->by_state, k), by_force, right);
  }
}

/// What the mode of an element asks for.
void add_element(Demanded& rows, const ForceBalance::Linear& at, Index k, bool is_contact, int mode, double margin) {
  if (mode == kUndecided && is_contact) {
    rows.at_least(at.gap, k, 1, 0);
    rows.least.add_force(k, 1, 0);
  } else if (mode != 0 && mode != kUndecided) {
    rows.equal.add_force(k, 1, 0);
    if (mode != kIdle) rows.at_least(at.velocity, k, is_contact ? -1 : mode, 0);
    if (is_contact) rows.at_least(at.gap, k, 1, 0);
  } else {
    if (mode == 0) rows.equation(at.velocity, k, 0, rows.size);
    if (!is_contact) return add_limits(rows, at, k, mode, margin);
    rows.equation(at.gap, k, 0, rows.size);
    rows.least.add_force(k, 1, margin * rows.forces.lpNorm<Eigen::Infinity>());
  }
}

}  // namespace

/// The problem near a point with the present modes: equations, inequalities, and wishes in the order of their priority.
NearestProblem SteadyState::problem_at(const ForceBalance::Linear& at, const Point& point, Demands demands) const {
  const RestModes& modes = point.modes;
  const VectorXd& forces = point.forces;
  const auto n = static_cast<Index>(point.x.size()), m = static_cast<Index>(modes.size());
  Demanded rows{.equal = Rows(n, m), .least = Rows(n, m), .forces = forces, .size = 1 + largest_of(point.x)};
  for (Index s = 0; s < n; ++s)
    if (wanted_[static_cast<std::size_t>(s)]) rows.equation(at.rates, s, 0, at.terms(s));
  for (Index i = 0; i < n && !moves_evenly_.empty(); ++i) {  // no rate changes with them
    VectorXd by_state = VectorXd::Zero(n), by_force = VectorXd::Zero(m);
    double value = 0, terms = 0;
    for (const Index s : moves_evenly_) {
      const double slope = at.rates.by_state(i, s);
      by_state += slope * row_of(at.rates.by_state, s);
      by_force += slope * row_of(at.rates.by_force, s);
      value += slope * at.rates.value(s), terms += std::fabs(slope * at.rates.value(s));
    }
    if (terms > 0) rows.equal.add(by_state, by_force, by_force.dot(forces) - value, kRoundingOfSums * terms);
  }
  for (std::size_t k = 0; k < modes.size(); ++k)
    add_element(rows, at, static_cast<Index>(k), balance_.is_contact(k), modes[k], demands.margin);
  for (std::size_t k = 0; k < balance_.kept().size(); ++k)
    if (const Switch& kept = balance_.kept()[k]; kept.sign != 0) rows.at_least(at.switches, static_cast<Index>(k), kept.sign, kept.least);
  Rows low(n, m);
  for (std::size_t g = 0; demands.targets && g < targets_.size(); ++g) {
    const auto i = static_cast<Index>(g);
    if (targets_[g].priority == Priority::high)
      rows.equation(at.targets, i, targets_[g].value,
                    std::max(std::fabs(targets_[g].value), code_of(targets_[g], machine_.program()).nominal));
    if (targets_[g].priority != Priority::low) continue;
    const double nominal = code_of(targets_[g], machine_.program()).nominal;
    low.add(row_of(at.targets.by_state, i) / nominal, row_of(at.targets.by_force, i) / nominal,
            (targets_[g].value - at.targets.value(i) + row_of(at.targets.by_force, i).dot(forces)) / nominal);
  }
  Rows shares(n, m), near(n, m);
  for (Index k = 0; k < m; ++k)
    if (!balance_.is_contact(static_cast<std::size_t>(k))) shares.add_force(k, 1, 0);
  for (Index s = 0; s < n; ++s) {
    VectorXd row = VectorXd::Zero(n);
    const auto i = static_cast<std::size_t>(s);
    const double nominal = nominal_of(machine_.program().state_facts[i]);
    row(s) = 1 / nominal;
    near.add(row, VectorXd::Zero(m), (point.from[i] - point.x[i]) / nominal);
  }
  NearestProblem problem{.equal = rows.equal.matrix(),
                         .least = rows.least.matrix(),
                         .equal_to = rows.equal.right(),
                         .at_least = rows.least.right(),
                         .equal_rounding = rows.equal.rounding(),
                         .least_rounding = rows.least.rounding(),
                         .wishes = {}};
  if (demands.nearest) problem.wishes = {{low.matrix(), low.right()}, {shares.matrix(), shares.right()}};
  problem.wishes.push_back({near.matrix(), near.right()});
  return problem;
}

std::vector<double> SteadyState::missed(const NearestProblem& problem, const VectorXd& z) {
  std::vector<double> missed;
  for (const NearestProblem::Wish& wish : problem.wishes)
    missed.push_back(wish.value.size() > 0 ? (wish.matrix * z - wish.value).norm() : 0);
  return missed;
}

}  // namespace stribeck
