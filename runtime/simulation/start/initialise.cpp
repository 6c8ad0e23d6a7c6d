#include "simulation/start/initialise.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/constants.h"
#include "base/index.h"
#include "base/least_norm.h"
#include "base/text.h"
#include "program/dependence.h"
#include "simulation/start/conflict.h"
#include "simulation/start/coupled_targets.h"
#include "simulation/start/undetermined_start.h"

namespace stribeck {

namespace {

/// Whether a state that was found by Newton's method happens to meet a target.
constexpr double kMetElsewhere = 1e-6;

class Initialiser {
 public:
  Initialiser(Machine& machine, Conditions& conditions, const InitialTargets& targets, double start_s, std::vector<double> from)
      : machine_(machine),
        conditions_(conditions),
        program_(machine.program()),
        labels_(*program_.labels),
        targets_(targets),
        t_(start_s),
        has_start_(from.empty()) {
    result_.x = std::move(from);
    for (std::size_t i = result_.x.size(); i < program_.state_facts.size(); ++i) result_.x.push_back(program_.state_facts[i].start);
    holder_.assign(result_.x.size(), nullptr);
    for (const InitialTarget& t : targets_) directs_.push_back(find_direct(t));
  }

  InitialState run() {
    assign_direct(Priority::high);
    assign_direct(Priority::low);
    assign_direct(Priority::none);
    assign_places();
    if (!clashes_.empty()) conflict(clashes_);
    assemble();
    settle();
    const auto any_coupled = [this](Priority priority) { return !coupled(priority).empty(); };
    if (!momenta().empty() || any_coupled(Priority::high) || any_coupled(Priority::low) || any_coupled(Priority::none)) solve_coupled();
    report();
    machine_.project(t_, result_.x);
    machine_.weigh_states({});
    return std::move(result_);
  }

 private:
  /// A target on one state alone: state = (target - offset) / rate.
  struct Direct {
    std::int32_t state = -1;
    double rate = 1, offset = 0;
    bool along_tree = false;  ///< the target is a difference of two states: a displacement between two positions
  };
  const Direct& direct(const InitialTarget& t) const { return directs_[t.number]; }
  Direct find_direct(const InitialTarget& t) const {
    const TargetCode& code = code_of(t, program_);
    if (code.state < 0 || machine_.held_value(code.rate) == 0) return {};
    return {code.state, machine_.held_value(code.rate), machine_.held_value(code.offset), false};
  }

  Snapshot evaluate() {
    machine_.set_time(t_);
    machine_.set_state(result_.x.data());
    machine_.run(Section::dynamics);
    machine_.run(Section::outputs);
    return machine_.snapshot();
  }
  double achieved(const InitialTarget& t) { return value_of(t, evaluate()); }

  void assign_direct(Priority priority) {
    for (const InitialTarget& t : targets_) {
      if (t.priority != priority) continue;
      const Direct& d = direct(t);
      if (d.state < 0) continue;
      const double wanted = (t.value - d.offset) / d.rate;
      const InitialTarget*& holder = holder_[at(d.state)];
      if (holder == nullptr || holder->priority == Priority::none) {
        result_.x[at(d.state)] = wanted;
        holder = &t;
      } else if (priority == Priority::high &&
                 std::fabs(wanted - result_.x[at(d.state)]) > kTargetAgreement * (std::fabs(wanted) + std::fabs(result_.x[at(d.state)]))) {
        clashes_.push_back({&t, {}});
      }
    }
  }

  /// Positions that are states follow from the displacements along the tree, from its root outwards: each displacement is its target or its
  /// start value.
  void assign_places() {
    for (const PlaceCode& place : program_.start.places) {
      const std::size_t i = at(place.state);
      const InitialTarget* const target = place.target < 0 ? nullptr : &targets_[at(place.target)];
      if (holder_[i] != nullptr || (target == nullptr && !has_start_)) continue;
      const double slope = machine_.held_value(place.slope);
      double others = machine_.held_value(place.rest);
      for (const StateSlope& other : place.others) others += machine_.held_value(other.slope) * result_.x[at(other.state)];
      result_.x[i] = ((target != nullptr ? target->value : place.start) - others) / slope;
      if (target == nullptr) continue;
      holder_[i] = target;
      directs_[target->number] = {place.state, slope, 0, true};
    }
  }

  /// Closes loops of bodies by moving the free states: states with high targets stay, those with low ones move least.
  void assemble() {
    constexpr double kReluctant = 1e-5;  // the error that it causes in low targets that could be met is its square
    if (!machine_.has_constraints()) return;
    std::vector<double> weights;
    for (const InitialTarget* const holder : holder_)
      weights.push_back(holder == nullptr || holder->priority == Priority::none ? 1 : holder->priority == Priority::high ? 0 : kReluctant);
    machine_.weigh_states(std::move(weights));
    machine_.project(t_, result_.x);
    machine_.choose_first_constraints();
  }

  /// Targets that are no start value of a state: those on several states, and low ones whose state has another low target.
  std::vector<const InitialTarget*> coupled(Priority priority) {
    std::vector<const InitialTarget*> found;
    for (const InitialTarget& t : targets_) {
      if (t.priority != priority) continue;
      const InitialTarget* holder = direct(t).state < 0 ? nullptr : holder_[at(direct(t).state)];
      const bool shared = priority == Priority::low && holder != nullptr && holder != &t && holder->priority == Priority::low;
      if (direct(t).state < 0 || shared) found.push_back(&t);
    }
    return found;
  }

  /// Targets without priority, which choose among the starts that the others leave open. In closed loops of bodies the closing has already
  /// taken the nearest position.
  std::vector<std::size_t> momenta() const {
    std::vector<std::size_t> found(program_.start.momenta.size());
    std::iota(found.begin(), found.end(), std::size_t{0});
    if (program_.constraints.empty() || found.empty()) return found;
    StateDependence dependence(program_);
    std::erase_if(found, [&](std::size_t m) {
      bool is_in_loop = false;
      dependence.for_states(program_.start.momenta[m].speed, [&](std::int32_t s) { is_in_loop = is_in_loop || moves_with_loop(s); });
      return is_in_loop;
    });
    return found;
  }
  bool moves_with_loop(std::int32_t state) const {
    const std::vector<std::int32_t>& moved = program_.constraints.entry_states;
    return std::find(moved.begin(), moved.end(), state) != moved.end();
  }

  void settle() {
    std::vector<std::string> labels;
    conditions_.settle(t_, result_.x.data(), labels);
  }

  Eigen::VectorXd residual(const std::vector<const InitialTarget*>& of) {
    const Snapshot now = evaluate();
    Eigen::VectorXd r(static_cast<Eigen::Index>(of.size()));
    for (std::size_t i = 0; i < of.size(); ++i) r(static_cast<Eigen::Index>(i)) = value_of(*of[i], now) - of[i]->value;
    return r;
  }
  Eigen::MatrixXd sensitivity(const std::vector<const InitialTarget*>& of, const std::vector<std::size_t>& free) {
    Eigen::MatrixXd j(static_cast<Eigen::Index>(of.size()), static_cast<Eigen::Index>(free.size()));
    for (std::size_t k = 0; k < free.size(); ++k) {
      double& x = result_.x[free[k]];
      const double middle = x, h = 1e-6 * std::max(1.0, std::fabs(middle));
      x = middle + h;
      const Eigen::VectorXd above = residual(of);
      x = middle - h;
      j.col(static_cast<Eigen::Index>(k)) = (above - residual(of)) / (2 * h);
      x = middle;
    }
    return j;
  }
  void solve_coupled() {
    CoupledTargets targets{.high = coupled(Priority::high),
                           .low = coupled(Priority::low),
                           .none = coupled(Priority::none),
                           .momenta = momenta(),
                           .free = {},
                           .undetermined = {}};
    for (std::size_t i = 0; i < result_.x.size(); ++i) {
      const bool held = holder_[i] != nullptr && holder_[i]->priority == Priority::high;
      const bool along_tree = held && direct(*holder_[i]).along_tree;
      if (along_tree) targets.high.push_back(holder_[i]);  // it holds a difference of two states, and either may move
      if (!held || along_tree) targets.free.push_back(i);
      if (holder_[i] == nullptr && program_.state_facts[i].is_speed && !moves_with_loop(static_cast<std::int32_t>(i)))
        targets.undetermined.push_back(i);
    }
    for (const InitialTarget* holder : holder_)
      if (holder != nullptr && holder->priority == Priority::low) targets.low.push_back(holder);
    const MetTargets met = meet_coupled_targets(
        machine_, targets, result_.x, [&] { return evaluate(); },
        [&] {
          machine_.project(t_, result_.x);
          settle();
        });
    if (!met.missed.empty()) conflict(met.missed);
    turned_ = met.turned;
  }

  [[noreturn]] void conflict(const std::vector<MetTargets::Missed>& missed) {
    std::vector<MissedTarget> explained;
    for (const MetTargets::Missed& m : missed) explained.push_back(explain(*m.target)), explained.back().reach = m.reach;
    throw initial_conflict(labels_, explained);
  }

  /// The other high targets that contradict a missed one: those whose gradients over the states its own gradient is a combination of.
  MissedTarget explain(const InitialTarget& missed) {
    MissedTarget result{.target = &missed, .achieved = achieved(missed), .movable = true, .nearest = false, .reach = {}, .ties = {}};
    const Direct& d = direct(missed);
    if (d.state >= 0) {
      const InitialTarget& holder = *holder_[at(d.state)];
      result.ties.push_back({&holder, achieved(holder), d.rate / direct(holder).rate});
      return result;
    }
    std::vector<const InitialTarget*> others;
    for (const InitialTarget& t : targets_)
      if (&t != &missed && t.priority == Priority::high) others.push_back(&t);
    constexpr std::size_t kMostExplained = 500;  // states and targets: the gradients are found one by one as dense vectors
    if (result_.x.size() > kMostExplained || others.size() > kMostExplained) return result;
    std::vector<std::size_t> all(result_.x.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    const Eigen::VectorXd gradient = sensitivity({&missed}, all).transpose();
    constexpr double kSmall = 1e-6;  // below this a finite difference counts as zero
    result.movable = gradient.size() > 0 && gradient.lpNorm<Eigen::Infinity>() > kSmall * std::fabs(missed.value - result.achieved);
    if (!result.movable) result.nearest = moves_further_off(missed, kSmall * std::fabs(missed.value - result.achieved));
    if (!result.movable || others.empty()) return result;
    const Eigen::MatrixXd gradients = sensitivity(others, all).transpose();
    const Eigen::VectorXd factors = LeastNorm(gradients, kRoundingOfDifferences).solve(gradient);
    if ((gradients * factors - gradient).norm() > kSmall * gradient.norm()) return result;
    for (Eigen::Index k = 0; k < factors.size(); ++k)
      if (std::fabs(factors(k)) * gradients.col(k).norm() > kSmall * gradient.norm()) {
        const InitialTarget& other = *others[static_cast<std::size_t>(k)];
        result.ties.push_back({&other, achieved(other), factors(k)});
      }
    return result;
  }

  /// Whether a quantity changes if the states change by more than a small step.
  bool moves_further_off(const InitialTarget& target, double least) {
    constexpr double kFurther = 0.1;  // how far they change, relative to a state or in radians
    const double here = achieved(target);
    for (double& x : result_.x) {
      const double middle = x;
      x = middle + kFurther * std::max(1.0, std::fabs(middle));
      double there = here;
      try {
        there = achieved(target);
      } catch (const Failure&) {  // where the mechanism cannot be
      }
      x = middle;
      if (std::fabs(there - here) > least) return true;
    }
    return false;
  }

  void report() {
    const Snapshot now = evaluate();
    for (const InitialTarget& t : targets_) {
      if (t.priority != Priority::low) continue;
      const double achieved = value_of(t, now);
      if (std::fabs(achieved - t.value) <= 1e-9 * std::max(1.0, std::fabs(t.value))) continue;
      result_.notes.push_back(
          {.code = ErrorCode::initial_conflict,
           .message = "the initial target " + target_text(labels_, t, t.value) + " could not be met: it starts at " + nine_digits(achieved),
           .where = labels_.where_of_target(t.number),
           .because = "targets of high priority come first",
           .remedy = {},
           .severity = Severity::warning,
           .details = {}});
    }
    std::vector<bool> is_held;
    for (const InitialTarget* holder : holder_) is_held.push_back(holder != nullptr);
    const std::vector<Diagnostic> open = undetermined_start(now, machine_, targets_, {result_.x, is_held, turned_});
    result_.notes.insert(result_.notes.end(), open.begin(), open.end());
  }

  Machine& machine_;
  Conditions& conditions_;
  const Program& program_;
  const Labels& labels_;
  const InitialTargets& targets_;
  double t_;
  bool has_start_;               // the states have a declared start, for those without a target
  std::vector<Direct> directs_;  // parallel to targets_
  InitialState result_;
  std::vector<const InitialTarget*> holder_;
  std::vector<std::size_t> turned_;          // angles among the states that were searched over a whole turn
  std::vector<MetTargets::Missed> clashes_;  // high targets whose state another high one holds at a different value
};

}  // namespace

std::vector<std::size_t> speed_states(const Program& program) {
  std::vector<std::size_t> speeds;
  for (std::size_t i = 0; i < program.state_facts.size(); ++i)
    if (program.state_facts[i].is_speed) speeds.push_back(i);
  return speeds;
}

InitialState InitialState::with_choices_of(const InitialState& earlier) && {
  for (const Diagnostic& note : earlier.notes)
    if (note.code == ErrorCode::initial_undetermined &&
        std::none_of(notes.begin(), notes.end(), [&](const Diagnostic& own) { return own.message == note.message; }))
      notes.push_back(note);
  return std::move(*this);
}

InitialState initialise(Machine& machine, Conditions& conditions, const InitialTargets& targets, double start_s, std::vector<double> from) {
  return Initialiser(machine, conditions, targets, start_s, std::move(from)).run();
}

void require_targets(const Snapshot& now, const InitialTargets& targets) {
  const Labels& labels = *now.program().labels;
  std::vector<Diagnostic> missed;
  for (const InitialTarget& t : targets) {
    const double achieved = value_of(t, now);
    const double allowed = kMetElsewhere * std::max(std::fabs(achieved), std::fabs(t.value));
    if (t.priority != Priority::high || std::fabs(achieved - t.value) <= allowed) continue;
    missed.push_back({.code = ErrorCode::initial_conflict,
                      .message = "the initial target " + target_text(labels, t, t.value) +
                                 " does not hold in the steady state, which has " + target_text(labels, t, achieved),
                      .where = labels.where_of_target(t.number),
                      .because = "where nothing changes any more it cannot be what was asked for",
                      .remedy = "give it \"priority\": \"low\" if it only says near which state to look, or start without steady_state",
                      .details = {}});
  }
  if (!missed.empty()) throw Failure(std::move(missed));
}

}  // namespace stribeck
