#include "simulation/loop/live_system.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/constants.h"
#include "base/numbers.h"
#include "simulation/events/beyond_guards.h"

namespace stribeck {

namespace {

using Kind = Course::Kind;

constexpr double kNever = std::numeric_limits<double>::infinity();

void count_up(std::vector<std::size_t>& numbers, std::size_t count) {
  numbers.resize(count);
  std::iota(numbers.begin(), numbers.end(), std::size_t{0});
}

std::vector<double> some_of(std::span<const double> whole, const std::vector<std::size_t>& numbers) {
  std::vector<double> values;
  values.reserve(numbers.size());
  for (const std::size_t i : numbers) values.push_back(whole[i]);
  return values;
}

/// The time after which a line that begins above zero is `beyond` below zero.
double passing(Course::Line line, double beyond) { return line.slope < 0 ? std::max(0.0, (line.value + beyond) / -line.slope) : kNever; }

}  // namespace

LiveSystem::LiveSystem(Machine& machine, Evaluation& evaluation, double span_s, bool follows_all)
    : machine_(machine),
      evaluation_(evaluation),
      follows_all_(follows_all || machine.program().plain || machine.has_constraints()),
      span_s_(span_s) {
  take_program();
  follow_all();
}

void LiveSystem::take_program() {
  program_ = &machine_.program();
  flow_ = evaluation_.flow();
  if (flow_ == nullptr) return;
  courses_.emplace(*program_, *flow_);
  worklist_.emplace(*flow_);
  part_of_.assign(flow_->code().size(), 0);
  part_of_line_.assign(at(program_->separate_count), 0);
  parts_ = 0;
}

void LiveSystem::follow_all() {
  rates_.assign(at(program_->states()), 0.0);
  powers_.assign(program_->quadratures.size(), {});
  count_up(states_, rates_.size());
  count_up(quadratures_, powers_.size());
  note_whole();
  count_up(kinks_, program_->kinks.size());
}

/// Every condition whose time is not known beforehand; all states are followed since the beginning.
void LiveSystem::watch_whole() {
  conditions_.clear();
  for (std::size_t c = 0; c < program_->conditions.size(); ++c)
    if (program_->conditions[c].scheduled < 0) conditions_.push_back(c);
}

bool LiveSystem::hold(double t, std::span<const double> x, std::span<const double> q) {
  if (!program_->has_modes()) return false;
  if (follows_all_) {
    watch_whole();
    return false;
  }
  const bool was_held = is_held_ && &machine_.program() == program_ && !has_memories();
  const Snapshot now = find_courses(t, x);
  begin_s_ = t;
  begin_state_.assign(x.begin(), x.end());
  begin_quadratures_.assign(q.begin(), q.end());
  const std::vector<std::size_t> states = std::exchange(states_, {}), quadratures = std::exchange(quadratures_, {});
  for (std::size_t s = 0; s < rates_.size(); ++s) {
    const Course course = courses_->of_state(s);
    rates_[s] = course.first.slope;
    if (course.kind == Kind::other) states_.push_back(s);
  }
  other_energy_ = other_power_ = 0;
  for (std::size_t k = 0; k < powers_.size(); ++k) {
    const Course course = courses_->of(program_->quadratures[k]);
    powers_[k] = course.first;
    if (!course.is_straight()) {
      quadratures_.push_back(k);
    } else if (k < at(program_->steering)) {
      other_energy_ += std::fabs(q[k]);
      other_power_ += std::fabs(powers_[k].value);
    }
  }
  note_whole();
  std::swap(derivatives_, derivatives_before_), std::swap(integrands_, integrands_before_);
  find_parts(now);
  const bool follows_others = states != states_ || quadratures != quadratures_;
  are_as_before_ = was_held && moved_.empty() && !follows_others && reads_the_same(derivatives_before_, derivatives_) &&
                   reads_the_same(integrands_before_, integrands_);
  return follows_others;
}

/// Whether what a part reads beside the states that are followed goes on as before. Its code is then the same, too: it begins at the same
/// values and ends at the same ones.
bool LiveSystem::reads_the_same(const Part& before, const Part& now) const {
  const auto is_held = [](const Held& a, const Held& b) { return a.result == b.result && is_same(a.value, b.value); };
  const auto goes_on = [this](const Line& a, const Line& b) {
    const bool is_given = flow_->maker(b.result) < 0;  // time, or a state that has not jumped
    return a.result == b.result && is_same(a.line.slope, b.line.slope) && (is_given || !courses_->is_new(b.result));
  };
  return std::equal(before.held.begin(), before.held.end(), now.held.begin(), now.held.end(), is_held) &&
         std::equal(before.lines.begin(), before.lines.end(), now.lines.begin(), now.lines.end(), goes_on);
}

/// Whether values depend on more than registers.
bool LiveSystem::has_memories() const {
  const auto remembers = [](const auto& function) { return function->memory != nullptr; };
  return !program_->histories.empty() || std::any_of(program_->functions.begin(), program_->functions.end(), remembers);
}

Snapshot LiveSystem::find_courses(double t, std::span<const double> x) {
  const Snapshot now = evaluation_.at(t, x.data());
  const bool is_first = !is_held_ || &machine_.program() != program_;
  if (is_first) {
    take_program();
    courses_->find(now);
  } else {
    moved_.clear();
    for (std::size_t s = 0; s < x.size(); ++s)
      if (courses_->kind_of_state(s) != Kind::other && x[s] != begin_state_[s] + rates_[s] * (t - begin_s_)) moved_.push_back(s);
    courses_->find_again(now, evaluation_.told(), moved_);
  }
  evaluation_.told().clear();
  begin_s_ = t;
  look_ahead(now, is_first);
  is_held_ = true;
  return now;
}

void LiveSystem::require_jacobian() {
  machine_.require_jacobian();
  if (&machine_.program() == program_) return;
  take_program();
  if (!is_held_ || program_->plain) return;
  const Snapshot now = evaluation_.at(begin_s_, begin_state_.data());
  std::vector<Course> of_states;
  for (std::size_t s = 0; s < rates_.size(); ++s)
    of_states.push_back({.kind = rates_[s] == 0 ? Kind::fixed : Kind::line, .first = {begin_state_[s], rates_[s]}});
  for (const std::size_t s : states_) of_states[s] = {};
  courses_->find(now, of_states);
  find_parts(now);
}

/// Finds when conditions change: of those whose course is new, or (`anew`) of all.
void LiveSystem::look_ahead(const Snapshot& now, bool anew) {
  conditions_.clear();
  changes_s_.resize(program_->conditions.size(), kNever), held_.resize(changes_s_.size());
  nudge_s_ = 0;
  for (std::size_t c = 0; c < changes_s_.size(); ++c) {
    const ConditionCode& code = program_->conditions[c];
    if (code.scheduled >= 0) continue;
    const bool is_new = courses_->is_new(code.crossing) || (code.noise >= 0 && courses_->is_new(code.noise));
    if (anew || is_new || held_[c] != machine_.held(c)) changes_s_[c] = change_time(now, c);
    held_[c] = machine_.held(c);
    if (std::isnan(changes_s_[c])) conditions_.push_back(c);
  }
  find_next_change(begin_s_);
}

/// The time at which a condition changes; not a number if it is not known. With the held truth the crossing function is on one side of
/// zero. If it is the lesser or greater of two lines that must both be on that side, the line that leaves it first decides. A line has left
/// the side when it is beyond zero by more than rounding.
double LiveSystem::change_time(const Snapshot& now, std::size_t condition) const {
  const ConditionCode& code = program_->conditions[condition];
  Course crossing = courses_->of(code.crossing);
  if (crossing.kind == Kind::fixed) return kNever;
  const bool is_upper = code.relation == Operator::gt || code.relation == Operator::ge;
  if (is_upper != machine_.held(condition)) {
    for (Course::Line* line : {&crossing.first, &crossing.second}) *line = {-line->value, -line->slope};
    if (!crossing.is_straight() && crossing.kind != Kind::other)
      crossing.kind = crossing.kind == Kind::least ? Kind::greatest : Kind::least;
  }
  if (crossing.kind == Kind::greatest || crossing.kind == Kind::other) return std::numeric_limits<double>::quiet_NaN();
  const Course noise = code.noise < 0 ? Course{.kind = Kind::fixed} : courses_->of(code.noise);
  const auto after = [&](Course::Line line) {
    const double dt = passing(line, 0);
    return std::isfinite(dt) ? passing(line, 2 * (noise.kind == Kind::other ? now.value(code.noise) : noise.after(dt))) : kNever;
  };
  return begin_s_ + (crossing.kind == Kind::line ? after(crossing.first) : std::min(after(crossing.first), after(crossing.second)));
}

/// Times that are not known are not a number, and fail the comparison.
void LiveSystem::find_next_change(double t) {
  known_change_s_ = kNever;
  for (const double change : changes_s_)
    if (change < kNever) known_change_s_ = std::min(known_change_s_, change > t ? change : t + nudge_s_);
}

void LiveSystem::postpone(double t) {
  const double least = std::max({std::fabs(t), t - begin_s_, kEventTimeTolerance * span_s_});
  nudge_s_ = 2 * std::max(nudge_s_, std::numeric_limits<double>::epsilon() * least);
  find_next_change(t);
}

void LiveSystem::find_parts(const Snapshot& now) {
  for (Part* part : {&derivatives_, &integrands_, &watched_, &kinked_, &judged_}) part->clear();
  ++parts_;
  for (const std::size_t s : states_) need(program_->derivatives[s], derivatives_);
  collect(derivatives_);
  for (const std::size_t k : quadratures_) need(program_->quadratures[k], integrands_);
  collect(integrands_);
  for (Part* const part : {&derivatives_, &integrands_})
    for (Held& held : part->held) held.value = now.value(held.result);
  ++parts_;
  for (const std::size_t c : conditions_) {
    need(program_->conditions[c].crossing, watched_);
    if (program_->conditions[c].noise >= 0) need(program_->conditions[c].noise, watched_);
  }
  collect(watched_);
  ++parts_;
  kinks_.clear();
  for (std::size_t k = 0; k < program_->kinks.size(); ++k) {
    const KinkCode& kink = program_->kinks[k];
    const auto moves = [&](Register r) { return r >= 0 && courses_->kind(r) != Kind::fixed; };
    if (!moves(kink.a) && !moves(kink.b)) continue;
    kinks_.push_back(k);
    need(kink.a, kinked_);
    if (kink.b >= 0) need(kink.b, kinked_);
  }
  collect(kinked_);
  ++parts_;
  for (const WatchCode::Level& level : program_->watch.levels)
    for (const WatchCode::Level::Entry& entry : level.entries)
      if (entry.watched >= 0) need(program_->watch.registers[at(entry.watched)], judged_);
  collect(judged_);
}

/// The part of the code needs the value of a register: takes the instruction that computes it, unless its course is known.
void LiveSystem::need(Register r, Part& part) {
  const Course::Kind kind = courses_->kind(r);
  if (kind == Kind::fixed) {
    const bool is_compared = &part == &derivatives_ || &part == &integrands_;
    if (is_compared && std::exchange(part_of_line_[at(r)], parts_) != parts_) part.held.push_back({r});
    return;
  }
  if (kind == Kind::line) {
    if (std::exchange(part_of_line_[at(r)], parts_) != parts_) part.lines.push_back({r, courses_->of(r).first});
    return;
  }
  const std::int32_t maker = flow_->maker(r);
  if (maker >= 0 && std::exchange(part_of_[at(maker)], parts_) != parts_) worklist_->add(at(maker));
}

/// Adds all instructions on which those found so far depend, and puts them in the order of the code.
void LiveSystem::collect(Part& part) {
  Code code;
  worklist_->work_back([&](std::size_t k) {
    code.push_back(flow_->code()[k]);
    flow_->for_reads(k, [&](Register read) { need(read, part); });
  });
  std::reverse(code.begin(), code.end());
  part.code = LinkedCode(std::move(code));
}

void LiveSystem::place_lines(const Part& part, double t) {
  for (const Line& line : part.lines) machine_.set(line.result, line.line.after(t - begin_s_));
}

void LiveSystem::run(const Part& part, double t) {
  place_lines(part, t);
  machine_.run(part.code);
}

void LiveSystem::set_state(const double* x) {
  for (std::size_t i = 0; i < states_.size(); ++i) machine_.set(program_->first_state + static_cast<Register>(states_[i]), x[i]);
  machine_.meet_constraints();
}

void LiveSystem::derivatives_of_parts(double t, const double* x, double* dxdt, double* dqdt) {
  held_derivatives(t, x, dxdt, dqdt);
  if (conditions_.empty()) return;
  const bool is_finite = all_finite({dxdt, states_.size()}) && (dqdt == nullptr || all_finite({dqdt, quadratures_.size()}));
  if (!is_finite) derivatives_beyond(t, x, dxdt, dqdt);
}

void LiveSystem::derivatives_beyond(double t, const double* x, double* dxdt, double* dqdt) {
  if (!all_finite({x, states_.size()})) return;
  whole_.resize(rates_.size());
  whole_state(t, {x, states_.size()}, whole_);
  use_beyond_guards(machine_, t, whole_.data(), [&](const Snapshot& now) {
    for (const std::size_t s : states_) *dxdt++ = now.value(program_->derivatives[s]);
    if (dqdt == nullptr) return;
    machine_.run(Section::quadratures);
    for (const std::size_t k : quadratures_) *dqdt++ = now.value(program_->quadratures[k]);
  });
}

void LiveSystem::held_derivatives(double t, const double* x, double* dxdt, double* dqdt) {
  if (is_whole_) return machine_.derivatives(t, x, dxdt, dqdt);
  machine_.set_time(t);
  set_state(x);
  run(derivatives_, t);
  const std::span<const double> registers = machine_.snapshot().registers();
  for (const std::size_t s : states_) *dxdt++ = registers[at(program_->derivatives[s])];
  if (dqdt == nullptr) return;
  run(integrands_, t);
  for (const std::size_t k : quadratures_) *dqdt++ = registers[at(program_->quadratures[k])];
}

Snapshot LiveSystem::watch(double t, const double* x) {
  if (program_->plain || machine_.has_constraints()) return evaluation_.at(t, x);  // a plain program is not divided into parts
  machine_.set_time(t);
  set_state(x);
  run(watched_, t);
  return machine_.snapshot();
}

Snapshot LiveSystem::watch_kinks(double t, const double* x) {
  if (program_->plain || machine_.has_constraints() || !program_->has_modes()) {
    slopes_.resize(states_.size());
    held_derivatives(t, x, slopes_.data(), nullptr);
    return machine_.snapshot();
  }
  machine_.set_time(t);
  set_state(x);
  run(kinked_, t);
  return machine_.snapshot();
}

Snapshot LiveSystem::watch_states(double t, const double* x) {
  if (follows_all_ || !program_->has_modes()) return watch_all(t, {x, states_.size()});  // not divided into parts
  machine_.set_time(t);
  set_state(x);
  run(judged_, t);
  return machine_.snapshot();
}

void LiveSystem::place(double t, const double* x) {
  machine_.set_time(t);
  set_state(x);
  if (!program_->plain) place_lines(watched_, t);
}

Snapshot LiveSystem::watch_all(double t, std::span<const double> x) {
  whole_.resize(rates_.size());
  whole_state(t, x, whole_);
  return evaluation_.at(t, whole_.data());
}

void LiveSystem::whole_state(double t, std::span<const double> x, std::span<double> whole) const {
  for (std::size_t s = 0; s < begin_state_.size(); ++s) whole[s] = begin_state_[s] + rates_[s] * (t - begin_s_);
  for (std::size_t i = 0; i < states_.size(); ++i) whole[states_[i]] = x[i];
}

std::vector<double> LiveSystem::whole_quadratures(double t, std::span<const double> q) const {
  std::vector<double> whole;
  whole_quadratures(t, q, whole);
  return whole;
}

void LiveSystem::whole_quadratures(double t, std::span<const double> q, std::vector<double>& whole) const {
  whole = begin_quadratures_;
  const double dt = t - begin_s_;
  for (std::size_t k = 0; k < whole.size(); ++k) whole[k] += (powers_[k].value + 0.5 * powers_[k].slope * dt) * dt;
  whole.resize(powers_.size());
  for (std::size_t i = 0; i < quadratures_.size(); ++i) whole[quadratures_[i]] = q[i];
}

std::vector<double> LiveSystem::followed_state(std::span<const double> whole) const { return some_of(whole, states_); }

std::vector<double> LiveSystem::followed_quadratures(std::span<const double> whole) const { return some_of(whole, quadratures_); }

}  // namespace stribeck
