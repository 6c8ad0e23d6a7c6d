#include "simulation/initialise.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/constants.h"
#include "base/index.h"
#include "base/least_norm.h"
#include "expression/derivative.h"
#include "expression/evaluate.h"
#include "expression/replacing.h"
#include "simulation/conflict.h"
#include "simulation/coupled_targets.h"
#include "simulation/undetermined_start.h"

namespace stribeck {

namespace {

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.9g", value);
  return text;
}

/// A target that a state found by Newton's method happens to meet.
constexpr double kMetElsewhere = 1e-6;

bool is_speed(const FlatSystem& flat, std::int32_t v) {
  const FlatVariable& variable = flat.variable(v);
  // A derivative that is a state is that of a position, or of a signal that a position follows.
  if (variable.kind == VariableKind::derivative) return flat.variable(variable.owner).kind != VariableKind::derivative;
  const VariableDeclaration* const declared = flat.declaration_of(v);
  return variable.kind == VariableKind::across || (declared != nullptr && (declared->unit == "m/s" || declared->unit == "rad/s"));
}

class Initialiser {
 public:
  Initialiser(Machine& machine, Conditions& conditions, const std::vector<TargetOutput>& targets, const std::vector<Momentum>& momenta,
              double start_s, std::vector<double> from)
      : machine_(machine),
        conditions_(conditions),
        sorted_(*machine.program().sorted),
        flat_(*sorted_.flat),
        targets_(targets),
        momenta_(momenta),
        t_(start_s),
        state_of_(flat_.variables.size(), -1),
        differentiator_(sorted_.flat->pool),
        replacing_(sorted_.flat->pool),
        has_start_(from.empty()) {
    result_.x = std::move(from);
    for (std::size_t i = 0; i < sorted_.states.size(); ++i) state_of_[at(sorted_.states[i])] = static_cast<std::int32_t>(i);
    for (std::size_t i = result_.x.size(); i < sorted_.states.size(); ++i) result_.x.push_back(start_of(flat_, sorted_.states[i]));
    holder_.assign(result_.x.size(), nullptr);
    for (const TargetOutput& t : targets_) directs_.push_back(find_direct(t));
  }

  InitialState run() {
    assign_direct(Priority::high);
    assign_direct(Priority::low);
    assign_direct(Priority::none);
    assign_places();
    settle();
    if (!clashes_.empty()) conflict(clashes_);
    if (!momenta_.empty() || !coupled(Priority::high).empty() || !coupled(Priority::low).empty()) solve_coupled();
    report();
    return std::move(result_);
  }

 private:
  /// A target on one state alone: state = (target - offset) / rate.
  struct Direct {
    std::int32_t state = -1;
    double rate = 1, offset = 0;
    bool along_tree = false;  ///< state minus another state: a displacement between two places
  };
  const Direct& direct(const TargetOutput& t) const { return directs_[static_cast<std::size_t>(&t - targets_.data())]; }
  Direct find_direct(const TargetOutput& t) {
    Direct d;
    const std::vector<Partial> partials = differentiator_.partials(t.value, kUnknown | kTime);
    if (partials.size() != 1 || !partials[0].is_whole || !differentiator_.read_without_slope().empty()) return d;
    if ((flat_.pool.content(t.value) & kCondition) != 0) return d;
    const std::int32_t v = flat_.variable_of(partials[0].symbol);
    if (v < 0 || state_of_[at(v)] < 0 || (flat_.pool.content(partials[0].value) & ~kParameter) != 0) return d;
    d.rate = parameter_value(flat_, partials[0].value);
    if (d.rate == 0) return d;
    d.state = state_of_[at(v)];
    const ExprId symbol = static_cast<ExprId>(partials[0].symbol);
    d.offset = parameter_value(flat_, replacing_.at_zero(t.value, std::span(&symbol, 1)));
    return d;
  }

  void evaluate() {
    machine_.set_time(t_);
    machine_.set_state(result_.x.data());
    machine_.run(Section::dynamics);
    machine_.run(Section::outputs);
  }
  double value_of(const TargetOutput& t) {
    evaluate();
    return machine_.value(machine_.program().outputs[t.output]);
  }

  void assign_direct(Priority priority) {
    for (const TargetOutput& t : targets_) {
      if (t.target->priority != priority) continue;
      const Direct& d = direct(t);
      if (d.state < 0) continue;
      const double wanted = (t.target->value - d.offset) / d.rate;
      const TargetOutput*& holder = holder_[at(d.state)];
      if (holder == nullptr || holder->target->priority == Priority::none) {
        result_.x[at(d.state)] = wanted;
        holder = &t;
      } else if (priority == Priority::high &&
                 std::fabs(wanted - result_.x[at(d.state)]) > kTargetAgreement * (std::fabs(wanted) + std::fabs(result_.x[at(d.state)]))) {
        clashes_.push_back(&t);
      }
    }
  }

  /// Places that are states follow from the displacements along the tree, from its root outwards: each as its target says, or its start.
  void assign_places() {
    std::vector<const TargetOutput*> target_of;
    for (std::size_t i = 0; i < result_.x.size(); ++i) {
      const FlatVariable& place = flat_.variable(sorted_.states[i]);
      if (place.kind != VariableKind::potential) continue;
      if (target_of.empty()) target_of = targets_by_variable();
      const std::int32_t edge = flat_.position_variable[at(flat_.assembly->potentials[at(place.owner)].request)];
      const ExprId displacement = flat_.variable(edge).value;
      const TargetOutput* const target = target_of[at(edge)];
      double slope = 0;
      bool known = true;
      for (const Partial& partial : differentiator_.partials(displacement, kUnknown | kTime)) {
        const std::int32_t v = flat_.variable_of(partial.symbol);
        known = known && v >= 0 && state_of_[at(v)] >= 0;
        if (v == sorted_.states[i]) slope = parameter_value(flat_, partial.value);
      }
      if (!known || holder_[i] != nullptr || (target == nullptr && !has_start_)) continue;
      result_.x[i] = 0;
      const double wanted = target != nullptr ? target->target->value : start_of(flat_, edge);
      result_.x[i] = (wanted - along(displacement)) / slope;
      if (target == nullptr) continue;
      holder_[i] = target;
      directs_[static_cast<std::size_t>(target - targets_.data())] = {static_cast<std::int32_t>(i), slope, 0, true};
    }
  }
  std::vector<const TargetOutput*> targets_by_variable() const {
    std::vector<const TargetOutput*> target_of(flat_.variables.size(), nullptr);
    for (const TargetOutput& t : targets_) target_of[at(flat_.first_variable[at(t.instance)] + t.target->variable)] = &t;
    return target_of;
  }
  /// An expression in states and parameters at the values at hand.
  double along(ExprId expression) const {
    return stribeck::evaluate(flat_.pool, expression, [&](std::int32_t s) {
      const FlatSymbol& symbol = flat_.symbols[at(s)];
      if (symbol.kind == SymbolKind::parameter) return flat_.parameter_values[at(symbol.index)];
      return result_.x[at(state_of_[at(symbol.index)])];
    });
  }

  /// Targets that no state took: of several variables, or low ones that share their state with another low one.
  std::vector<const TargetOutput*> coupled(Priority priority) {
    std::vector<const TargetOutput*> found;
    for (const TargetOutput& t : targets_) {
      if (t.target->priority != priority) continue;
      const TargetOutput* holder = direct(t).state < 0 ? nullptr : holder_[at(direct(t).state)];
      const bool shared = priority == Priority::low && holder != nullptr && holder != &t && holder->target->priority == Priority::low;
      if (direct(t).state < 0 || shared) found.push_back(&t);
    }
    return found;
  }

  void settle() {
    std::vector<std::string> labels;
    conditions_.settle(t_, result_.x.data(), labels);
  }

  Eigen::VectorXd residual(const std::vector<const TargetOutput*>& of) {
    evaluate();
    Eigen::VectorXd r(static_cast<Eigen::Index>(of.size()));
    for (std::size_t i = 0; i < of.size(); ++i)
      r(static_cast<Eigen::Index>(i)) = machine_.value(machine_.program().outputs[of[i]->output]) - of[i]->target->value;
    return r;
  }
  Eigen::MatrixXd sensitivity(const std::vector<const TargetOutput*>& of, const std::vector<std::size_t>& free) {
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
    CoupledTargets targets{.high = coupled(Priority::high), .low = coupled(Priority::low), .momenta = {}, .free = {}, .undetermined = {}};
    for (const Momentum& momentum : momenta_) targets.momenta.push_back(&momentum);
    for (std::size_t i = 0; i < result_.x.size(); ++i) {
      const bool held = holder_[i] != nullptr && holder_[i]->target->priority == Priority::high;
      const bool along_tree = held && direct(*holder_[i]).along_tree;
      if (along_tree) targets.high.push_back(holder_[i]);  // holds a difference of states, which both may move
      if (!held || along_tree) targets.free.push_back(i);
      if (holder_[i] == nullptr && is_speed(flat_, sorted_.states[i])) targets.undetermined.push_back(i);
    }
    for (const TargetOutput* holder : holder_)
      if (holder != nullptr && holder->target->priority == Priority::low) targets.low.push_back(holder);
    const MetTargets met = meet_coupled_targets(
        machine_, targets, result_.x, [&] { evaluate(); }, [&] { settle(); });
    if (!met.missed.empty()) conflict(met.missed);
    turned_ = met.turned;
  }

  [[noreturn]] void conflict(const std::vector<const TargetOutput*>& missed) {
    std::vector<MissedTarget> explained;
    for (const TargetOutput* t : missed) explained.push_back(explain(*t));
    throw initial_conflict(sorted_, explained);
  }

  /// Which other high targets a missed one depends on: its gradient over the states as a combination of theirs.
  MissedTarget explain(const TargetOutput& missed) {
    MissedTarget result{.target = &missed, .achieved = value_of(missed), .movable = true, .nearest = false, .ties = {}};
    const Direct& d = direct(missed);
    if (d.state >= 0) {
      const TargetOutput& holder = *holder_[at(d.state)];
      result.ties.push_back({&holder, value_of(holder), d.rate / direct(holder).rate});
      return result;
    }
    std::vector<const TargetOutput*> others;
    for (const TargetOutput& t : targets_)
      if (&t != &missed && t.target->priority == Priority::high) others.push_back(&t);
    constexpr std::size_t kMostExplained = 500;  // states and targets; their gradients are found one by one, densely
    if (result_.x.size() > kMostExplained || others.size() > kMostExplained) return result;
    std::vector<std::size_t> all(result_.x.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    const Eigen::VectorXd gradient = sensitivity({&missed}, all).transpose();
    constexpr double kSmall = 1e-6;  // of finite differences
    result.movable = gradient.size() > 0 && gradient.lpNorm<Eigen::Infinity>() > kSmall * std::fabs(missed.target->value - result.achieved);
    if (!result.movable) result.nearest = moves_further_off(missed, kSmall * std::fabs(missed.target->value - result.achieved));
    if (!result.movable || others.empty()) return result;
    const Eigen::MatrixXd gradients = sensitivity(others, all).transpose();
    const Eigen::VectorXd factors = LeastNorm(gradients, kRoundingOfDifferences).solve(gradient);
    if ((gradients * factors - gradient).norm() > kSmall * gradient.norm()) return result;
    for (Eigen::Index k = 0; k < factors.size(); ++k)
      if (std::fabs(factors(k)) * gradients.col(k).norm() > kSmall * gradient.norm()) {
        const TargetOutput& other = *others[static_cast<std::size_t>(k)];
        result.ties.push_back({&other, value_of(other), factors(k)});
      }
    return result;
  }

  /// Whether states that are not beside those at hand make it another value.
  bool moves_further_off(const TargetOutput& target, double least) {
    constexpr double kFurther = 0.1;  // of a state, or of a radian
    const double here = value_of(target);
    for (double& x : result_.x) {
      const double middle = x;
      x = middle + kFurther * std::max(1.0, std::fabs(middle));
      double there = here;
      try {
        there = value_of(target);
      } catch (const Failure&) {  // where the mechanism cannot be
      }
      x = middle;
      if (std::fabs(there - here) > least) return true;
    }
    return false;
  }

  void report() {
    evaluate();
    for (const TargetOutput& t : targets_) {
      if (t.target->priority != Priority::low) continue;
      const double achieved = machine_.value(machine_.program().outputs[t.output]);
      if (std::fabs(achieved - t.target->value) <= 1e-9 * std::max(1.0, std::fabs(t.target->value))) continue;
      result_.notes.push_back({.code = ErrorCode::initial_conflict,
                               .message = "the initial target " + target_text(flat_, t, t.target->value) +
                                          " could not be met: it starts at " + number(achieved),
                               .where = where_of_target(flat_, t),
                               .because = "targets of high priority come first",
                               .remedy = {},
                               .severity = Severity::warning,
                               .details = {}});
    }
    std::vector<bool> is_held;
    for (const TargetOutput* holder : holder_) is_held.push_back(holder != nullptr);
    const std::vector<Diagnostic> open = undetermined_start(machine_, targets_, {result_.x, is_held, turned_});
    result_.notes.insert(result_.notes.end(), open.begin(), open.end());
  }

  Machine& machine_;
  Conditions& conditions_;
  const SortedSystem& sorted_;
  const FlatSystem& flat_;
  const std::vector<TargetOutput>& targets_;
  const std::vector<Momentum>& momenta_;
  double t_;
  std::vector<std::int32_t> state_of_;
  Differentiator differentiator_;
  Replacing replacing_;
  bool has_start_;               // the declared one, of what no target is set on
  std::vector<Direct> directs_;  // parallel to targets_
  InitialState result_;
  std::vector<const TargetOutput*> holder_;
  std::vector<std::size_t> turned_;           // angles among the states that were looked for over a turn
  std::vector<const TargetOutput*> clashes_;  // high targets whose state another high one holds at a different value
};

}  // namespace

std::vector<Momentum> collect_momenta(const SortedSystem& sorted, FlatSystem& flat, const std::vector<TargetOutput>& targets) {
  std::vector<bool> is_state(flat.variables.size(), false);
  for (const std::int32_t v : sorted.states) is_state[at(v)] = true;
  const bool all_determined = sorted.dummy_derivatives.empty() && std::all_of(targets.begin(), targets.end(), [&](const TargetOutput& t) {
                                const std::int32_t v = flat.first_variable[at(t.instance)] + t.target->variable,
                                                   alias = flat.variable(v).alias_of;
                                return alias != -2 && is_state[at(alias < 0 ? v : alias)];
                              });
  std::vector<Momentum> momenta;
  if (all_determined) return momenta;
  Differentiator differentiator(flat.pool);
  for (const EnergyTerms& terms : flat.energy) {
    if (terms.stored == ExprId::none) continue;
    for (const Partial& partial : differentiator.partials(terms.stored))
      if (const std::int32_t v = flat.variable_of(partial.symbol); v >= 0 && !is_position(flat, v))
        momenta.push_back({static_cast<ExprId>(partial.symbol), partial.value, 0});
  }
  return momenta;
}

std::vector<std::size_t> speed_states(const SortedSystem& sorted) {
  std::vector<std::size_t> speeds;
  for (std::size_t i = 0; i < sorted.states.size(); ++i)
    if (is_speed(*sorted.flat, sorted.states[i])) speeds.push_back(i);
  return speeds;
}

InitialState InitialState::with_choices_of(const InitialState& earlier) && {
  for (const Diagnostic& note : earlier.notes)
    if (note.code == ErrorCode::initial_undetermined &&
        std::none_of(notes.begin(), notes.end(), [&](const Diagnostic& own) { return own.message == note.message; }))
      notes.push_back(note);
  return std::move(*this);
}

InitialState initialise(Machine& machine, Conditions& conditions, const std::vector<TargetOutput>& targets,
                        const std::vector<Momentum>& momenta, double start_s, std::vector<double> from) {
  return Initialiser(machine, conditions, targets, momenta, start_s, std::move(from)).run();
}

void require_targets(const Machine& machine, const std::vector<TargetOutput>& targets) {
  const FlatSystem& flat = *machine.program().sorted->flat;
  std::vector<Diagnostic> missed;
  for (const TargetOutput& t : targets) {
    const double achieved = machine.value(machine.program().outputs[t.output]);
    const double allowed = kMetElsewhere * std::max(std::fabs(achieved), std::fabs(t.target->value));
    if (t.target->priority != Priority::high || std::fabs(achieved - t.target->value) <= allowed) continue;
    missed.push_back({.code = ErrorCode::initial_conflict,
                      .message = "the initial target " + target_text(flat, t, t.target->value) +
                                 " does not hold in the steady state, which has " + target_text(flat, t, achieved),
                      .where = where_of_target(flat, t),
                      .because = "where nothing changes any more it cannot be what was asked for",
                      .remedy = "give it \"priority\": \"low\" if it only says near which state to look, or start without steady_state",
                      .details = {}});
  }
  if (!missed.empty()) throw Failure(std::move(missed));
}

}  // namespace stribeck
