// What rigid contacts do at an event, before the modes of dry friction are decided on.
//
//   closed = contacts that rest, or whose gap is zero or would be within the rounding of t
//   in every group where a closed contact closes, faster than its rest speed:
//     put the closed ones on their bounds exactly
//     tell all that stick or rest there to transmit nothing; dry friction is bounded, so in no time it has no impulse
//     tell one closed contact of every group at a time to push: velocities answer as opening+ = opening- + matrix * impulse
//     solve_impacts(matrix, opening, restitution): impulses, round by round; the states move by what these do
//     an impulse does work at the mean of the velocities before and after: that, of all components, goes into the integrals of power
//   closed contacts that do not move may rest from now on: candidates for the choice of modes; those that open are open
//   what lands more slowly than its rest speed, or has rested and is parted more slowly than that by impacts elsewhere, is a candidate
//     too: if it is pressed together it is stopped, and what rests around it with it; else bodies that rest would knock one another off for
//     ever
//
// A freewheel that is thrown against its lock collides like a contact without restitution that is always closed.
#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <map>

#include "base/constants.h"
#include "base/format.h"
#include "base/index.h"
#include "base/text.h"
#include "expression/derivative.h"
#include "simulation/friction_network.h"
#include "simulation/impacts.h"

namespace stribeck {

namespace {

/// A velocity this small against the fastest of an impact is what rounding leaves of none.
constexpr double kRoundingOfImpacts = 1e-11;

constexpr double kMostCorrection = 8;  // of a gap that rounding keeps from being zero

/// So fast (m/s or rad/s) may sides drift that rest on one another, by rounding of their accelerations in a long run.
constexpr double kDriftOfRest = 1e-9;

}  // namespace

/// Where a gap is a sum of states with fixed coefficients, it can be put to zero exactly.
void FrictionModes::find_gaps() {
  const SortedSystem& sorted = *machine_.program().sorted;
  FlatSystem& flat = *sorted.flat;
  std::map<std::int32_t, std::int32_t> states;
  Differentiator differentiator(flat.pool);
  for (std::size_t i = 0; i < frictions_.size(); ++i) {
    if (!is_contact(i)) continue;
    if (states.empty())
      for (std::size_t s = 0; s < sorted.states.size(); ++s) states[sorted.states[s]] = static_cast<std::int32_t>(s);
    std::vector<std::pair<std::int32_t, double>>& slopes = frictions_[i].gap_slopes;
    for (const Partial& partial : differentiator.partials(flat.frictions[i].contact.gap, kUnknown)) {
      const auto state = states.find(flat.variable_of(partial.symbol));
      if (state == states.end() || (flat.pool.content(partial.value) & ~kParameter) != 0) {
        slopes.clear();
        break;
      }
      slopes.emplace_back(state->second, parameter_value(flat, partial.value));
    }
  }
}

/// Where rounding leaves no gap of zero, the next that is not negative.
void FrictionModes::put_on_bound(std::size_t i, std::vector<double>& x) {
  frictions_[i].on_bound = true;
  double square = 0;
  for (const auto& [state, slope] : frictions_[i].gap_slopes) square += slope * slope;
  if (square == 0) return;
  for (double share = 1; share <= kMostCorrection; share *= 2) {
    const double gap = machine_.value(code(i).gap);
    if (gap == 0 || (gap > 0 && share > 1)) return;
    for (const auto& [state, slope] : frictions_[i].gap_slopes) x[at(state)] -= share * gap * slope / square;
    conditions_.evaluate(t_, x.data());
  }
}

bool FrictionModes::is_closed(std::size_t i, double slack) const {
  const double gap = machine_.value(code(i).gap), approach = machine_.value(code(i).velocity);
  return mode(i) == Mode::stuck || frictions_[i].on_bound || gap <= std::max(slack, std::max(approach, 0.0) * kSameInstant * std::fabs(t_));
}

bool FrictionModes::is_latch(std::size_t i) const {
  return !is_contact(i) && has_inertia(i) && mode(i) != Mode::open && std::isinf(static_level(i, kForwards));
}

double FrictionModes::rest_speed(std::size_t i) const {
  return std::max(is_contact(i) ? machine_.value(code(i).rest_speed) : kDriftOfRest, stillness(i));
}

/// Whether what has been decided on leaves something to collide.
bool FrictionModes::still_closing() const {
  for (std::size_t i = 0; i < frictions_.size(); ++i)
    if (is_contact(i) && is_closed(i, 0) && mode(i) == Mode::open && machine_.value(code(i).velocity) > stillness(i)) return true;
  return false;
}

/// Slower sides do not move against each other.
double FrictionModes::stillness(std::size_t i) const {
  return mode(i) == Mode::stuck ? std::max(frictions_[i].still, kDriftOfRest) : frictions_[i].still;
}

/// Moves what starts inside one another apart, if that is where no target has put it: as declared start values do. Throws Failure
/// otherwise, as rigid bodies cannot be there.
void FrictionModes::part_overlaps(std::vector<double>& x, const std::function<std::vector<double>()>& targets) {
  std::vector<std::size_t> moved;
  const std::vector<double> start = x, wanted = targets();
  const auto overlaps = [&](std::size_t i) { return is_contact(i) && machine_.value(code(i).gap) < -kTouching; };
  bool any = true;
  for (std::size_t round = 0; any && round <= frictions_.size(); ++round) {
    any = false;
    for (std::size_t i = 0; i < frictions_.size(); ++i) {
      if (!overlaps(i) || frictions_[i].gap_slopes.empty()) continue;
      put_on_bound(i, x);
      moved.push_back(i);
      any = true;
    }
  }
  if (moved.empty()) return require_gaps();
  const std::vector<double> met = targets();
  for (std::size_t k = 0; k < met.size(); ++k) {
    if (std::fabs(met[k] - wanted[k]) <= kTouching) continue;
    x = start;
    conditions_.evaluate(t_, x.data());
    break;
  }
  require_gaps();
  std::sort(moved.begin(), moved.end());
  moved.erase(std::unique(moved.begin(), moved.end()), moved.end());
  for (const std::size_t i : moved) {
    const FlatSystem& flat = *machine_.program().sorted->flat;
    notes_.push_back({.code = ErrorCode::initial_overlap,
                      .message = "the sides of " + friction_words(flat, static_cast<std::int32_t>(i)) + " start where they touch",
                      .where = where_of_equation(flat, flat.frictions[i].equation),
                      .because = "at a position of zero, where it would start without a target, they are inside one another",
                      .remedy = "give that position an initial value",
                      .severity = Severity::warning,
                      .details = {}});
  }
}

void FrictionModes::require_gaps() const {
  std::vector<Diagnostic> diagnostics;
  const FlatSystem& flat = *machine_.program().sorted->flat;
  for (std::size_t i = 0; i < frictions_.size(); ++i) {
    if (!is_contact(i) || machine_.value(code(i).gap) >= -kTouching) continue;
    diagnostics.push_back({.code = ErrorCode::initial_overlap,
                           .message = "the sides of " + friction_words(flat, static_cast<std::int32_t>(i)) + " start " +
                                      fmt::format("{:.6g}", -machine_.value(code(i).gap)) + " (SI units) inside one another",
                           .where = where_of_equation(flat, flat.frictions[i].equation),
                           .because = "they are rigid: their gap may not be negative",
                           .remedy = "give the positions initial values at which there is a gap, or move the place where they touch",
                           .details = {}});
  }
  if (!diagnostics.empty()) throw Failure(std::move(diagnostics));
}

/// Lets closed contacts collide, also those that are closed by that, and prepares those that touch for the choice of modes; true if any
/// collided, opened or may begin to rest. `slack`: a gap that counts as none. `gently`: what is slower than its rest speed does not
/// collide.
bool FrictionModes::follow_contacts(double t, std::vector<double>& x, double slack, bool gently, std::vector<std::string>& labels) {
  std::vector<std::size_t> closed;
  std::vector<bool> is_struck(machine_.program().sorted->blocks.size(), false);
  bool any = false;
  for (int round = 0;; ++round) {
    std::vector<bool> strikes(is_struck.size(), false);
    bool any_closing = false;
    closed.clear();
    for (std::size_t i = 0; i < frictions_.size(); ++i) {
      if (is_contact(i) ? !is_closed(i, slack) : !is_latch(i)) continue;
      closed.push_back(i);
      if (machine_.value(code(i).velocity) <= (gently ? rest_speed(i) : stillness(i))) continue;
      strikes[at(frictions_[i].group)] = is_struck[at(frictions_[i].group)] = any_closing = true;
    }
    if (!any_closing) break;
    any = true;
    if (round == kEventRounds) throw Failure(endless_impacts(closed));
    std::vector<std::size_t> struck;
    std::copy_if(closed.begin(), closed.end(), std::back_inserter(struck), [&](std::size_t i) { return strikes[at(frictions_[i].group)]; });
    collide(t, x, struck, strikes, labels);
  }
  for (const std::size_t i : closed) {
    if (!is_contact(i)) {
      if (!is_struck[at(frictions_[i].group)]) continue;
      set_mode(i, machine_.value(code(i).velocity) < -stillness(i) ? Mode::backwards : Mode::stuck);
      frictions_[i].switched = any = true;
      continue;
    }
    const bool opens = machine_.value(code(i).velocity) < -stillness(i), was_open = mode(i) == Mode::open;
    if (opens && was_open && machine_.value(code(i).gap) < 0 && !frictions_[i].on_bound) {  // by rounding, more slowly than it shows
      put_on_bound(i, x);
      frictions_[i].begun = any = true;
      continue;
    }
    const bool parts_slowly = opens && !was_open && is_struck[at(frictions_[i].group)] && -machine_.value(code(i).velocity) < rest_speed(i);
    if (parts_slowly || machine_.value(code(i).velocity) > stillness(i)) {
      set_mode(i, Mode::stuck);
      put_on_bound(i, x);
      frictions_[i].shaken = frictions_[i].switched = any = true;
      continue;
    }
    if (opens == was_open && !(opens && is_struck[at(frictions_[i].group)])) continue;  // goes on as it was
    if (!opens && was_open && frictions_[i].begun) continue;                            // has been decided on at this instant
    set_mode(i, opens ? Mode::open : Mode::stuck);
    if (!opens) put_on_bound(i, x);
    frictions_[i].switched = true;
    frictions_[i].begun = opens;
    any = true;
  }
  return any;
}

Diagnostic FrictionModes::endless_impacts(const std::vector<std::size_t>& contacts) const {
  const FlatSystem& flat = *machine_.program().sorted->flat;
  Diagnostic failure{.code = ErrorCode::run_event_limit,
                     .message = "impacts follow one another without end at t = " + short_number(t_) + " s",
                     .where = where_of_equation(flat, flat.frictions[contacts.front()].equation),
                     .because = "each lets another contact close again",
                     .remedy = "give the contacts less restitution or a larger rest speed",
                     .details = {}};
  for (const std::size_t i : contacts)
    if (machine_.value(code(i).velocity) > stillness(i))
      failure.details.emplace_back("closes again", friction_name(flat, static_cast<std::int32_t>(i)));
  return failure;
}

void FrictionModes::collide(double t, std::vector<double>& x, const std::vector<std::size_t>& contacts, const std::vector<bool>& is_struck,
                            std::vector<std::string>& labels) {
  for (const std::size_t i : contacts)
    if (is_contact(i)) put_on_bound(i, x);
  std::vector<std::size_t> silent;  // dry frictions that stick
  std::vector<bool> was_open;
  for (std::size_t i = 0; i < frictions_.size(); ++i)
    if (!is_contact(i) && !is_latch(i) && mode(i) == Mode::stuck && is_struck[at(frictions_[i].group)]) silent.push_back(i);
  for (const std::size_t i : contacts) was_open.push_back(mode(i) == Mode::open);
  for (const std::size_t i : silent) set_mode(i, Mode::open);
  Network network = probe(t, x, contacts);
  std::vector<double> total(contacts.size(), 0.0);
  for (const Network::Group& group : network.groups) collide_group(t, x, contacts, group.members, group.matrix, total);
  std::vector<double> none(contacts.size(), 0.0);
  derivatives(t, x, contacts, none);
  for (const std::size_t i : silent) {
    set_mode(i, Mode::stuck);
    frictions_[i].switched = true;
  }
  for (std::size_t place = 0; place < contacts.size(); ++place) {
    const std::size_t i = contacts[place];
    frictions_[i].switched = true;
    if (!was_open[place]) set_mode(i, Mode::stuck);
    const bool parts = machine_.value(code(i).velocity) < -stillness(i);
    if (was_open[place] && parts && total[place] > 0)
      labels.push_back(friction_name(*machine_.program().sorted->flat, static_cast<std::int32_t>(i)) + ": rebounds");
  }
}

void FrictionModes::collide_group(double t, std::vector<double>& x, const std::vector<std::size_t>& contacts,
                                  const std::vector<std::size_t>& members, const std::vector<double>& matrix, std::vector<double>& total) {
  derivatives(t, x, contacts, std::vector<double>(contacts.size(), 0.0));
  ImpactProblem problem{.matrix = matrix, .opening = {}, .restitution = {}, .rest_speed = {}};
  double fastest = 0;
  for (const std::size_t place : members) {
    const FrictionCode& contact = code(contacts[place]);
    problem.opening.push_back(-machine_.value(contact.velocity));
    const bool rebounds = is_contact(contacts[place]);
    problem.restitution.push_back(rebounds ? machine_.value(contact.restitution) : 0);
    problem.rest_speed.push_back(rebounds ? machine_.value(contact.rest_speed) : 0);
    fastest = std::max(fastest, std::fabs(problem.opening.back()));
  }
  for (const std::size_t place : members) frictions_[contacts[place]].still = std::max(kNewtonFloor, kRoundingOfImpacts * fastest);
  const ImpactSequence sequence = solve_impacts(problem);
  if (!sequence.undecided.empty()) {
    Diagnostic failure = diagnostic(contacts[members[sequence.undecided[0]]], "no impulses keep the sides of these contacts apart");
    failure.because = "what approaches there has a given velocity on both sides, or is squeezed between parts that have";
    failure.remedy = "let one of the parts yield: a force source or a spring instead of a given velocity";
    for (const std::size_t k : sequence.undecided)
      failure.details.emplace_back("squeezed",
                                   friction_name(*machine_.program().sorted->flat, static_cast<std::int32_t>(contacts[members[k]])));
    throw Failure(std::move(failure));
  }
  for (const std::vector<double>& round : sequence.rounds) {
    std::vector<double> impulse(contacts.size(), 0.0);
    for (std::size_t k = 0; k < members.size(); ++k) impulse[members[k]] = round[k];
    strike(t, x, contacts, impulse, total);
  }
}

/// The states jump by what the impulses do, and each component's work in that goes into the integrals of power.
void FrictionModes::strike(double t, std::vector<double>& x, const std::vector<std::size_t>& contacts, const std::vector<double>& impulse,
                           std::vector<double>& total) {
  const std::vector<double> none(contacts.size(), 0.0);
  const auto powers = [&](const std::vector<double>& at_x, const std::vector<double>& pushes) {
    derivatives(t, at_x, contacts, pushes);
    machine_.run(Section::quadratures);
    std::vector<double> values;
    for (const Register r : machine_.program().quadratures) values.push_back(machine_.value(r));
    return values;
  };
  const std::vector<double> rest = derivatives(t, x, contacts, none), moved = derivatives(t, x, contacts, impulse);
  std::vector<double> mean = x;
  for (std::size_t s = 0; s < x.size(); ++s) {
    const double jump = moved[s] - rest[s];
    mean[s] += 0.5 * jump;
    x[s] += jump;
  }
  work_.resize(machine_.program().quadratures.size(), 0.0);
  const std::vector<double> with = powers(mean, impulse), without = powers(mean, none);
  for (std::size_t q = 0; q < work_.size(); ++q) work_[q] += with[q] - without[q];
  for (std::size_t place = 0; place < contacts.size(); ++place) {
    const std::size_t i = contacts[place];
    total[place] += impulse[place];
    set_input(i, ModeInput::impulse, input(i, ModeInput::impulse) + impulse[place]);
    set_input(i, ModeInput::loss, input(i, ModeInput::loss) + impulse[place] * machine_.value(code(i).velocity));
  }
}

void FrictionModes::add_work(std::vector<double>& quadratures) {
  for (std::size_t q = 0; q < work_.size(); ++q) quadratures[q] += work_[q];
  work_.clear();
}

}  // namespace stribeck
