#include "simulation/start/coupled_targets.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "base/constants.h"
#include "base/index.h"
#include "base/least_norm.h"
#include "base/pieces.h"
#include "program/dependence.h"

namespace stribeck {

namespace {

Eigen::Index row(std::size_t i) { return static_cast<Eigen::Index>(i); }

using Targets = std::vector<const InitialTarget*>;

constexpr double kFiniteDifference = 1e-6;  // step against the state, central: errors of 1e-10 or so
constexpr double kMet = 1e-9;               // a high target holds; Newton's last step is far smaller
constexpr double kLastStep = 1e-13;

/// Targets that share free states, with those states.
struct Part {
  CoupledTargets targets;
  std::vector<std::size_t> angles;    // those of the free states that are angles
  std::vector<bool> is_undetermined;  // of the free states
  Eigen::MatrixXd high, low;          // d target / d free state; low targets in nominal units
  Eigen::VectorXd at_rest;            // momenta of what counts as no motion
  Eigen::MatrixXd speeds, momenta;    // the same of those

  std::size_t size() const { return targets.free.size(); }
};

std::vector<Part> independent_parts(const Machine& machine, const CoupledTargets& all) {
  const Program& program = machine.program();
  const std::size_t states = program.state_facts.size();
  Pieces pieces(states);
  std::vector<bool> is_free(states, false);
  for (const std::size_t s : all.free) is_free[s] = true;
  StateDependence dependence(program);
  std::vector<bool> is_undetermined(is_free.size(), false);
  for (const std::size_t s : all.undetermined) is_undetermined[s] = true;
  const auto first_state = [&](Register value) {
    std::int32_t first = -1;
    dependence.for_states(value, [&](std::int32_t s) {
      if (!is_free[at(s)]) return;
      if (first >= 0) pieces.join(s, first);
      first = s;
    });
    return first;
  };
  const auto moves = [&](std::size_t momentum) {
    bool any = false;
    dependence.for_states(program.start.momenta[momentum].speed, [&](std::int32_t s) { any = any || is_undetermined[at(s)]; });
    return any;
  };
  std::vector<std::int32_t> of_high, of_low, of_momenta;
  for (const InitialTarget* target : all.high) of_high.push_back(first_state(code_of(*target, machine).value));
  for (const InitialTarget* target : all.low) of_low.push_back(first_state(code_of(*target, machine).value));
  for (const std::size_t m : all.momenta) of_momenta.push_back(moves(m) ? first_state(program.start.momenta[m].speed) : -1);
  std::vector<Part> parts;
  std::vector<std::int32_t> part_of(states, -1);
  const auto part = [&](std::int32_t state) -> Part& {
    std::int32_t& number = part_of[at(pieces.find(state))];
    if (number < 0) number = static_cast<std::int32_t>(parts.size()), parts.emplace_back();
    return parts[at(number)];
  };
  for (std::size_t i = 0; i < all.high.size(); ++i)
    if (of_high[i] >= 0) part(of_high[i]).targets.high.push_back(all.high[i]);
  for (std::size_t i = 0; i < all.low.size(); ++i)
    if (of_low[i] >= 0) part(of_low[i]).targets.low.push_back(all.low[i]);
  for (std::size_t i = 0; i < all.momenta.size(); ++i)
    if (of_momenta[i] >= 0) part(of_momenta[i]).targets.momenta.push_back(all.momenta[i]);
  for (const std::size_t s : all.free)
    if (part_of[at(pieces.find(static_cast<std::int32_t>(s)))] >= 0) {
      Part& of_state = part(static_cast<std::int32_t>(s));
      if (program.state_facts[s].is_angle) of_state.angles.push_back(of_state.size());
      of_state.targets.free.push_back(s);
      of_state.is_undetermined.push_back(is_undetermined[s]);
    }
  for (Part& made : parts) made.at_rest.setZero(row(made.targets.momenta.size()));
  return parts;
}

class GaussNewton {
 public:
  GaussNewton(const Machine& machine, std::vector<double>& x, const std::function<void()>& evaluate, const std::function<void()>& settle)
      : machine_(machine), x_(x), evaluate_(evaluate), settle_(settle) {}

  bool holds(const InitialTarget& target, double tolerance) const {
    return std::fabs(residual(target)) <= tolerance * std::max(1.0, std::fabs(target.value));
  }

  double relative_miss(const InitialTarget& target) const { return std::fabs(residual(target)) / std::max(1.0, std::fabs(target.value)); }
  double nominal_miss(const InitialTarget& target) const { return residual(target) / code_of(target, machine_).nominal; }

  /// Steps of angles at most `longest` long: near a stationary point, as a dead centre, they would lead many turns away.
  void run(std::vector<Part>& parts, double longest = std::numeric_limits<double>::infinity()) {
    for (int iteration = 0; iteration < kNewtonIterations; ++iteration) {
      find_sensitivities(parts);
      evaluate_();
      std::vector<Eigen::VectorXd> steps;
      for (const Part& part : parts) steps.push_back(limited(part, step_of(part), longest));
      double size = 0, scale = 1;
      for (const Eigen::VectorXd& step : steps) size = std::max(size, step.size() > 0 ? step.lpNorm<Eigen::Infinity>() : 0);
      take(parts, steps);
      for (const double x : x_) scale = std::max(scale, std::fabs(x));
      if (size <= kLastStep * scale) return;
    }
  }

 private:
  double residual(const InitialTarget& target) const { return value_of(target, machine_) - target.value; }
  /// The steps, halved until the mechanism can be there.
  void take(const std::vector<Part>& parts, const std::vector<Eigen::VectorXd>& steps) {
    constexpr int kMostHalvings = 10;
    const std::vector<double> before = x_;
    double share = 1;
    for (int halving = 0;; ++halving, share /= 2) {
      x_ = before;
      for (std::size_t p = 0; p < parts.size(); ++p)
        for (std::size_t k = 0; k < parts[p].size(); ++k) x_[parts[p].targets.free[k]] += share * steps[p](row(k));
      try {
        settle_();
        return evaluate_();
      } catch (const Failure&) {
        if (halving == kMostHalvings) throw;
      }
    }
  }
  static Eigen::VectorXd limited(const Part& part, Eigen::VectorXd step, double longest) {
    double most = 0;
    for (const std::size_t k : part.angles) most = std::max(most, std::fabs(step(row(k))));
    return most > longest ? step * (longest / most) : step;
  }
  Eigen::VectorXd values(const std::vector<std::size_t>& momenta, Register MomentumCode::*which) const {
    Eigen::VectorXd v(row(momenta.size()));
    for (std::size_t i = 0; i < momenta.size(); ++i) v(row(i)) = machine_.value(machine_.program().start.momenta[momenta[i]].*which);
    return v;
  }
  Eigen::VectorXd residuals(const Targets& targets) const {
    Eigen::VectorXd r(row(targets.size()));
    for (std::size_t i = 0; i < targets.size(); ++i) r(row(i)) = residual(*targets[i]);
    return r;
  }
  /// In nominal units: so targets that disagree are weighed.
  Eigen::VectorXd nominal_misses(const Targets& targets) const {
    Eigen::VectorXd r(row(targets.size()));
    for (std::size_t i = 0; i < targets.size(); ++i) r(row(i)) = nominal_miss(*targets[i]);
    return r;
  }

  void find_sensitivities(std::vector<Part>& parts) {
    differences(
        parts, [](const Part&, std::size_t, double x) { return kFiniteDifference * std::max(1.0, std::fabs(x)); },
        [this](Part& part, Eigen::Index k, double width) {
          part.high.col(k) += residuals(part.targets.high) / width;
          part.low.col(k) += nominal_misses(part.targets.low) / width;
        },
        [](Part& part) {
          part.high.setZero(row(part.targets.high.size()), row(part.size()));
          part.low.setZero(row(part.targets.low.size()), row(part.size()));
          return part.size();
        });
    // Speeds are linear in one another, and momenta in them: a step as long as they are leaves nothing but rounding.
    differences(
        parts, [](const Part& part, std::size_t k, double x) { return !part.is_undetermined[k] ? 0
                                                                      : x == 0                 ? 1
                                                                                               : std::fabs(x); },
        [this](Part& part, Eigen::Index k, double width) {
          if (!part.is_undetermined[static_cast<std::size_t>(k)]) return;
          part.speeds.col(k) += values(part.targets.momenta, &MomentumCode::speed) / width;
          part.momenta.col(k) += values(part.targets.momenta, &MomentumCode::momentum) / width;
        },
        [](Part& part) {
          for (Eigen::MatrixXd* matrix : {&part.speeds, &part.momenta}) matrix->setZero(row(part.targets.momenta.size()), row(part.size()));
          return part.targets.momenta.empty() ? 0 : part.size();
        });
  }
  /// Central, a state of each part at once: the parts do not see one another. `begin` clears a part's matrices and says how many of its
  /// states are wanted.
  template <typename Step, typename Take, typename Begin>
  void differences(std::vector<Part>& parts, Step step, Take take, Begin begin) {
    std::vector<std::size_t> wanted;
    for (Part& part : parts) wanted.push_back(begin(part));
    const std::size_t most = wanted.empty() ? 0 : *std::max_element(wanted.begin(), wanted.end());
    const std::vector<double> middle = x_;
    for (std::size_t k = 0; k < most; ++k)
      for (const double sign : {1.0, -1.0}) {
        x_ = middle;
        for (std::size_t p = 0; p < parts.size(); ++p)
          if (k < wanted[p]) x_[parts[p].targets.free[k]] += sign * step(parts[p], k, middle[parts[p].targets.free[k]]);
        evaluate_();
        for (std::size_t p = 0; p < parts.size(); ++p)
          if (k < wanted[p]) take(parts[p], row(k), sign * 2 * step(parts[p], k, middle[parts[p].targets.free[k]]));
      }
    x_ = middle;
  }

  Eigen::VectorXd step_of(const Part& part) const {
    const Eigen::Index n = row(part.size());
    Eigen::VectorXd step = Eigen::VectorXd::Zero(n);
    Eigen::MatrixXd null_space = Eigen::MatrixXd::Identity(n, n);
    if (!part.targets.high.empty()) {
      const LeastNorm solver(part.high, kRoundingOfDifferences);
      step = solver.solve(-residuals(part.targets.high));
      if (!part.targets.low.empty()) null_space -= solver.pseudo_inverse() * part.high;
    }
    if (!part.targets.low.empty())
      step +=
          null_space * LeastNorm(part.low * null_space, kRoundingOfDifferences).solve(-nominal_misses(part.targets.low) - part.low * step);
    return part.targets.momenta.empty() ? step : step + towards_least_energy(part, step);
  }
  /// What is to follow `step`. In the directions that are left the energy's slope vanishes where it is least: the sum of momenta times
  /// d speed / d state. States are scaled to like inertia, so that what counts as no inertia does not depend on units.
  Eigen::VectorXd towards_least_energy(const Part& part, const Eigen::VectorXd& step) const {
    const Eigen::Index n = row(part.size());
    const Eigen::MatrixXd inertia = part.speeds.transpose() * part.momenta;
    Eigen::VectorXd scale = Eigen::VectorXd::Ones(n);
    for (Eigen::Index k = 0; k < n; ++k)
      if (inertia(k, k) > 0) scale(k) = 1 / std::sqrt(inertia(k, k));
    Eigen::MatrixXd kept = Eigen::MatrixXd::Zero(part.high.rows() + part.low.rows() + n, n);
    kept.topRows(part.high.rows()) = part.high;
    kept.middleRows(part.high.rows(), part.low.rows()) = part.low;
    for (Eigen::Index k = 0; k < n; ++k)
      if (!part.is_undetermined[static_cast<std::size_t>(k)]) kept(kept.rows() - n + k, k) = 1;
    kept *= scale.asDiagonal();
    for (Eigen::Index r = 0; r < kept.rows(); ++r) kept.row(r).normalize();
    const Eigen::MatrixXd left = scale.asDiagonal() * LeastNorm(kept, kRoundingOfDifferences).null_space();
    if (left.cols() == 0) return Eigen::VectorXd::Zero(n);
    const Eigen::VectorXd slope =
        part.speeds.transpose() * (values(part.targets.momenta, &MomentumCode::momentum) - part.at_rest + part.momenta * step);
    return left * LeastNorm(left.transpose() * inertia * left, kRoundingOfDifferences).solve(-left.transpose() * slope);
  }

  const Machine& machine_;
  std::vector<double>& x_;
  const std::function<void()>&evaluate_, &settle_;
};

/// Mechanisms turn: what targets ask for may lie around a stationary point of theirs, or be met by several angles. Parts whose targets are
/// not met from where they start begin anew from other angles over a turn, the nearest first; what comes closest stays.
class OtherAngles {
 public:
  OtherAngles(GaussNewton& method, std::vector<Part>& parts, std::vector<double>& x, std::vector<double> start,
              const std::function<void()>& evaluate, const std::function<void()>& settle)
      : method_(method), parts_(parts), x_(x), start_(std::move(start)), evaluate_(evaluate), settle_(settle) {}

  /// The angles that were moved.
  std::vector<std::size_t> run() {
    evaluate_();
    std::vector<Miss> misses;
    for (const Part& part : parts_) misses.push_back(miss(part));
    take_nearest_turns(misses);
    best_ = x_;
    for (const double beside : {30, -30, 60, -60, 90, -90, 120, -120, 150, -150, 180}) try_all(beside * M_PI / 180, misses);
    x_ = best_;
    settle_();
    return {turned_.begin(), turned_.end()};
  }

 private:
  /// High targets count first, then the sum of the squares of what is missed of the low ones, each against its variable's nominal value.
  struct Miss {
    double high = 0, low = 0;
    bool is_worse_than(const Miss& other) const {
      constexpr double kSame = 1e-6;  // what finite differences leave: the nearer one stays
      if (high > kMet || other.high > kMet) return high > (1 + kSame) * other.high;
      return low > other.low + kSame * (1 + other.low);
    }
  };
  Miss miss(const Part& part) const {
    Miss result;
    for (const InitialTarget* target : part.targets.high) result.high = std::max(result.high, method_.relative_miss(*target));
    for (const InitialTarget* target : part.targets.low) result.low += std::pow(method_.nominal_miss(*target), 2);
    if (std::isnan(result.high + result.low)) result.high = std::numeric_limits<double>::infinity();
    return result;
  }
  static bool is_met(const Miss& miss) { return miss.high <= kMet && miss.low <= kMet * kMet; }

  /// A step from near a stationary point may have gone many turns too far.
  void take_nearest_turns(const std::vector<Miss>& misses) {
    const std::vector<double> found = x_;
    for (const Part& part : parts_)
      for (const std::size_t k : part.angles) {
        const std::size_t s = part.targets.free[k];
        x_[s] -= 2 * M_PI * std::round((x_[s] - start_[s]) / (2 * M_PI));
      }
    if (x_ == found) return;
    settle_();
    evaluate_();
    for (std::size_t p = 0; p < parts_.size(); ++p)
      if (miss(parts_[p]).is_worse_than(misses[p]))
        for (const std::size_t s : parts_[p].targets.free) x_[s] = found[s];
  }

  void try_all(double beside, std::vector<Miss>& misses) {
    constexpr double kLongest = 0.2;  // rad, a thirtieth of a turn: does not pass over what lies between
    std::size_t most = 0;
    for (std::size_t p = 0; p < parts_.size(); ++p)
      if (!is_met(misses[p])) most = std::max(most, parts_[p].angles.size());
    for (std::size_t one = 0; one < most; ++one) {
      x_ = best_;
      for (std::size_t p = 0; p < parts_.size(); ++p) {
        if (is_met(misses[p]) || one >= parts_[p].angles.size()) continue;
        for (const std::size_t s : parts_[p].targets.free) x_[s] = start_[s];
        x_[parts_[p].targets.free[parts_[p].angles[one]]] += beside;
      }
      try {
        method_.run(parts_, kLongest);
        evaluate_();
      } catch (const Failure&) {
        continue;  // a mechanism that cannot be there
      }
      for (std::size_t p = 0; p < parts_.size(); ++p) {
        const Miss now = miss(parts_[p]);
        if (!misses[p].is_worse_than(now)) continue;
        misses[p] = now;
        turned_.insert(parts_[p].targets.free[parts_[p].angles[one]]);
        for (const std::size_t s : parts_[p].targets.free) best_[s] = x_[s];
      }
    }
  }

  GaussNewton& method_;
  std::vector<Part>& parts_;
  std::vector<double>& x_;
  std::vector<double> start_, best_;
  std::set<std::size_t> turned_;
  const std::function<void()>&evaluate_, &settle_;
};

}  // namespace

MetTargets meet_coupled_targets(const Machine& machine, const CoupledTargets& targets, std::vector<double>& x,
                                const std::function<void()>& evaluate, const std::function<void()>& settle) {
  GaussNewton method(machine, x, evaluate, settle);
  evaluate();
  const auto met = [&](const InitialTarget* target) { return method.holds(*target, kLastStep); };
  const auto is_at_rest = [&](std::size_t m) { return machine.value(machine.program().start.momenta[m].momentum) == 0; };
  const bool all_met = std::all_of(targets.high.begin(), targets.high.end(), met) &&
                       std::all_of(targets.low.begin(), targets.low.end(), met) &&
                       std::all_of(targets.momenta.begin(), targets.momenta.end(), is_at_rest);
  if (all_met) return {};  // a loop of springs that all start relaxed
  std::vector<Part> parts = independent_parts(machine, targets);
  const std::vector<double> start = x;
  method.run(parts);
  MetTargets result;
  result.turned = OtherAngles(method, parts, x, start, evaluate, settle).run();
  evaluate();
  for (const InitialTarget* target : targets.high)
    if (!method.holds(*target, kMet)) result.missed.push_back(target);
  return result;
}

void share_impulse(const Machine& machine, const std::vector<double>& before, std::vector<double>& x,
                   const std::function<void()>& evaluate) {
  CoupledTargets targets;
  targets.free = targets.undetermined = speed_states(machine.program());
  for (std::size_t m = 0; m < machine.program().start.momenta.size(); ++m) targets.momenta.push_back(m);
  std::vector<Part> parts = independent_parts(machine, targets);
  for (Part& part : parts)
    for (std::size_t i = 0; i < part.targets.momenta.size(); ++i) part.at_rest(row(i)) = before[part.targets.momenta[i]];
  const std::function<void()> nothing = [] {};
  GaussNewton(machine, x, evaluate, nothing).run(parts);
}

}  // namespace stribeck
