// Every diagram, run, given other values and run again without being built anew, gives the curves of one that is read with those values.
#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "base/format.h"
#include "diagram_files.h"
#include "pipeline.h"
#include "stages.h"
#include "whole_run.h"

namespace stribeck {
namespace {

/// Some parameters of components, a little larger; those that are zero, or entries of lists, stay as they are.
std::vector<Override> other_values(const Diagram& diagram, std::mt19937& random) {
  std::vector<Override> overrides;
  for (const Instance& instance : diagram.instances)
    for (std::size_t p = 0; p < instance.parameters.size(); ++p) {
      const ParameterDeclaration& declared = instance.record->parameters[p];
      const double value = instance.parameters[p];
      if (declared.list < 0 && value != 0 && std::isfinite(value) && random() % 3 == 0)
        overrides.push_back({instance.name + "." + declared.name, fmt::format("{}", value * 1.01)});
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

/// The most by which a curve misses the other one, over its largest value.
double distance(const Trajectory& one, const Trajectory& other) {
  double worst = 0;
  for (std::size_t c = 0; c < one.columns().size(); ++c) {
    double largest = 0, missed = 0;
    for (int i = 0; i <= 50; ++i) {
      const double t = one.times_s().front() + (one.times_s().back() - one.times_s().front()) * i / 50.0;
      largest = std::max(largest, std::fabs(one.at(c, t)));
      missed = std::max(missed, std::fabs(one.at(c, t) - other.at(c, t)));
    }
    if (largest > 0) worst = std::max(worst, missed / largest);
  }
  return worst;
}

TEST_CASE("other values make the same curves, whether set after a run or read with the diagram") {
  std::mt19937 random(1);
  int kept = 0;
  for (const std::string& file : test::diagrams_in({"start", "verify"})) {
    CAPTURE(file.substr(test::kRoot.size() + 1));
    RunOptions options;
    ModelPtr model = load(test::builtin_registry(), file, options);
    test::WholeRun before;
    run(*model, before.trajectory, options);
    options.overrides = other_values(diagram_of(*model), random);
    const std::optional<test::WholeRun> anew = read_and_run(file, options);
    const std::optional<test::WholeRun> after = reload_and_run(model, file, options, kept);
    REQUIRE(anew.has_value() == after.has_value());
    if (!anew) continue;
    CHECK(distance(anew->trajectory, after->trajectory) < 1e-9);
    CHECK(after->summary.events == anew->summary.events);
  }
  CHECK(kept > 100);
}

}  // namespace
}  // namespace stribeck
