// How the modes of dry friction are decided at an event, where all other conditions have been settled and the states are x+.
//
//   contacts: contact_impacts.cpp
//   a clutch that has opened transmits no force; one that has closed slips in the direction of its relative velocity, or is a candidate
//   where the velocity of a source has jumped, the frictions that it drags slip in the direction of the new relative velocity
//   candidates = elements at rest (by their mode, or because their velocity has just crossed zero), in every group where a mode has ended
//   response = how their accelerations depend on their forces: gamma = constant - matrix * force                        instant.cpp
//   the least impulses stop the elements that have just crossed zero; the states jump by their effect
//   decide(problem): which of them stick, slip forwards or slip backwards, from these numbers alone                     mode_decision.cpp
//   apply: the modes become held values of the equations
#include "simulation/modes/friction_modes.h"

#include <algorithm>
#include <cmath>

#include "base/constants.h"
#include "base/format.h"
#include "base/index.h"
#include "base/numbers.h"
#include "simulation/modes/contact_impacts.h"
#include "simulation/modes/jam_impacts.h"
#include "simulation/modes/second_answers.h"
#include "simulation/modes/trials.h"

namespace stribeck {

namespace {

/// The most notes on frictions that share a load, and the most names in one note: nobody reads more.
constexpr std::size_t kMostNotes = 8, kMostNamed = 6;

}  // namespace

void FrictionModes::remember(double t, const double* x) {
  if (empty()) return;
  elements_.look(conditions_.evaluate(t, x));
  elements_.begin_instant();
  std::fill(dirty_.begin(), dirty_.end(), false);
}

/// Gives this mode to elements that are not known to slip, in groups whose modes are found by trials: where motion is prescribed, the
/// equations may have no solution in which they stick. Left out are elements that would open without their force, and those whose sides
/// hang on springs, which would move.
void FrictionModes::hold_undecided(Mode as) {
  for (std::size_t i = 0; i < elements_.size(); ++i) {
    const bool slides = elements_.input(i, ModeInput::direction) != 0;
    if (elements_[i].by_trial && !elements_.is_contact(i) && !slides && elements_.has_inertia(i) && elements_.code(i).open < 0)
      elements_.tell(i, as);
  }
}

void FrictionModes::start(double t, std::vector<double>& x, const std::function<std::vector<double>()>& targets) {
  if (empty()) return;
  remember(t, x.data());
  Instant instant(elements_, conditions_, t, x, work_);
  for (Diagnostic& note : part_overlaps(instant, elements_, targets)) notes_.push_back(std::move(note));
  hold_undecided(Mode::stuck);
  elements_.begin_instant();
  for (std::size_t i = 0; i < elements_.size(); ++i) {
    if (elements_.is_contact(i) || elements_.creeps(i)) continue;
    const bool is_thrown = elements_.is_latch(i) && elements_[i].velocity > elements_.stillness(i);
    if (is_thrown) {
      elements_.put(i, Phase::closes);  // it collides with the lock
      note_thrown(i, t);
    } else if (!elements_.is_still(i))
      elements_.put_sliding(i, elements_[i].velocity, t);
    else
      elements_[i].phase = elements_.told(i) == Mode::open ? Phase::open : Phase::closes;
  }
  follow_switches(t);
  follow_given_motion(t);
  hold_undecided(Mode::open);
  instant.evaluate();
  hold_undecided(Mode::stuck);
  std::vector<std::string> labels;
  decide_all(instant, true, labels);
  std::vector<std::size_t> slipping;
  for (std::size_t i = 0; i < elements_.size(); ++i)
    if (elements_.slides(i)) slipping.push_back(i);
  note_second_answers(elements_, slipping, t, notes_);
  forget_work();  // the audit does not count impacts at the start
}

bool FrictionModes::resolve(double t, std::vector<double>& x, std::vector<std::string>& labels) {
  if (empty()) return false;
  std::vector<Mode> before;
  for (std::size_t i = 0; i < elements_.size(); ++i) before.push_back(elements_.told(i));
  Instant instant(elements_, conditions_, t, x, work_);
  instant.evaluate();
  const bool switched = follow_switches(t);
  if (follow_given_motion(t) || switched) instant.evaluate();
  const std::size_t impacts = labels.size();
  std::vector<double> speeds;
  for (std::size_t i = 0; i < elements_.size(); ++i) speeds.push_back(elements_.velocity(i));
  decide_all(instant, false, labels);
  bool changed = labels.size() > impacts;
  // A contact that is struck and opens again at this instant has changed the motion although its mode is what it was. What is brought to
  // rest exactly, where it rested but for rounding, has not.
  for (std::size_t i = 0; i < elements_.size(); ++i)
    changed = changed || std::fabs(elements_.velocity(i) - speeds[i]) > elements_.stillness(i);
  std::vector<std::size_t> slipping;
  for (std::size_t i = 0; i < elements_.size(); ++i) {
    if (elements_.told(i) == before[i]) continue;
    changed = true;
    labels.push_back(elements_.label(i));
    if (elements_.slides(i)) slipping.push_back(i);
  }
  note_second_answers(elements_, slipping, t, notes_);
  return changed;
}

void FrictionModes::follow_move(double t, const double* x) {
  if (empty()) return;
  remember(t, x);
  for (std::size_t i = 0; i < elements_.size(); ++i) {
    if (elements_.creeps(i) || elements_.is_dragged(i) || elements_.opens(i)) continue;
    if (elements_.is_contact(i)) {
      if (elements_.gap(i) > elements_.touching(i)) elements_.put(i, Phase::open);
    } else if (!elements_.is_still(i)) {
      elements_.put_sliding(i, elements_.velocity(i), t);
    }
  }
}

bool FrictionModes::jam(double t, std::vector<double>& x, const std::vector<std::int32_t>& frictions, std::vector<std::string>& labels) {
  Instant instant(elements_, conditions_, t, x, work_);
  std::vector<std::size_t> jamming;
  for (const std::int32_t friction : frictions)
    for (std::size_t i = 0; i < elements_.size(); ++i) {
      if (elements_[i].group != elements_[at(friction)].group || !elements_.slides(i) || elements_.is_contact(i)) continue;
      if (std::find(jamming.begin(), jamming.end(), i) == jamming.end()) jamming.push_back(i);
    }
  std::sort(jamming.begin(), jamming.end());
  if (!bring_to_rest(instant, elements_, jamming, dirty_, labels)) return false;
  note_no_answer(elements_, jamming, t, notes_);
  return true;
}

/// Computes impacts and decides on the modes at x+. A contact that closes slowly may come to rest. If the decision finds that it does not,
/// as its other side draws away faster, it collides. Stopping it may reverse the slip of others, which then are decided on again.
void FrictionModes::decide_all(Instant& instant, bool is_start, std::vector<std::string>& labels) {
  const double t = instant.time();
  for (const bool gently : {true, false}) {
    const ImpactRule rule{.is_start = is_start, .gently = gently};
    if (follow_contacts(instant, elements_, rule, dirty_, labels)) instant.evaluate();
    if (follow_jumps(t)) instant.evaluate();
    const std::vector<std::size_t> at_rest = candidates(t, is_start);
    std::vector<int> passed;
    for (const std::size_t i : at_rest) passed.push_back(is_start ? 0 : passed_limit(elements_.read(i)));
    if (!decide_candidates(instant, at_rest, passed) && !still_closing(elements_, t)) break;
  }
  relax(instant, elements_);
  elements_.note_velocities();
}

/// Opens and closes the elements whose switching condition has changed; false if there are none.
bool FrictionModes::follow_switches(double t) {
  bool any = false;
  for (std::size_t i = 0; i < elements_.size(); ++i) {
    if (elements_.is_contact(i)) continue;
    const bool opens = elements_.code(i).open >= 0 && elements_.value(elements_.code(i).open) != 0;
    if (opens == elements_.opens(i)) continue;
    const double v = elements_.velocity(i);
    dirty_[at(elements_[i].group)] = any = true;
    if (opens)
      elements_.put(i, Phase::open);
    else if (elements_.is_still(i) || !elements_.has_inertia(i))
      elements_.put(i, Phase::closes);
    else
      elements_.put_sliding(i, v, t);
  }
  return any;
}

/// Elements whose velocity an impact or a source has changed slip in its direction; where it is zero they may stick.
bool FrictionModes::follow_jumps(double t) {
  bool any = false;
  for (std::size_t i = 0; i < elements_.size(); ++i) {
    const double v = elements_.velocity(i);
    if (std::fabs(v - elements_[i].velocity) <= elements_.stillness(i)) continue;
    elements_[i].velocity = v;
    if (elements_.is_contact(i) || elements_.creeps(i) || elements_.opens(i) || !elements_.has_inertia(i)) continue;
    if (!elements_.is_still(i)) {
      elements_.put_sliding(i, v, t);
      any = true;
    } else if (elements_.slides(i)) {
      elements_.put(i, Phase::closes);
      dirty_[at(elements_[i].group)] = any = true;
    }
  }
  return any;
}

bool FrictionModes::follow_given_motion(double t) {
  bool any = false;
  for (std::size_t i = 0; i < elements_.size(); ++i) {
    if (!elements_.is_dragged(i) || elements_.creeps(i) || elements_.opens(i)) continue;
    const double v = elements_.velocity(i);
    const Mode wanted = elements_.is_still(i) ? Mode::stuck : v > 0 ? Mode::forwards : Mode::backwards;
    const double noise = elements_.stillness(i);
    if (elements_.told(i) == wanted && elements_.input(i, ModeInput::noise) == noise) continue;
    if (wanted == Mode::stuck)
      elements_.put(i, Phase::sticks);
    else
      elements_.put_sliding(i, v, t);
    elements_.set_input(i, ModeInput::noise, noise);
    any = true;
  }
  return any;
}

/// The elements at rest in the groups where a mode has ended, or in all groups; in the order of the elements.
std::vector<std::size_t> FrictionModes::candidates(double t, bool all) const {
  std::vector<bool> at_rest(elements_.size()), is_dirty = all ? std::vector<bool>(dirty_.size(), true) : dirty_;
  for (std::size_t i = 0; i < elements_.size(); ++i) {
    if (elements_.is_dragged(i) || elements_.creeps(i)) continue;
    const Reading reading = elements_.read(i);
    const bool ended = has_ended(reading, t);
    const bool rests = !is_sliding(reading.phase) || reading.phase == Phase::sets_off || is_at_rest(reading);
    at_rest[i] = !is_open(reading.phase) && (ended || rests);
    if (ended) is_dirty[at(elements_[i].group)] = true;
  }
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < elements_.size(); ++i)
    if (at_rest[i] && is_dirty[at(elements_[i].group)]) found.push_back(i);
  return found;
}

/// Decides on the modes of the candidates. `passed`: the direction in which each has just exceeded its limit, 0 if it has not. True if
/// velocities have changed by more than rounding.
bool FrictionModes::decide_candidates(Instant& instant, const std::vector<std::size_t>& candidates, const std::vector<int>& passed) {
  if (candidates.empty()) return false;
  SlipsSilenced slips(elements_, candidates);
  Response response = instant.ask(candidates);
  instant.stop(response);
  slips.restore();
  std::vector<StickSlipModes> decided;
  for (const Response::Group& group : response.groups) decided.push_back(decide_group(instant, response, group, passed));
  slips.silence();
  const bool calmed = calm(instant, response, decided, slips);
  slips.restore();
  apply(instant.time(), response, decided);
  instant.evaluate();
  for (const Response::Group& group : response.groups) tell_noise(elements_, response, group);
  tell_rounding(instant, response.elements);
  return calmed;
}

/// What rounding makes of the forces of elements that stick next to their limit, by that of the states; tell_noise() knows that of the sums
/// of forces alone. Others have more room than rounding takes: they pass their limit once if they come to it, and do not stay there.
void FrictionModes::tell_rounding(Instant& instant, const std::vector<std::size_t>& decided) {
  constexpr double kLittleRoom = 1e-6;  // of the limit: far above rounding, and below what a run at usual tolerances knows of forces
  std::vector<std::size_t> stuck;
  for (const std::size_t i : decided) {
    const StickSlipLevels levels = elements_.levels(i);
    const double force = elements_.force(i), level = force > 0 ? levels.forwards.static_level : levels.backwards.static_level;
    const bool sticks = elements_.input(i, ModeInput::stuck) != 0;
    if (sticks && std::isfinite(level) && level - std::fabs(force) <= kLittleRoom * level) stuck.push_back(i);
  }
  if (stuck.empty()) return;
  const std::vector<double> rounding = instant.rounding_of_forces(stuck);
  for (std::size_t k = 0; k < stuck.size(); ++k)
    elements_.set_input(stuck[k], ModeInput::noise, std::max(elements_.input(stuck[k], ModeInput::noise), rounding[k]));
}

StickSlipModes FrictionModes::decide_group(Instant& instant, const Response& response, const Response::Group& group,
                                           const std::vector<int>& passed) {
  ModeProblem problem{.matrix = group.matrix, .constant = {}, .candidates = {}};
  for (const std::size_t place : group.members) {
    const std::size_t i = response.elements[place];
    problem.constant.push_back(response.constant[place]);
    problem.candidates.push_back(
        {.levels = response.levels[place], .phase = elements_[i].phase, .passed = passed[place], .is_contact = elements_.is_contact(i)});
  }
  if (elements_[response.element(group, 0)].by_trial) return decide_by_trial(instant, elements_, response, group, problem);
  StickSlipModes modes = decide(problem);
  if (modes.undecided.empty()) return modes;
  // The answers were taken for proportional to the forces. Where a force is fed back through a function they are not, and only a trial
  // tells.
  if (std::optional<StickSlipModes> found = try_modes(instant, elements_, response, group, problem)) return std::move(*found);
  throw Failure(elements_.undecided(response.element(group, modes.undecided[0]), instant.time(),
                                    "no mode is consistent: whether it sticks or slips, its force or its acceleration contradicts it"));
}

/// Stops the contacts that close slowly and rest, by impulses that leave all other elements at rest; false if there are none.
bool FrictionModes::calm(Instant& instant, const Response& response, const std::vector<StickSlipModes>& decided, SlipsSilenced& slips) {
  const auto lands = [&](std::size_t i) { return elements_[i].phase == Phase::lands; };
  if (std::none_of(response.elements.begin(), response.elements.end(), lands)) return false;
  const std::vector<double> none(response.elements.size(), 0.0);
  std::vector<double> impulse = none, total = none;
  const Program& program = elements_.program();
  const auto is_case = [](const ConditionCode& condition) { return !condition.is_guard && condition.scheduled < 0; };
  const bool is_linear = std::all_of(program.blocks.begin(), program.blocks.end(), [](const BlockCode& loop) { return loop.linear; }) &&
                         std::none_of(program.conditions.begin(), program.conditions.end(), is_case);
  instant.push(response.elements, none);
  for (std::size_t g = 0; g < decided.size(); ++g) {
    const Response::Group& group = response.groups[g];
    std::vector<std::size_t> rests;
    std::vector<double> velocities;
    for (std::size_t k = 0; k < group.members.size(); ++k) {
      const std::size_t i = response.element(group, k);
      if (elements_.is_contact(i) && decided[g].direction[k] != 0) continue;  // opens
      rests.push_back(k);
      velocities.push_back(lands(i) ? elements_.velocity(i) : 0);
    }
    if (largest_of(velocities) == 0) continue;
    Response::Group beyond = group;
    std::vector<double> of_group = none;
    slips.restore();  // their limits grow with the impulse
    const bool is_struck = !is_linear && instant.stop_beyond(response, beyond, rests, velocities, of_group) &&
                           instant.strike_beyond(response, beyond, of_group, total);
    slips.silence();
    instant.push(response.elements, none);
    if (!is_struck) group.stop(rests, velocities, impulse);
  }
  if (largest_of(impulse) > 0) instant.strike(response.elements, impulse, response.tried(), total);
  for (std::size_t g = 0; g < decided.size(); ++g)
    for (std::size_t k = 0; k < decided[g].direction.size(); ++k) {
      const std::size_t i = response.element(response.groups[g], k);
      if (lands(i) && decided[g].direction[k] == 0 && elements_[i].state >= 0) instant.states()[at(elements_[i].state)] = 0;  // exactly
    }
  return true;
}

void FrictionModes::apply(double t, const Response& response, const std::vector<StickSlipModes>& decided) {
  for (std::size_t g = 0; g < decided.size(); ++g) {
    const Response::Group& group = response.groups[g];
    const StickSlipModes& modes = decided[g];
    std::vector<std::size_t> sharing;
    for (std::size_t k = 0; k < group.members.size(); ++k) {
      const std::size_t i = response.element(group, k);
      const Phase phase = modes.direction[k] == 0 ? Phase::sticks : elements_.is_contact(i) ? Phase::opens : Phase::sets_off;
      elements_.put(i, phase, modes.direction[k], modes.share[k]);
      if (modes.shared[k] && group.is_moved(k)) sharing.push_back(i);
    }
    note_shared(t, sharing);
  }
  std::fill(dirty_.begin(), dirty_.end(), false);
}

/// Notes that an impact has changed the velocities that initial values gave to the sides of an element.
void FrictionModes::note_thrown(std::size_t i, double t) {
  notes_.push_back({.code = ErrorCode::initial_conflict,
                    .message = fmt::format("{} starts with a relative velocity of {:.6g} in SI units, and locks that way: at t = {:.6g} s "
                                           "its sides are brought to a common velocity",
                                           elements_.name(i), elements_[i].velocity, t),
                    .where = elements_.labels().where_of_friction(i),
                    .because = "it locks by an impulse, as an impact without rebound",
                    .remedy = "start it at rest or in its free direction",
                    .severity = Severity::warning,
                    .details = {}});
}

void FrictionModes::note_shared(double t, const std::vector<std::size_t>& sharing) {
  if (sharing.empty() || notes_.size() >= kMostNotes || !noted_.insert(sharing).second) return;
  std::string names;
  for (std::size_t k = 0; k < std::min(sharing.size(), kMostNamed); ++k) names += (k > 0 ? ", " : "") + elements_.name(sharing[k]);
  if (sharing.size() > kMostNamed) names += fmt::format(" and {} more", sharing.size() - kMostNamed);
  notes_.push_back({.code = ErrorCode::run_friction_shared,
                    .message = fmt::format(
                        "from t = {:.6g} s on {} stick side by side: how they share the load is not determined by the motion", t, names),
                    .where = elements_.labels().where_of_friction(sharing[0]),
                    .because = "each of them alone would hold what the others hold too; shown is the split of least norm",
                    .remedy = "nothing, if the motion is what counts; else put the spring between them that the real parts are",
                    .severity = Severity::warning,
                    .details = {}});
}

void FrictionModes::add_work(std::vector<double>& quadratures) {
  for (std::size_t q = 0; q < work_.size(); ++q) quadratures[q] += work_[q];
  work_.clear();
}

}  // namespace stribeck
