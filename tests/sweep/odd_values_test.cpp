// Every parameter of every component at values that a careless hand gives: right, or refused with a reason; no run ends in a value that is
// not a number, or does not end.
#include <atomic>
#include <catch2/catch.hpp>
#include <cmath>
#include <ctime>
#include <set>

#include "around_component.h"
#include "choices.h"
#include "whole_run.h"

namespace stribeck {
namespace {

/// What a refusal may be: at reading, or as a failure of the run that says what no longer holds.
const std::set<std::string>& reasons() {
  static const std::set<std::string> all = {"value.out_of_range", "value.not_finite",        "run.assertion",   "run.not_finite",
                                            "run.no_solution",    "run.step_too_small",      "run.jammed",      "initial.conflict",
                                            "initial.overlap",    "structure.contradiction", "run.event_limit", "run.no_progress",
                                            "run.loop_open"};
  return all;
}

struct Outcome {
  std::string refusal;  ///< a code; empty: the run came to its end
  bool is_finite = true, ended = true;
};

/// A run that takes more steps than any of these needs, or a thousand times as long, is given up: it would not end.
constexpr std::int64_t kMostSteps = 400000;
constexpr double kMostProcessorTime_s = 3;

Outcome outcome_of(const std::string& text) {
  Outcome outcome;
  std::atomic<bool> enough = false;
  std::int64_t steps = 0;
  RunOptions options;
  options.interrupted = &enough;
  const std::clock_t begin = std::clock();
  options.progress = [&](double, double, std::int64_t events) {
    const double time_s = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
    enough = ++steps > kMostSteps || events > kMostSteps || time_s > kMostProcessorTime_s;
  };
  try {
    const ModelPtr model = load(test::builtin_registry(), "odd.json", options, &text);
    Trajectory curves;
    run(*model, curves, options);
    for (std::size_t c = 0; c < curves.columns().size(); ++c)
      for (const double value : curves.values(c)) outcome.is_finite = outcome.is_finite && std::isfinite(value);
    outcome.ended = !enough;
  } catch (const Failure& failure) {
    outcome.refusal = describe(failure.diagnostics().front().code).code;
  }
  return outcome;
}

TEST_CASE("every parameter at nothing, below it and infinite: right, or refused with a reason", "[odd]") {
  Registry& registry = test::builtin_registry();
  const sweep::Surroundings surroundings{.stop_s = 0.2, .experiment = R"("rtol": 1e-6, "atol": 1e-9)"};
  int runs = 0, refused = 0;
  for (const std::string& type : registry.types()) {
    std::set<std::string> done;  // a choice brings new parameters, the others are as before
    for (const std::vector<int>& choices : test::all_choices(registry.record(type))) {
      const ComponentRecord& record = registry.record(type, choices);
      const sweep::Draw draw = sweep::default_draw(record);
      for (std::size_t p = 0; p < record.parameters.size(); ++p) {
        const ParameterDeclaration& parameter = record.parameters[p];
        if (parameter.list >= 0 || !done.insert(parameter.name).second) continue;
        for (const double value : {0.0, -1.0}) {
          CAPTURE(type, choices, parameter.name, value);
          sweep::Draw odd = draw;
          odd.parameters[p] = value;
          const Outcome outcome = outcome_of(sweep::diagram_around(record, odd, surroundings));
          CAPTURE(outcome.refusal);
          ++runs;
          refused += outcome.refusal.empty() ? 0 : 1;
          CHECK((outcome.refusal.empty() || reasons().contains(outcome.refusal)));
          CHECK(outcome.is_finite);
          CHECK(outcome.ended);
        }
        std::string text = sweep::diagram_around(record, draw, surroundings);
        const std::string name = '"' + parameter.name + "\": ";
        const std::size_t begin = text.find(name, text.find(R"("tested": )")) + name.size();
        text.replace(begin, text.find_first_of(",}", begin) - begin, "1e999");
        CHECK(outcome_of(text).refusal == "value.not_finite");
      }
    }
  }
  CHECK(runs > 1000);
  CHECK(refused > 100);  // what is out of range is out of range
}

TEST_CASE("every parameter a million million times too small and too large: right, or refused with a reason", "[odd]") {
  Registry& registry = test::builtin_registry();
  const sweep::Surroundings surroundings{.stop_s = 0.2, .experiment = R"("rtol": 1e-6, "atol": 1e-9)"};
  int runs = 0;  // some are given up after kMostSteps: they do come forward, as a stiff and undamped spring makes them
  for (const std::string& type : registry.types()) {
    const ComponentRecord& record = registry.record(type);
    const sweep::Draw draw = sweep::default_draw(record);
    for (std::size_t p = 0; p < record.parameters.size(); ++p) {
      if (record.parameters[p].list >= 0 || draw.parameters[p] == 0) continue;
      for (const double factor : {1e-12, 1e12}) {
        CAPTURE(type, record.parameters[p].name, factor);
        sweep::Draw odd = draw;
        odd.parameters[p] *= factor;
        const Outcome outcome = outcome_of(sweep::diagram_around(record, odd, surroundings));
        CAPTURE(outcome.refusal);
        ++runs;
        CHECK((outcome.refusal.empty() || reasons().contains(outcome.refusal)));
        CHECK(outcome.is_finite);
      }
    }
  }
  CHECK(runs > 800);
}

}  // namespace
}  // namespace stribeck
