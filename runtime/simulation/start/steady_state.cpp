// Rest or uniform motion instead of targets: where the rates of the states vanish.
//
//   without dry friction, contacts and targets that leave a choice: Newton's method, sparse, where the Jacobian is regular
//   else: hold(x, modes) is Newton's method in which the forces of elements at rest are unknowns too, and limits, gaps and directions of
//   slip are inequalities; among all solutions it takes the nearest point (nearest_point.h):
//     low targets as closely as possible, then the least forces of frictions and contacts, then the states nearest to where they were
//   the modes are those at the targets; if there is no steady state with these modes, those that the network comes to by itself
//   (relaxation.h), first with the states of the targets held, then without
#include "simulation/start/steady_state.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/constants.h"
#include "base/index.h"
#include "base/least_norm.h"
#include "base/numbers.h"
#include "base/text.h"
#include "program/sparse_lu.h"
#include "simulation/start/relaxation.h"

namespace stribeck {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr Index kLargestDense = 2000;
constexpr double kMet = 1e-9;      // in nominal values: targets missed by less are met
constexpr double kSettled = 1e-9;  // rates that count as zero, relative to the sum of magnitudes of their terms

/// Solves J step = -rates for the states that are to come to rest; the others stay as they are. Nothing where J is singular.
class RestStep {
 public:
  RestStep(ModelOde& ode, std::vector<bool> wanted) : ode_(ode), wanted_(std::move(wanted)), values_(ode.jacobian_pattern().rows.size()) {
    const SparsityPattern& pattern = ode.jacobian_pattern();
    std::vector<int> starts{0}, rows;
    for (std::size_t c = 0; c < wanted_.size(); ++c) {
      if (!wanted_[c]) {
        rows.push_back(static_cast<int>(c));  // a column of the identity, so that this state takes no step
      } else {
        for (std::int32_t k = pattern.starts[c]; k < pattern.starts[c + 1]; ++k)
          if (wanted_[at(pattern.rows[at(k)])]) rows.push_back(pattern.rows[at(k)]), entry_.push_back(at(k));
      }
      starts.push_back(static_cast<int>(rows.size()));
    }
    factors_.emplace(std::move(starts), std::move(rows));
  }

  std::optional<std::vector<double>> operator()(double t, const std::vector<double>& x, const std::vector<double>& rates) {
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
    if (!factors_->factor(entries.data()) || factors_->pivot_ratio() <= kSingularPivot) return std::nullopt;
    factors_->solve(step.data());
    return step;
  }

 private:
  ModelOde& ode_;
  std::vector<bool> wanted_;
  std::vector<double> values_;
  std::vector<std::size_t> entry_;  // where the entries of the pattern stand in the reduced matrix
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

SteadyState::SteadyState(Machine& machine, Conditions& conditions, ModelOde& ode, const InitialTargets& targets, double start_s)
    : machine_(machine),
      conditions_(conditions),
      ode_(ode),
      targets_(targets),
      t_(start_s),
      wanted_(coming_to_rest(machine.program(), ode.jacobian_pattern())),
      balance_(machine, conditions, ode, targets, start_s) {}

void SteadyState::find(std::vector<double>& x) {
  if (x.empty()) return;  // without states everything is as steady as its sources
  begin_ = x;
  const KeptModes kept(machine_);
  const bool is_small = static_cast<Index>(x.size()) <= kLargestDense;
  try {
    find_near(x);
  } catch (const Failure&) {
    if (!is_small || !look_nearer(x, std::numeric_limits<double>::infinity())) throw;
    return;
  }
  if (!is_small) return;
  if (const double missed = missed_by_low_targets(x); missed > kMet) look_nearer(x, missed);
}

/// One that is near to the targets.
void SteadyState::find_near(std::vector<double>& x) {
  const bool is_large = static_cast<Index>(x.size()) > kLargestDense;
  if ((balance_.element_count() == 0 || is_large) && newton(x)) return;
  if (is_large) {
    std::vector<double> rates(x.size());
    ode_.derivatives(t_, x.data(), rates.data(), nullptr);
    fail(Eigen::Map<VectorXd>(rates.data(), static_cast<Index>(rates.size())));
  }
  const auto count = static_cast<Index>(balance_.element_count());
  x = begin_;
  balance_.move_to(x, RestModes(balance_.element_count(), 0), VectorXd::Zero(count));
  const RestModes at_targets = balance_.modes_here();
  if (hold(x, at_targets, VectorXd::Zero(count), true)) return;
  part();
  for (const Priority held : {Priority::low, Priority::high}) {
    if (std::none_of(targets_.begin(), targets_.end(), [&](const InitialTarget& target) { return target.priority == held; })) continue;
    const Relaxed relaxed = relax(balance_, wanted_, states_held_by(held), begin_);
    x = relaxed.x;
    if (relaxed.at_rest && hold(x, relaxed.modes, relaxed.forces, true)) return;
  }
  const std::vector<bool> free(x.size(), false);
  const Relaxed relaxed = relax(balance_, wanted_, free, begin_);
  x = relaxed.x;
  if (relaxed.at_rest && hold(x, relaxed.modes, relaxed.forces, true)) return;
  const Relaxed stopped = relax(balance_, wanted_, free, begin_, true);
  x = stopped.x;
  if (stopped.at_rest && hold(x, stopped.modes, stopped.forces, true)) return;
  const std::vector<bool> wanted = wanted_;
  if (release_positions(relaxed)) {
    const Relaxed moving = relax(balance_, wanted_, free, begin_);
    x = moving.x;
    if (moving.at_rest && hold(x, moving.modes, moving.forces, true)) return;
    wanted_ = wanted;
    moves_evenly_.clear();
  }
  if (!relaxed.at_rest) fail(relaxed.left);
  x = relaxed.x;
  if (hold(x, relaxed.modes, relaxed.forces, false)) contradict(x);
  fail(relaxed.left);
}

/// Positions may go on changing together, too, where no rate depends on how they do: as the places of bodies that hang together, move
/// evenly and have left a contact. False if there are none, or if their motion leads to where a law switches.
bool SteadyState::release_positions(const Relaxed& at) {
  constexpr double kOnTheWay = 1e-3;  // the motion to the steady state has ended nearby
  balance_.keep(balance_.switches());
  balance_.move_to(at.x, at.modes, at.forces);
  const ForceBalance::Linear here = balance_.linear();
  balance_.keep({});
  const std::vector<bool> before = wanted_;
  for (std::size_t s = 0; s < wanted_.size(); ++s) {
    if (!wanted_[s] || !machine_.program().state_facts[s].is_network_position || here.rates.value(static_cast<Index>(s)) == 0) continue;
    wanted_[s] = false;
    moves_evenly_.push_back(static_cast<Index>(s));
  }
  bool changes_nothing = !moves_evenly_.empty();
  // The change of a quantity in a second; zero where terms cancel.
  const auto change_of = [&](const ForceBalance::Quantity& quantity, Index i) {
    double change = 0, terms = 0;
    for (const Index s : moves_evenly_) {
      const double term = quantity.by_state(i, s) * here.rates.value(s);
      change += term, terms += std::fabs(term);
    }
    return std::fabs(change) <= kOnTheWay * terms ? 0 : change;
  };
  for (Index i = 0; i < here.rates.value.size(); ++i) changes_nothing = changes_nothing && change_of(here.rates, i) == 0;
  for (const ForceBalance::Quantity* quantity : {&here.switches, &here.gap})
    for (Index i = 0; i < quantity->value.size(); ++i)
      changes_nothing = changes_nothing && !(change_of(*quantity, i) * quantity->value(i) < 0);
  if (!changes_nothing) wanted_ = before, moves_evenly_.clear();
  return changes_nothing;
}

/// Moves states so that contacts which overlap at the targets do not, before the motion to a steady state begins.
void SteadyState::part() {
  const auto n = static_cast<Index>(begin_.size()), m = static_cast<Index>(balance_.element_count());
  balance_.move_to(begin_, RestModes(balance_.element_count(), 0), VectorXd::Zero(m));
  const ForceBalance::Linear at = balance_.linear();
  const MatrixXd gaps = at.gap.by_state;
  if (at.gap.value.size() == 0 || at.gap.value.minCoeff() >= 0) return;
  const NearestProblem problem{.equal = MatrixXd(0, n),
                               .least = gaps,
                               .equal_to = VectorXd(0),
                               .at_least = -at.gap.value,
                               .equal_rounding = VectorXd(0),
                               .least_rounding = VectorXd::Zero(gaps.rows()),
                               .wishes = {}};
  if (const std::optional<NearestPoint> nearest = nearest_point(problem, kRoundingOfDifferences))
    for (Index s = 0; s < n; ++s) begin_[static_cast<std::size_t>(s)] += nearest->z(s);
}

/// The states that are given by targets of this priority or a higher one.
std::vector<bool> SteadyState::states_held_by(Priority least) const {
  std::vector<bool> held(begin_.size(), false);
  for (const InitialTarget& target : targets_) {
    const std::int32_t state = code_of(target, machine_.program()).state;
    if (state >= 0 && target.priority >= least) held[at(state)] = true;
  }
  return held;
}

/// False where it does not converge, or where the Jacobian is singular.
bool SteadyState::newton(std::vector<double>& x) {
  RestStep step_from(ode_, wanted_);
  std::vector<std::string> labels;
  std::vector<double> rates(x.size());
  const auto evaluate = [&] {
    ode_.derivatives(t_, x.data(), rates.data(), nullptr);
    for (std::size_t i = 0; i < rates.size(); ++i)
      if (!wanted_[i]) rates[i] = 0;
  };
  evaluate();
  const double settled = kSettled * std::max(1.0, largest_of(rates));
  for (int iteration = 0; iteration < kNewtonIterations; ++iteration) {
    const double size = largest_of(rates);
    const std::optional<std::vector<double>> step = step_from(t_, x, rates);
    if (!step) return false;
    const std::vector<double> before = x;
    double damping = 1;
    for (; damping > kNewtonLeastDamping; damping /= 2) {
      for (std::size_t i = 0; i < step->size(); ++i) x[i] = before[i] + damping * (*step)[i];
      conditions_.settle(t_, x.data(), labels);
      evaluate();
      if (largest_of(rates) < size) break;
    }
    const bool still = largest_of(*step) <= 1e-12 * (1 + largest_of(x));
    if (still || damping <= kNewtonLeastDamping || largest_of(rates) == 0) break;
  }
  terms_ = VectorXd::Constant(static_cast<Index>(x.size()), settled / kSettled);
  return largest_of(rates) <= settled;
}

/// What sticks to a body that large forces act on, and carries next to none itself, is accelerated by the rounding of these.
bool SteadyState::are_settled(const VectorXd& rates, const VectorXd& terms) const {
  constexpr double kRounding = 64 * std::numeric_limits<double>::epsilon();
  const double rounding = terms.size() > 0 ? kRounding * terms.maxCoeff() : 0;
  for (std::size_t s = 0; s < wanted_.size(); ++s) {
    const auto i = static_cast<Index>(s);
    if (wanted_[s] && !(std::fabs(rates(i)) <= kSettled * terms(i) + rounding)) return false;
  }
  return true;
}

/// Moves x to a steady state with these modes; false if there is none near, or none that meets the high targets.
bool SteadyState::hold(std::vector<double>& x, const RestModes& modes, const VectorXd& start_forces, bool with_targets) {
  for (const bool nearest : {true, false})
    for (const double margin : {kInside, kBreakawayMargin})
      if (const auto held = hold_within(x, modes, start_forces, {.targets = with_targets, .nearest = nearest, .margin = margin})) {
        take(*held);
        x = held->x;
        return true;
      }
  return false;
}

void SteadyState::take(const Held& held) {
  terms_ = held.terms;
  note_choice(held.free, held.modes);
}

std::optional<SteadyState::Held> SteadyState::hold_within(std::vector<double> x, const RestModes& modes, const VectorXd& start_forces,
                                                          Demands demands) {
  const std::vector<double> from = demands.nearest ? begin_ : x;
  const auto n = static_cast<Index>(x.size()), m = static_cast<Index>(modes.size());
  VectorXd forces = start_forces;
  for (Index k = 0; k < m; ++k)
    if (modes[static_cast<std::size_t>(k)] != 0) forces(k) = 0;
  constexpr int kFirstSteps = 3;
  double last = 0;
  bool was_settled = false;
  for (int iteration = 0; iteration < demands.iterations; ++iteration) {
    ++points_;
    ForceBalance::Linear at;
    try {
      balance_.move_to(x, modes, forces);
      at = balance_.linear();
    } catch (const Failure&) {
      return std::nullopt;
    }
    const VectorXd here = Eigen::Map<const VectorXd>(x.data(), n);
    const NearestProblem problem = problem_at(at, {.x = x, .from = from, .modes = modes, .forces = forces}, demands);
    const std::optional<NearestPoint> nearest = nearest_point(problem, kRoundingOfDifferences);
    if (!nearest || (iteration >= kFirstSteps && missed(problem, nearest->z).front() > demands.farthest)) return std::nullopt;
    const VectorXd step = nearest->z.head(n);
    forces = nearest->z.tail(m);
    for (Index k = 0; k < m; ++k)
      if (modes[static_cast<std::size_t>(k)] != 0) forces(k) = 0;
    for (Index s = 0; s < n; ++s) x[static_cast<std::size_t>(s)] += step(s);
    const double moved = (step.cwiseAbs().array() / (1 + here.cwiseAbs().array())).maxCoeff();
    try {
      balance_.move_to(x, modes, forces);
    } catch (const Failure&) {
      return std::nullopt;
    }
    const bool settled = are_settled(balance_.rates(), at.terms);
    const bool stalls = was_settled && moved >= last / 2;
    if (settled && (moved <= 1e-13 || stalls)) {
      balance_.close_gaps(x, at.gap.by_state);
      // The relative velocity of an element at rest is zero.
      const double largest = 1 + largest_of(x);
      for (std::size_t s = 0; s < x.size(); ++s)
        if (std::fabs(x[s]) <= (machine_.program().state_facts[s].is_speed ? 1e-12 : 1e-18) * largest) x[s] = 0;
      return Held{
          .x = x, .modes = modes, .forces = forces, .terms = at.terms, .free = nearest->free, .missed = missed(problem, nearest->z)};
    }
    was_settled = settled, last = moved;
  }
  return std::nullopt;
}

void SteadyState::require(const std::vector<double>& x) {
  if (x.empty()) return;
  const auto n = static_cast<Index>(x.size());
  std::vector<double> rates(x.size());
  ode_.derivatives(t_, x.data(), rates.data(), nullptr);
  VectorXd left = Eigen::Map<VectorXd>(rates.data(), n);
  for (Index s = 0; s < n; ++s)
    if (!wanted_[static_cast<std::size_t>(s)]) left(s) = 0;
  const std::size_t most = fastest(left);
  left_ = {.left = left(static_cast<Index>(most)), .of = machine_.program().labels->variable(machine_.program().state_facts[most].rate)};
  if (!are_settled(left, terms_)) fail(left);
}

/// Notes that frictions would hold a range of positions, of which one was taken.
void SteadyState::note_choice(const MatrixXd& free, const RestModes& modes) {
  const auto m = static_cast<Index>(modes.size()), n = free.rows() - m;
  const MatrixXd moves = free.topRows(n);
  if (free.cols() == 0 || moves.size() == 0 || moves.lpNorm<Eigen::Infinity>() <= kPartOfDirection) return;
  std::string names;
  for (Index k = 0; k < m; ++k) {
    if (modes[static_cast<std::size_t>(k)] != 0 || free.row(n + k).norm() <= kPartOfDirection) continue;
    names += (names.empty() ? "" : ", ") + balance_.name(static_cast<std::size_t>(k));
  }
  if (names.empty()) return;
  notes_.push_back({.code = ErrorCode::initial_undetermined,
                    .message = "there are several steady states: how much " + names + " hold is open",
                    .where = {},
                    .because =
                        "what sticks holds any force up to its limit; taken are the positions nearest to the targets of low priority, "
                        "and of these the ones with the least of those forces",
                    .remedy = "give a position an initial target, if another of them is wanted",
                    .severity = Severity::note,
                    .details = {}});
}

/// The error that targets of high priority exclude a steady state, with the values that the nearest steady state has instead.
void SteadyState::contradict(const std::vector<double>& found) {
  const Snapshot now = conditions_.evaluate(t_, found.data());
  machine_.run(Section::outputs);
  require_targets(now, targets_);
  fail(VectorXd::Zero(static_cast<Index>(found.size())));
}

/// The state that changes most. Speeds come first: a body that keeps accelerating explains why positions run away.
std::size_t SteadyState::fastest(const VectorXd& rates) const {
  const std::vector<StateFacts>& facts = machine_.program().state_facts;
  const auto rank = [&](std::size_t s) {
    const double rate = wanted_[s] ? std::fabs(rates(static_cast<Index>(s))) : 0;
    return std::pair(facts[s].is_speed && rate > 0, rate);
  };
  std::size_t worst = 0;
  for (std::size_t s = 1; s < facts.size(); ++s)
    if (rank(s) > rank(worst)) worst = s;
  return worst;
}

void SteadyState::fail(const VectorXd& rates) const {
  const std::size_t worst = fastest(rates);
  const StateFacts& facts = machine_.program().state_facts[worst];
  const Labels& labels = *machine_.program().labels;
  const std::string variable = labels.variable(facts.variable);
  const std::string who = facts.is_speed ? variable.substr(0, variable.rfind('.')) + " keeps accelerating" : variable + " keeps changing";
  throw Failure(Diagnostic{.code = ErrorCode::initial_no_steady_state,
                           .message = "there is no steady state near the initial targets: " + who + ", and " + labels.variable(facts.rate) +
                                      " stays at " + short_number(rates(static_cast<Index>(worst))),
                           .where = {.file = labels.file(), .pointer = {}, .instance = {}, .relation = {}},
                           .because = "what could hold it is at its limit, or nothing does",
                           .remedy = "give targets nearer to the balance, or start without steady_state",
                           .details = {}});
}

}  // namespace stribeck
