#include "simulation/loop/root_choice.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>
#include <string>
#include <unordered_set>

#include "base/constants.h"
#include "base/index.h"
#include "base/text.h"
#include "program/registers.h"
#include "simulation/start/initialise.h"

namespace stribeck {

namespace {

/// The most work for all loops of a diagram together, in instructions by interval arithmetic: some 0.4 s. Further loops keep the solution
/// that they have.
constexpr std::int64_t kMostWork = 8'000'000;
/// The most conditions that depend on the solution of a loop itself: each combination of their truths is another loop to be solved.
constexpr std::size_t kMostConditions = 4;
/// Up to this a target counts as met, as finite differences do not come closer.
constexpr double kMet = 1e-6;

}  // namespace

RootChoice::RootChoice(Machine& machine, Conditions& conditions, const InitialTargets& targets)
    : machine_(machine), conditions_(conditions), program_(machine.program()), targets_(targets) {}

/// Whether one of the solutions of a loop is chosen; not if dry friction decides on it, which has rules of its own.
bool RootChoice::is_searched(const BlockCode& block) const { return may_be_told(block) && block.friction_forces.empty(); }

/// Whether the solutions of a loop are told. Where dry friction decides on a nonlinear loop, these are the ones with what sticks and slides
/// at the start.
bool RootChoice::may_be_told(const BlockCode& block) const {
  return !block.places.empty() && block.size <= LoopSolver::kLargestSearched && (block.friction_forces.empty() || !block.linear) &&
         work_ < kMostWork;
}

void RootChoice::take(double t, const std::vector<double>& x) {
  take(t, x, [this](const BlockCode& block) { return is_searched(block); });
}

bool RootChoice::take_with_frictions(double t, const std::vector<double>& x) {
  return take(t, x, [this](const BlockCode& block) { return may_be_told(block) && !block.friction_forces.empty(); });
}

bool RootChoice::take(double t, const std::vector<double>& x, const std::function<bool(const BlockCode&)>& is_chosen) {
  if (std::none_of(program_.blocks.begin(), program_.blocks.end(), is_chosen)) return false;
  conditions_.evaluate(t, x.data());
  Snapshot now = run_the_rest();
  met_ = met_targets(now);
  bool any = false;
  for (const BlockCode& block : program_.blocks) {
    if (!is_chosen(block) || block.is_of_positions) continue;
    const Candidates found = candidates(now, block);
    if (found.all.empty() || found.taken == found.now) continue;
    put(block, found.all[found.taken]);
    std::vector<std::string> labels;
    conditions_.settle(t, x.data(), labels);
    now = run_the_rest();
    any = true;
  }
  return any;
}

std::vector<Diagnostic> RootChoice::notes(double t, const std::vector<double>& x) {
  std::vector<Diagnostic> notes;
  work_ = 0;
  at_s_ = t;
  if (std::none_of(program_.blocks.begin(), program_.blocks.end(), [&](const BlockCode& block) { return may_be_told(block); }))
    return notes;
  conditions_.evaluate(t, x.data());
  const Snapshot now = run_the_rest();
  met_ = met_targets(now);
  std::set<std::int32_t> told;  // several sections may solve the same loop
  for (const BlockCode& block : program_.blocks) {
    if (!may_be_told(block) || !told.insert(block.block).second) continue;
    const Candidates found = candidates(now, block);
    if (found.all.size() > 1)
      if (std::optional<Diagnostic> note = this->note(block, found)) notes.push_back(std::move(*note));
    // Bounds hardly ever decide on what rubs and may stick, so that the remark would tell nothing of such a loop.
    if (!found.is_complete && block.friction_forces.empty()) notes.push_back(note_of_unfinished_search(block));
  }
  conditions_.evaluate(t, x.data());
  return notes;
}

bool RootChoice::find_modes(double t, const std::vector<double>& x) {
  constexpr std::size_t kMostTried = 8;  // conditions
  machine_.set_time(t);
  machine_.set_state(x.data());
  bool is_found = false;
  Machine::Values kept;
  machine_.keep(kept);
  for (const BlockCode& block : program_.blocks) {
    if (block.places.empty() || !block.friction_forces.empty() || block.is_of_positions) continue;
    const std::vector<std::size_t> conditions = conditions_of(block);
    if (conditions.empty() || conditions.size() > kMostTried) continue;
    try_to_evaluate();  // as far as possible: it evaluates the inputs of the loop
    machine_.keep(kept);
    Candidates found;
    collect(block, conditions, kept, found);
    if (found.all.empty() && conditions.size() <= kMostConditions) collect(block, conditions, kept, found, true);
    machine_.put_back(kept);
    if (found.all.empty()) continue;
    std::vector<LoopRoot> roots;
    for (const Candidate& candidate : found.all) roots.push_back(candidate.root);
    try {
      put(block, found.all[root_taken(roots, block.place_facts, found.sign)]);
    } catch (const Failure&) {  // another loop has no solution
      machine_.put_back(kept);
      continue;
    }
    machine_.keep(kept);
    is_found = true;
  }
  return is_found;
}

/// Evaluates the whole diagram with the held truths; nothing where it has no values.
std::optional<Snapshot> RootChoice::try_to_evaluate() {
  try {
    machine_.run(Section::dynamics);
    machine_.run(Section::crossings);
    return run_the_rest();
  } catch (const Failure&) {
    return std::nullopt;
  }
}

/// The conditions that enter the loop and depend on its solution.
std::vector<std::size_t> RootChoice::conditions_of(const BlockCode& block) {
  std::vector<std::size_t> found;
  if (program_.conditions.empty()) return found;
  if (!flow_) flow_.emplace(program_);
  const auto before = [&](std::vector<Register> open) {
    std::unordered_set<Register> all;
    while (!open.empty()) {
      const Register r = open.back();
      open.pop_back();
      if (!all.insert(r).second) continue;
      ++work_;
      if (const std::int32_t maker = flow_->maker(r); maker >= 0) flow_->for_reads(at(maker), [&](Register read) { open.push_back(read); });
    }
    return all;
  };
  const std::unordered_set<Register> inputs = before(loop_inputs(block));
  std::unordered_set<Register> results;
  for_loop_results(block, [&](Register r) { results.insert(r); });
  for (std::size_t c = 0; c < program_.conditions.size(); ++c) {
    const ConditionCode& condition = program_.conditions[c];
    if (condition.is_guard || condition.scheduled >= 0 || condition.floor >= 0 || !inputs.contains(condition.held)) continue;
    const std::unordered_set<Register> crossing = before({condition.crossing});
    if (std::any_of(results.begin(), results.end(), [&](Register r) { return crossing.contains(r); })) found.push_back(c);
  }
  return found;
}

/// The solutions that were found before, if the inputs of the loop are the same.
RootChoice::Candidates RootChoice::candidates(const Snapshot& now, const BlockCode& block) {
  std::vector<double> inputs;
  for (const Register r : loop_inputs(block)) inputs.push_back(now.value(r));
  const auto number = static_cast<std::int32_t>(&block - program_.blocks.data());
  if (const auto before = searched_.find(number); before != searched_.end() && before->second.inputs == inputs) {
    Candidates found = before->second.found;
    const LoopRoot here = machine_.loops().root_here(block);
    for (found.now = 0; found.now < found.all.size(); ++found.now)
      if (is_same_root(found.all[found.now].root.unknowns, here.unknowns)) return found;
  }
  Candidates found = search(block);
  searched_[number] = {std::move(inputs), found};
  return found;
}

RootChoice::Candidates RootChoice::search(const BlockCode& block) {
  Candidates found;
  Machine::Values kept;
  machine_.keep(kept);
  std::vector<std::size_t> conditions = conditions_of(block);
  if (conditions.size() > kMostConditions) conditions.clear();
  if (block.linear && conditions.empty()) return found;
  found.all.push_back({machine_.loops().root_here(block), {}});
  for (const std::size_t c : conditions) found.all[0].held.emplace_back(c, machine_.held(c));
  if (block.is_of_positions) {
    add_positions(block, found);
    machine_.put_back(kept);
    return found;
  }
  collect(block, conditions, kept, found);
  machine_.put_back(kept);
  std::vector<LoopRoot> roots;
  for (const Candidate& candidate : found.all) roots.push_back(candidate.root);
  found.taken = root_taken(roots, block.place_facts, found.sign);
  return found;
}

/// Collects, for each combination of truths of these conditions, the solutions with which the conditions have these truths; the search
/// starts at these values. `is_within`: it does not leave where they have these truths, as
/// far as these follow from the loop itself.
void RootChoice::collect(const BlockCode& block, std::span<const std::size_t> conditions, const Machine::Values& from, Candidates& to,
                         bool is_within) {
  const auto is_inside = [&] {
    try {
      machine_.run(Section::crossings);  // the search has evaluated the loop
    } catch (const Failure&) {           // something else has no value there
      return false;
    }
    const Snapshot now = machine_.snapshot();
    return std::none_of(conditions.begin(), conditions.end(), [&](std::size_t c) { return now.differs(c); });
  };
  for (unsigned held = 0; held < 1u << conditions.size(); ++held) {
    const auto begin = [&] {
      machine_.put_back(from);
      for (std::size_t k = 0; k < conditions.size(); ++k) machine_.hold(conditions[k], (held >> k & 1u) != 0);
      if (!conditions.empty()) try_to_evaluate();  // as far as possible: it evaluates inputs of the loop that depend on the held truths
    };
    begin();
    if (block.linear) {
      add_if_it_holds(block, {}, conditions, to);
      continue;
    }
    const LoopSolver::Roots roots = is_within ? machine_.loops().roots_within(block, is_inside) : machine_.loops().all_roots(block);
    work_ += roots.work;
    to.is_complete = to.is_complete && roots.is_complete;
    if (to.sign == 0) to.sign = roots.sign_of_all;
    begin();
    Machine::Values here;
    machine_.keep(here);
    for (const LoopRoot& root : roots.roots) {
      machine_.put_back(here);
      add_if_it_holds(block, root, conditions, to);
    }
  }
}

/// Where the search for other positions than these begins: at the mirror image about the start, then on both sides of it.
std::vector<std::vector<double>> RootChoice::other_sides(const BlockCode& block, std::span<const double> found) const {
  std::vector<std::vector<double>> starts(1);
  for (std::size_t k = 0; k < found.size(); ++k) starts[0].push_back(2 * program_.initial[at(block.unknowns[k])] - found[k]);
  for (const double far : {1.0, -1.0, 100.0, -100.0}) {
    starts.emplace_back();
    for (std::size_t k = 0; k < found.size(); ++k)
      starts.back().push_back(program_.initial[at(block.unknowns[k])] + far * std::cos(2.4 * static_cast<double>(k)));
  }
  return starts;
}

/// Solutions for positions, as of a rod that may stand or hang, which depend on where the search begins.
void RootChoice::add_positions(const BlockCode& block, Candidates& to) {
  Machine::Values kept;
  machine_.keep(kept);
  std::vector<std::size_t> all(program_.conditions.size());
  for (std::size_t c = 0; c < all.size(); ++c) all[c] = c;
  for (const std::vector<double>& start : other_sides(block, to.all[0].root.unknowns)) {
    machine_.put_back(kept);
    if (machine_.loops().converges(block, start)) add_if_it_holds(block, machine_.loops().root_here(block), all, to);
    if (to.all.size() > 1) return;
  }
  machine_.put_back(kept);
  add_where_targets_lead(block, to);
}

/// Another solution may miss the targets with the states of this start, and lead to states at which they hold: the end of a rod has the
/// same velocity on either side of its pivot. The targets are met again from where the components declare their states, on each side. Where
/// a target is missed, the start is the one that misses it least, and nothing is told. Frictions have the modes that the start has decided
/// on.
void RootChoice::add_where_targets_lead(const BlockCode& block, Candidates& to) {
  if (met_.empty() || std::count(met_.begin(), met_.end(), false) > 0 || machine_.has_constraints()) return;
  std::vector<double> declared;
  for (const StateFacts& state : program_.state_facts) declared.push_back(state.start);
  try {
    conditions_.evaluate(at_s_, declared.data());
  } catch (const Failure&) {  // nothing stands there
    return;
  }
  Machine::Values kept;
  machine_.keep(kept);
  std::vector<std::vector<double>> starts = other_sides(block, machine_.loops().root_here(block).unknowns);
  starts.push_back(machine_.loops().root_here(block).unknowns);
  for (const std::vector<double>& start : starts) {
    machine_.put_back(kept);
    if (work_ >= kMostWork || !machine_.loops().converges(block, start)) continue;
    constexpr std::size_t kIterations = 8;  // usual number, each with differences by every state
    work_ += static_cast<std::int64_t>(2 * kIterations * declared.size() * program_.section(Section::dynamics).size()) / 10;
    std::vector<bool> meets;
    try {
      const InitialState there = initialise(machine_, conditions_, targets_, at_s_, {});
      conditions_.evaluate(at_s_, there.x.data());
      meets = met_targets(run_the_rest());
    } catch (const Failure&) {  // the targets cannot hold on that side
      continue;
    }
    const LoopRoot root = machine_.loops().root_here(block);
    if (meets != met_ || is_same_root(to.all[0].root.unknowns, root.unknowns)) continue;
    to.all.push_back({root, {}});
    return;
  }
}

void RootChoice::add_if_it_holds(const BlockCode& block, const LoopRoot& root, std::span<const std::size_t> conditions, Candidates& to) {
  const auto is_known = [&](const LoopRoot& one) {
    return std::any_of(to.all.begin(), to.all.end(),
                       [&](const Candidate& other) { return is_same_root(one.unknowns, other.root.unknowns); });
  };
  if (!block.linear && is_known(root)) return;
  for (std::size_t k = 0; k < root.unknowns.size(); ++k) machine_.set(block.unknowns[k], root.unknowns[k]);
  const std::optional<Snapshot> now = values_with(block, conditions);
  if (!now) return;
  Candidate candidate{machine_.loops().root_here(block), {}};
  if (is_known(candidate.root)) return;
  for (const std::size_t c : conditions) candidate.held.emplace_back(c, machine_.held(c));
  if (met_.empty() || met_targets(*now) == met_) to.all.push_back(std::move(candidate));
}

/// The values of the diagram with this solution; nothing where it has none, or where conditions have other truths than those with which the
/// solution was found.
std::optional<Snapshot> RootChoice::values_with(const BlockCode& block, std::span<const std::size_t> conditions) {
  const std::vector<double> before = machine_.loops().root_here(block).unknowns;
  const std::optional<Snapshot> now = try_to_evaluate();
  if (!now) return std::nullopt;
  work_ += static_cast<std::int64_t>(program_.section(Section::dynamics).size() + program_.section(Section::outputs).size()) / 10;
  if (!block.linear && !is_same_root(before, machine_.loops().root_here(block).unknowns)) return std::nullopt;
  const bool has_changed = std::any_of(conditions.begin(), conditions.end(), [&](std::size_t c) { return now->differs(c); });
  return has_changed ? std::nullopt : now;
}

void RootChoice::put(const BlockCode& block, const Candidate& candidate) {
  for (const auto& [condition, is_true] : candidate.held) machine_.hold(condition, is_true);
  for (std::size_t k = 0; k < block.unknowns.size(); ++k) machine_.set(block.unknowns[k], candidate.root.unknowns[k]);
  machine_.run(Section::dynamics);
  machine_.run(Section::crossings);
  run_the_rest();
}

/// Evaluates the other sections, since some loops are needed for powers or outputs alone.
Snapshot RootChoice::run_the_rest() {
  machine_.run(Section::quadratures);
  machine_.run(Section::outputs);
  return machine_.snapshot();
}

std::vector<bool> RootChoice::met_targets(const Snapshot& now) const {
  std::vector<bool> met;
  for (const InitialTarget& t : targets_) met.push_back(std::fabs(value_of(t, now) - t.value) <= kMet * std::max(1.0, std::fabs(t.value)));
  return met;
}

/// Whether the diagram or the component states which value of a variable is meant.
bool RootChoice::is_given(std::int32_t variable, double start) const {
  return start != 0 || std::any_of(targets_.begin(), targets_.end(), [&](const InitialTarget& t) {
           const TargetCode& code = code_of(t, program_);
           return code.variable == variable || code.representative == variable;
         });
}

/// The remark that a loop has several solutions, by the first value in which they differ, if the diagram states none of these values.
std::optional<Diagnostic> RootChoice::note(const BlockCode& block, const Candidates& found) const {
  for (const PlaceFacts& place : block.place_facts)
    if (is_given(place.variable, place.rest)) return std::nullopt;
  for (std::size_t p = 0; p < block.places.size() && !block.is_of_positions; ++p) {
    const auto value = [&](std::size_t candidate) { return found.all[candidate].root.places[p]; };
    if (std::optional<Diagnostic> note = note_of(block, found, block.place_facts[p].variable, value, false)) return note;
  }
  for (std::size_t k = 0; k < block.unknowns.size(); ++k) {
    const UnknownFacts& unknown = block.facts[k];
    const auto value = [&](std::size_t candidate) { return found.all[candidate].root.unknowns[k]; };
    if (is_given(unknown.variable, unknown.start)) continue;
    if (std::optional<Diagnostic> note = note_of(block, found, unknown.variable, value, unknown.is_angle)) return note;
  }
  return std::nullopt;
}

std::optional<Diagnostic> RootChoice::note_of(const BlockCode& block, const Candidates& found, std::int32_t variable,
                                              const std::function<double(std::size_t)>& value, bool is_angle) const {
  constexpr double kTurnRounding = 1e-6;
  const double now = value(found.now);
  std::vector<double> others;
  for (std::size_t c = 0; c < found.all.size(); ++c) {
    const double way = value(c) - now;
    if (c == found.now || std::fabs(way) <= kTargetAgreement * std::max(1.0, std::fabs(now))) continue;
    if (is_angle && std::fabs(std::remainder(way, 2 * std::numbers::pi)) <= kTurnRounding) continue;
    others.push_back(value(c));
  }
  if (others.empty()) return std::nullopt;
  std::sort(others.begin(), others.end());
  std::string elsewhere;
  for (std::size_t o = 0; o < others.size(); ++o)
    elsewhere += (o == 0 ? "" : o + 1 == others.size() ? " or " : ", ") + nine_digits(others[o]);
  return Diagnostic{.code = ErrorCode::initial_undetermined,
                    .message = "nothing determines the initial value of " + program_.labels->variable(variable) + ": it starts at " +
                               nine_digits(now) + ", and all would hold at " + elsewhere + " as well",
                    .where = program_.labels->loop(block.block).where,
                    .because = block.is_of_positions
                                   ? "the search for it has found this one first"
                                   : "of the solutions of an algebraic loop this one is the nearest to rest at which it would stay",
                    .remedy = "give one of them an initial target",
                    .severity = Severity::note,
                    .details = {}};
}

Diagnostic RootChoice::note_of_unfinished_search(const BlockCode& block) const {
  const Labels::Loop loop = program_.labels->loop(block.block);
  return {.code = ErrorCode::initial_undetermined,
          .message = "the algebraic loop for " + joined(loop.unknowns) +
                     " may have solutions that were not found: the motion begins at one of those that were",
          .where = loop.where,
          .because = "bounds of its formulas did not decide on all values of its unknowns in the work that is allowed",
          .remedy = "give its velocities initial targets near those that are meant, or a node in it the small mass or inertia that it has",
          .severity = Severity::note,
          .details = {}};
}

}  // namespace stribeck
