// What a diagram expects of its own run.

#include <cmath>

#include "base/format.h"
#include "base/text.h"
#include "base/unit_text.h"
#include "diagram/expectation.h"
#include "diagram/observables.h"
#include "diagram/reading.h"
#include "diagram/values.h"

namespace stribeck {
namespace {

constexpr double kLargestCount = 9e15;  // integers below are exact as doubles

class ExpectReader {
 public:
  explicit ExpectReader(Reading& reading) : reading_(reading), report_(reading.report), expect_(reading.diagram.expect) {}

  void read(Json object) {
    if (!is_kind(report_, object, JsonKind::object, "\"expect\"")) return;
    check_keys(report_, object, {"at", "exact", "events", "energy_residual", "states", "max_steps"}, "\"expect\"");
    if (const Json at = object.find("at"); at && is_kind(report_, at, JsonKind::object, "\"at\"")) {
      for (const Json instant : at) read_instant(instant);
    }
    if (const Json exact = object.find("exact"); exact && is_kind(report_, exact, JsonKind::object, "\"exact\"")) {
      for (const Json member : exact) read_exact(member);
    }
    if (const Json events = object.find("events"); events && is_kind(report_, events, JsonKind::array, "\"events\"")) {
      for (const Json event : events) read_event(event);
    }
    if (const Json residual = object.find("energy_residual")) expect_.energy_residual = read_pure(residual);
    if (const Json states = object.find("states")) expect_.states = read_count(states);
    if (const Json steps = object.find("max_steps")) expect_.max_steps = read_count(steps);
  }

 private:
  /// {"1.3 s": {"spring.phi": {"value": ..., "within": ...}}}
  void read_instant(Json instant) {
    const auto time = parse_quantity(instant.key());
    if (!time || !agree(time->dimension, parse_unit("s")->dimension) || !std::isfinite(time->value)) {
      report_.error(ErrorCode::experiment_bad_time, instant.where_key(), fmt::format("{} is no instant", in_quotes(instant.key())), {},
                    "write a time with its unit: \"1.5 s\"");
      return;
    }
    if (!is_kind(report_, instant, JsonKind::object, "what is expected at an instant")) return;
    for (const Json member : instant) read_value_at(member, time->value);
  }

  void read_value_at(Json member, double time_s) {
    const auto observable = resolve_shown(reading_, member.key(), {member, true});
    if (!observable || !is_shaped(member, "value")) return;
    const Wanted wanted{in_quotes(member.key()), observable->unit, observable->dimension, {}};
    const auto value = read_value(report_, reading_.parameters, member.find("value"), wanted);
    const auto within = read_within(member, *observable);
    if (!value || !within) return;
    ExpectedValue expected;
    expected.variable = observable->name;
    expected.time_s = time_s;
    expected.value = value->si;
    expected.within = *within;
    expected.position = member.key_position();
    expect_.at.push_back(std::move(expected));
  }

  /// {"load.w": {"expression": "exp(-t)", "within": 1e-6}}
  void read_exact(Json member) {
    const auto observable = resolve_shown(reading_, member.key(), {member, true});
    if (!observable || !is_shaped(member, "expression")) return;
    const Json text = member.find("expression");
    if (!is_kind(report_, text, JsonKind::string, "\"expression\"")) return;
    ExpectedValue expected;
    const auto within = read_within(member, *observable);
    expected.compiled = compiled(text, *observable);
    if (!expected.compiled || !within) return;
    expected.variable = observable->name;
    expected.expression = text.text();
    expected.within = *within;
    expected.position = member.key_position();
    expect_.exact.push_back(std::move(expected));
  }

  std::shared_ptr<const ExactExpression> compiled(Json text, const Observable& observable) {
    Dimension dimension;
    ParseError error;
    auto result = ExactExpression::compile(reading_.diagram.parameters, text.text(), dimension, error);
    if (!result) {
      const bool unknown = error.kind == ParseError::Kind::unknown_name;
      std::string remedy = error.remedy;
      if (remedy.empty() && unknown) remedy = did_you_mean(error.name, reading_.parameters.names());
      if (remedy.empty() && unknown) remedy = "exact expressions know t, the diagram's \"parameters\", pi and e";
      if (text.text().starts_with('=')) remedy = "this is always an expression: leave the equals sign out";
      report_.error(code_of(error), text.where_inside(error.offset), fmt::format("in {}: {}", in_quotes(text.text()), error.message), {},
                    remedy);
    } else if (!agree(dimension, observable.dimension)) {
      report_.error(ErrorCode::value_wrong_dimension, text.where(),
                    fmt::format("{} has dimension {}, but needs {}", in_quotes(text.text()), dimension_words(dimension),
                                unit_words(observable.unit)));
    }
    return result;
  }

  /// {"of": "stop", "at": "1 s", "within": ...}
  void read_event(Json member) {
    if (!is_kind(report_, member, JsonKind::object, "an expected event")) return;
    check_keys(report_, member, {"of", "at", "within"}, "an expected event");
    if (!has(member, "at") || !has(member, "within")) return;
    ExpectedEvent expected;
    expected.position = member.position();
    expected.label = optional_text(report_, member, "of");
    const Json of = member.find("of");
    if (!expected.label.empty() && find_component(reading_, of.text().substr(0, of.text().find(':')), {of}).instance == nullptr) return;
    const auto time_s = read_time_s(report_, reading_.parameters, member.find("at"), "\"at\"");
    const auto within_s = read_within(member, {"s", parse_unit("s")->dimension});
    if (!time_s || !within_s) return;
    expected.time_s = *time_s;
    expected.within = *within_s;
    expect_.events.push_back(std::move(expected));
  }

  bool has(Json object, std::string_view key) {
    if (object.find(key)) return true;
    report_.error(ErrorCode::diagram_missing_key, object.where(), fmt::format("\"{}\" is missing in what is expected", key), {},
                  key == "within" ? "say how far the result may be off" : "");
    return false;
  }

  /// An object with `key` and "within" and nothing else.
  bool is_shaped(Json member, std::string_view key) {
    if (!is_kind(report_, member, JsonKind::object, in_quotes(member.key()))) return false;
    check_keys(report_, member, {key, "within"}, "an expected value");
    const bool complete = has(member, key);
    return has(member, "within") && complete;
  }

  std::optional<double> read_within(Json member, const Observable& observable) {
    const Json value = member.find("within");
    const auto found = read_value(report_, reading_.parameters, value, {"\"within\"", observable.unit, observable.dimension, {}});
    if (!found) return std::nullopt;
    return not_negative(value, found->si, "\"within\"");
  }

  std::optional<double> not_negative(Json value, double number, std::string_view what) {
    if (number >= 0) return number;
    report_.error(ErrorCode::value_out_of_range, value.where(),
                  fmt::format("{} is {}, but must be at least 0", what, short_number(number)));
    return std::nullopt;
  }

  std::optional<double> read_pure(Json value) {
    const auto found = read_value(report_, reading_.parameters, value, {in_quotes(value.key()), "1", Dimension{}, {}});
    return found ? not_negative(value, found->si, in_quotes(value.key())) : std::nullopt;
  }

  std::optional<std::int64_t> read_count(Json value) {
    const auto found = read_pure(value);
    if (!found) return std::nullopt;
    if (*found == std::floor(*found) && *found < kLargestCount) return static_cast<std::int64_t>(*found);
    report_.error(ErrorCode::value_out_of_range, value.where(),
                  fmt::format("{} is {}, but must be a whole number", in_quotes(value.key()), short_number(*found)));
    return std::nullopt;
  }

  Reading& reading_;
  Report& report_;
  Expect& expect_;
};

}  // namespace

void read_expect(Reading& reading, Json expect) { ExpectReader(reading).read(expect); }

}  // namespace stribeck
