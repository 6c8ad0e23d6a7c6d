// Courses are found by a fixed-point iteration over the data flow. At first all values are fixed. Then time becomes a line, and so does
// each state whose derivative is fixed and not zero; the courses of values that read them follow. A state whose derivative is no longer
// fixed must be integrated. The course of a state changes only from `fixed` to `line` and from `line` to `other`, so that the iteration
// ends; its result is consistent, and therefore right, since the equations have one solution.
#include "simulation/loop/courses.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace stribeck {

namespace {

using Kind = Course::Kind;
using Line = Course::Line;

constexpr Course kOther{};

Course along(Line line) {
  if (!std::isfinite(line.slope)) return kOther;
  return {.kind = line.slope == 0 ? Kind::fixed : Kind::line, .first = line};
}

Course either(Kind kind, Line first, Line second) {
  if (!std::isfinite(first.slope) || !std::isfinite(second.slope)) return kOther;
  return {.kind = kind, .first = first, .second = second};
}

Line scaled(Line line, double by) { return {line.value * by, line.slope * by}; }
Line sum(Line a, Line b) { return {a.value + b.value, a.slope + b.slope}; }

Course scaled(const Course& a, double by) {
  if (a.kind == Kind::other) return kOther;
  if (a.is_straight()) return along(scaled(a.first, by));
  const bool keeps = by > 0;
  return either(keeps ? a.kind : a.kind == Kind::least ? Kind::greatest : Kind::least, scaled(a.first, by), scaled(a.second, by));
}

Course sum(const Course& a, const Course& b) {
  if (a.kind == Kind::other || b.kind == Kind::other) return kOther;
  if (!a.is_straight()) return b.is_straight() ? either(a.kind, sum(a.first, b.first), sum(a.second, b.first)) : kOther;
  if (!b.is_straight()) return sum(b, a);
  return along(sum(a.first, b.first));
}

/// A factor that stays zero makes the product zero, whatever the course of the other factor.
Course product(const Course& a, const Course& b) {
  for (const auto& [factor, other] : {std::pair{&a, &b}, std::pair{&b, &a}})
    if (factor->kind == Kind::fixed) return factor->first.value == 0 ? *factor : scaled(*other, factor->first.value);
  return kOther;
}

Course extreme(Kind kind, const Course& a, const Course& b) {
  return a.is_straight() && b.is_straight() ? either(kind, a.first, b.first) : kOther;
}

}  // namespace

double Course::after(double dt) const {
  const double a = first.after(dt);
  return kind == Kind::least ? std::min(a, second.after(dt)) : kind == Kind::greatest ? std::max(a, second.after(dt)) : a;
}

Courses::Courses(const Program& program, const Dataflow& flow) : program_(program), flow_(flow), worklist_(flow) {
  const std::size_t count = at(program.separate_count);
  kinds_.resize(count), values_.resize(count), slopes_.resize(count), pairs_.resize(count);
  rounds_.assign(flow.code().size(), 0), lowered_.assign(program.derivatives.size(), 0);
  first_led_.assign(count, -1);
  for (const Register r : program.derivatives) {
    const auto s = static_cast<std::int32_t>(next_led_.size());
    next_led_.push_back(std::exchange(first_led_[at(r)], s));
  }
}

void Courses::begin(const Snapshot& now) {
  now_ = now;
  ++round_;
  std::fill(kinds_.begin(), kinds_.end(), Kind::fixed);
  for (std::size_t r = 0; r < values_.size(); ++r) values_[r] = now.value(static_cast<Register>(r));
  become(program_.time, along({now.time(), 1}), true);
}

void Courses::find(const Snapshot& now) {
  begin(now);
  for (std::size_t s = 0; s < next_led_.size(); ++s) to_lead_.push_back(s);
  lead_states();
}

void Courses::find(const Snapshot& now, std::span<const Course> of_states) {
  begin(now);
  for (std::size_t s = 0; s < of_states.size(); ++s) become(state(s), of_states[s], true);
  worklist_.work_off([this](std::size_t k) { follow(k); });
  to_lead_.clear();
}

/// Since the last time all values have kept their courses. A state that has jumped is treated like any changed value: all that reads it is
/// visited, and each state whose derivative it is (a position, whose velocity an impact has changed). A state that was integrated may now
/// have a known course if its derivative has one. If states have jumped, all integrated states may, as where a body has come to rest and
/// nothing else moves.
void Courses::find_again(const Snapshot& now, std::span<const Register> told, std::span<const std::size_t> moved) {
  now_ = now;
  ++round_;
  for (const Register r : told) become(r, along({now.value(r), 0}), true);
  for (const std::size_t s : moved) become(state(s), of_state(s), true), to_lead_.push_back(s);
  for (std::size_t s = 0; s < next_led_.size() && !moved.empty(); ++s) {
    if (kinds_[at(state(s))] != Kind::other) continue;
    become(state(s), along({now.value(state(s)), 0}), true);
    lowered_[s] = round_;
    to_lead_.push_back(s);
  }
  lead_states();
}

Course Courses::of(Register r) const {
  const Kind kind = kinds_[at(r)];
  if (kind == Kind::fixed) return {.kind = kind, .first = {now(r), 0}};
  if (kind == Kind::line) return {.kind = kind, .first = {now(r), slopes_[at(r)]}};
  if (kind == Kind::other) return kOther;
  const Pair& pair = pairs_[at(r)];
  const double dt = now_->time() - pair.since_s;
  return {.kind = kind, .first = {pair.first.after(dt), pair.first.slope}, .second = {pair.second.after(dt), pair.second.slope}};
}

void Courses::lead_states() {
  worklist_.work_off([this](std::size_t k) { follow(k); });
  while (!to_lead_.empty()) {
    for (const std::size_t s : std::exchange(to_lead_, {})) {
      const Kind kind = kinds_[at(state(s))];
      if (kind == Kind::other && lowered_[s] == round_) continue;
      const Course rate = of(program_.derivatives[s]);
      const Course course = rate.kind == Kind::fixed ? along({now(state(s)), rate.first.value}) : kOther;
      if (course.kind < kind) lowered_[s] = round_;
      if (course.kind != kind || (kind == Kind::line && course.first.slope != slopes_[at(state(s))])) become(state(s), course, true);
    }
    worklist_.work_off([this](std::size_t k) { follow(k); });
  }
}

/// Gives a register a course, and puts the instructions that read it on the worklist if the course has changed. In later visits of the same
/// round its value is the same; at the first visit a line may have jumped.
void Courses::become(Register r, const Course& course, bool is_first_look) {
  const double value = now(r);
  bool is_same = course.kind == kinds_[at(r)];
  if (course.kind == Kind::fixed) {
    is_same = is_same && (!is_first_look || value == values_[at(r)]);
    values_[at(r)] = value;
  } else if (course.kind == Kind::line) {
    is_same = is_same && !is_first_look && course.first.slope == slopes_[at(r)];
    slopes_[at(r)] = course.first.slope;
  } else if (course.kind != Kind::other) {
    is_same = false;
    pairs_[at(r)] = {now_->time(), course.first, course.second};
  }
  if (is_same) return;
  kinds_[at(r)] = course.kind;
  worklist_.add_readers(r);
  for (std::int32_t s = first_led_[at(r)]; s >= 0; s = next_led_[at(s)]) to_lead_.push_back(at(s));
}

void Courses::follow(std::size_t k) {
  const Instruction& i = flow_.code()[k];
  const bool is_first_look = std::exchange(rounds_[k], round_) != round_;
  if (is_plain(i)) return become(i.result, course_of(i), is_first_look);
  const bool is_fixed = is_loop_fixed(k);
  flow_.for_writes(k, [&](Register r) { become(r, is_fixed ? along({now(r), 0}) : kOther, is_first_look); });
}

/// The solution of a loop is fixed if all values that the loop reads are fixed.
bool Courses::is_loop_fixed(std::size_t k) const {
  bool is_fixed = true;
  flow_.for_reads(k, [&](Register r) { is_fixed = is_fixed && kinds_[at(r)] == Kind::fixed; });
  return is_fixed;
}

Course Courses::course_of(const Instruction& i) const {
  switch (i.op) {
    case static_cast<std::uint16_t>(Operator::add):
      return sum(of(i.a), of(i.b));
    case static_cast<std::uint16_t>(Operator::sub):
      return sum(of(i.a), scaled(of(i.b), -1));
    case static_cast<std::uint16_t>(Operator::neg):
      return scaled(of(i.a), -1);
    case static_cast<std::uint16_t>(Operator::mul):
      return product(of(i.a), of(i.b));
    case static_cast<std::uint16_t>(Operator::div):
      return kinds_[at(i.b)] == Kind::fixed ? scaled(of(i.a), 1 / now(i.b)) : kOther;
    case static_cast<std::uint16_t>(Operator::select):
      return kinds_[at(i.a)] == Kind::fixed ? of(now(i.a) != 0 ? i.b : i.c) : kOther;
    case static_cast<std::uint16_t>(Operator::abs):
      return extreme(Kind::greatest, of(i.a), scaled(of(i.a), -1));
    case static_cast<std::uint16_t>(Operator::min):
      return extreme(Kind::least, of(i.a), of(i.b));
    case static_cast<std::uint16_t>(Operator::max):
      return extreme(Kind::greatest, of(i.a), of(i.b));
    default:
      return course_of_special(i);
  }
}

Course Courses::course_of_special(const Instruction& i) const {
  switch (i.op) {
    case static_cast<std::uint16_t>(Opcode::multiply_add):
      return sum(product(of(i.a), of(i.b)), of(i.c));
    case static_cast<std::uint16_t>(Opcode::multiply_subtract):
      return sum(product(of(i.a), of(i.b)), scaled(of(i.c), -1));
    case static_cast<std::uint16_t>(Opcode::subtract_multiply):
      return sum(of(i.c), scaled(product(of(i.a), of(i.b)), -1));
    default:
      return of_fixed(i);
  }
}

/// The course of an instruction without a rule of its own: fixed if all that it reads is fixed. (Delayed values read the time.)
Course Courses::of_fixed(const Instruction& i) const {
  bool is_fixed = true;
  for_operands(i, [&](Register r) { is_fixed = is_fixed && kinds_[at(r)] == Kind::fixed; });
  return is_fixed ? along({now(i.result), 0}) : kOther;
}

}  // namespace stribeck
