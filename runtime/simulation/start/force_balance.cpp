#include "simulation/start/force_balance.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/constants.h"
#include "base/index.h"
#include "base/least_norm.h"

namespace stribeck {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// The step of differences: a power of two, which causes no rounding by itself.
constexpr double kStep = 0x1p-20;
/// In m/s or rad/s: the size of velocities where all of them are smaller.
constexpr double kSpeed = 1e-3;
constexpr double kLittle = 1e-4;
constexpr double kMoreForce = 1e3;  // relative to the first point that was evaluated

/// Sets differences within rounding to zero.
void clean(MatrixXd& derivatives, const VectorXd& value) {
  if (derivatives.cols() == 0) return;  // such a matrix has no rows either
  for (Index i = 0; i < derivatives.rows(); ++i) {
    const double rounding = std::isfinite(value(i)) ? kRoundingOfDifferences * derivatives.row(i).lpNorm<Eigen::Infinity>() : 0;
    for (Index j = 0; j < derivatives.cols(); ++j)
      if (!(std::fabs(derivatives(i, j)) > rounding)) derivatives(i, j) = 0;
  }
}

/// The difference of two values; zero if they are infinite, as the limit of a freewheel is.
VectorXd change(const VectorXd& above, const VectorXd& below, double distance) {
  VectorXd rate = (above - below) / distance;
  for (double& r : rate)
    if (!std::isfinite(r)) r = 0;
  return rate;
}

}  // namespace

KeptModes::KeptModes(Machine& machine) : machine_(machine) {
  for (const FrictionCode& friction : machine.program().frictions)
    for (const Register r : friction.inputs) values_.push_back(machine.held_value(r));
}

KeptModes::~KeptModes() {
  auto value = values_.begin();
  for (const FrictionCode& friction : machine_.program().frictions)
    for (const Register r : friction.inputs) machine_.tell(r, *value++);
}

ForceBalance::ForceBalance(Machine& machine, Conditions& conditions, ModelOde& ode, const InitialTargets& targets, double start_s)
    : machine_(machine), conditions_(conditions), ode_(ode), targets_(targets), all_(machine, 1), t_(start_s) {
  for (std::size_t i = 0; i < all_.size(); ++i) {
    if (!all_.creeps(i) && !all_.is_dragged(i) && all_.code(i).carrier != FrictionCarrier::spring) elements_.push_back(i);
  }
  forces_ = VectorXd::Zero(static_cast<Index>(elements_.size()));
}

void ForceBalance::evaluate() {
  for (std::size_t k = 0; k < elements_.size(); ++k) all_.set_input(elements_[k], ModeInput::push, forces_(static_cast<Index>(k)));
  all_.look(conditions_.evaluate(t_, x_.data()));
}

bool ForceBalance::move_to(const std::vector<double>& x, const RestModes& modes, const VectorXd& forces) {
  x_ = x, forces_ = forces;
  for (std::size_t k = 0; k < elements_.size(); ++k) {
    const bool rests = modes[k] == 0 || modes[k] == kIdle || modes[k] == kUndecided || is_contact(k);
    all_.tell(elements_[k], rests ? Mode::open : static_cast<Mode>(modes[k]));
  }
  evaluate();
  for (std::size_t i = 0; i < all_.size(); ++i)
    if (all_.is_dragged(i) && !all_.creeps(i))
      all_.tell(i, all_.velocity(i) > 0 ? Mode::forwards : all_.velocity(i) < 0 ? Mode::backwards : Mode::stuck);
  std::vector<std::string> labels;
  const bool changed = conditions_.settle(t_, x_.data(), labels);
  for (const Switch& kept : kept_) {
    if (kept.is_kink || kept.sign == 0) continue;
    const Operator relation = machine_.program().conditions[kept.number].relation;
    machine_.hold(kept.number, (relation == Operator::gt || relation == Operator::ge) == (kept.sign > 0));
  }
  evaluate();
  return changed;
}

std::vector<Switch> ForceBalance::switches() const {
  const Program& program = machine_.program();
  std::vector<Switch> found;
  for (std::size_t c = 0; c < program.conditions.size(); ++c) {
    const ConditionCode& code = program.conditions[c];
    if (!code.is_guard && code.scheduled < 0 && code.floor < 0) found.push_back({.number = c});
  }
  constexpr std::ptrdiff_t kMostCorners = 20;
  for (std::size_t k = 0; k < program.kinks.size(); ++k) {
    if (program.kinks[k].table < 0) {
      found.push_back({.number = k, .is_kink = true});
      continue;
    }
    const PointFunction& table = *program.tables[at(program.kinks[k].table)];
    const std::ptrdiff_t last = table.piece_of(std::numeric_limits<double>::max());
    for (std::ptrdiff_t piece = 0; piece <= last && last <= kMostCorners; ++piece)
      if (table.has_corner_at_begin_of(piece)) found.push_back({.number = k, .is_kink = true, .point = table.begin_of(piece)});
  }
  return found;
}

/// An element that a switch has opened transmits no force.
double ForceBalance::level(std::size_t i, std::size_t side) const {
  const bool opens = all_.code(i).open >= 0 && all_.value(all_.code(i).open) != 0;
  return opens ? 0 : all_.static_level(i, side);
}

RestModes ForceBalance::modes_here() {
  double fastest = 1;
  for (const std::size_t i : elements_) fastest = std::max(fastest, std::fabs(all_.velocity(i)));
  RestModes modes;
  for (const std::size_t i : elements_) {
    const double v = all_.velocity(i);
    const bool moves = std::fabs(v) > kRoundingOfSums * fastest;
    const bool holds = level(i, kForwards) > 0 || level(i, kBackwards) > 0;
    modes.push_back(all_.is_contact(i) ? (all_.gap(i) > all_.touching(i) ? 1 : 0) : !holds ? kIdle : !moves ? 0 : v > 0 ? 1 : -1);
  }
  return modes;
}

void ForceBalance::close_gaps(std::vector<double>& x, const MatrixXd& gaps_by_state) {
  double largest = 1;
  for (const double value : x_) largest = std::max(largest, std::fabs(value));
  for (int round = 0; round < 3; ++round) {
    std::vector<Index> closed;
    VectorXd gaps = VectorXd::Zero(gaps_by_state.rows());
    for (std::size_t k = 0; k < elements_.size(); ++k) {
      const double gap = is_contact(k) ? all_.gap(elements_[k]) : 1;
      if (std::fabs(gap) > kRoundingOfSums * largest) continue;
      closed.push_back(static_cast<Index>(k)), gaps(static_cast<Index>(k)) = gap;
    }
    if (closed.empty()) break;
    const VectorXd step = LeastNorm(gaps_by_state(closed, Eigen::all), kRoundingOfDifferences).solve(gaps(closed));
    for (std::size_t s = 0; s < x_.size(); ++s) x_[s] -= step(static_cast<Index>(s));
    evaluate();
  }
  x = x_;
}

VectorXd ForceBalance::rates() const {
  VectorXd rates(static_cast<Index>(x_.size()));
  for (std::size_t s = 0; s < x_.size(); ++s) rates(static_cast<Index>(s)) = all_.value(machine_.program().derivatives[s]);
  return rates;
}

/// Velocities, gaps, levels forwards and backwards, targets, switches.
void ForceBalance::read(std::vector<VectorXd>& into) {
  const auto count = static_cast<Index>(elements_.size());
  into.assign(4, VectorXd::Zero(count));
  for (Index k = 0; k < count; ++k) {
    const std::size_t i = elements_[static_cast<std::size_t>(k)];
    into[0](k) = all_.velocity(i);
    if (all_.is_contact(i)) into[1](k) = all_.gap(i);
    into[2](k) = level(i, kForwards);
    into[3](k) = level(i, kBackwards);
  }
  into.emplace_back(static_cast<Index>(targets_.size()));
  if (!targets_.empty()) machine_.run(Section::outputs);
  for (std::size_t g = 0; g < targets_.size(); ++g) into.back()(static_cast<Index>(g)) = value_of(targets_[g], all_.now());
  into.emplace_back(static_cast<Index>(kept_.size()));
  for (std::size_t k = 0; k < kept_.size(); ++k) {
    const std::size_t i = kept_[k].number;
    double& value = into.back()(static_cast<Index>(k));
    if (!kept_[k].is_kink) {
      value = all_.now().crossing(i);
    } else {
      const KinkCode& kink = machine_.program().kinks[i];
      value = all_.value(kink.a) - (kink.b >= 0 ? all_.value(kink.b) : 0) - kept_[k].point;
    }
  }
}

ForceBalance::Linear ForceBalance::linear() {
  const auto n = static_cast<Index>(x_.size()), m = static_cast<Index>(elements_.size());
  Linear linear;
  std::vector<VectorXd> here, above, below;
  evaluate();
  const VectorXd rates_here = rates();
  read(here);
  const std::vector<Quantity*> read_ones{&linear.velocity,  &linear.gap,     &linear.forwards,
                                         &linear.backwards, &linear.targets, &linear.switches};
  for (std::size_t q = 0; q < read_ones.size(); ++q)
    *read_ones[q] = {here[q], MatrixXd::Zero(here[q].size(), n), MatrixXd::Zero(here[q].size(), m)};
  linear.kinetic_forwards.resize(m), linear.kinetic_backwards.resize(m);
  double push = 1;
  for (Index k = 0; k < m; ++k) {
    const StickSlipLevels levels = all_.levels(elements_[static_cast<std::size_t>(k)]);
    linear.kinetic_forwards(k) = levels.forwards.kinetic_level, linear.kinetic_backwards(k) = levels.backwards.kinetic_level;
    for (const double level : {levels.forwards.static_level, levels.backwards.static_level, std::fabs(forces_(k))})
      if (std::isfinite(level)) push = std::max(push, level);
  }
  linear.rates = {rates_here, MatrixXd::Zero(n, n), MatrixXd::Zero(n, m)};
  const auto differ = [&](Index column, double& of, double step, MatrixXd Quantity::*by) {
    const double middle = of;
    of = middle + step;
    evaluate();
    const VectorXd rates_above = rates();
    read(above);
    of = middle - step;
    evaluate();
    if (by == &Quantity::by_force) (linear.rates.*by).col(column) = change(rates_above, rates(), 2 * step);
    read(below);
    of = middle;
    for (std::size_t q = 0; q < read_ones.size(); ++q) (read_ones[q]->*by).col(column) = change(above[q], below[q], 2 * step);
  };
  push = std::exp2(std::ceil(std::log2(push)));
  for (Index k = 0; k < m; ++k) differ(k, forces_(k), push, &Quantity::by_force);
  const bool any_read = m > 0 || !targets_.empty() || !kept_.empty();
  for (Index s = 0; s < n && any_read; ++s) {
    double& x = x_[static_cast<std::size_t>(s)];
    differ(s, x, kStep * std::max(1.0, std::exp2(std::ceil(std::log2(std::fabs(x) + kStep)))), &Quantity::by_state);
  }
  for (Quantity* quantity : read_ones) clean(quantity->by_state, quantity->value), clean(quantity->by_force, quantity->value);
  clean(linear.rates.by_force, rates_here);
  evaluate();
  const SparsityPattern& pattern = ode_.jacobian_pattern();
  std::vector<double> values(pattern.rows.size());
  ode_.jacobian(t_, x_.data(), values.data(), nullptr);
  for (Index s = 0; s < n; ++s)
    for (std::int32_t k = pattern.starts[static_cast<std::size_t>(s)]; k < pattern.starts[static_cast<std::size_t>(s) + 1]; ++k)
      linear.rates.by_state(pattern.rows[at(k)], s) = values[at(k)];
  const VectorXd x = Eigen::Map<const VectorXd>(x_.data(), n);
  const VectorXd without = rates_here - linear.rates.by_force * forces_;
  linear.terms =
      linear.rates.by_state.cwiseAbs() * x.cwiseAbs() + linear.rates.by_force.cwiseAbs() * forces_.cwiseAbs() + without.cwiseAbs();
  // Where hardly any force acts, a rate counts as zero by comparison with the forces elsewhere.
  double force = forces_.size() > 0 ? forces_.lpNorm<Eigen::Infinity>() : 0;
  for (const VectorXd* levels : {&linear.forwards.value, &linear.backwards.value})
    for (const double level : *levels)
      if (std::isfinite(level)) force = std::max(force, level);
  const double largest = n > 0 ? linear.terms.maxCoeff() : 0;
  for (Index s = 0; s < n; ++s) {
    const double answer = m > 0 ? linear.rates.by_force.row(s).lpNorm<Eigen::Infinity>() : 0;
    linear.terms(s) = std::max(linear.terms(s), kLittle * (answer > 0 ? answer * force : largest)) + kFewerDigits;
  }
  // The rate of a position is a velocity, which is no sum of other terms.
  for (Index s = 0; s < n; ++s)
    if (machine_.program().state_facts[static_cast<std::size_t>(s)].is_network_position)
      linear.terms(s) = std::max(linear.terms(s), kSpeed);
  // Forces that cancel one another may grow with an unbounded speed: they are not taken as the scale of the balance.
  if (most_terms_ == 0 && n > 0) most_terms_ = kMoreForce * linear.terms.maxCoeff();
  linear.terms = linear.terms.cwiseMin(std::max(most_terms_, kSpeed));
  evaluate();
  return linear;
}

}  // namespace stribeck
