// How the modes of dry friction are decided at an event. x+ is where everything else has already been put.
//
//   contacts: contact_impacts.cpp
//   what has opened transmits nothing; what has closed slips in the direction of its relative velocity, or is a candidate
//   where the velocity of a source has jumped: what it drags slips in the direction of the new relative velocity
//   candidates = frictions at rest (by their mode, or because their velocity has just crossed zero), in every group where a mode ended
//   tell all candidates to transmit no force, and look at their relative accelerations: gamma = constant
//   tell one candidate of every group at a time to transmit a force: gamma = constant - matrix * force
//   solve for the least impulses that stop what has just crossed zero; the states move by what they do
//   solve_stick_slip(matrix, constant, levels): which of them stick, slip forwards, slip backwards
#include "simulation/friction_modes.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>

#include "base/constants.h"
#include "base/format.h"
#include "base/index.h"
#include "base/text.h"
#include "simulation/friction_network.h"
#include "structure/friction_groups.h"

namespace stribeck {

namespace {

/// An impulse this small stops nothing that counts, and may be too small to be scaled up.
constexpr double kLeastPush = 1e-100;

/// Larger than what rounding makes of a force that is solved for in two ways.
constexpr double kDecisive = 10 * kBreakawayMargin;

/// Of sets that share loads, and of names in one: a reader stops before.
constexpr std::size_t kMostNotes = 8, kMostNamed = 6;

}  // namespace

FrictionModes::FrictionModes(Machine& machine, Conditions& conditions)
    : machine_(machine), conditions_(conditions), frictions_(machine.program().frictions.size()) {
  if (empty()) return;
  find_groups();
  find_gaps();
}

/// Which group each is in, and which state its velocity is.
void FrictionModes::find_groups() {
  const SortedSystem& sorted = *machine_.program().sorted;
  const FlatSystem& flat = *sorted.flat;
  const FrictionGroups groups = friction_groups(sorted);
  std::map<ExprId, std::int32_t> states;
  for (std::size_t s = 0; s < sorted.states.size(); ++s) states[flat.variable(sorted.states[s]).value] = static_cast<std::int32_t>(s);
  for (std::size_t i = 0; i < frictions_.size(); ++i) {
    Friction& friction = frictions_[i];
    friction.group = groups.of[i];
    const ExprId velocity = flat.frictions[i].velocity;
    const Node node = flat.pool[velocity];
    if (const auto found = states.find(node.op == Operator::neg ? static_cast<ExprId>(node.a) : velocity); found != states.end())
      friction.state = found->second;
  }
  std::vector<bool> by_trial(sorted.blocks.size(), false);
  for (std::size_t i = 0; i < frictions_.size(); ++i)
    if (!is_dragged(i) && (groups.reacts[i] || !has_inertia(i))) by_trial[at(groups.of[i])] = true;
  for (Friction& friction : frictions_) friction.by_trial = by_trial[at(friction.group)];
}

void FrictionModes::remember(double t, const double* x) {
  if (empty()) return;
  t_ = t;
  conditions_.evaluate(t, x);
  for (std::size_t i = 0; i < frictions_.size(); ++i) {
    frictions_[i].velocity = machine_.value(code(i).velocity);
    frictions_[i].begun = false;
    frictions_[i].still = kNewtonFloor;
    frictions_[i].on_bound = frictions_[i].shaken = false;
  }
}

/// What is not known to slip, in groups whose modes are tried out: where motion is prescribed, they may have no solution that sticks. What
/// can open by itself would do so without its force, and what hangs on springs would move them.
void FrictionModes::hold_undecided(Mode as) {
  for (std::size_t i = 0; i < frictions_.size(); ++i)
    if (frictions_[i].by_trial && !is_contact(i) && !is_slipping(i) && has_inertia(i) && code(i).open < 0) set_mode(i, as);
}

void FrictionModes::start(double t, std::vector<double>& x, const std::function<std::vector<double>()>& targets) {
  if (empty()) return;
  remember(t, x.data());
  part_overlaps(x, targets);
  hold_undecided(Mode::stuck);
  for (std::size_t i = 0; i < frictions_.size(); ++i)
    if (!is_contact(i) && std::fabs(frictions_[i].velocity) > kNewtonFloor) set_moving(i, frictions_[i].velocity);
  follow_switches();
  follow_given_motion();
  hold_undecided(Mode::open);
  conditions_.evaluate(t, x.data());
  hold_undecided(Mode::stuck);
  std::vector<std::string> labels;
  decide(t, x, true, labels);
  forget_work();  // rows and audit begin after the impacts of the start
}

bool FrictionModes::resolve(double t, std::vector<double>& x, std::vector<std::string>& labels) {
  if (empty()) return false;
  t_ = t;
  std::vector<Mode> before;
  for (std::size_t i = 0; i < frictions_.size(); ++i) before.push_back(mode(i));
  conditions_.evaluate(t, x.data());
  const bool switched = follow_switches();
  if (follow_given_motion() || switched) conditions_.evaluate(t, x.data());
  const std::size_t impacts = labels.size();
  decide(t, x, false, labels);
  bool changed = labels.size() > impacts;
  for (std::size_t i = 0; i < frictions_.size(); ++i) {
    if (mode(i) == before[i]) continue;
    changed = true;
    labels.push_back(label(i));
  }
  return changed;
}

/// Impacts and modes at x+. What lands gently may rest; where it turns out not to, as the other side draws away faster, it collides. What
/// slips may be turned round when that is stopped.
void FrictionModes::decide(double t, std::vector<double>& x, bool is_start, std::vector<std::string>& labels) {
  for (const bool gently : {true, false}) {
    if (follow_contacts(t, x, is_start ? kTouching : 0, gently, labels)) conditions_.evaluate(t, x.data());
    if (follow_jumps()) conditions_.evaluate(t, x.data());
    const std::vector<std::size_t> at_rest = candidates(is_start);
    std::vector<int> passed;
    for (const std::size_t i : at_rest) passed.push_back(is_start ? 0 : passed_limit(i));
    for (std::size_t place = 0; place < at_rest.size(); ++place) {
      Friction& friction = frictions_[at_rest[place]];
      friction.held = !is_start && !is_contact(at_rest[place]) && !is_slipping(at_rest[place]) && passed[place] == 0 && !friction.switched;
    }
    const bool calmed = resolve_candidates(t, x, at_rest, passed);
    if (!calmed && !still_closing()) break;
  }
  relax(t, x);
  for (std::size_t i = 0; i < frictions_.size(); ++i) frictions_[i].velocity = machine_.value(code(i).velocity);
}

FrictionModes::Mode FrictionModes::mode(std::size_t i) const {
  const bool holds = input(i, ModeInput::stuck) != 0 || input(i, ModeInput::share) != 0;
  return is_slipping(i) || holds ? static_cast<Mode>(input(i, ModeInput::direction)) : Mode::open;
}

/// The direction in which what sticks cannot hold its force any more, 0 if it can. Half the margins of its guard: what comes together with
/// the one whose guard it was, breaks away together.
int FrictionModes::passed_limit(std::size_t i) const {
  if (input(i, ModeInput::stuck) == 0) return 0;
  const double force = machine_.value(code(i).force), noise = 0.5 * input(i, ModeInput::noise);
  if (force > (1 + 0.5 * kBreakawayMargin) * static_level(i, kForwards) + noise) return 1;
  return -force > (1 + 0.5 * kBreakawayMargin) * static_level(i, kBackwards) + noise ? -1 : 0;
}

bool FrictionModes::has_ended(std::size_t i) const {
  if (!is_slipping(i)) return passed_limit(i) != 0;
  const double direction = input(i, ModeInput::direction);
  const double speed = direction * machine_.value(code(i).velocity), slowing = -direction * machine_.value(code(i).rate);
  return machine_.differs(code(i).guard) || (slowing > 0 && speed <= slowing * kSameInstant * std::fabs(t_));
}

void FrictionModes::set_mode(std::size_t i, Mode mode, double share) {
  if (mode == Mode::backwards && is_contact(i)) mode = Mode::open;
  set_input(i, ModeInput::stuck, mode == Mode::stuck && share == 0 ? 1 : 0);
  set_input(i, ModeInput::direction, mode == Mode::open ? 0 : static_cast<double>(mode));
  set_input(i, ModeInput::share, share);
  set_input(i, ModeInput::push, 0);
}

void FrictionModes::set_moving(std::size_t i, double velocity) {
  const std::size_t side = velocity > 0 ? kForwards : kBackwards;
  if (static_level(i, side) < std::numeric_limits<double>::infinity())
    return set_mode(i, side == kForwards ? Mode::forwards : Mode::backwards);
  Diagnostic failure = diagnostic(
      i, "its relative velocity is " + fmt::format("{:.6g}", velocity) + " in SI units, and it holds against any force that way");
  failure.because = "it would have to stop in no time, by an impulse that no force of the diagram is";
  failure.remedy = "start it at rest or in its free direction, let sources change their velocity gradually, or put a spring beside it";
  throw Failure(std::move(failure));
}

/// Opens and closes what a condition says; false if none did.
bool FrictionModes::follow_switches() {
  bool any = false;
  for (std::size_t i = 0; i < frictions_.size(); ++i) {
    if (is_contact(i)) continue;
    const bool open = code(i).open >= 0 && machine_.value(code(i).open) != 0;
    if (open == (mode(i) == Mode::open)) continue;
    const double v = machine_.value(code(i).velocity);
    frictions_[i].switched = any = true;
    if (open || std::fabs(v) <= kNewtonFloor || !has_inertia(i))
      set_mode(i, open ? Mode::open : Mode::stuck);
    else
      set_moving(i, v);
  }
  return any;
}

bool FrictionModes::follow_jumps() {
  bool any = false;
  for (std::size_t i = 0; i < frictions_.size(); ++i) {
    const double v = machine_.value(code(i).velocity);
    if (std::fabs(v - frictions_[i].velocity) <= kNewtonFloor) continue;
    frictions_[i].velocity = v;
    if (is_contact(i) || mode(i) == Mode::open || !has_inertia(i)) continue;
    if (std::fabs(v) > (is_latch(i) ? stillness(i) : kNewtonFloor)) {
      set_moving(i, v);
      any = true;
    } else if (is_slipping(i)) {  // may stick from now on
      set_mode(i, Mode::stuck);
      frictions_[i].switched = any = true;
    }
  }
  return any;
}

bool FrictionModes::follow_given_motion() {
  bool any = false;
  for (std::size_t i = 0; i < frictions_.size(); ++i) {
    if (!is_dragged(i) || mode(i) == Mode::open) continue;
    const double v = machine_.value(code(i).velocity);
    const Mode wanted = std::fabs(v) <= kNewtonFloor ? Mode::stuck : v > 0 ? Mode::forwards : Mode::backwards;
    if (mode(i) == wanted) continue;
    if (wanted == Mode::stuck)
      set_mode(i, wanted);
    else
      set_moving(i, v);
    any = true;
  }
  return any;
}

/// What is at rest in the groups where a mode has ended, or in all of them; in the order of the frictions.
std::vector<std::size_t> FrictionModes::candidates(bool all) const {
  std::vector<bool> at_rest(frictions_.size()), is_dirty(machine_.program().sorted->blocks.size(), all);
  for (std::size_t i = 0; i < frictions_.size(); ++i) {
    if (is_dragged(i)) continue;
    const bool ended = has_ended(i);
    // Held by others, and not just beginning to draw away.
    const bool leaves = is_slipping(i) && input(i, ModeInput::direction) * machine_.value(code(i).rate) > kNewtonFloor;
    const bool rests = std::fabs(machine_.value(code(i).velocity)) <= kNewtonFloor && !leaves;
    at_rest[i] = mode(i) != Mode::open && (ended || !is_slipping(i) || rests || frictions_[i].begun);
    if (ended || frictions_[i].switched) is_dirty[at(frictions_[i].group)] = true;
  }
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < frictions_.size(); ++i)
    if (at_rest[i] && is_dirty[at(frictions_[i].group)]) found.push_back(i);
  return found;
}

/// `passed`: the directions in which candidates have just passed their limits, else 0. True if velocities have changed by more than noise.
bool FrictionModes::resolve_candidates(double t, std::vector<double>& x, const std::vector<std::size_t>& candidates,
                                       const std::vector<int>& passed) {
  if (candidates.empty()) return false;
  Network network = probe(t, x, candidates);
  stop(t, x, candidates, network);
  std::vector<StickSlipModes> decided;
  for (std::size_t g = 0; g < network.groups.size(); ++g) {
    const bool by_trial = frictions_[candidates[network.groups[g].members[0]]].by_trial;
    decided.push_back(by_trial ? decide_by_trial(t, x, candidates, network, g, passed) : decide_linear(candidates, network, g, passed));
  }
  const bool calmed = calm(t, x, candidates, network, decided);
  for (std::size_t g = 0; g < decided.size(); ++g) {
    const Network::Group& group = network.groups[g];
    const StickSlipModes& modes = decided[g];
    std::vector<std::size_t> sharing;
    for (std::size_t k = 0; k < group.members.size(); ++k) {
      const std::size_t i = candidates[group.members[k]];
      set_mode(i, static_cast<Mode>(modes.direction[k]), modes.share[k]);
      frictions_[i].begun = modes.direction[k] != 0;
      if (modes.shared[k] && group.is_moved(k)) sharing.push_back(i);
    }
    note_shared(sharing);
  }
  conditions_.evaluate(t, x.data());
  for (Friction& friction : frictions_) friction.switched = friction.shaken = false;
  set_noise(candidates, network);
  return calmed;
}

/// What already rests is pulled off by its release force, what may begin to rest by anything. So may what rests beside a friction that has
/// passed its limit: sides that touch do not pull, and the release force must not hold what that friction cannot.
bool FrictionModes::lets_go(std::size_t contact, const std::vector<std::size_t>& candidates, const std::vector<std::size_t>& members,
                            const std::vector<int>& passed) const {
  return frictions_[contact].switched || std::any_of(members.begin(), members.end(), [&](std::size_t place) {
           return passed[place] != 0 && (candidates[place] == contact || !is_contact(candidates[place]));
         });
}

/// From how the network answers, where limits do not depend on what is decided on.
StickSlipModes FrictionModes::decide_linear(const std::vector<std::size_t>& candidates, const Network& network, std::size_t group,
                                            const std::vector<int>& passed) const {
  const std::vector<std::size_t>& members = network.groups[group].members;
  StickSlipProblem problem{.matrix = network.groups[group].matrix, .constant = {}, .levels = {}, .released = {}, .held = {}};
  for (const std::size_t place : members) {
    problem.constant.push_back(network.constant[place]);
    StickSlipLevels& levels = problem.levels.emplace_back(network.levels[place]);
    // What has passed its limit is below it by more than rounding, so that it is not held again for that.
    double& limit = (passed[place] > 0 ? levels.forwards : levels.backwards).static_level;
    if (passed[place] != 0) limit *= 1 - kDecisive;
    const bool contact = is_contact(candidates[place]);
    if (contact && lets_go(candidates[place], candidates, members, passed)) levels.backwards.static_level = 0;
    problem.held.push_back(frictions_[candidates[place]].held);
    problem.released.push_back(limit == 0 && !contact ? passed[place] : 0);
  }
  StickSlipModes modes = solve_stick_slip(problem);
  // Where the network hardly answers, rounding may find what has passed its limit inside it.
  const std::vector<int> released = problem.released;
  for (std::size_t k = 0; k < members.size(); ++k)
    if (modes.direction[k] == 0 && !modes.shared[k] && !is_contact(candidates[members[k]])) problem.released[k] = passed[members[k]];
  if (problem.released != released) modes = solve_stick_slip(problem);
  if (!modes.undecided.empty())
    throw Failure(diagnostic(candidates[members[modes.undecided[0]]],
                             "no mode is consistent: whether it sticks or slips, its force or its acceleration contradicts it"));
  return modes;
}

/// A force that holds follows from terms which may be larger than itself: a limit of zero must not be passed by their rounding.
void FrictionModes::set_noise(const std::vector<std::size_t>& candidates, const Network& network) {
  for (const Network::Group& group : network.groups)
    for (std::size_t row = 0; row < group.members.size(); ++row) {
      const std::size_t place = group.members[row];
      double terms = std::fabs(network.constant[place]);
      for (std::size_t column = 0; column < group.members.size(); ++column)
        terms += std::fabs(group.answer(row, column) * machine_.value(code(candidates[group.members[column]]).force));
      const double answer = group.answer(row, row);
      const bool answers = answer > 0 && code(candidates[place]).carrier != FrictionCarrier::spring;  // a force to a velocity
      set_input(candidates[place], ModeInput::noise, kNewtonFloor + (answers ? kBreakawayMargin * terms / answer : 0));
    }
}

std::vector<double> FrictionModes::derivatives(double t, const std::vector<double>& x, const std::vector<std::size_t>& candidates,
                                               const std::vector<double>& pushes) {
  for (std::size_t place = 0; place < candidates.size(); ++place) set_input(candidates[place], ModeInput::push, pushes[place]);
  conditions_.evaluate(t, x.data());
  std::vector<double> values;
  for (const Register r : machine_.program().derivatives) values.push_back(machine_.value(r));
  return values;
}

/// Brings the velocities of the candidates to zero: those that have just crossed it are off by what locating an event leaves.
void FrictionModes::stop(double t, std::vector<double>& x, const std::vector<std::size_t>& candidates, Network& network) {
  std::vector<double> pushes(candidates.size(), 0.0);
  bool any = false;
  for (const Network::Group& group : network.groups) {
    std::vector<std::size_t> all(group.members.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    std::vector<double> velocities;
    for (const std::size_t place : group.members) {
      const std::size_t i = candidates[place];
      velocities.push_back(frictions_[i].shaken || !has_inertia(i) ? 0 : machine_.value(code(i).velocity));
    }
    any = group.stop(all, velocities, pushes) || any;
  }
  if (!any) return;
  // In proportion to what was tried: the small difference that the impulses themselves make would be lost in rounding.
  double largest = 0, tried = 0;
  for (const Network::Group& group : network.groups) tried = std::max(tried, group.push);
  for (const double push : pushes) largest = std::max(largest, std::fabs(push));
  const double scale = largest > kLeastPush ? tried / largest : 1;
  for (double& push : pushes) push *= scale;
  const std::vector<double> moved = derivatives(t, x, candidates, pushes);
  for (std::size_t s = 0; s < x.size(); ++s) x[s] += (moved[s] - network.derivatives[s]) / scale;
  for (const std::size_t i : candidates)
    if (frictions_[i].state >= 0 && !frictions_[i].shaken) x[at(frictions_[i].state)] = 0;  // exactly
  std::fill(pushes.begin(), pushes.end(), 0.0);
  network.derivatives = derivatives(t, x, candidates, pushes);
  for (std::size_t place = 0; place < candidates.size(); ++place) network.constant[place] = machine_.value(code(candidates[place]).rate);
}

/// Stops the contacts that were shaken and rest, by impulses that move nothing else that is at rest; false if there are none.
bool FrictionModes::calm(double t, std::vector<double>& x, const std::vector<std::size_t>& candidates, const Network& network,
                         const std::vector<StickSlipModes>& decided) {
  if (std::none_of(candidates.begin(), candidates.end(), [&](std::size_t i) { return frictions_[i].shaken; })) return false;
  std::vector<double> impulse(candidates.size(), 0.0), total(candidates.size(), 0.0);
  derivatives(t, x, candidates, impulse);
  for (std::size_t g = 0; g < decided.size(); ++g) {
    std::vector<std::size_t> rests;
    std::vector<double> velocities;
    for (std::size_t k = 0; k < decided[g].direction.size(); ++k) {
      const std::size_t i = candidates[network.groups[g].members[k]];
      if (is_contact(i) && decided[g].direction[k] != 0) continue;  // opens
      rests.push_back(k);
      velocities.push_back(frictions_[i].shaken ? machine_.value(code(i).velocity) : 0);
    }
    network.groups[g].stop(rests, velocities, impulse);
  }
  strike(t, x, candidates, impulse, total);
  for (std::size_t g = 0; g < decided.size(); ++g)
    for (std::size_t k = 0; k < decided[g].direction.size(); ++k) {
      const Friction& friction = frictions_[candidates[network.groups[g].members[k]]];
      if (friction.shaken && decided[g].direction[k] == 0 && friction.state >= 0) x[at(friction.state)] = 0;  // exactly
    }
  return true;
}

void FrictionModes::note_shared(const std::vector<std::size_t>& sharing) {
  if (sharing.empty() || notes_.size() >= kMostNotes || !noted_.insert(sharing).second) return;
  const FlatSystem& flat = *machine_.program().sorted->flat;
  std::string names;
  for (std::size_t k = 0; k < std::min(sharing.size(), kMostNamed); ++k)
    names += (k > 0 ? ", " : "") + friction_name(flat, static_cast<std::int32_t>(sharing[k]));
  if (sharing.size() > kMostNamed) names += fmt::format(" and {} more", sharing.size() - kMostNamed);
  notes_.push_back({.code = ErrorCode::run_friction_shared,
                    .message = fmt::format(
                        "from t = {:.6g} s on {} stick side by side: how they share the load is not determined by the motion", t_, names),
                    .where = where_of_equation(flat, flat.frictions[sharing[0]].equation),
                    .because = "each of them alone would hold what the others hold too; shown is the split of least norm",
                    .remedy = "nothing, if the motion is what counts; else put the spring between them that the real parts are",
                    .severity = Severity::warning,
                    .details = {}});
}

std::string FrictionModes::label(std::size_t i) const {
  if (is_contact(i))
    return friction_name(*machine_.program().sorted->flat, static_cast<std::int32_t>(i)) + (mode(i) == Mode::open ? ": parts" : ": rests");
  static constexpr const char* kWords[] = {": slips backwards", ": sticks", ": slips forwards", ": is open"};
  return friction_name(*machine_.program().sorted->flat, static_cast<std::int32_t>(i)) + kWords[static_cast<int>(mode(i)) + 1];
}

Diagnostic FrictionModes::diagnostic(std::size_t i, const std::string& message) const {
  const FlatSystem& flat = *machine_.program().sorted->flat;
  return {
      .code = ErrorCode::run_friction_undecided,
      .message = friction_words(flat, static_cast<std::int32_t>(i)) + " cannot be decided on at t = " + short_number(t_) + " s: " + message,
      .where = where_of_equation(flat, flat.frictions[i].equation),
      .because = "whether it sticks follows from how the network answers to its force, which must be linear",
      .remedy = "take the normal force from a state (a spring, a slow signal) instead of a reaction at the same instant",
      .details = {}};
}

}  // namespace stribeck
