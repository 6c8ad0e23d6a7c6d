// While modes are held: what is not followed goes as the whole program says, and what is followed is what the whole program makes of it.
#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

#include "diagram_files.h"
#include "every_component.h"
#include "files.h"
#include "simulation/events/conditions.h"
#include "simulation/loop/live_system.h"

namespace stribeck {
namespace {

constexpr double kStart = 0.1;

/// A random state at which much rests, as what sticks does, and random modes of frictions, as no event would find them.
std::vector<double> shuffle(Machine& machine, std::mt19937& random, double size = 1) {
  std::uniform_real_distribution<double> uniform(-1, 1);
  std::uniform_int_distribution<int> coin(0, 1);
  std::vector<double> x(static_cast<std::size_t>(machine.program().states()));
  const int moves = coin(random);
  for (double& value : x) value = size * moves * coin(random) * uniform(random);
  for (const FrictionCode& friction : machine.program().frictions) {
    const bool sticks = coin(random) != 0;
    machine.tell(friction.inputs[static_cast<std::size_t>(ModeInput::stuck)], sticks ? 1 : 0);
    machine.tell(friction.inputs[static_cast<std::size_t>(ModeInput::direction)], sticks ? 0 : 1 - 2 * coin(random));
    const auto state = static_cast<std::size_t>(friction.velocity - machine.program().first_state);
    if (sticks && state < x.size()) x[state] = 0;
  }
  return x;
}

/// What a whole run of the code makes of it, in a machine of its own that holds the same.
std::unique_ptr<const Machine> at_once(const Machine& other, double t, const std::vector<double>& x) {
  auto machine = std::make_unique<Machine>(other.program());
  machine->restore(other.context());
  machine->set_time(t);
  machine->set_state(x.data());
  for (const Section section : {Section::dynamics, Section::quadratures, Section::crossings}) machine->run(section);
  return machine;
}

/// Forces that cancel leave their rounding: 1e-9 of the largest of what is compared.
void compare(const std::vector<double>& found, const std::vector<double>& expected) {
  double largest = 1;
  for (const double value : expected) largest = std::max(largest, std::fabs(value));
  if (!std::isfinite(largest)) return;
  REQUIRE(found.size() == expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    CAPTURE(i);
    CHECK(std::fabs(found[i] - expected[i]) <= 1e-9 * largest);
  }
}

/// Returns how many coefficients of differentiated constraints were compared.
std::size_t check_course(LiveSystem& live, Machine& machine, double t, const std::vector<double>& followed,
                         const std::vector<bool>& differed) {
  const Program& program = machine.program();
  std::vector<double> x(static_cast<std::size_t>(program.states()));
  live.whole_state(t, followed, x);
  std::vector<double> rates(live.states().size()), powers(live.quadratures().size());
  live.derivatives(t, followed.data(), rates.data(), powers.data());
  const auto other = at_once(machine, t, x);
  const Snapshot whole = other->snapshot();
  std::vector<double> all_rates, expected_rates, all_powers;
  for (std::size_t s = 0; s < x.size(); ++s) all_rates.push_back(live.rate(s));
  for (std::size_t i = 0; i < rates.size(); ++i) all_rates[live.states()[i]] = rates[i];
  for (const Register r : program.derivatives) expected_rates.push_back(whole.value(r));
  compare(all_rates, expected_rates);
  for (const std::size_t q : live.quadratures()) all_powers.push_back(whole.value(program.quadratures[q]));
  compare(powers, all_powers);
  const Snapshot watched = live.watch(t, followed.data());
  std::vector<double> found, expected;
  for (const std::size_t c : live.conditions()) {
    found.push_back(watched.crossing(c));
    expected.push_back(whole.crossing(c));
  }
  compare(found, expected);
  if (live.flow() != nullptr)  // what has been computed so far must be of no use
    for (const Instruction& i : live.flow()->code())
      if (is_plain(i) && live.kind(i.result) == Course::Kind::other) machine.set(i.result, std::numeric_limits<double>::quiet_NaN());
  const Snapshot states = live.watch_states(t, followed.data());
  found.clear(), expected.clear();
  for (const WatchCode::Level& level : program.watch.levels)
    for (const WatchCode::Level::Entry& entry : level.entries) {
      if (entry.watched < 0) continue;
      found.push_back(states.value(program.watch.registers[at(entry.watched)]));
      expected.push_back(whole.value(program.watch.registers[at(entry.watched)]));
    }
  compare(found, expected);
  const std::size_t judged = found.size();
  for (std::size_t c = 0; c < program.conditions.size() && live.known_change_s() > t; ++c) {
    if (program.conditions[c].scheduled >= 0 || differed[c] || std::count(live.conditions().begin(), live.conditions().end(), c) > 0)
      continue;
    CAPTURE(c, whole.crossing(c), whole.noise(c), live.known_change_s());
    CHECK((!whole.differs(c) || std::fabs(whole.crossing(c)) < 1e-9));
  }
  return judged;
}

/// Twenty blocks on springs that a plate pulls.
std::string chain() {
  std::string text = test::content_of(test::kRoot + "/diagrams/benchmarks/burridge_knopoff.json");
  const std::string forty = "\"blocks\": 40";
  return text.replace(text.find(forty), forty.size(), "\"blocks\": 20");
}

TEST_CASE("what need not be followed goes as the whole program says") {
  std::size_t spared = 0, foreseen = 0, judged = 0;
  double longest = 0.5, size = 1;
  const auto check = [&](test::Compiled& compiled, std::mt19937& random) {
    Machine& machine = compiled.machine;
    if (!machine.program().has_modes() || !machine.program().histories.empty()) return;
    Evaluation evaluation(machine);
    Conditions conditions(machine, evaluation);
    LiveSystem live(machine, evaluation, 1);
    std::uniform_real_distribution<double> uniform(-1, 1);
    double t = kStart;
    for (int trial = 0; trial < 8; ++trial) {
      try {
        std::vector<double> x = shuffle(machine, random, size);
        const double next = conditions.schedule_by_time(t);
        std::vector<std::string> labels;
        conditions.settle(t, x.data(), labels);
        live.hold(t, x, std::vector<double>(machine.program().quadratures.size(), 0.0));
        spared += x.size() - live.states().size();
        std::vector<bool> differed;  // guards of modes that no event has chosen
        for (std::size_t c = 0; c < machine.program().conditions.size(); ++c) differed.push_back(machine.snapshot().differs(c));
        const bool is_foreseen = live.known_change_s() > t && live.known_change_s() < t + longest;
        foreseen += is_foreseen ? 1 : 0;
        std::vector<double> followed = live.followed_state(x);
        judged += check_course(live, machine, t, followed, differed);
        const double end = std::min(next, t + longest);
        for (double& value : followed) value += 0.1 * uniform(random);
        const double until = t + 0.99 * (std::min(end, is_foreseen ? live.known_change_s() : end) - t);
        judged += check_course(live, machine, until, followed, differed);
        t = until;
      } catch (const Failure&) {  // some modes have no solution
      }
    }
  };
  sweep::for_every_program(2, check);
  CHECK(spared > 10);
  CHECK(judged > 100);
  test::Compiled compiled(chain());
  std::mt19937 random(3);
  longest = 150, size = 0.2;  // the forces on most then stay below what they stick to
  for (int round = 0; round < 20; ++round) check(compiled, random);
  CHECK(spared > 1000);
  CHECK(foreseen > 50);
}

TEST_CASE("what is computed again at an instant is what would be computed at once") {
  std::size_t compared = 0;
  sweep::for_every_program(2, [&](test::Compiled& compiled, std::mt19937& random) {
    Machine& machine = compiled.machine;
    if (!machine.program().has_modes() || !machine.program().histories.empty()) return;
    Evaluation evaluation(machine);
    Conditions(machine, evaluation).schedule_by_time(kStart);
    for (int trial = 0; trial < 8; ++trial) {
      try {
        const std::vector<double> x = shuffle(machine, random);
        evaluation.at(kStart, x.data());
        const auto other = at_once(machine, kStart, x);
        const Snapshot now = machine.snapshot(), whole = other->snapshot();
        std::vector<double> found, expected;
        const auto add = [&](Register r) {
          found.push_back(now.value(r));
          expected.push_back(whole.value(r));
        };
        for (const Register r : machine.program().derivatives) add(r);
        for (const Register r : machine.program().quadratures) add(r);
        for (const ConditionCode& condition : machine.program().conditions) add(condition.crossing);
        compared += found.size();
        compare(found, expected);
      } catch (const Failure&) {  // some modes have no solution
      }
    }
  });
  CHECK(compared > 1000);
}

}  // namespace
}  // namespace stribeck
