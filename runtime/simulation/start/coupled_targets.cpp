#include "simulation/start/coupled_targets.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/constants.h"
#include "base/index.h"
#include "base/least_norm.h"
#include "base/pieces.h"
#include "program/dependence.h"
#include "simulation/start/angle_search.h"
#include "simulation/start/descents.h"
#include "simulation/start/target_part.h"
#include "simulation/start/turn_grid.h"

namespace stribeck {

namespace {

std::vector<TargetPart> independent_parts(const Machine& machine, const CoupledTargets& all) {
  const Program& program = machine.program();
  const std::size_t states = program.state_facts.size();
  Pieces pieces(states);
  std::vector<bool> is_free(states, false);
  for (const std::size_t s : all.free) is_free[s] = true;
  StateDependence dependence(program);
  std::vector<bool> is_undetermined(is_free.size(), false);
  for (const std::size_t s : all.undetermined) is_undetermined[s] = true;
  std::int32_t in_loop = -1;  // the part of the states in closed loops, which constraints move together
  for (const std::int32_t s : program.constraints.movable) {
    if (!is_free[at(s)]) continue;
    if (in_loop >= 0) pieces.join(s, in_loop);
    in_loop = s;
  }
  const auto first_state = [&](Register value) {
    std::int32_t first = -1;
    dependence.for_states(value, [&](std::int32_t s) {
      if (!is_free[at(s)]) return;
      if (first >= 0) pieces.join(s, first);
      first = s;
    });
    return first;
  };
  std::vector<bool> is_asked(states, false);  // whether a target depends on it
  const auto first_asked = [&](Register value) {
    dependence.for_states(value, [&](std::int32_t s) { is_asked[at(s)] = true; });
    return first_state(value);
  };
  const auto moves = [&](std::size_t momentum) {
    bool any = false;
    dependence.for_states(program.start.momenta[momentum].speed, [&](std::int32_t s) { any = any || is_undetermined[at(s)]; });
    return any;
  };
  std::vector<std::int32_t> of_high, of_low, of_momenta;
  for (const InitialTarget* target : all.high) of_high.push_back(first_asked(code_of(*target, program).value));
  for (const InitialTarget* target : all.low) of_low.push_back(first_asked(code_of(*target, program).value));
  for (const std::size_t m : all.momenta) of_momenta.push_back(moves(m) ? first_state(program.start.momenta[m].speed) : -1);
  std::vector<TargetPart> parts;
  std::vector<std::int32_t> part_of(states, -1);
  const auto part = [&](std::int32_t state) -> TargetPart& {
    std::int32_t& number = part_of[at(pieces.find(state))];
    if (number < 0) number = static_cast<std::int32_t>(parts.size()), parts.emplace_back();
    return parts[at(number)];
  };
  const auto is_place = [&](const InitialTarget& target) {
    bool moves_by_speed = false;
    dependence.for_states(code_of(target, program).value,
                          [&](std::int32_t s) { moves_by_speed = moves_by_speed || program.state_facts[at(s)].is_speed; });
    return !moves_by_speed;
  };
  for (std::size_t i = 0; i < all.high.size(); ++i) {
    if (of_high[i] < 0) continue;
    TargetPart& of_target = part(of_high[i]);
    of_target.targets.high.push_back(all.high[i]);
    if (is_place(*all.high[i])) of_target.high_places.push_back(all.high[i]);
  }
  for (std::size_t i = 0; i < all.low.size(); ++i)
    if (of_low[i] >= 0) part(of_low[i]).targets.low.push_back(all.low[i]);
  for (std::size_t i = 0; i < all.momenta.size(); ++i) {
    if (of_momenta[i] < 0) continue;
    TargetPart& of_momentum = part(of_momenta[i]);
    of_momentum.targets.momenta.push_back(all.momenta[i]);
    dependence.for_states(program.start.momenta[all.momenta[i]].speed, [&](std::int32_t s) { of_momentum.moving.push_back(at(s)); });
  }
  for (const std::size_t s : all.free)
    if (part_of[at(pieces.find(static_cast<std::int32_t>(s)))] >= 0) {
      TargetPart& of_state = part(static_cast<std::int32_t>(s));
      if (program.state_facts[s].is_angle && is_asked[s]) of_state.angles.push_back(of_state.size());
      of_state.targets.free.push_back(s);
      of_state.is_undetermined.push_back(is_undetermined[s]);
    }
  for (TargetPart& made : parts) {
    std::sort(made.moving.begin(), made.moving.end());
    made.moving.erase(std::unique(made.moving.begin(), made.moving.end()), made.moving.end());
    made.at_rest.setZero(row(made.targets.momenta.size()));
    const auto name = [&](std::size_t k) { return program.labels->variable(program.state_facts[made.targets.free[k]].variable); };
    std::sort(made.angles.begin(), made.angles.end(), [&](std::size_t a, std::size_t b) { return name(a) < name(b); });
  }
  return parts;
}

class GaussNewton {
 public:
  explicit GaussNewton(const StartEvaluation& at) : machine_(at.machine), x_(at.x), evaluate_(at.evaluate), settle_(at.settle) {}

  static bool holds(const Snapshot& now, const InitialTarget& target, double tolerance) {
    return std::fabs(value_of(target, now) - target.value) <= tolerance * std::max(1.0, std::fabs(target.value));
  }

  /// Returns the values where it ends.
  Snapshot run(std::vector<TargetPart>& parts) {
    Snapshot now = machine_.snapshot();
    for (int iteration = 0; iteration < kNewtonIterations; ++iteration) {
      find_sensitivities(parts);
      now = evaluate_();
      std::vector<Eigen::VectorXd> steps;
      for (const TargetPart& part : parts) steps.push_back(step_of(now, part));
      double size = 0, scale = 1;
      for (const Eigen::VectorXd& step : steps) size = std::max(size, step.size() > 0 ? step.lpNorm<Eigen::Infinity>() : 0);
      now = take(now, parts, steps);
      for (const double x : x_) scale = std::max(scale, std::fabs(x));
      if (size <= kLastStep * scale) break;
    }
    return now;
  }

 private:
  /// Takes steps, halved until the mechanism can take the position. In closed loops no angle moves by more than half a radian at once, as
  /// closing the loop hides how far a coordinate has been moved; nor does one elsewhere that would move by more than a turn, as next to a
  /// dead centre, unless the targets come nearer in proportion.
  Snapshot take(const Snapshot& now, const std::vector<TargetPart>& parts, const std::vector<Eigen::VectorXd>& steps) {
    constexpr int kMostHalvings = 10;
    constexpr double kLongest = 0.5;
    const std::vector<double> before = x_;
    double longest = 0;  // of the steps of angles
    for (std::size_t p = 0; p < parts.size(); ++p)
      for (std::size_t k = 0; k < parts[p].size(); ++k)
        if (machine_.program().state_facts[parts[p].targets.free[k]].is_angle) longest = std::max(longest, std::fabs(steps[p](row(k))));
    const double limited = kLongest / std::max(kLongest, longest);
    double share = machine_.has_constraints() || (longest > kTurn && !is_straight(now, parts, steps, limited)) ? limited : 1;
    for (int halving = 0;; ++halving, share /= 2) {
      x_ = before;
      move(parts, steps, share);
      try {
        settle_();
        return evaluate_();
      } catch (const Failure&) {
        if (halving == kMostHalvings) throw;
      }
    }
  }
  void move(const std::vector<TargetPart>& parts, const std::vector<Eigen::VectorXd>& steps, double share) {
    for (std::size_t p = 0; p < parts.size(); ++p)
      for (std::size_t k = 0; k < parts[p].size(); ++k) x_[parts[p].targets.free[k]] += share * steps[p](row(k));
  }
  /// Whether a share of the steps brings the targets nearer by about that share.
  bool is_straight(const Snapshot& now, const std::vector<TargetPart>& parts, const std::vector<Eigen::VectorXd>& steps, double share) {
    constexpr double kMostBend = 0.1;
    const std::vector<double> before = x_;
    const auto misses = [&](const Snapshot& at) {
      std::vector<Eigen::VectorXd> all;
      for (const TargetPart& part : parts) all.push_back(high_misses(at, part)), all.push_back(low_misses(at, part));
      return all;
    };
    const std::vector<Eigen::VectorXd> here = misses(now);
    move(parts, steps, share);
    bool is_straight = true;
    try {
      settle_();
      const std::vector<Eigen::VectorXd> there = misses(evaluate_());
      for (std::size_t k = 0; k < here.size(); ++k)
        is_straight = is_straight && (there[k] - (1 - share) * here[k]).norm() <= kMostBend * share * here[k].norm();
    } catch (const Failure&) {
      is_straight = false;
    }
    x_ = before;
    return is_straight;
  }
  static Eigen::VectorXd values(const Snapshot& now, const std::vector<std::size_t>& momenta, Register MomentumCode::*which) {
    Eigen::VectorXd v(row(momenta.size()));
    for (std::size_t i = 0; i < momenta.size(); ++i) v(row(i)) = now.value(now.program().start.momenta[momenta[i]].*which);
    return v;
  }
  void find_sensitivities(std::vector<TargetPart>& parts) {
    differences(
        parts, [](const TargetPart&, std::size_t, double x) { return kFiniteDifference * std::max(1.0, std::fabs(x)); },
        [](const Snapshot& now, TargetPart& part, Eigen::Index k, double width) {
          part.high.col(k) += high_misses(now, part) / width;
          part.low.col(k) += low_misses(now, part) / width;
        },
        [](TargetPart& part) {
          part.high.setZero(row(part.targets.high.size()), row(part.size()));
          part.low.setZero(row(part.targets.low.size()), row(part.size()));
          return part.size();
        });
    // Speeds depend on one another linearly, and momenta on speeds: a step as large as the largest of them leaves nothing but rounding. A
    // step of a small speed's own size would be lost beside a large one.
    differences(
        parts, [](const TargetPart& part, std::size_t k, double) { return part.is_undetermined[k] ? part.pace : 0; },
        [](const Snapshot& now, TargetPart& part, Eigen::Index k, double width) {
          if (!part.is_undetermined[static_cast<std::size_t>(k)]) return;
          part.speeds.col(k) += values(now, part.targets.momenta, &MomentumCode::speed) / width;
          part.momenta.col(k) += values(now, part.targets.momenta, &MomentumCode::momentum) / width;
          part.wide_high.col(k) += high_misses(now, part) / width;
          part.wide_low.col(k) += low_misses(now, part) / width;
        },
        [this](TargetPart& part) {
          for (Eigen::MatrixXd* matrix : {&part.speeds, &part.momenta}) matrix->setZero(row(part.targets.momenta.size()), row(part.size()));
          part.wide_high.setZero(part.high.rows(), part.high.cols());
          part.wide_low.setZero(part.low.rows(), part.low.cols());
          part.pace = 0;
          for (const std::size_t s : part.moving) part.pace = std::max(part.pace, std::fabs(x_[s]));
          if (part.pace == 0) part.pace = 1;
          return part.targets.momenta.empty() ? 0 : part.size();
        });
    for (TargetPart& part : parts) {
      leave_out_rounding(machine_.program(), part, part.high, part.low);
      if (part.targets.momenta.empty()) continue;
      take_where_linear(part, part.wide_high, part.high);
      take_where_linear(part, part.wide_low, part.low);
    }
  }
  /// Where both steps give the same slope over a speed, to the error of the short one, the target is linear in it, and the slope by the
  /// wide step is exact but for rounding.
  static void take_where_linear(const TargetPart& part, const Eigen::MatrixXd& wide, Eigen::MatrixXd& slopes) {
    for (Eigen::Index r = 0; r < slopes.rows(); ++r) {
      const double error = kRoundingOfDifferences * slopes.row(r).lpNorm<Eigen::Infinity>();
      for (Eigen::Index k = 0; k < slopes.cols(); ++k)
        if (part.is_undetermined[static_cast<std::size_t>(k)] && std::fabs(wide(r, k) - slopes(r, k)) <= error) slopes(r, k) = wide(r, k);
    }
  }
  /// Central differences. One state of every part is moved at once, since the parts are independent. `begin` clears the matrices of a part
  /// and returns how many of its states are wanted.
  template <typename Step, typename Take, typename Begin>
  void differences(std::vector<TargetPart>& parts, Step step, Take take, Begin begin) {
    std::vector<std::size_t> wanted;
    for (TargetPart& part : parts) wanted.push_back(begin(part));
    const std::size_t most = wanted.empty() ? 0 : *std::max_element(wanted.begin(), wanted.end());
    const std::vector<double> middle = x_;
    for (std::size_t k = 0; k < most; ++k)
      for (const double sign : {1.0, -1.0}) {
        x_ = middle;
        for (std::size_t p = 0; p < parts.size(); ++p)
          if (k < wanted[p]) x_[parts[p].targets.free[k]] += sign * step(parts[p], k, middle[parts[p].targets.free[k]]);
        const Snapshot now = evaluate_();
        for (std::size_t p = 0; p < parts.size(); ++p)
          if (k < wanted[p]) take(now, parts[p], row(k), sign * 2 * step(parts[p], k, middle[parts[p].targets.free[k]]));
      }
    x_ = middle;
  }

  static Eigen::VectorXd step_of(const Snapshot& now, const TargetPart& part) {
    const Eigen::Index n = row(part.size());
    Eigen::VectorXd step = Eigen::VectorXd::Zero(n);
    Eigen::MatrixXd null_space = Eigen::MatrixXd::Identity(n, n);
    if (part.is_placed) return part.targets.momenta.empty() ? step : towards_least_energy(now, part, step);
    if (!part.targets.high.empty()) {
      const LeastNorm solver(part.high, kRoundingOfDifferences);
      step = solver.solve(-high_misses(now, part));
      if (!part.targets.low.empty()) null_space -= solver.pseudo_inverse() * part.high;
    }
    if (!part.targets.low.empty()) {
      // Where the high targets leave nothing free, only rounding is left of these slopes.
      const Eigen::MatrixXd free = part.low * null_space;
      if (free.size() > 0 && free.cwiseAbs().maxCoeff() > kRoundingOfDifferences * part.low.cwiseAbs().maxCoeff())
        step += null_space * LeastNorm(free, kRoundingOfDifferences).solve(-low_misses(now, part) - part.low * step);
    }
    return part.targets.momenta.empty() ? step : step + towards_least_energy(now, part, step);
  }
  /// The part of the step after `step`, in the directions that the targets leave free: towards the least kinetic energy, where its slope,
  /// the sum of momenta times d speed / d state, vanishes. States are scaled to the same inertia, so that units do not decide which inertia
  /// counts as zero.
  static Eigen::VectorXd towards_least_energy(const Snapshot& now, const TargetPart& part, const Eigen::VectorXd& step) {
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
        part.speeds.transpose() * (values(now, part.targets.momenta, &MomentumCode::momentum) - part.at_rest + part.momenta * step);
    return left * LeastNorm(left.transpose() * inertia * left, kRoundingOfDifferences).solve(-left.transpose() * slope);
  }

  const Machine& machine_;
  std::vector<double>& x_;
  const std::function<Snapshot()>& evaluate_;
  const std::function<void()>& settle_;
};

/// The sum of squares of what low targets miss.
double missed(const Snapshot& now, const std::vector<TargetPart>& parts) {
  double sum = 0;
  for (const TargetPart& part : parts) sum += low_misses(now, part).squaredNorm();
  return sum;
}

/// Moves the states from where they are until low targets hold as closely as they do nearby.
Snapshot descend(const StartEvaluation& at, const std::vector<TargetPart>& parts) {
  Descents method(at);
  std::vector<Descent> descents;
  for (const TargetPart& part : parts) {
    Eigen::VectorXd values(row(part.size()));
    for (std::size_t k = 0; k < part.size(); ++k) values(row(k)) = at.x[part.targets.free[k]];
    descents.push_back({.part = &part, .number = descents.size(), .at = values});
  }
  method.run(descents);
  for (const Descent& d : descents) method.place(*d.part, d.at);
  at.settle();
  return at.evaluate();
}

/// A target without priority only says where the search begins; the speeds that follow from it are start values. Full Newton steps meet
/// most such targets. Where they do not, as of an angle behind a universal joint they may lead hundreds of turns away, steps are taken that
/// always come nearer.
void begin_as_told(const StartEvaluation& at, CoupledTargets& targets) {
  if (targets.none.empty()) return;
  const CoupledTargets wishes{.high = {}, .low = targets.none, .none = {}, .momenta = {}, .free = targets.free, .undetermined = {}};
  std::vector<TargetPart> parts = independent_parts(at.machine, wishes);
  const std::vector<double> before = at.x;
  try {
    double left = std::numeric_limits<double>::infinity();
    try {
      left = missed(GaussNewton(at).run(parts), parts);
    } catch (const Failure&) {  // steps have led to where the mechanism cannot be
    }
    if (!(left <= kMetTarget * kMetTarget)) {
      constexpr double kClearly = 1e-6;
      const std::vector<double> found = std::exchange(at.x, before);
      bool is_nearer = false;
      try {
        is_nearer = (1 - kClearly) * missed(descend(at, parts), parts) <= left;
      } catch (const Failure&) {  // nor is there a position next to where it begins
      }
      if (!is_nearer) {
        at.x = std::isfinite(left) ? found : before;
        at.settle();
      }
    }
  } catch (const Failure&) {
    at.x = before;  // the targets are too far: the search begins at the start values of the components
  }
  StateDependence dependence(at.machine.program());
  std::vector<bool> is_told(at.x.size(), false);
  for (const InitialTarget* target : targets.none)
    dependence.for_states(code_of(*target, at.machine.program()).value,
                          [&](std::int32_t s) { is_told[static_cast<std::size_t>(s)] = true; });
  std::erase_if(targets.undetermined, [&](std::size_t s) { return is_told[s]; });
}

/// High targets on positions that cannot be met even alone, with the range that the mechanism reaches. Steps of the search do not lead to
/// the very ends of the range, where the position does not change with any angle.
void find_unmet(const StartEvaluation& at, const std::vector<TargetPart>& parts, const std::vector<double>& start,
                std::vector<MetTargets::Missed>& result) {
  Snapshot now = at.evaluate();
  for (const TargetPart& part : parts) {
    if (part.high_places.size() != 1 || GaussNewton::holds(now, *part.high_places.front(), kMetTarget)) continue;
    const InitialTarget& target = *part.high_places.front();
    std::optional<Reach> reach = reach_of(at, target, part, start);
    now = at.evaluate();
    for (const auto end : {&Reach::least, &Reach::largest}) {
      if (!reach) break;
      const Extreme* const extreme = &((*reach).*end);
      if (!(std::fabs(extreme->value - target.value) <= kMetTarget * std::max(1.0, std::fabs(target.value)))) continue;
      for (const std::size_t s : part.targets.free) at.x[s] = extreme->x[s];
      at.settle();
      now = at.evaluate();
    }
    if (!GaussNewton::holds(now, target, kMetTarget)) result.push_back({&target, std::move(reach)});
  }
}

}  // namespace

MetTargets meet_coupled_targets(const Machine& machine, CoupledTargets targets, std::vector<double>& x,
                                const std::function<Snapshot()>& evaluate, const std::function<void()>& settle) {
  const StartEvaluation evaluation{machine, x, evaluate, settle};
  GaussNewton method(evaluation);
  begin_as_told(evaluation, targets);
  Snapshot now = evaluate();
  const auto met = [&](const InitialTarget* target) { return GaussNewton::holds(now, *target, kLastStep); };
  const auto is_at_rest = [&](std::size_t m) { return now.value(machine.program().start.momenta[m].momentum) == 0; };
  const bool all_met = std::all_of(targets.high.begin(), targets.high.end(), met) &&
                       std::all_of(targets.low.begin(), targets.low.end(), met) &&
                       std::all_of(targets.momenta.begin(), targets.momenta.end(), is_at_rest);
  if (all_met) return {};  // for example a loop of springs that all start relaxed
  std::vector<TargetPart> parts = independent_parts(machine, targets);
  const std::vector<double> start = x;
  try {
    method.run(parts);
  } catch (const Failure&) {
    if (std::all_of(parts.begin(), parts.end(), [](const TargetPart& part) { return part.angles.empty(); })) throw;
    x = start;  // a position that the mechanism can take
  }
  MetTargets result;
  result.turned = search_angles(evaluation, parts, start);
  find_unmet(evaluation, parts, start, result.missed);
  if (std::any_of(parts.begin(), parts.end(), [](const TargetPart& part) { return part.is_placed; })) method.run(parts);
  now = evaluate();
  for (const InitialTarget* target : targets.high)
    if (!GaussNewton::holds(now, *target, kMetTarget) &&
        std::none_of(result.missed.begin(), result.missed.end(), [&](const auto& missed) { return missed.target == target; }))
      result.missed.push_back({target, {}});
  return result;
}

void share_impulse(const Machine& machine, const std::vector<double>& before, std::vector<double>& x,
                   const std::function<Snapshot()>& evaluate) {
  CoupledTargets targets;
  targets.free = targets.undetermined = speed_states(machine.program());
  for (std::size_t m = 0; m < machine.program().start.momenta.size(); ++m) targets.momenta.push_back(m);
  std::vector<TargetPart> parts = independent_parts(machine, targets);
  for (TargetPart& part : parts)
    for (std::size_t i = 0; i < part.targets.momenta.size(); ++i) part.at_rest(row(i)) = before[part.targets.momenta[i]];
  const std::function<void()> nothing = [] {};
  GaussNewton({machine, x, evaluate, nothing}).run(parts);
}

}  // namespace stribeck
