#include "simulation/modes/second_answers.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "base/format.h"
#include "base/index.h"

namespace stribeck {

namespace {

constexpr std::size_t kMostTold = 8;  // nobody reads more

double level_at(const Snapshot& now, const Elements& elements, std::size_t i, bool is_forwards) {
  const StickSlipLevels levels = elements.levels(i, now);
  return is_forwards ? levels.forwards.kinetic_level : levels.backwards.kinetic_level;
}

/// How much a friction's limit grows with its force where that is large; 0 where the equations have no solution.
double slope_of_limit(const Elements& elements, std::size_t i) {
  constexpr double kLarge = 1e6;  // beside all forces at hand, so that what they press counts for no more than this share
  Machine& machine = elements.machine();
  const FrictionCode& code = elements.code(i);
  const bool is_forwards = elements.told(i) == Mode::forwards;
  const double size = kLarge * std::max({1.0, elements.largest_force(i), level_at(elements.now(), elements, i, is_forwards)});
  const KeptValues kept(machine);
  double slope = 0;
  try {
    for (const ModeInput which : {ModeInput::stuck, ModeInput::direction, ModeInput::share}) machine.set(code.input(which), 0);
    for (const double way : {1.0, -1.0}) {
      machine.set(code.input(ModeInput::push), way * size);
      machine.run(Section::dynamics);
      machine.run(Section::crossings);
      slope = std::max(slope, level_at(machine.snapshot(), elements, i, is_forwards) / size);
    }
  } catch (const Failure&) {  // other laws have no solution under such a force
    slope = 0;
  }
  return slope;
}

/// Whether the list has no room, or tells of this friction already.
bool is_told(const std::vector<Diagnostic>& notes, const std::string& message) {
  const auto begins = [&](const Diagnostic& note) { return note.message.starts_with(message); };
  return notes.size() >= kMostTold || std::any_of(notes.begin(), notes.end(), begins);
}

}  // namespace

void note_second_answers(const Elements& elements, const std::vector<std::size_t>& slipping, double t, std::vector<Diagnostic>& notes) {
  constexpr double kRounding = 1e-5;  // of the slope
  for (const std::size_t i : slipping) {
    if (!elements.code(i).reacts || elements.is_contact(i)) continue;
    const std::string message = elements.labels().friction_words(i) + " presses itself on so much that two forces fulfil its law";
    if (is_told(notes, message)) continue;
    const double slope = slope_of_limit(elements, i);
    if (!(slope > 1 + kRounding)) continue;
    notes.push_back({.code = ErrorCode::run_jammed,
                     .message = fmt::format("{}, from t = {:.6g} s on", message, t),
                     .where = elements.labels().where_of_friction(i),
                     .because = fmt::format("a large force of friction raises its limit by {:.6g} times itself: such a law has two answers "
                                            "or none; shown is the one that is reached from motion without friction",
                                            slope),
                     .remedy = "nothing, if that one is meant; else lower the coefficient of friction, or let the reaction build up in a "
                               "spring",
                     .severity = Severity::warning,
                     .details = {}});
  }
}

void note_no_answer(const Elements& elements, const std::vector<std::size_t>& jamming, double t, std::vector<Diagnostic>& notes) {
  if (jamming.empty()) return;
  const std::string message = elements.labels().friction_words(jamming.front()) + " jams: no force fulfils its law while it slips";
  if (is_told(notes, message)) return;
  Diagnostic note{.code = ErrorCode::run_jammed,
                  .message = fmt::format("{}, at t = {:.6g} s", message, t),
                  .where = elements.labels().where_of_friction(jamming.front()),
                  .because =
                      "its own force presses it on, and raises its limit faster than what it has to balance: an impulse brings it to "
                      "rest at once",
                  .remedy =
                      "nothing, if it is meant to stop so; else lower the coefficient of friction, or let the reaction build up in a "
                      "spring",
                  .severity = Severity::warning,
                  .details = {}};
  for (const std::size_t i : jamming) note.details.emplace_back("takes part", elements.labels().friction(i));
  notes.push_back(std::move(note));
}

}  // namespace stribeck
