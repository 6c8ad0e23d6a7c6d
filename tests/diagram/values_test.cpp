// Parameters of a diagram, units and expressions.
#include <cmath>

#include "base/units.h"
#include "diagram/expectation.h"
#include "reading_helpers.h"

using namespace stribeck;
using namespace stribeck::fake;

namespace {

std::string with_parameters(const std::string& parameters, const std::string& mass = "1") {
  return diagram("\"m\": {\"type\": \"fake.mass\", \"parameters\": {\"mass\": " + mass + "}}", "\"parameters\": {" + parameters + "}");
}

double parameter(const std::string& parameters, std::size_t index = 0) {
  INFO(parameters);
  return read(with_parameters(parameters)).parameters.at(index).value.value;
}

std::string driven_at(const std::string& speed, const std::string& key = "speed") {
  return diagram("\"d\": {\"type\": \"fake.drive\", \"parameters\": {\"" + key + "\": \"" + speed + "\"}}",
                 "\"parameters\": {\"f\": \"10 Hz\"}");
}

}  // namespace

TEST_CASE("values: parameters refer to each other in any order") {
  CHECK(parameter("\"a\": \"=b + c\", \"b\": \"=2*c\", \"c\": 3") == 9);
  CHECK(parameter("\"a\": \"=pi/2\"") == Approx(M_PI / 2).epsilon(1e-15));
  CHECK(parameter("\"e\": 2, \"a\": \"=e^2\"", 1) == 4);
  CHECK(parameter("\"a\": {\"value\": \"90 deg\", \"doc\": \"angle\"}") == Approx(M_PI / 2).epsilon(1e-15));
}

TEST_CASE("values: units are carried through expressions") {
  const std::string parameters = "\"F\": \"10 N\", \"k\": \"2 N/mm\"";
  CHECK(read(with_parameters(parameters + ", \"x\": \"=F/k\"")).parameters[2].value.value == Approx(0.005).epsilon(1e-15));
  CHECK(failure(with_parameters(parameters + ", \"x\": \"=F + k\"")).message == "in \"=F + k\": cannot add kg*m/s^2 and kg/s^2");
  CHECK(failure(with_parameters(parameters, "\"=F\"")).code == ErrorCode::value_wrong_dimension);
}

TEST_CASE("values: numbers alone fit every dimension") {
  CHECK(read(with_parameters("\"a\": 3", "\"=1/3\"")).instances[0].parameters[0] == 1.0 / 3);
  CHECK(read(with_parameters("\"a\": 3", "\"=a/2\"")).instances[0].parameters[0] == 1.5);
  CHECK(read(with_parameters("\"a\": 3", "\"7\"")).instances[0].parameters[0] == 7);
  CHECK(failure(with_parameters("\"a\": \"2 rad\"", "\"=a\"")).message ==
        "\"mass\" is \"=a\", which is a pure number, but needs a value in kg");
}

TEST_CASE("values: a long chain of parameters needs no stack") {
  std::string parameters;
  for (int i = 49999; i > 0; --i) parameters += "\"p" + std::to_string(i) + "\": \"=p" + std::to_string(i - 1) + " + 1\", ";
  parameters += "\"p0\": 1";
  CHECK(parameter(parameters) == 50000);
}

TEST_CASE("values: cycles are named once") {
  const Diagnostic d = failure(with_parameters("\"a\": \"=b\", \"b\": \"=c + 1\", \"c\": \"=a\", \"d\": \"=c\""));
  CHECK(d.code == ErrorCode::expression_cycle);
  CHECK(d.message == "parameters are defined in terms of each other: a -> b -> c -> a");
  CHECK(failure(with_parameters("\"a\": \"=a\"")).code == ErrorCode::expression_cycle);
}

TEST_CASE("values: faults of expressions stand at their character") {
  const Diagnostic d = failure(with_parameters("\"a\": \"= 2 * speeed\", \"speed\": 1"));
  CHECK(d.code == ErrorCode::expression_unknown_name);
  CHECK(d.where.line == 3);
  CHECK(d.where.column == 28);
  CHECK(d.remedy == "did you mean \"speed\"?");
  CHECK(failure(with_parameters("\"a\": \"=2 +\"")).where.column == 26);
  CHECK(failure(with_parameters("\"a\": \"=3 rpm\"")).remedy.find("parameter") != std::string::npos);
}

TEST_CASE("values: what depends on a bad parameter is not told again") {
  CHECK(failures(with_parameters("\"a\": \"=nothing\", \"b\": \"=a\"", "\"=b\"")).size() == 1);
}

TEST_CASE("values: only finite numbers") {
  CHECK(failure(with_parameters("\"a\": \"=1/0\"")).code == ErrorCode::value_not_finite);
  CHECK(failure(with_parameters("\"a\": \"=sqrt(-1)\"")).code == ErrorCode::value_not_finite);
  CHECK(failure(with_parameters("\"a\": \"1e999 m\"")).code == ErrorCode::value_not_finite);
  CHECK(failure(with_parameters("\"a\": \"nan\"")).code == ErrorCode::value_not_finite);
  CHECK(failure(with_parameters("\"a\": 1e999")).code == ErrorCode::value_not_finite);
}

TEST_CASE("values: text that is no value") {
  CHECK(failure(with_parameters("\"a\": \"fast\"")).code == ErrorCode::diagram_wrong_kind);
  CHECK(failure(with_parameters("\"a\": 1", "\"a\"")).remedy == "an expression begins with an equals sign: \"=a\"");
  CHECK(failure(with_parameters("\"a\": true")).code == ErrorCode::diagram_wrong_kind);
  CHECK(failure(with_parameters("\"a\": \"3 rmp\"")).remedy.find("\"rpm\"") != std::string::npos);
  CHECK(failure(with_parameters("\"a\": \"3 W/degC\"")).remedy == "use K for differences of temperature");
  CHECK(failure(with_parameters("\"1a\": 1")).code == ErrorCode::diagram_bad_name);
  CHECK(failure(with_parameters("\"a\": {\"doc\": \"x\"}")).code == ErrorCode::diagram_missing_key);
}

TEST_CASE("values: cycles per second are not radians per second") {
  const Diagnostic d = failure(driven_at("10 Hz"));
  CHECK(d.code == ErrorCode::value_wrong_dimension);
  CHECK(d.remedy == "write \"62.8319 rad/s\", or rev/s for cycles");
  CHECK(failure(driven_at("10 rad/s", "frequency")).remedy == "write \"1.59155 Hz\"");
  CHECK(read(driven_at("10 rev/s")).instances[0].parameters[0] == Approx(20 * M_PI).epsilon(1e-15));
  CHECK(read(driven_at("=2*pi*f")).instances[0].parameters[0] == Approx(20 * M_PI).epsilon(1e-15));
  CHECK(failures(driven_at("10 1/s")).empty());
  for (const char* text : {"1500 1/min", "1500 min^-1", "1500 min-1"}) CHECK(failure(driven_at(text)).remedy == "write rpm for turns");
  CHECK(failures(driven_at("1500 1/min", "frequency")).empty());
  CHECK(failures(driven_at("1500 rpm")).empty());
  CHECK(failure(driven_at("1500 RPM", "frequency")).code == ErrorCode::value_wrong_dimension);
}

TEST_CASE("values: a unit that is not written as usual is read, and remarked on once") {
  const Diagram diagram = read(driven_at("1500 RPM"));
  CHECK(diagram.instances[0].parameters[0] == Approx(50 * M_PI).epsilon(1e-15));
  REQUIRE(diagram.remarks.size() == 1);
  CHECK(diagram.remarks[0].severity == Severity::note);
  CHECK(diagram.remarks[0].message == "\"RPM\" is read as \"rpm\"");
  CHECK(diagram.remarks[0].where.line > 0);
  CHECK(read(with_parameters("\"a\": \"2 Nm\", \"b\": \"3 Nm\", \"c\": \"4 Nm/rad\"")).remarks.size() == 2);
  CHECK(parameter("\"a\": \"2 Nm\"") == 2);
  CHECK(read(driven_at("10 rad/s")).remarks.empty());
}

TEST_CASE("expectation: exact expressions are functions of t and the parameters") {
  const std::string text = diagram("\"m\": {\"type\": \"fake.mass\", \"parameters\": {\"mass\": 1}}",
                                   "\"parameters\": {\"tau\": \"500 ms\", \"A\": \"2 m/s\"},\n\"expect\": {\"exact\": {\"m.v\": "
                                   "{\"expression\": \"A*exp(-t/tau)\", \"within\": 1}}}");
  const Diagram d = read(text);
  const ExpectedValue& expected = d.expect.exact.at(0);
  for (const double t : {0.0, 0.5, 3.0}) CHECK(evaluate_expectation(d, expected, t) == Approx(2 * std::exp(-2 * t)).epsilon(1e-15));
  ExpectedValue loose;
  loose.expression = "if t < 1 then t else 1";
  CHECK(evaluate_expectation(d, loose, 0.25) == 0.25);
  CHECK(evaluate_expectation(d, loose, 7) == 1);
  loose.expression = "t +";
  CHECK(std::isnan(evaluate_expectation(d, loose, 0)));
}
