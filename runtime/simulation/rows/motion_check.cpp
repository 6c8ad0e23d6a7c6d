#include "simulation/rows/motion_check.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "base/constants.h"
#include "base/instants.h"
#include "base/numbers.h"
#include "base/text.h"
#include "simulation/events/beyond_guards.h"
#include "simulation/loop/state_sizes.h"

namespace stribeck {

namespace {

/// The rule of Kronrod with 7 points, of order 12, and that of Gauss with three of them, of order 6, on -1 to 1.
/// Kronrod (1965), Nodes and Weights of Quadrature Formulas, Consultants Bureau, New York.
struct Point {
  double node, weight, gauss_weight;
};
constexpr std::array<Point, 7> kRule{{{-0.960491268708020283423507092629080, 0.104656226026467265193823857192073, 0},
                                      {-0.774596669241483377035853079956480, 0.268488089868333440728569280666710, 5.0 / 9},
                                      {-0.434243749346802558002071502844628, 0.401397414775962222905051818618432, 0},
                                      {0, 0.450916538658474142345110087045571, 8.0 / 9},
                                      {0.434243749346802558002071502844628, 0.401397414775962222905051818618432, 0},
                                      {0.774596669241483377035853079956480, 0.268488089868333440728569280666710, 5.0 / 9},
                                      {0.960491268708020283423507092629080, 0.104656226026467265193823857192073, 0}}};

/// The two rules may differ by this share of what the change of a state is compared with.
constexpr double kShare = 0.1;
/// Halvings of a step: a kink inside one panel of 65536 is off by less than kShare of any tolerance but the tightest.
constexpr int kDeepest = 16;

}  // namespace

MotionCheck::MotionCheck(Machine& machine, const IntegratorOptions& options, double latest_s, bool is_judged)
    : machine_(machine), options_(options), rounding_of_instants_(rounding_of_instants(latest_s)) {
  result_.is_judged = is_judged;
}

void MotionCheck::take_program() {
  program_ = &machine_.program();
  nominal_.clear();
  for (const StateFacts& state : program_->state_facts) nominal_.push_back(state.nominal.value_or(1));
  for (std::vector<double>* values : {&begin_, &end_, &x_, &rates_, &tolerances_, &integral_, &coarse_, &uncertainty_, &sizes_, &whole_,
                                      &whole_uncertainty_, &whole_sizes_, &scratch_})
    values->assign(nominal_.size(), 0.0);
}

void MotionCheck::begin(std::span<const double> x) {
  if (program_ != &machine_.program()) take_program();
  where_.assign(x.begin(), x.end());
}

double MotionCheck::tolerance(std::size_t state, double size) const {
  return options_.atol * nominal_[state] + options_.rtol * std::fabs(size);
}

std::string MotionCheck::state_name(std::size_t state) const { return program_->labels->variable(program_->state_facts[state].variable); }

void MotionCheck::note(double ratio, double off, double begin_s, double end_s, const std::string& what) {
  if (ratio <= result_.worst) return;  // false if it is not a number
  result_.worst = std::isnan(ratio) ? HUGE_VAL : ratio;
  result_.off = off, result_.begin_s = begin_s, result_.end_s = end_s, result_.what = what;
}

void MotionCheck::step(const LastStep& step) {
  const double from = step.begin_s(), to = step.end_s();
  if (!(to > from)) return;
  if (program_ != &machine_.program()) take_program();  // the same states, now with Jacobian
  ++result_.steps;
  step.begin_state(begin_);
  step.state(to, end_);
  for (std::size_t s = 0; s < end_.size(); ++s) {
    const double size = std::max(std::fabs(begin_[s]), std::fabs(end_[s])), jump = begin_[s] - where_[s];
    tolerances_[s] = tolerance(s, size);
    sums_[program_->state_facts[s].variable].peak = std::max(sums_[program_->state_facts[s].variable].peak, size);
    if (std::fabs(jump) > kRoundingOfSums * size)
      note(std::fabs(jump) / (kRoundingOfSums * size), jump, from, from, state_name(s) + " is not where the last step left it");
  }
  where_ = end_;
  machine_.keep(values_);
  const bool is_checked = integrate(step);
  machine_.put_back(values_);
  if (!is_checked) {
    ++result_.unchecked;
    return;
  }
  for (std::size_t s = 0; s < end_.size(); ++s) {
    const double off = end_[s] - begin_[s] - whole_[s];
    sums_[program_->state_facts[s].variable].differences += off;
    const double allowed = tolerances_[s] + whole_uncertainty_[s];
    const double rounding = kRoundingOfSums * (whole_sizes_[s] + std::max(std::fabs(begin_[s]), std::fabs(end_[s])));
    if (!(std::fabs(off) <= rounding)) note(std::fabs(off) / allowed, off, from, to, state_name(s));
  }
}

/// Of the derivatives, over the step, in panels that are halved until two rules agree. False if the equations have no value there.
bool MotionCheck::integrate(const LastStep& step) {
  for (std::vector<double>* values : {&whole_, &whole_uncertainty_, &whole_sizes_}) std::fill(values->begin(), values->end(), 0.0);
  panels_ = {{step.begin_s(), step.end_s(), 0}};
  try {
    while (!panels_.empty()) {
      const Panel next = panels_.back();
      panels_.pop_back();
      const double middle = next.from + 0.5 * (next.to - next.from);
      if (!panel(step, next) && next.depth < kDeepest && next.from < middle && middle < next.to) {
        panels_.push_back({middle, next.to, next.depth + 1});
        panels_.push_back({next.from, middle, next.depth + 1});
        continue;
      }
      for (std::size_t s = 0; s < whole_.size(); ++s) {
        whole_[s] += integral_[s];
        whole_uncertainty_[s] += uncertainty_[s];
        whole_sizes_[s] += sizes_[s];
      }
    }
  } catch (const Failure&) {
    return false;
  }
  return true;
}

/// True if both rules agree.
bool MotionCheck::panel(const LastStep& step, const Panel& panel) {
  for (std::vector<double>* values : {&integral_, &coarse_, &uncertainty_, &sizes_}) std::fill(values->begin(), values->end(), 0.0);
  const double half = 0.5 * (panel.to - panel.from);
  for (const Point& point : kRule) {
    const double t = panel.from + half * (1 + point.node);
    step.state(t, x_);
    evaluate(t);
    for (std::size_t s = 0; s < rates_.size(); ++s) {
      integral_[s] += half * point.weight * rates_[s];
      coarse_[s] += half * point.gauss_weight * rates_[s];
      sizes_[s] += half * point.weight * std::fabs(rates_[s]);
    }
    add_uncertainty(half * point.weight);
    if (panel.depth == 0) look_at_conditions(t);
  }
  for (std::size_t s = 0; s < rates_.size(); ++s)
    if (!(std::fabs(integral_[s] - coarse_[s]) <= kShare * (tolerances_[s] + uncertainty_[s]) + kRoundingOfSums * sizes_[s])) return false;
  return true;
}

/// At x_, whole, in the modes that are held.
void MotionCheck::evaluate(double t) {
  machine_.derivatives(t, x_.data(), rates_.data());
  if (all_finite(rates_)) return;
  use_beyond_guards(machine_, t, x_.data(), [&](const Snapshot& now) { now.read(program_->derivatives, rates_.data()); });
}

/// Adds the uncertainty of each derivative that follows from the tolerances of the states.
void MotionCheck::add_uncertainty(double weight) {
  machine_.run(Section::jacobian);
  const Snapshot now = machine_.snapshot();
  const JacobianCode& jacobian = program_->jacobian;
  for (std::size_t column = 0; column < nominal_.size(); ++column)
    for (auto k = static_cast<std::size_t>(jacobian.starts[column]); k < static_cast<std::size_t>(jacobian.starts[column + 1]); ++k) {
      const double rate = weight * std::fabs(now.value(jacobian.values[k])) * tolerances_[column];
      uncertainty_[static_cast<std::size_t>(jacobian.rows[k])] += std::isnan(rate) ? HUGE_VAL : rate;
    }
}

void MotionCheck::look_at_conditions(double t) {
  if (program_->conditions.empty()) return;
  machine_.run(Section::crossings);
  const Snapshot now = machine_.snapshot();
  struct Found {
    std::size_t condition;
    double beyond, noise;
  };
  std::vector<Found> found;
  for (std::size_t c = 0; c < program_->conditions.size(); ++c)
    // At exactly zero both truths are right.
    if (program_->conditions[c].scheduled < 0 && now.differs(c) && now.clear_crossing(c) != 0)
      found.push_back({c, std::fabs(now.clear_crossing(c)), now.noise(c)});
  for (const auto& [condition, beyond, noise] : found)
    note(beyond / tolerance_of(t, program_->conditions[condition].crossing, noise), beyond, t, t,
         "\"" + program_->labels->condition(program_->conditions[condition].origin) + "\" is held otherwise");
  if (!found.empty()) machine_.derivatives(t, x_.data(), rates_.data());
}

/// The uncertainty of a value at x_ that is computed with the conditions: from the tolerances of the states, from the rounding of the
/// instant, and this rounding of its own.
double MotionCheck::tolerance_of(double t, Register result, double rounding) {
  const auto value = [&](double at_time) {
    machine_.derivatives(at_time, x_.data(), scratch_.data());
    machine_.run(Section::crossings);
    return machine_.snapshot().value(result);
  };
  const double here = value(t);
  double sum = rounding + std::fabs(value(t - rounding_of_instants_) - here) + std::fabs(value(t + rounding_of_instants_) - here);
  for (std::size_t s = 0; s < x_.size(); ++s) {
    const double x = x_[s];
    x_[s] = x + tolerances_[s];
    sum += std::fabs(value(t) - here);
    x_[s] = x;
  }
  return sum;
}

void MotionCheck::before_event() { machine_.keep(before_event_); }

void MotionCheck::after_event(double t, std::span<const double> x, bool any_update, const std::vector<double>& momenta) {
  if (program_ != &machine_.program()) take_program();
  ++result_.events;
  std::vector<double> jumps(x.size());
  for (std::size_t s = 0; s < jumps.size(); ++s) jumps[s] = x[s] - where_[s];
  std::vector<bool> is_assigned(x.size(), false);
  if (any_update)
    for (const WhenCode& when : program_->whens)
      for (const WhenCode::Assignment& assignment : when.assignments)
        if (const std::int32_t s = program_->state_of(assignment.target); s >= 0) is_assigned[static_cast<std::size_t>(s)] = true;
  for (std::size_t s = 0; s < jumps.size(); ++s)
    tolerances_[s] = tolerance(s, std::max({std::fabs(x[s]), std::fabs(where_[s]), sums_[program_->state_facts[s].variable].peak}));
  machine_.keep(values_);
  try {
    look_at_contacts(t, x);
    find_impulses(t, x, jumps);
    if (!momenta.empty()) find_jumps_of_momenta(t, momenta, jumps);
  } catch (const Failure&) {
    ++result_.unchecked;
    std::fill(jumps.begin(), jumps.end(), 0.0);
  }
  machine_.put_back(values_);
  for (std::size_t s = 0; s < jumps.size(); ++s) {
    if (is_assigned[s] || jumps[s] == 0) continue;
    note(std::fabs(jumps[s]) / tolerances_[s], jumps[s], t, t, state_name(s) + " jumps, beyond what impulses do,");
  }
  where_.assign(x.begin(), x.end());
}

/// Subtracts from the jumps the effect of the impulses of contacts at this event. The effect of an impulse is that of an unbounded force.
/// It may change between the velocities before and those after, where laws dissipate a share of the force that they transmit: any jump
/// between the smallest and the largest effect along the way is explained.
void MotionCheck::find_impulses(double t, std::span<const double> x, std::vector<double>& jumps) {
  std::vector<std::pair<Register, double>> impulses;
  bool any_reacts = false;
  for (const FrictionCode& code : program_->frictions) {
    const Register told = code.input(ModeInput::impulse);
    const double impulse = machine_.held_value(told) - before_event_[told];
    if (impulse != 0) impulses.emplace_back(code.input(ModeInput::push), impulse);
    any_reacts = any_reacts || (code.reacts && !code.is_contact());
  }
  if (impulses.empty()) return;
  std::vector<double> least(jumps.size(), HUGE_VAL), most(jumps.size(), -HUGE_VAL);
  for (const Reacting reacting : {Reacting::released, Reacting::as_after, Reacting::as_before}) {
    if (reacting != Reacting::released && !any_reacts) break;
    machine_.put_back(values_);
    release_struck(reacting);
    for (const double share : {0.0, 0.25, 0.5, 0.75, 1.0}) {
      x_.resize(x.size());
      for (std::size_t s = 0; s < x_.size(); ++s) x_[s] = where_[s] + share * (x[s] - where_[s]);
      try {
        const std::vector<double> answers = answers_to(t, impulses);
        for (std::size_t s = 0; s < answers.size(); ++s) least[s] = std::min(least[s], answers[s]), most[s] = std::max(most[s], answers[s]);
      } catch (const Failure&) {  // the modes before or after the event may be impossible at other velocities between them
        if (share == 1 && reacting == Reacting::released && least.front() > most.front()) throw;
      }
    }
  }
  for (std::size_t s = 0; s < jumps.size(); ++s) jumps[s] -= std::clamp(jumps[s], least[s], most[s]);
  x_.assign(x.begin(), x.end());
  machine_.put_back(values_);
}

/// Bounded forces are negligible beside impulses, so elements that hold by them are released; but not frictions whose limit grows with the
/// impulse.
void MotionCheck::release_struck(Reacting reacting) {
  constexpr std::array kModes{ModeInput::stuck, ModeInput::direction, ModeInput::share};
  for (const FrictionCode& code : program_->frictions) {
    const Register told = code.input(ModeInput::impulse);
    const bool holds = machine_.held_value(code.input(ModeInput::stuck)) != 0 || machine_.held_value(code.input(ModeInput::share)) != 0;
    const bool was_struck = machine_.held_value(told) != before_event_[told];  // it may already slip again
    machine_.set(code.input(ModeInput::push), 0);
    if (code.reacts && !code.is_contact() && !was_struck && reacting != Reacting::released) {
      if (reacting == Reacting::as_before)
        for (const ModeInput which : kModes) machine_.set(code.input(which), before_event_[code.input(which)]);
    } else if (holds || was_struck || code.is_contact()) {
      for (const ModeInput which : kModes) machine_.set(code.input(which), 0);
    }
  }
}

/// The jumps of the states at x_ by these impulses, computed as the effect of forces in their ratio that are so large that all others are
/// negligible.
std::vector<double> MotionCheck::answers_to(double t, const std::vector<std::pair<Register, double>>& impulses) {
  const auto with = [&](double scale) {
    for (const auto& [push, impulse] : impulses) machine_.set(push, scale * impulse);
    return derivatives(t);
  };
  const auto difference = [](std::vector<double> of, const std::vector<double>& without) {
    for (std::size_t s = 0; s < of.size(); ++s) of[s] -= without[s];
    return of;
  };
  const std::vector<double> alone = with(0);
  const double ratio = largest_of(alone) / largest_of(difference(with(1), alone));
  if (!std::isfinite(ratio)) return std::vector<double>(alone.size(), 0.0);
  const double scale = kBeyondForces * std::max(1.0, ratio);
  with(2 * scale);
  take_case(t);
  std::vector<double> near = with(scale), answers = difference(with(2 * scale), near);
  for (double& answer : answers) answer /= scale;
  with(0);
  return answers;
}

/// Makes the evaluated truths of the conditions the held ones.
void MotionCheck::take_case(double t) {
  for (int round = 0; round < kEventRounds; ++round) {
    machine_.run(Section::crossings);
    const Snapshot now = machine_.snapshot();
    bool any = false;
    for (std::size_t c = 0; c < program_->conditions.size(); ++c) {
      const ConditionCode& condition = program_->conditions[c];
      if (condition.is_guard || condition.scheduled >= 0 || !now.has_changed(c)) continue;
      machine_.take_over(c, now.to_be_held(c));
      any = true;
    }
    if (!any) return;
    derivatives(t);
  }
}

/// Where a prescribed velocity jumps, the states jump too, but the momentum along every free direction stays: of the jumps that no contact
/// explains, only those remain that change such a momentum.
void MotionCheck::find_jumps_of_momenta(double t, const std::vector<double>& before, std::vector<double>& jumps) {
  struct Values {
    std::vector<double> speeds, momenta;
  };
  const auto values_at = [&] {
    machine_.derivatives(t, x_.data(), scratch_.data());
    machine_.run(Section::outputs);
    const Snapshot now = machine_.snapshot();
    Values values;
    for (const MomentumCode& momentum : program_->start.momenta) {
      values.speeds.push_back(now.value(momentum.speed));
      values.momenta.push_back(now.value(momentum.momentum));
    }
    return values;
  };
  for (std::size_t s = 0; s < x_.size(); ++s) x_[s] = where_[s] + jumps[s];
  const Values here = values_at();
  for (const std::size_t s : speed_states(*program_)) {
    const double kept = std::exchange(x_[s], x_[s] + 1);
    const Values moved = values_at();
    x_[s] = kept;
    double change = 0, inertia = 0;
    for (std::size_t m = 0; m < before.size(); ++m) {
      const double way = moved.speeds[m] - here.speeds[m];
      change += (here.momenta[m] - before[m]) * way;
      inertia += (moved.momenta[m] - here.momenta[m]) * way;
    }
    if (inertia > 0) jumps[s] = change / inertia;
  }
}

std::vector<double> MotionCheck::derivatives(double t) {
  evaluate(t);
  return rates_;
}

/// Checks that closed contacts do not go on closing; contacts without a gap have no such velocity.
void MotionCheck::look_at_contacts(double t, std::span<const double> x) {
  for (std::size_t i = 0; i < program_->frictions.size(); ++i) {
    const FrictionCode& contact = program_->frictions[i];
    if (!contact.is_contact()) continue;
    x_.assign(x.begin(), x.end());
    machine_.derivatives(t, x_.data(), scratch_.data());
    machine_.run(Section::crossings);
    const Snapshot now = machine_.snapshot();
    const double speed = now.value(contact.velocity);
    if (now.value(contact.contact.gap) > 0 || !(speed > 0)) continue;
    const double rounding = kRoundingOfSums * now.value(contact.velocity_terms);
    note(speed / tolerance_of(t, contact.velocity, rounding), speed, t, t,
         program_->labels->friction(i) + " goes on closing where it has no gap,");
  }
}

const MotionVerification& MotionCheck::result() {
  double most = 0;
  for (const auto& [variable, sum] : sums_) {
    const double ratio = std::fabs(sum.differences) / (options_.atol + options_.rtol * sum.peak);
    if (ratio <= most) continue;
    most = ratio;
    result_.summed = sum.differences;
    result_.summed_of = program_->labels->variable(variable);
  }
  return result_;
}

Diagnostic unverified(const MotionVerification& motion) {
  const bool is_step = motion.end_s > motion.begin_s;
  const std::string when = is_step ? "from t = " + number_text(motion.begin_s) + " s to " + number_text(motion.end_s) + " s"
                                   : "at t = " + number_text(motion.begin_s) + " s";
  return {.code = ErrorCode::run_unverified,
          .message = motion.what + (is_step ? " changes otherwise than its derivative says " : " ") + when + ": the difference is " +
                     short_number(motion.off) + " in SI units, " + short_number(motion.worst) + " of the tolerance, more than " +
                     short_number(kVerifiedMotion),
          .where = {},
          .because = "the derivatives, conditions and impulses along the run were evaluated anew, beside the integrator",
          .remedy = "try another solver or a smaller rtol; if it stays, Stribeck is at fault: please report the diagram",
          .details = {}};
}

}  // namespace stribeck
