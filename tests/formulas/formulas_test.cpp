// Formulas of every documented operator, alone and combined, in every kind of place where one may stand, against the interpreter of
// formula.h: a formula is what its text says, whatever else is in the diagram and whichever outputs are asked for.
#include <catch2/catch.hpp>

#include "choices.h"
#include "formula.h"
#include "whole_run.h"

namespace stribeck {
namespace {

using test::Formula;
using test::FormulaMaker;
using test::Names;

constexpr double kParameter = 1.25, kStop_s = 1.2, kInterval_s = 0.03;
constexpr int kSamples = 4000;

/// What the names are at a time: two signals that go up and down through whole numbers and zero.
Names names_at(double t) { return {t, t * t - 0.37, 1.7 * std::cos(4 * t), kParameter}; }

const char* const kExperiment = R"("experiment": {"stop": 1.2, "interval": 0.03, "rtol": 1e-9, "atol": 1e-12})";
const char* const kSignals =
    R"x("s1": {"type": "signals.expression", "parameters": {"inputs": 0, "expression": "t^2 - 0.37"}},
        "s2": {"type": "signals.expression", "parameters": {"inputs": 0, "expression": "1.7*cos(4*t)"}})x";

/// A place for a formula: the diagram, and the column that shows its value.
struct Place {
  std::string name;
  std::function<std::string(const std::string&)> diagram;
  bool of_parameters = false, of_truth = false;
};

/// A component in JSON with one formula in it, in the names u1, u2, t and p. `law`: its variables and equations.
std::string component(const std::string& law, const std::string& outputs) {
  return R"({"format": "stribeck/1", "definitions": {"law": {"doc": "A law.",
    "parameters": {"p": {"unit": "1", "value": 1.25, "doc": "a number"}, "T": {"unit": "s", "value": 1, "doc": "unit of time"}},
    )" + law +
         R"(}}, "components": {"q": {"type": "law"}}, "connections": [], )" + kExperiment + R"(, "outputs": [)" + outputs + "]}";
}
const char* const kVariables =
    R"("t": {"unit": "1", "doc": "time"}, "u1": {"unit": "1", "doc": "a signal"}, "u2": {"unit": "1", "doc": "another"}, "q": {"unit": "1", "doc": "uses p"})";
const char* const kEquations = R"x("t = time/T", "u1 = t^2 - 0.37", "u2 = 1.7*cos(4*t)", "q = p")x";

std::vector<Place> places() {
  const auto signal = [](const std::string& outputs) {
    return [outputs](const std::string& formula) {
      return R"({"format": "stribeck/1", "parameters": {"p": 1.25}, "components": {)" + std::string(kSignals) +
             R"(, "q": {"type": "signals.expression", "parameters": {"inputs": 2, "expression": ")" + formula +
             R"("}}}, "connections": [["s1.y", "q.u1"], ["s2.y", "q.u2"]], )" + kExperiment + R"(, "outputs": [)" + outputs + "]}";
    };
  };
  const auto variable = [](const std::string& outputs) {
    return [outputs](const std::string& formula) {
      return component(R"("variables": {)" + std::string(kVariables) + R"(, "y": {"unit": "1", "doc": "the value"}}, "equations": [)" +
                           kEquations + R"(, "y = )" + formula + R"("])",
                       outputs);
    };
  };
  return {
      {"a signal", signal(R"("q.y")")},
      {"a signal beside others", signal(R"("q.y", "s1.y", "s2.y")")},
      {"a law", variable(R"("q.y")")},
      {"a law beside its variables", variable(R"("q.y", "q.u1", "q.u2")")},
      {"a term of a law",
       [](const std::string& formula) {
         return component(
             R"("variables": {)" + std::string(kVariables) +
                 R"(, "z": {"unit": "1", "doc": "a state"}}, "outputs": {"y": {"unit": "1", "doc": "the value"}}, "equations": [)" +
                 kEquations + R"(, "T*der(z) = u1", "y - z = )" + formula + R"( - z"])",
             R"("q.y")");
       }},
      {"a coupling of two unknowns",
       [](const std::string& formula) {
         return component(
             R"("variables": {)" + std::string(kVariables) +
                 R"(, "z": {"unit": "1", "doc": "other"}}, "outputs": {"y": {"unit": "1", "doc": "the value"}}, "equations": [)" +
                 kEquations + R"(, "y + 2*z = )" + formula + R"x(", "z - y = -()x" + formula + R"x()"])x",
             R"("q.y")");
       }},
      {"what an event stores",
       [](const std::string& formula) {
         return component(
             R"("discrete": {"n": {"unit": "1", "doc": "instants so far"}, "kept": {"unit": "1", "doc": "the value then"},
              "sampled": {"unit": "1", "doc": "the time then"}}, "variables": {)" +
                 std::string(kVariables) + R"(, "y": {"unit": "1", "doc": "the value"}}, "equations": [)" + kEquations +
                 R"(, "y = kept"], "when": [{"condition": "t >= 0.03*n + 0.01", "set": {"n": "n + 1", "sampled": "t", "kept": ")" +
                 formula + R"("}}])",
             R"("q.y", "q.sampled")");
       }},
      {"a diagram's parameter",
       [](const std::string& formula) {
         return R"({"format": "stribeck/1", "parameters": {"p": 1.25, "y": "=)" + formula +
                R"("}, "components": {"q": {"type": "signals.constant", "parameters": {"value": "=y"}}}, "connections": [], )" +
                kExperiment + R"(, "outputs": ["q.y"]})";
       },
       true},
      {"a condition",
       [](const std::string& formula) {
         return component(R"("variables": {)" + std::string(kVariables) + R"(, "y": {"unit": "1", "doc": "the value"}}, "equations": [)" +
                              kEquations + R"(, "y = if )" + formula + R"( > 0.3 then 1 else 0"])",
                          R"("q.y")");
       },
       false, true},
  };
}

double value_at(const Formula& formula, double t, bool* is_finite = nullptr) {
  bool finite = true;
  const double value = formula.value(names_at(t), finite);
  if (is_finite != nullptr) *is_finite = finite && std::isfinite(value);
  return value;
}

/// Whether the formula can be told from its values: it stays finite, and neither changes much between samples nor jumps all the time.
bool is_tame(const Formula& formula) {
  double before = 0, way = 0;
  const auto is_finite_at = [&](double t) {
    bool is_finite = true;
    const double value = value_at(formula, t, &is_finite);
    return is_finite && std::fabs(value) < 1e4;
  };
  for (int i = 0; i <= kSamples; ++i) {
    const double t = kStop_s * i / kSamples;
    if (!is_finite_at(t)) return false;
    if (i > 0) way += std::fabs(value_at(formula, t) - before);
    before = value_at(formula, t);
  }
  for (const double root : {std::sqrt(0.37), std::acos(-1) / 8})  // of the signals: a pole may be there
    for (const double beside : {-1e-9, 1e-9})
      if (!is_finite_at(root + beside) || std::fabs(value_at(formula, root + beside) - value_at(formula, root + 1e5 * beside)) > 0.1)
        return false;
  return way < 300;
}

struct Outcome {
  double worst = 0;  ///< difference over 1 + the largest value
  double at = 0, is = 0, should = 0;
  int compared = 0;
  std::string error;
};

/// The first row stands for what comes just after the start, too.
bool is_beside_event(const std::vector<double>& times, std::size_t i) {
  return i == 0 || times[i - 1] == times[i] || (i + 1 < times.size() && times[i + 1] == times[i]);
}

Outcome compare(const Place& place, const Formula& formula) {
  // A row of an event shows one side of a jump, which may be found so much beside its place where what jumps is the sign of a difference
  // that is rounding there; and a formula moves so far in that time.
  constexpr double kBeside_s = 3e-5, kMoved = 3e-3;
  const bool turns = formula.text.find("atan2") != std::string::npos;  // by rounding, where its arguments vanish
  Outcome outcome;
  test::WholeRun run;
  try {
    run = test::run_text(place.diagram(formula.text));
  } catch (const Failure& failure) {
    outcome.error = std::string(describe(failure.diagnostics()[0].code).code) + ": " + failure.diagnostics()[0].message;
    return outcome;
  }
  const std::vector<double>& y = run["q.y"];
  for (std::size_t i = 0; i < y.size(); ++i) {
    if (place.name == "what an event stores" && run.times()[i] < 0.011) continue;
    const double t = place.name == "what an event stores" ? run["q.sampled"][i] : run.times()[i];
    const auto should_at = [&](double time) {
      const double value = value_at(formula, time);
      return place.of_truth ? static_cast<double>(value > 0.3) : value;
    };
    const double should = should_at(t);
    double off = std::fabs(y[i] - should) / (1 + std::fabs(should));
    if (is_beside_event(run.times(), i)) {
      const double sooner = std::max(t - kBeside_s, 0.0), later = t + kBeside_s;
      const bool is_steep = std::fabs(should_at(later) - should_at(later + kBeside_s)) > kMoved;
      if (is_steep || turns) continue;
      for (const double side : {should_at(sooner), should_at(later)})
        if (std::fabs(y[i] - side) < kMoved * (1 + std::fabs(side))) off = 0;
    }
    ++outcome.compared;
    if (off <= outcome.worst) continue;
    outcome.worst = off, outcome.at = run.times()[i], outcome.is = y[i], outcome.should = should;
  }
  return outcome;
}

void check(const Place& place, const Formula& formula, bool is_alone) {
  if (place.of_parameters != formula.is_fixed && (place.of_parameters || !is_alone)) return;
  CAPTURE(formula.text);
  const Outcome outcome = compare(place, formula);
  INFO(place.name << ": " << formula.text << "  at t = " << outcome.at << " is " << outcome.is << ", should be " << outcome.should);
  CHECK(outcome.error == "");
  CHECK(outcome.worst < 1e-7);  // by states: rtol and what it adds up to; formulas of time alone are exact but for rounding
}

TEST_CASE("every operator of formulas alone is what it says, in every place") {
  FormulaMaker maker(1);
  int checked = 0;
  for (int which = 0; which < FormulaMaker::kAlone; ++which) {
    const Formula formula = maker.alone(which);
    if (!is_tame(formula)) continue;  // log, sqrt, asin and acos of a signal that leaves their range: the test of errors has these
    for (const Place& place : places()) check(place, formula, true), ++checked;
  }
  CHECK(checked > 200);
}

TEST_CASE("random formulas are what they say, in every place") {
  const int count = test::kSanitized ? 60 : 1400;
  const std::vector<Place> all = places();
  int checked = 0;
  for (int n = 0; n < count; ++n) {
    FormulaMaker maker(static_cast<std::uint32_t>(1000 + n));
    const Formula formula = maker.number(1 + n % 4);
    if (!is_tame(formula)) continue;
    CAPTURE(n);
    check(all[static_cast<std::size_t>(n) % all.size()], formula, false);
    check(all[0], formula, false);
    ++checked;
  }
  CHECK(checked > count / 2);
}

}  // namespace
}  // namespace stribeck
