// What a program file tells besides its programs has to fit them: each number that does not is refused, each time by its own words.
#include <catch2/catch.hpp>
#include <cmath>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "breaks.h"
#include "compiled.h"
#include "program/image.h"

namespace stribeck {
namespace {

struct Misfit {
  std::string what, told;
  std::function<void(ProgramImage&)> make;
};

/// Of a program with its Jacobian in a second one, and with itself as the program of other states.
ProgramImage image_of(const test::Compiled& compiled) {
  ProgramImage image;
  image.program = compiled.program;
  REQUIRE(image.program.has_jacobian);
  image.with_jacobian = std::make_shared<Program>(image.program);
  image.others.push_back(std::make_shared<Program>(image.program));
  image.program.has_jacobian = false;
  for (const double value : parameter_values(compiled.diagram))
    image.parameters.push_back({.name = "p" + std::to_string(image.parameters.size()), .unit = "", .value = value});
  image.columns = {{.name = "first", .unit = "", .doc = ""}, {.name = "second", .unit = "", .doc = ""}};
  image.asked = 1, image.for_plots = 2, image.row_values = 2;
  return image;
}

/// What is said of the file of an image; nothing if it is accepted.
std::string refusal(ProgramImage image) {
  const std::string bytes = write_image(image);
  const std::optional<Diagnostic> fault = test::fault_of([&] { read_image(bytes, "some.program"); });
  return fault ? fault->message : "";
}

void check_refused(const ProgramImage& whole, const std::vector<Misfit>& misfits) {
  REQUIRE(refusal(whole).empty());
  for (const Misfit& misfit : misfits) {
    CAPTURE(misfit.what);
    ProgramImage image = whole;
    misfit.make(image);
    CHECK_THAT(refusal(image), Catch::Contains(misfit.told));
  }
}

TEST_CASE("a program with Jacobian that is not the same as the one without is refused") {
  test::Compiled compiled(much());
  const ProgramImage whole = image_of(compiled);
  REQUIRE(whole.program.frictions.size() == 2);
  const auto other = [](const std::function<void(Program&)>& change) {
    return [change](ProgramImage& image) {
      Program changed = *image.with_jacobian;
      change(changed);
      image.with_jacobian = std::make_shared<Program>(std::move(changed));
    };
  };
  const char* const told = "two programs of different diagrams";
  check_refused(
      whole,
      {{"an output more", told, other([](Program& p) { p.outputs.push_back(p.outputs.front()); })},
       {"a power more", told, other([](Program& p) { p.quadratures.push_back(p.quadratures.front()); })},
       {"a kink more", told, other([](Program& p) {
          p.kinks.push_back({0, 0, -1, -1});
        })},
       {"a loop of other unknowns", told, other([](Program& p) { p.blocks.front().others.push_back(p.quadratures.front()); })},
       {"a condition that moves", told, other([](Program& p) { p.conditions.front().moves ^= true; })},
       {"a condition that guards", told, other([](Program& p) { p.conditions.front().is_guard ^= true; })},
       {"a condition with noise", told,
        other([](Program& p) { p.conditions.front().noise = p.conditions.front().noise < 0 ? p.quadratures.front() : -1; })},
       {"a friction that creeps", told, other([](Program& p) { p.frictions.front().creeps ^= true; })},
       {"another carrier", told, other([](Program& p) { p.frictions.front().carrier = FrictionCarrier::none; })},
       {"another kind", told, other([](Program& p) { p.frictions.front().kind ^= 1; })},
       {"another group", told,
        [](ProgramImage& image) {
          Program changed = *image.with_jacobian;
          // Both have as many groups, but a friction is in another.
          image.program.friction_groups = changed.friction_groups = 2;
          changed.frictions.front().group ^= 1;
          image.with_jacobian = std::make_shared<Program>(std::move(changed));
        }},
       {"more groups", told, other([](Program& p) { p.friction_groups = 3 - p.friction_groups; })},
       {"another guard", told, other([](Program& p) { p.frictions.front().guard = p.frictions.back().guard; })},
       {"a friction on another state", told, other([](Program& p) { p.frictions.front().state = p.frictions.front().state < 0 ? 0 : -1; })},
       {"another slope of a gap", told, other([](Program& p) {
          p.frictions.back().gap_slopes.push_back({0, 0});
        })},
       {"no Jacobian in either", "no Jacobian", other([](Program& p) { p.has_jacobian = false; })},
       {"no second program", "no Jacobian", [](ProgramImage& image) { image.with_jacobian = nullptr; }},
       {"a broken second program", "a state without register", other([](Program& p) { p.first_state = -1; })}});
}

TEST_CASE("a program of other states that a run could not change to is refused") {
  test::Compiled compiled(much());
  const auto other = [](const std::function<void(Program&)>& change) {
    return [change](ProgramImage& image) {
      Program changed = *image.others.front();
      change(changed);
      image.others = {std::make_shared<Program>(std::move(changed))};
    };
  };
  const char* const told = "other states of a different diagram";
  check_refused(image_of(compiled), {{"an output more", told, other([](Program& p) { p.outputs.push_back(p.outputs.front()); })},
                                     {"a power more", told, other([](Program& p) { p.quadratures.push_back(p.quadratures.front()); })},
                                     {"a watched value", told, other([](Program& p) { p.watch.registers.push_back(0); })},
                                     {"no Jacobian", told, other([](Program& p) { p.has_jacobian = false; })},
                                     {"a broken program", "a state without register", other([](Program& p) { p.first_state = -1; })}});
}

TEST_CASE("what an image tells of its run fits its program") {
  test::Compiled compiled(much());
  const double nan = std::nan(""), infinity = std::numeric_limits<double>::infinity();
  const auto no_run = [&](const std::string& what, double ProgramExperiment::*member, double value) {
    return Misfit{what, "an experiment that cannot be run", [member, value](ProgramImage& image) { image.experiment.*member = value; }};
  };
  using Experiment = ProgramExperiment;
  check_refused(
      image_of(compiled),
      {no_run("no span", &Experiment::stop_s, 0),
       no_run("no stop", &Experiment::stop_s, infinity),
       no_run("no start", &Experiment::start_s, nan),
       no_run("no tolerance", &Experiment::rtol, 0),
       no_run("no absolute tolerance", &Experiment::atol, 0),
       no_run("a negative interval", &Experiment::interval_s, -1),
       no_run("more rows than a file can have", &Experiment::interval_s, 1e-300),
       no_run("a negative step", &Experiment::step_s, -1),
       no_run("a negative longest step", &Experiment::max_step_s, -1),
       {"a parameter too few", "a parameter that is not there", [](ProgramImage& image) { image.parameters.pop_back(); }},
       {"a row too long", "a row of more values than outputs",
        [](ProgramImage& image) { image.row_values = image.program.outputs.size() + 1; }},
       {"a column too many", "more columns than values", [](ProgramImage& image) { image.row_values = 1; }},
       {"more asked than plotted", "more columns than values", [](ProgramImage& image) { image.for_plots = 0; }},
       {"more plotted than there are", "more columns than values", [](ProgramImage& image) { image.for_plots = 3; }},
       {"no size", "sizes of no states", [](ProgramImage& image) { image.sizes.assign(image.program.state_facts.size(), 0.0); }},
       {"a size without end", "sizes of no states",
        [&](ProgramImage& image) { image.sizes.assign(image.program.state_facts.size(), infinity); }},
       {"a size too many", "sizes of no states",
        [](ProgramImage& image) { image.sizes.assign(image.program.state_facts.size() + 1, 1.0); }},
       {"the heat of nobody", "the heat of nothing",
        [](ProgramImage& image) {
          image.heats = {{0, 0}};
        }},
       {"an input of no variable", "an input that nothing takes",
        [](ProgramImage& image) { image.inputs.push_back({.name = "", .unit = "", .doc = "", .level = 0, .slope = 0, .since = 0}); }},
       {"an output without column", "an output without column",
        [](ProgramImage& image) { image.outputs.push_back({.name = "", .doc = "", .column = 2}); }},
       {"a limit of no parameter", "a limit of nothing",
        [](ProgramImage& image) { image.limits.emplace_back().parameter = image.parameters.size(); }},
       {"a note without code", "a note without code",
        [](ProgramImage& image) { image.notes.emplace_back().code = static_cast<ErrorCode>(all_error_codes().size()); }},
       {"a note without severity", "a note without code",
        [](ProgramImage& image) { image.notes.emplace_back().severity = static_cast<Severity>(static_cast<int>(Severity::note) + 1); }}});
}

}  // namespace
}  // namespace stribeck
