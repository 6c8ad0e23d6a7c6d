// Every diagram, run, given other values and run again without being built anew, gives the bytes of one that is read with those values.
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdlib>
#include <random>

#include "base/format.h"
#include "diagram_files.h"
#include "pipeline.h"
#include "stages.h"
#include "whole_run.h"

namespace stribeck {
namespace {

/// Some parameters of components times a factor; those that are zero, or entries of lists, stay as they are.
template <typename Factor>
std::vector<Override> other_values(const Diagram& diagram, std::mt19937& random, Factor factor) {
  std::vector<Override> overrides;
  for (const Instance& instance : diagram.instances)
    for (std::size_t p = 0; p < instance.parameters.size(); ++p) {
      const ParameterDeclaration& declared = instance.record->parameters[p];
      const double value = instance.parameters[p];
      if (declared.list < 0 && value != 0 && std::isfinite(value) && random() % 3 == 0)
        overrides.push_back({instance.name + "." + declared.name, fmt::format("{}", value * factor())});
    }
  return overrides;
}

/// None if there is no run of these values.
template <typename Load>
std::optional<test::WholeRun> run_of(Load load_model, const RunOptions& options) {
  try {
    Model& model = load_model();
    test::WholeRun result;
    result.summary = run(model, result.trajectory, options);
    return result;
  } catch (const Failure&) {
    return {};
  }
}

std::optional<test::WholeRun> read_and_run(const std::string& file, const RunOptions& options) {
  ModelPtr model;
  return run_of([&]() -> Model& { return *(model = load(test::builtin_registry(), file, options)); }, options);
}

/// Counts those that were not built anew.
std::optional<test::WholeRun> reload_and_run(ModelPtr& model, const std::string& file, const RunOptions& options, int& kept) {
  const auto take = [&]() -> Model& {
    kept += reload(model, test::builtin_registry(), file, options) ? 0 : 1;
    return *model;
  };
  return run_of(take, options);
}

bool same_rows(const Trajectory& one, const Trajectory& other) {
  if (one.times_s() != other.times_s() || one.columns().size() != other.columns().size()) return false;
  for (std::size_t c = 0; c < one.columns().size(); ++c)
    if (one.values(c) != other.values(c)) return false;
  return true;
}

/// True if it was not built anew.
template <typename Factor>
bool compare(const std::string& file, std::mt19937& random, Factor factor) {
  RunOptions options;
  ModelPtr model = load(test::builtin_registry(), file, options);
  test::WholeRun before;
  run(*model, before.trajectory, options);
  options.overrides = other_values(diagram_of(*model), random, factor);
  const std::optional<test::WholeRun> anew = read_and_run(file, options);
  int kept = 0;
  const std::optional<test::WholeRun> after = reload_and_run(model, file, options, kept);
  std::string changed;
  for (const Override& o : options.overrides) changed += o.name + "=" + o.value + " ";
  CAPTURE(file.substr(test::kRoot.size() + 1), changed);
  // What fails with an order that was chosen for other values is built anew by the library.
  if (!after && anew && kept > 0) return true;
  REQUIRE(anew.has_value() == after.has_value());
  if (!anew) return kept > 0;
  CHECK(same_rows(anew->trajectory, after->trajectory));
  CHECK(after->summary.events == anew->summary.events);
  CHECK(after->summary.instructions == anew->summary.instructions);
  return kept > 0;
}

TEST_CASE("other values make the same bytes, whether set after a run or read with the diagram") {
  std::mt19937 random(1);
  int kept = 0;
  for (const std::string& file : test::diagrams_in({"start", "verify"})) kept += compare(file, random, [] { return 1.01; }) ? 1 : 0;
  CHECK((kept > 100 || test::kOnlyDiagram != nullptr));
}

TEST_CASE("values that ask for another order of solving are solved in that order") {
  // The floor carries the wedge's weight; where the order stayed that of 2 kg, rounding let it carry 100.6 N of it, and the floor slipped.
  const std::string file = test::kRoot + "/diagrams/verify/joints_wedge.json";
  RunOptions options;
  ModelPtr model = load(test::builtin_registry(), file, options);
  options.overrides = {{"wedge.m", "2e9"}};
  const std::optional<test::WholeRun> anew = read_and_run(file, options);
  int kept = 0;
  const std::optional<test::WholeRun> after = reload_and_run(model, file, options, kept);
  REQUIRE(anew.has_value());
  REQUIRE(after.has_value());
  CHECK(same_rows(anew->trajectory, after->trajectory));
}

/// STRIBECK_RANDOM_RELOADS=20: so many draws of factors up to 1e12 for each diagram; some take long.
TEST_CASE("values of any size make the same bytes") {
  const char* draws = std::getenv("STRIBECK_RANDOM_RELOADS");
  std::mt19937 random(2);
  std::uniform_real_distribution<double> decades(-12, 12);
  const int count = draws != nullptr ? std::atoi(draws) : 0;
  int done = 0;
  for (int draw = 0; draw < count; ++draw)
    for (const std::string& file : test::diagrams_in({"start", "verify"})) {
      compare(file, random, [&] { return random() % 4 == 0 ? std::pow(10, decades(random)) : 1.0; });
      ++done;
    }
  CHECK(done >= count);
}

}  // namespace
}  // namespace stribeck
