// The laws of mechanics hold in every system of units, and so does what a program makes of them: with metres, kilograms and seconds that
// are other powers of two, each diagram has the same events and the same curves. What differs compares something with a number of its own.
#include <catch2/catch.hpp>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <span>

#include "base/text.h"
#include "base/units.h"
#include "choices.h"
#include "diagram/read.h"
#include "diagram_files.h"
#include "files.h"
#include "whole_run.h"

namespace stribeck {
namespace {

/// How many of the new unit the old one is, by powers of two: multiples of six, as square and cube roots are then exact.
struct System {
  int metre, kilogram, second;
};
constexpr System kSystems[] = {{-24, 0, 0}, {24, 0, 0}, {0, -36, 0}, {0, 36, 0}, {0, 0, -12}, {0, 0, 12}, {12, -24, -12}};
/// Where an algebraic loop is not linear the search for its solution takes unknowns below kNewtonFloor for zero, in SI units, and so does
/// that for a start with given forces: such diagrams are run in units about a thousand times as large or small.
constexpr System kNearSystems[] = {{6, 0, 0}, {0, -12, 0}, {0, 0, 6}};

/// Nothing where a dimension is not known.
std::optional<double> factor(const Dimension& dimension, const System& system) {
  if (dimension.any) return std::nullopt;
  const int sixths = dimension.sixths[0] * system.metre + dimension.sixths[1] * system.kilogram + dimension.sixths[2] * system.second;
  return std::exp2(sixths / 6.0);
}

/// The diagram in numbers of a system of units; nothing where that cannot be said of all its numbers.
std::optional<std::string> in_units(const std::string& file, const System& system, int steps_an_interval = 4) {
  const std::string text = test::content_of(file);
  nlohmann::json json = nlohmann::json::parse(text, nullptr, true, true);
  if (json.contains("definitions") || json.contains("include")) return std::nullopt;
  const Diagram diagram = read_diagram(test::builtin_registry(), file, {}, &text);
  if (!diagram.subsystems.empty()) return std::nullopt;
  for (const char* member : {"parameters", "plots", "expect", "$schema"}) json.erase(member);
  for (const Instance& instance : diagram.instances) {
    if (instance.name.find_first_of(".[") != std::string::npos) return std::nullopt;
    nlohmann::json& component = json["components"][instance.name];
    const ComponentRecord& record = *instance.record;
    if (record.type == "signals.expression") return std::nullopt;  // its formula has numbers whose units are not told
    for (std::size_t p = 0; p < record.parameters.size(); ++p) {
      const ParameterDeclaration& declared = record.parameters[p];
      if (declared.list >= 0) continue;
      const bool generic = declared.unit.rfind("any", 0) == 0;
      const std::optional<double> by = factor(generic ? instance.generic_dimensions[p] : declared.dimension, system);
      const double value = instance.parameters[p];
      if (!by && value != 0 && std::isfinite(value)) return std::nullopt;
      if (!std::isfinite(value)) continue;
      component["parameters"][declared.name] = value * by.value_or(1);
    }
    for (std::size_t l = 0; l < record.lists.size(); ++l) {
      const std::optional<double> by = factor(record.lists[l].dimension, system);
      if (!by || record.lists[l].is_mesh) return std::nullopt;  // a mesh stands in a file
      nlohmann::json values = nlohmann::json::array();
      for (const double value : instance.lists[l]) values.push_back(value * *by);
      component["parameters"][record.lists[l].name] = values;
    }
    if (component.contains("initial")) component.erase("initial");
    for (const Target& target : instance.targets) {
      const VariableDeclaration& variable = record.variables[static_cast<std::size_t>(target.variable)];
      const std::optional<double> by = factor(variable.dimension, system);
      if (!by) return std::nullopt;
      const char* priority = target.priority == Priority::high ? "high" : target.priority == Priority::low ? "low" : "none";
      component["initial"][variable.name] = {{"value", target.value * *by}, {"priority", priority}};
    }
  }
  const double second = std::exp2(system.second);
  const Experiment& e = diagram.experiment;
  const double interval = e.interval_s > 0 ? e.interval_s : (e.stop_s - e.start_s) / 512;
  // A step that is chosen depends on the absolute tolerance, which has a unit.
  nlohmann::json experiment{{"start", e.start_s * second},
                            {"stop", e.stop_s * second},
                            {"solver", "rk4"},
                            {"interval", interval * second},
                            {"step", interval / steps_an_interval * second}};
  if (e.steady_state) experiment["steady_state"] = true;
  json["experiment"] = experiment;
  return json.dump();
}

using Samples = std::vector<double>;

/// Some 60 values of every curve.
std::vector<Samples> samples_of(const test::WholeRun& run) {
  constexpr int kSamples = 60;
  const double start = run.times().front(), stop = run.times().back();
  std::vector<Samples> samples(run.trajectory.columns().size());
  for (std::size_t c = 0; c < samples.size(); ++c)
    for (int k = 0; k < kSamples; ++k) samples[c].push_back(run.trajectory.at(c, start + (stop - start) * (k + 0.5) / kSamples));
  return samples;
}

std::string structure_of(const std::string& text) {
  const ModelPtr model = load(test::builtin_registry(), "test.json", {}, &text);
  return explain(*model, "structure");
}
bool contains(const std::string& text, std::string_view words) { return text.find(words) != std::string::npos; }

/// Of the unit of what is connected to it, which its declaration does not say.
bool is_signal(const Diagram& diagram, const std::string& column) {
  const auto is_owner = [&](const Instance& instance) { return column.rfind(instance.name + ".", 0) == 0; };
  const auto owner = std::find_if(diagram.instances.begin(), diagram.instances.end(), is_owner);
  return owner != diagram.instances.end() && owner->record->type.rfind("signals.", 0) == 0;
}

/// Whether the start has to be searched for forces that are asked for.
bool asks_for_forces(const Diagram& diagram) {
  return std::any_of(diagram.instances.begin(), diagram.instances.end(), [](const Instance& instance) {
    return std::any_of(instance.targets.begin(), instance.targets.end(), [&](const Target& target) {
      return instance.record->variables[static_cast<std::size_t>(target.variable)].dimension.sixths[1] != 0;
    });
  });
}

/// Below this, in SI units, all values of one unit are the rounding of others.
constexpr double kRounding = 1e-9;

/// The curves of `there` that are not those of `here`, and by how much.
std::vector<std::string> differing_curves(const Diagram& diagram, const test::WholeRun& here, const test::WholeRun& there,
                                          const System& system) {
  const std::vector<OutputColumn>& columns = here.trajectory.columns();
  const std::vector<Samples> before = samples_of(here), after = samples_of(there);
  std::map<std::string, double> largest;  // by unit: where bodies are held at rest beside others, their velocity is the rounding of those
  for (std::size_t c = 0; c < columns.size(); ++c)
    for (const double value : before[c]) largest[columns[c].unit] = std::max(largest[columns[c].unit], std::fabs(value));
  std::vector<std::string> differing;
  for (std::size_t c = 0; c < columns.size(); ++c) {
    const double scale = largest[columns[c].unit];
    const std::optional<double> by = factor(parse_unit(columns[c].unit)->dimension, system);
    if (!by || is_signal(diagram, columns[c].name) || scale < kRounding) continue;
    // Where a body breaks loose in a plane the steep law behind it makes much of the rounding of the instant; an event that is missed or
    // decided on otherwise makes more. At an event, which rounding puts a hair earlier or later, a sample may differ.
    std::size_t samples = 0;
    double worst = 0;
    for (std::size_t k = 0; k < before[c].size(); ++k) {
      const double off = std::fabs(before[c][k] - after[c][k] / *by);
      worst = std::max(worst, off);
      samples += off <= 1e-2 * scale ? 0 : 1;
    }
    if (samples > 1) differing.push_back(columns[c].name + " by " + short_number(worst) + " of " + short_number(scale));
  }
  return differing;
}

/// Whether steps of half the length make no difference.
bool is_resolved(const std::string& file, const Diagram& diagram, const test::WholeRun& run) {
  std::optional<test::WholeRun> finer;
  const bool runs = !test::fault_of([&] { finer = test::run_text(*in_units(file, {0, 0, 0}, 8)); });
  return runs && differing_curves(diagram, run, *finer, {0, 0, 0}).empty();
}

void runs_the_same(const std::string& file, const Diagram& diagram, const test::WholeRun& here, const System& system) {
  CAPTURE(file, system.metre, system.kilogram, system.second);
  std::optional<test::WholeRun> there;
  const std::optional<Diagnostic> fault = test::fault_of([&] { there = test::run_text(*in_units(file, system)); });
  if (fault)
    FAIL_CHECK(fault->message << ": " << fault->because);
  else
    CHECK(differing_curves(diagram, here, *there, system) == std::vector<std::string>{});
}

}  // namespace

TEST_CASE("every diagram runs the same in other units", "[units]") {
  std::size_t compared = 0, number = 0;
  for (const std::string& file : test::diagrams_in({"start", "gallery", "verify"})) {
    const std::optional<std::string> text = in_units(file, {0, 0, 0});
    if (!text || (test::kSanitized && number++ % 8 != 0)) continue;
    const Diagram diagram = read_diagram(test::builtin_registry(), file, {}, &*text);
    std::optional<test::WholeRun> here;
    const bool runs = !test::fault_of([&] { here = test::run_text(*text); });
    if (!runs || !is_resolved(file, diagram, *here)) continue;
    const std::string structure = structure_of(*text);
    // Which positions of a mechanism are the states is chosen by the size of its slopes, in SI units; the error of long steps follows that.
    if (contains(structure, "dummy derivatives")) continue;
    ++compared;
    const bool searches = contains(structure, "nonlinear loop") || asks_for_forces(diagram);
    for (const System& system : searches ? std::span<const System>(kNearSystems) : std::span<const System>(kSystems))
      runs_the_same(file, diagram, *here, system);
  }
  CHECK((compared >= (test::kSanitized ? 15 : 180) || test::kOnlyDiagram != nullptr));
}

}  // namespace stribeck
