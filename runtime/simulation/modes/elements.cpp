#include "simulation/modes/elements.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/constants.h"
#include "base/format.h"
#include "base/index.h"
#include "base/text.h"
#include "simulation/events/event_names.h"

namespace stribeck {

Elements::Elements(Machine& machine, double span_s)
    : machine_(machine), now_(machine), span_s_(span_s), elements_(machine.program().frictions.size()) {
  if (elements_.empty()) return;
  std::int32_t kinds = 0;
  std::vector<bool> by_trial(at(machine.program().friction_groups), false);
  for (std::size_t i = 0; i < size(); ++i) {
    Element& element = elements_[i];
    element.group = code(i).group, element.kind = code(i).kind, element.reacts = code(i).reacts, element.state = code(i).state;
    for (const StateSlope& slope : code(i).gap_slopes) element.gap_slopes.emplace_back(slope.state, machine.held_value(slope.slope));
    kinds = std::max(kinds, element.kind + 1);
    if (!is_dragged(i) && (element.reacts || !has_inertia(i))) by_trial[at(element.group)] = true;
  }
  largest_.resize(at(kinds));
  for (Element& element : elements_) element.by_trial = by_trial[at(element.group)];
}

void Elements::begin_instant() {
  std::fill(largest_.begin(), largest_.end(), Sizes{});
  for (std::size_t i = 0; i < size(); ++i) {
    Element& element = elements_[i];
    const Mode mode = told(i);
    element.phase = mode == Mode::open ? Phase::open : mode == Mode::stuck ? Phase::sticks : Phase::slides;
    element.still = 0;
    element.on_bound = false;
  }
  note_velocities();
}

void Elements::note_velocities() {
  for (std::size_t i = 0; i < size(); ++i) {
    elements_[i].velocity = velocity(i);
    const double speed = std::fabs(velocity(i));
    if (speed > input(i, ModeInput::fastest)) set_input(i, ModeInput::fastest, speed);
  }
  note_sizes();
}

void Elements::note_sizes() {
  for (std::size_t i = 0; i < size(); ++i) {
    Sizes& largest = largest_[at(elements_[i].kind)];
    largest.speed = std::max(largest.speed, std::fabs(velocity(i)));
    largest.force = std::max(largest.force, std::fabs(force(i)));
  }
  for (std::size_t i = 0; i < size(); ++i) note_terms(i, terms(i));
}

double Elements::terms(std::size_t i) const {
  const double force = std::max(largest_force(i), value(code(i).force_terms));
  return std::max(std::fabs(input(i, ModeInput::answer)) * force, value(code(i).rate_terms));
}

void Elements::note_terms(std::size_t i, double terms) {
  if (terms > input(i, ModeInput::terms)) set_input(i, ModeInput::terms, terms);
}

Elements::Noted Elements::noted() const {
  Noted noted{largest_, {}};
  for (std::size_t i = 0; i < size(); ++i) noted.terms.push_back(input(i, ModeInput::terms));
  return noted;
}

void Elements::put_back(const Noted& noted) {
  largest_ = noted.largest;
  for (std::size_t i = 0; i < size(); ++i) set_input(i, ModeInput::terms, noted.terms[i]);
}

Reading Elements::read(std::size_t i) const {
  return {.phase = elements_[i].phase,
          .is_contact = is_contact(i),
          .direction = static_cast<int>(input(i, ModeInput::direction)),
          .share = static_cast<int>(input(i, ModeInput::share)),
          .velocity = velocity(i),
          .rate = rate(i),
          .force = force(i),
          .levels = levels(i),
          .noise = input(i, ModeInput::noise),
          .stillness = stillness(i),
          .rounding_of_rate = kRoundingOfSums * value(code(i).rate_terms),
          .differs = !creeps(i) && now_.differs(code(i).guard)};
}

StickSlipLevels Elements::levels(std::size_t i, const Snapshot& now) const {
  const auto side = [&](std::size_t s) -> StickSlipLevels::Side {
    return {now.value(code(i).sides[s].static_level), now.value(code(i).sides[s].kinetic_level)};
  };
  return {side(kForwards), side(kBackwards)};
}

void Elements::tell(std::size_t i, Mode mode, double share) {
  if (mode == Mode::backwards && is_contact(i)) mode = Mode::open;
  set_input(i, ModeInput::stuck, mode == Mode::stuck && share == 0 ? 1 : 0);
  set_input(i, ModeInput::direction, mode == Mode::open ? 0 : static_cast<double>(mode));
  set_input(i, ModeInput::share, share);
  set_input(i, ModeInput::push, 0);
}

Mode Elements::told(std::size_t i) const {
  const double direction = input(i, ModeInput::direction);
  const bool holds = input(i, ModeInput::stuck) != 0 || input(i, ModeInput::share) != 0;
  return direction != 0 || holds ? static_cast<Mode>(direction) : Mode::open;
}

void Elements::put(std::size_t i, Phase phase, int direction, double share) {
  if (creeps(i)) phase = Phase::slides, direction = 1, share = 0;
  const bool was_open = is_contact(i) && opens(i);
  elements_[i].phase = phase;
  tell(i, is_open(phase) ? Mode::open : is_sliding(phase) ? static_cast<Mode>(direction) : Mode::stuck, share);
  if (is_sliding(phase) || was_open) set_input(i, ModeInput::noise, 0);  // of an open contact it was a length, at rest it is a force
  if (is_contact(i) && is_open(phase)) tell_overlap(i, 0);
}

void Elements::tell_overlap(std::size_t i, double more) { set_input(i, ModeInput::noise, std::clamp(-gap(i), 0.0, touching(i)) + more); }

void Elements::put_sliding(std::size_t i, double velocity, double t) {
  const std::size_t side = velocity > 0 ? kForwards : kBackwards;
  if (static_level(i, side) < std::numeric_limits<double>::infinity()) return put(i, Phase::slides, side == kForwards ? 1 : -1);
  Diagnostic failure = undecided(
      i, t, "its relative velocity is " + fmt::format("{:.6g}", velocity) + " in SI units, and it holds against any force that way");
  failure.because = "it would have to stop in no time, by an impulse that no force of the diagram is";
  failure.remedy = "start it at rest or in its free direction, let sources change their velocity gradually, or put a spring beside it";
  throw Failure(std::move(failure));
}

bool Elements::is_latch(std::size_t i) const {
  return !is_contact(i) && has_inertia(i) && !opens(i) && std::isinf(static_level(i, kForwards));
}

bool Elements::overlaps(std::size_t i) const { return is_contact(i) && gap(i) < -touching(i); }

double Elements::touching(std::size_t i) const { return kTouching * value(code(i).gap_terms); }

double Elements::stillness(std::size_t i) const {
  const double fastest = std::max({input(i, ModeInput::fastest), value(code(i).velocity_terms), largest_[at(elements_[i].kind)].speed});
  const double least = is_dragged(i) ? 0 : kLeastSpeed;  // a prescribed velocity has no rounding, however small it is
  const double still = std::max({elements_[i].still, kRoundingOfSums * fastest, least});
  return opens(i) || slides(i) ? still : std::max(still, drift(i));
}

double Elements::drift(std::size_t i) const {
  const double terms = std::max(input(i, ModeInput::terms), this->terms(i));
  return has_inertia(i) ? kDriftOfRest * terms * span_s_ : kRoundingOfSums * terms;
}

double Elements::rest_speed(std::size_t i) const {
  return is_contact(i) ? std::max(value(code(i).contact.rest_speed), stillness(i)) : stillness(i);
}

std::string Elements::label(std::size_t i) const { return mode_event(machine_.program(), i, told(i)); }

Diagnostic Elements::undecided(std::size_t i, double t, const std::string& message) const {
  return {.code = ErrorCode::run_friction_undecided,
          .message = labels().friction_words(i) + " cannot be decided on at t = " + short_number(t) + " s: " + message,
          .where = labels().where_of_friction(i),
          .because = "whether it sticks follows from how the network answers to its force, which must be linear",
          .remedy = "take the normal force from a state (a spring, a slow signal) instead of a reaction at the same instant",
          .details = {}};
}

}  // namespace stribeck
