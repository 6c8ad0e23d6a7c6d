// Looks for a steady state nearer to the targets of low priority among all sets of modes and all pieces of piecewise laws.
//
//   pieces: the signs that conditions and kinks can have together, one after the other, each time with a linear program
//   in each piece branch and bound (Land and Doig, 1960, Econometrica 28, 497-520) over the modes of frictions and contacts:
//     the nearest point where the open ones may transmit any force within their limits at any velocity, and any push at any gap
//     no farther away than the best steady state so far: else none of this branch is
//     one that belongs to no mode there (it slips below its limit, or pushes across a gap) is decided on, each mode a branch
//     where there is none, its modes are tried as such: a steady state, and the best of this branch
//
// Laws that are not linear within a piece are taken as their tangents in the bounds, and as they are in the steady states.
#include <algorithm>
#include <cmath>

#include "base/constants.h"
#include "base/diagnostic.h"
#include "base/index.h"
#include "base/text.h"
#include "simulation/start/steady_state.h"

namespace stribeck {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double kTie = 1e-7;    // two distances that differ by less of themselves are the same
constexpr double kThin = 1e-9;   // a piece that is thinner is an edge of others
constexpr double kEdge = 0.1;    // of that: so far from the edges of a piece its points are, so that rounding does not leave it
constexpr double kSlips = 1e-9;  // of the largest velocity, force or gap
/// Points at which equations are linearised or bounds compared: a second or so.
constexpr int kMostPoints = 10'000;
constexpr double kMostWork = 3e8;     // cubes of the number of unknowns of all points
constexpr int kMostNewtonSteps = 20;  // of Newton's method in one set of modes

/// Whether `one` is nearer than `other` to the first wish in which they differ.
bool is_nearer(const std::vector<double>& one, const std::vector<double>& other) {
  for (std::size_t k = 0; k < one.size(); ++k)
    if (std::fabs(one[k] - other[k]) > kTie * (1 + other[k])) return one[k] < other[k];
  return false;
}

}  // namespace

class SteadyState::Search {
 public:
  explicit Search(SteadyState& of)
      : of_(of),
        states_(static_cast<Index>(of.begin_.size())),
        forces_(static_cast<Index>(of.balance_.element_count())),
        most_points_(of.points_ + std::min<double>(kMostPoints, kMostWork / std::pow(static_cast<double>(states_ + forces_), 3))) {}

  /// The nearest that is nearer than that; nothing if there is none.
  std::optional<Held> run(double missed) {
    most_ = std::isfinite(missed) ? missed - kTie * (1 + missed) : missed;
    undecided_.assign(of_.balance_.element_count(), kUndecided);
    std::vector<Switch> switches = of_.balance_.switches();
    const bool is_one_piece = switches.empty() && of_.balance_.element_count() == 0;
    if (is_one_piece || !count()) return std::nullopt;
    has_found_ = std::isfinite(missed);
    try {
      of_.balance_.keep(std::move(switches));
      of_.balance_.move_to(of_.begin_, undecided_, VectorXd::Zero(forces_));
      const ForceBalance::Linear at = of_.balance_.linear();
      if (prepare_pieces(at)) look_into_pieces(0, VectorXd::Zero(states_ + forces_));
    } catch (const Failure&) {
      // where nothing can be evaluated at the targets there is nothing to look at
    }
    of_.balance_.keep({});
    return std::move(best_);
  }

  bool is_complete() const { return is_complete_; }

 private:
  bool count() {
    is_complete_ = is_complete_ && of_.points_ < most_points_;
    if (is_complete_) ++of_.points_;
    return is_complete_;
  }

  /// What every piece has in common, and the switches that can have either sign there; false if no point has it.
  bool prepare_pieces(const ForceBalance::Linear& at) {
    const std::vector<Switch>& all = of_.balance_.kept();
    const std::vector<StateFacts>& facts = of_.machine_.program().state_facts;
    const auto row_at = [&](const ForceBalance::Quantity& q, Index i) {
      VectorXd row(states_ + forces_);
      row << q.by_state.row(i).transpose(), VectorXd::Zero(forces_);
      if (forces_ > 0) row.tail(forces_) = q.by_force.row(i).transpose();
      return row;
    };
    std::vector<VectorXd> rows;
    std::vector<double> right;
    for (Index s = 0; s < states_; ++s)
      if (of_.wanted_[static_cast<std::size_t>(s)] && facts[static_cast<std::size_t>(s)].is_network_position)
        rows.push_back(row_at(at.rates, s)), right.push_back(-at.rates.value(s));
    common_ = {.equal = MatrixXd(static_cast<Index>(rows.size()), states_ + forces_),
               .least = MatrixXd(0, states_ + forces_),
               .equal_to = VectorXd(static_cast<Index>(rows.size())),
               .at_least = VectorXd(0),
               .equal_rounding = VectorXd::Zero(static_cast<Index>(rows.size())),
               .least_rounding = VectorXd(0),
               .wishes = {}};
    for (std::size_t i = 0; i < rows.size(); ++i)
      common_.equal.row(static_cast<Index>(i)) = rows[i].transpose(), common_.equal_to(static_cast<Index>(i)) = right[i];
    const std::optional<NearestPoint> any = nearest_point(common_, kRoundingOfDifferences);
    if (!any) return false;
    double size = 1;
    for (const double value : of_.begin_) size = std::max(size, std::fabs(value));
    for (std::size_t k = 0; k < all.size(); ++k) {
      const VectorXd row = row_at(at.switches, static_cast<Index>(k));
      if (!row.allFinite() || !(row.lpNorm<1>() > 0)) continue;
      if (any->free.cols() == 0 || !((any->free.transpose() * row).norm() > kPartOfDirection * row.norm())) continue;
      const double thin = kThin * row.lpNorm<1>() * size;
      switches_.push_back(all[k]);
      switches_.back().least = kEdge * thin;
      sides_.push_back({.row = row, .value = at.switches.value(static_cast<Index>(k)), .thin = thin});
    }
    return true;
  }

  /// Gives the switches from this one on either sign, where both are possible; `z`: a step from the beginning to a point of the piece.
  void look_into_pieces(std::size_t next, const VectorXd& z) {
    if (next == switches_.size()) return look_into_piece(z);
    const Side& side = sides_[next];
    const int here = side.value + side.row.dot(z) >= 0 ? 1 : -1;
    for (const int sign : {here, -here}) {
      if (!count()) return;
      NearestProblem problem = common_;
      const Index rows = problem.least.rows();
      problem.least.conservativeResize(rows + 1, Eigen::NoChange);
      problem.at_least.conservativeResize(rows + 1), problem.least_rounding.conservativeResize(rows + 1);
      problem.least.row(rows) = sign * side.row.transpose();
      problem.at_least(rows) = side.thin - sign * side.value, problem.least_rounding(rows) = 0;
      const std::optional<NearestPoint> inside = nearest_point(problem, kRoundingOfDifferences);
      if (!inside) continue;
      std::swap(common_, problem);
      switches_[next].sign = sign;
      look_into_pieces(next + 1, inside->z);
      std::swap(common_, problem);
    }
  }

  void look_into_piece(const VectorXd& z) {
    std::vector<double> x = of_.begin_;
    for (std::size_t s = 0; s < x.size(); ++s) x[s] += z(static_cast<Index>(s));
    of_.balance_.keep(switches_);
    look_into_branch(x, undecided_);
  }

  void look_into_branch(const std::vector<double>& x, const RestModes& modes) {
    if (!count()) return;
    const VectorXd no_forces = VectorXd::Zero(forces_);
    std::optional<NearestPoint> nearest;
    ForceBalance::Linear at;
    std::vector<double> missed;
    try {
      of_.balance_.move_to(x, modes, no_forces);
      at = of_.balance_.linear();
      const NearestProblem problem = of_.problem_at(at, {.x = x, .from = of_.begin_, .modes = modes, .forces = no_forces}, kBound);
      nearest = nearest_point(problem, kRoundingOfDifferences);
      if (!nearest) return;
      missed = SteadyState::missed(problem, nearest->z);
    } catch (const Failure&) {
      return;
    }
    if (missed.front() > most_ || (best_ && !is_nearer(missed, best_->missed))) return;
    const VectorXd step = nearest->z.head(states_), forces = nearest->z.tail(forces_);
    const auto [told, open] = modes_at(at, modes, step, forces);
    if (open == modes.size() || told[open] != kUndecided) {
      std::vector<double> moved = x;
      for (std::size_t s = 0; s < moved.size(); ++s) moved[s] += step(static_cast<Index>(s));
      for (const double margin : {kInside, kBreakawayMargin}) {
        if (has_found_ && margin < kInside) break;  // what rounding may break away is no better than what is known
        std::optional<Held> held = of_.hold_within(
            moved, told, forces, {.targets = true, .nearest = true, .margin = margin, .farthest = most_, .iterations = kMostNewtonSteps});
        if (!held || !settles(*held)) continue;
        const bool is_best_here = !is_nearer(missed, held->missed);
        if (held->missed.front() <= most_ && (!best_ || is_nearer(held->missed, best_->missed))) best_ = std::move(held);
        if (is_best_here) return;
        break;
      }
    }
    if (open == modes.size()) return;
    const auto i = static_cast<Index>(open);
    for (const int mode : of_.balance_.is_contact(open) ? std::vector{0, 1} : is_idle(at, i) ? std::vector{kIdle} : std::vector{0, 1, -1}) {
      RestModes decided = modes;
      decided[open] = mode;
      look_into_branch(x, decided);
    }
  }

  /// Whether a friction transmits no force, whatever presses on it.
  static bool is_idle(const ForceBalance::Linear& at, Index i) {
    const auto is_zero = [&](const ForceBalance::Quantity& level) {
      return level.value(i) == 0 && (level.by_state.cols() == 0 || level.by_state.row(i).isZero(0)) &&
             (level.by_force.cols() == 0 || level.by_force.row(i).isZero(0));
    };
    return is_zero(at.forwards) && is_zero(at.backwards);
  }

  /// Whether the conditions that settle there leave it steady.
  bool settles(const Held& held) {
    of_.balance_.keep({});
    const bool is_steady = of_.is_steady(held);
    of_.balance_.keep(switches_);
    return is_steady;
  }

  /// The modes that belong to a point, and the first element that has to be decided on: one that is in no mode there, which stays
  /// undecided, else one that was undecided; the number of elements if all were decided.
  std::pair<RestModes, std::size_t> modes_at(const ForceBalance::Linear& at, const RestModes& modes, const VectorXd& step,
                                             const VectorXd& forces) const {
    const VectorXd velocities = at.velocity.after(step, forces), gaps = at.gap.after(step, forces);
    double fastest = 1, strongest = 0;
    for (const double v : velocities) fastest = std::max(fastest, std::fabs(v));
    for (const double f : forces) strongest = std::max(strongest, std::fabs(f));
    RestModes told = modes;
    std::size_t open = modes.size(), undecided = modes.size();
    for (std::size_t k = 0; k < modes.size(); ++k) {
      if (modes[k] != kUndecided) continue;
      undecided = std::min(undecided, k);
      const auto i = static_cast<Index>(k);
      const double force = forces(i), v = velocities(i);
      const bool pushes = std::fabs(force) > kSlips * strongest;
      if (of_.balance_.is_contact(k)) {
        const bool is_open = gaps(i) > kSlips * fastest || std::fabs(v) > kSlips * fastest;
        told[k] = is_open ? (pushes ? kUndecided : 1) : 0;
      } else if (is_idle(at, i)) {
        told[k] = kIdle;
      } else if (std::fabs(v) <= kSlips * fastest) {
        told[k] = 0;
      } else {
        const double kinetic = v > 0 ? at.kinetic_forwards(i) : -at.kinetic_backwards(i);
        told[k] = std::fabs(force - kinetic) > kSlips * (strongest + std::fabs(kinetic)) ? kUndecided : v > 0 ? 1 : -1;
      }
      if (told[k] == kUndecided) open = std::min(open, k);
    }
    return {told, open < modes.size() ? open : undecided};
  }

  struct Side {
    VectorXd row;  // the difference that its sign is that of is value + row z
    double value, thin;
  };
  static constexpr Demands kBound{.targets = true, .nearest = true, .margin = 0};

  SteadyState& of_;
  Index states_, forces_;
  double most_points_;
  bool is_complete_ = true;
  bool has_found_ = false;  // a steady state is known
  double most_ = 0;         // what is looked for misses the targets by no more
  RestModes undecided_;
  NearestProblem common_;
  std::vector<Switch> switches_;
  std::vector<Side> sides_;
  std::optional<Held> best_;
};

/// In nominal values.
double SteadyState::missed_by_low_targets(const std::vector<double>& x) {
  double squares = 0;
  const Snapshot now = conditions_.evaluate(t_, x.data());
  machine_.run(Section::outputs);
  for (const InitialTarget& target : targets_)
    if (target.priority == Priority::low)
      squares += std::pow((target.value - value_of(target, now)) / code_of(target, now.program()).nominal, 2);
  return std::sqrt(squares);
}

/// Whether the conditions that settle there are those it was found with, or others that leave it as steady.
bool SteadyState::is_steady(const Held& held) {
  try {
    balance_.move_to(held.x, held.modes, held.forces);
  } catch (const Failure&) {
    return false;
  }
  return are_settled(balance_.rates(), held.terms);
}

/// Moves x to the steady state nearest to the targets of low priority if it misses them by less than that; false if there is none.
bool SteadyState::look_nearer(std::vector<double>& x, double missed) {
  std::vector<bool> truths;
  for (std::size_t c = 0; c < machine_.program().conditions.size(); ++c) truths.push_back(machine_.held(c));
  Search search(*this);
  const std::optional<Held> nearer = search.run(missed);
  const bool is_found = nearer && is_steady(*nearer);
  if (is_found) {
    notes_.clear();
    take(*nearer);
    x = nearer->x;
  } else {
    for (std::size_t c = 0; c < truths.size(); ++c) machine_.hold(c, truths[c]);
  }
  if (search.is_complete()) return is_found;
  notes_.push_back({.code = ErrorCode::initial_undetermined,
                    .message = "there may be a steady state nearer to the targets of low priority than the one that is taken",
                    .where = {},
                    .because = "the diagram has more sets of modes and pieces of laws than are looked at",
                    .remedy = "give targets nearer to the balance",
                    .severity = Severity::note,
                    .details = {}});
  return is_found;
}

}  // namespace stribeck
