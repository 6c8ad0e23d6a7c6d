// Every registered component in every choice of its options, in a diagram that shakes it: the run's energy balance, its symmetry, its
// limits.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <map>

#include "diagram/read.h"
#include "every_component.h"
#include "whole_run.h"

namespace stribeck {
namespace {

using sweep::Draw;

/// check(record, draw) with `draws` sets of parameters for each type and choice of options; sanitized, for every sixth of these.
template <typename Check>
void for_every_component(int draws, Check check) {
  std::size_t count = 0;
  sweep::for_every_draw(draws, 1, [&](const ComponentRecord& record, const Draw& draw, std::mt19937&) {
    if (test::kSanitized && ++count % 6 != 0) return;
    try {
      check(record, draw);
    } catch (const Failure& failure) {
      FAIL_CHECK(failure.what());
    }
  });
}

/// Why a type, given everything reversed, need not do everything in reverse.
const std::map<std::string, std::string> kOneSided = {
    {"mechanisms.slider_crank", "the slider stands on one side of the crank: turned the other way, the crank moves it the same way"},
    {"mechanisms.cam", "a cam that turns backwards lifts its follower the same way"},
    {"mechanisms.engine", "it drives one way only"},
    {"mechanisms.rolling_wheel", "its input is a load, which has no direction to reverse"},
    {"mechanisms.torque_converter", "it is driven one way only"},
    {"mechanisms.tyre", "its input is a load, which has no direction to reverse"},
    {"mechanisms.vehicle_body", "gravity pulls down the slope whichever way it moves"},
    {"rotational.band_brake", "the band pulls itself tight one way only"},
    {"rotational.drum_brake", "its input is the size of a force, which has no direction to reverse"},
    {"spatial.ball", "gravity pulls down, whichever way it moves"},
    {"spatial.body", "gravity pulls down, whichever way it moves"},
    {"spatial.cylindrical", "gravity pulls down, whichever way it moves"},
    {"spatial.force_source", "gravity pulls down, whichever way it moves"},
    {"spatial.free", "gravity pulls down, whichever way it moves"},
    {"spatial.motion_sensor", "gravity pulls down, whichever way it moves"},
    {"spatial.planar", "gravity pulls down, whichever way it moves"},
    {"spatial.prismatic", "gravity pulls down, whichever way it moves"},
    {"spatial.revolute", "gravity pulls down, whichever way it moves"},
    {"spatial.screw", "gravity pulls down, whichever way it moves"},
    {"spatial.spring_damper", "gravity pulls down, whichever way it moves"},
    {"spatial.torque_source", "gravity pulls down, whichever way it moves"},
    {"spatial.transform", "gravity pulls down, whichever way it moves"},
    {"spatial.universal", "gravity pulls down, whichever way it moves"},
    {"spatial.world", "gravity pulls down, whichever way it moves"},
    {"signals.discrete_pid", "its gain and its filter have the unit of what it gives, but no direction"},
    {"signals.backlash", "its width has the unit of what it gives, but no direction"},
    {"signals.adc", "its range lies as it lies, and a half is rounded up"},
    {"signals.extrema", "the least becomes the greatest"},
    {"signals.rounding", "what is rounded down would be rounded up"},
    {"signals.wrap_angle", "a turn from nothing on becomes one up to nothing"},
    {"signals.flip_flop", "on is not the reverse of off"},
    {"signals.noise", "the numbers are what they are"},
    {"signals.triggered_sampler", "it samples where the trigger rises, not where it falls"},
    {"signals.variable_delay", "a delay has no direction"},
    {"signals.mean", "a size and a square have no sign"},
    {"signals.edge_counter", "it counts what rises, not what falls"},
    {"signals.hysteresis", "what is off is not the reverse of what is on"},
    {"signals.heat_capacity", "a temperature is absolute"},
    {"signals.timer", "it runs while its input is high, not while it is low"},
    {"rotational.ratchet", "it locks one way"},
    {"rotational.freewheel", "it locks one way"},
    {"rotational.loaded_contact_friction", "its input is the size of a normal force, which has no direction to reverse"},
    {"rotational.one_way_clutch", "it locks one way"},
    {"rotational.pmsm", "what acts along the magnets does not turn round"},
    {"rotational.power_sensor", "a power does not turn round"},
    {"signals.arctangent", "the opposite point is half a turn away"},
    {"signals.comparison", "what is greater becomes less"},
    {"signals.division", "two signs cancel"},
    {"signals.function", "most functions are not odd"},
    {"signals.logic", "true and false have no sign"},
    {"signals.max", "the largest becomes the smallest"},
    {"signals.min", "the smallest becomes the largest"},
    {"signals.power", "an even power has no sign"},
    {"signals.product", "two signs cancel"},
    {"signals.rate_limiter", "it rises and falls at rates of their own"},
    {"signals.switch", "what switches is compared with a threshold"},
    {"signals.table_1d", "a table need not be odd"},
    {"signals.table_2d", "a table need not be odd"},
    {"signals.variable_limiter", "its upper bound would become the lower one"},
    {"rotational.contact", "it stops R on one side only"},
    {"translational.contact", "it stops R on one side only"},
    {"rotational.elasto_gap", "it pushes R one way only"},
    {"translational.elasto_gap", "it pushes R one way only"},
    {"translational.freewheel", "it locks one way"},
    {"translational.guide_friction", "the contacts at the ends of the guide change places"},
    {"translational.loaded_contact_friction", "its input is the size of a normal force, which has no direction to reverse"},
    {"translational.mass", "its weight pulls down the line whichever way it moves"},
    {"translational.power_sensor", "a power does not turn round"},
    {"translational.rolling_resistance", "its input is a load, which has no direction to reverse"},
    {"mechanisms.swinging_rod", "the end starts on one side of the pivot, whatever pulls at it"}};

/// Places that turn with R turn the other way, and an area without symmetry is then another one.
bool has_places_that_turn(const ComponentRecord& record) { return record.type == "joints.planar" && record.find_variable("phi") >= 0; }

/// Joints that slip in several directions show that they slip, not which way.
bool slips_any_way(const ComponentRecord& record) {
  return record.type == "joints.ball" || record.type == "joints.cylindrical" || record.type == "joints.planar";
}

/// Powers, energies, sizes and logarithms do not turn round with the motion, nor does what is given to an input that has no direction.
bool has_no_direction(const ComponentRecord& record, const std::string& column) {
  for (const char* name : {"psi", "bond", "shape", "curvature", "stiffness", "pin_force", "N", "limit", "i_a"})
    if (column.ends_with(std::string(".") + name)) return true;
  for (const VariableDeclaration& variable : record.variables)
    if (column == "tested." + variable.name && (variable.unit == "W" || variable.unit == "J")) return true;
  return std::any_of(record.connectors.begin(), record.connectors.end(), [&](const ConnectorDeclaration& connector) {
    return connector.kind == ConnectorKind::input && column == "sine_" + connector.name + ".y" && !sweep::turns_round(record, connector);
  });
}

constexpr double kOpen = 2;  // mode of a friction that nothing presses together

double largest_of(const std::vector<double>& values) {
  double largest = 0;
  for (const double value : values) largest = std::max(largest, std::fabs(value));
  return largest;
}

void check_energy(const ComponentRecord& record, const test::WholeRun& run) {
  CHECK(run.summary.reached_s == 1);
  // Bodies and dampers exchange about 10 J; signals alone exchange nothing, and what holds the body next to it hardly more.
  const bool holds = record.type.find(".karnopp_") != std::string::npos || record.type.find(".switch_") != std::string::npos;
  if (run.summary.states > 0 && !holds && !record.type.starts_with("signals.")) CHECK(run.summary.audit.exchanged > 0.01);
  CHECK(run.summary.audit.relative() < 1e-6);
  for (const Diagnostic& note : run.summary.notes)
    if (note.code == ErrorCode::run_energy_unbalanced) FAIL_CHECK(to_text(note));
  for (const EnergyRow& row : run.summary.audit.components)
    CHECK((test::may_give_back(record) || row.dissipated >= -1e-14 * run.summary.audit.exchanged));  // what sticks moves by rounding
}

/// Sanitized the options are as they are left; without, in every choice.
bool is_reversed(const ComponentRecord& record) {
  const auto is_chosen = [](const OptionDeclaration& option) { return option.chosen != option.fallback; };
  if (test::kSanitized && std::any_of(record.options.begin(), record.options.end(), is_chosen)) return false;
  return kOneSided.count(record.type) == 0 && !has_places_that_turn(record);
}

void check_reversal(const ComponentRecord& record, const Trajectory& forwards, const Trajectory& backwards) {
  for (std::size_t c = 0; c < forwards.columns().size(); ++c) {
    const std::string& name = forwards.columns()[c].name;
    CAPTURE(name);
    double worst = 0;
    // Not row by row: a speed that turns is two events, v >= 0 and -v >= 0, which may fall into one instant or into two.
    for (int i = 0; i <= 100; ++i) {
      const double t = 0.01 * i;
      const double value = forwards.at(c, t);
      const bool no_direction = has_no_direction(record, name) || (name == "tested.mode" && (slips_any_way(record) || value == kOpen));
      worst = std::max(worst, std::fabs(value + (no_direction ? -1 : 1) * backwards.at(c, t)));
    }
    CHECK(worst <= 1e-6 * largest_of(forwards.values(c)));  // the run's tolerance, 1e-9, grown by stiff contacts
  }
}

TEST_CASE("shaken by any sources, every component balances its energy, and does in reverse what it does forwards") {
  const ComponentRecord* last = nullptr;
  for_every_component(test::kSanitized ? 1 : 3, [&](const ComponentRecord& record, const Draw& draw) {
    const bool is_first = &record != last;  // of its draws: one of them is reversed
    last = &record;
    if (test::may_run_away(record)) return;
    const test::WholeRun run = test::run_text(sweep::diagram_around(record, draw, {}));
    check_energy(record, run);
    if (!is_first || !is_reversed(record)) return;
    const test::WholeRun backwards = test::run_text(sweep::diagram_around(record, sweep::mirrored(record, draw), {.direction = -1}));
    check_reversal(record, run.trajectory, backwards.trajectory);
  });
}

/// The first value on the wrong side of a limit.
double just_outside(const LimitDeclaration& limit, double bound) {
  if (limit.relation == Operator::gt || limit.relation == Operator::lt) return bound;
  return std::nextafter(bound, limit.relation == Operator::ge ? -HUGE_VAL : HUGE_VAL);
}

TEST_CASE("every limit of every parameter refuses the first value outside") {
  Registry& registry = test::builtin_registry();
  const auto error_of = [&](const ComponentRecord& record, const Draw& draw) {
    const std::string text = sweep::diagram_around(record, draw, {});
    return test::error_of([&] { read_diagram(registry, "test.json", {}, &text); });
  };
  int limits = 0;
  for (const std::string& type : registry.types()) {
    for (const std::vector<int>& choices : test::all_choices(registry.record(type))) {
      const ComponentRecord& record = registry.record(type, choices);
      if (std::ranges::any_of(record.lists, &ListDeclaration::is_mesh)) continue;  // it stands in a file
      Draw draw = sweep::default_draw(record);
      // Mass and density of a solid have no default but zero, and one of them must be more.
      if (record.find_parameter("density") >= 0 && type == "spatial.body")
        draw.parameters[static_cast<std::size_t>(record.find_parameter("mass"))] = 1;
      if (const int bore = record.find_parameter("inner_radius"); bore >= 0 && type == "spatial.body")
        draw.parameters[static_cast<std::size_t>(bore)] = 0.5;  // of the radius outside
      REQUIRE(error_of(record, draw).empty());
      for (std::size_t p = 0; p < record.parameters.size(); ++p) {
        if (record.parameters[p].list >= 0) continue;  // an entry of a list
        for (const LimitDeclaration& limit : record.parameters[p].limits) {
          CAPTURE(type, record.parameters[p].name);
          const double bound = sweep::bound_of(record, limit, draw);
          REQUIRE(std::isfinite(bound));
          Draw changed = draw;
          changed.parameters[p] = just_outside(limit, bound);
          CHECK(error_of(record, changed) == "value.out_of_range");
          ++limits;
        }
      }
    }
  }
  CHECK(limits > 20);
}

}  // namespace
}  // namespace stribeck
