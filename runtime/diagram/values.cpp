#include "diagram/values.h"

#include <array>
#include <charconv>
#include <numbers>

#include "base/format.h"
#include "base/text.h"
#include "base/unit_spelling.h"

namespace stribeck {
namespace {

bool holds(std::string_view text, std::string_view word) { return text.find(word) != std::string_view::npos; }

/// Units that count angle, so that they differ from Hz by 2 pi though their dimension is the same.
bool counts_angle(std::string_view unit) {
  constexpr std::array<std::string_view, 6> kAngles{"rad", "rpm", "rps", "rev", "deg", "turn"};
  for (const std::string_view angle : kAngles) {
    if (holds(unit, angle)) return true;
  }
  return false;
}

/// True after an error if cycles per second or per minute meet radians per second.
bool confuses_cycles(Report& report, Json value, const Value& found, const Wanted& wanted) {
  const std::string usual = usual_spelling(written_unit(found));
  const std::string_view unit = usual.empty() ? written_unit(found) : usual;
  const bool per_minute = holds(unit, "min") && !counts_angle(unit);
  const bool cycles_for_angle = (holds(unit, "Hz") || per_minute) && (holds(wanted.unit, "rad/s") || holds(wanted.unit, "rpm"));
  const bool angle_for_cycles = holds(wanted.unit, "Hz") && counts_angle(unit);
  if (!cycles_for_angle && !angle_for_cycles) return false;
  const double factor = cycles_for_angle ? 2 * std::numbers::pi : 0.5 / std::numbers::pi;
  report.error(ErrorCode::value_wrong_dimension, value.where(),
               fmt::format("{} is {}, but needs a value in {}", wanted.what, in_quotes(found.written), wanted.unit),
               per_minute ? "1/min may count turns or radians: they differ by 2 pi"
                          : "Hz counts cycles in a second, rad/s counts radians: they differ by 2 pi",
               per_minute ? "write rpm for turns"
                          : fmt::format("write \"{} {}\"{}", short_number(found.si * factor), wanted.unit,
                                        cycles_for_angle ? ", or rev/s for cycles" : ""));
  return true;
}

/// "nm" where a torque is asked for.
std::string hint_for_case(const Value& found, const Wanted& wanted) {
  const std::string meant = other_case(written_unit(found), wanted.dimension);
  return meant.empty() ? "" : fmt::format("did you mean {}?", in_quotes(meant));
}

std::string shown(Json value, const Value& found) {
  return found.written.empty() ? short_number(value.number()) : in_quotes(found.written);
}

}  // namespace

std::string unit_words(std::string_view unit) {
  if (unit.empty() || unit == "1") return "a pure number";
  return unit.starts_with("any") ? "a value" : fmt::format("a value in {}", unit);
}

std::string_view written_unit(const Value& value) {
  std::string_view text = trimmed(value.written);
  if (!value.has_unit || text.starts_with('=')) return {};
  if (text.starts_with('+')) text.remove_prefix(1);
  double number = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
  return trimmed(text.substr(static_cast<std::size_t>(end - text.data())));
}

void note_spelling(Report& report, Json place, std::string_view unit) {
  const std::string usual = usual_spelling(unit);
  if (usual.empty()) return;
  report.note(ErrorCode::value_unknown_unit, place.where(), fmt::format("{} is read as {}", in_quotes(unit), in_quotes(usual)),
              fmt::format("write {}", in_quotes(usual)));
}

std::optional<Value> read_value(Report& report, Parameters& parameters, Json value, const Wanted& wanted) {
  const std::optional<Value> found = parameters.value_of(value, wanted.what);
  if (!found) return std::nullopt;
  if (!agree(found->dimension, wanted.dimension)) {
    const std::string own =
        found->dimension == Dimension{} ? "is a pure number" : fmt::format("has dimension {}", to_text(found->dimension));
    const std::string base = to_text(wanted.dimension);
    const std::string needed = wanted.dimension == Dimension{} || base == wanted.unit ? "" : fmt::format(" ({})", base);
    report.error(ErrorCode::value_wrong_dimension, value.where(),
                 fmt::format("{} is {}, which {}, but needs {}{}", wanted.what, shown(value, *found), own, unit_words(wanted.unit), needed),
                 std::string(wanted.doc), hint_for_case(*found, wanted));
    return std::nullopt;
  }
  if (confuses_cycles(report, value, *found, wanted)) return std::nullopt;
  return found;
}

std::optional<Value> read_time(Report& report, Parameters& parameters, Json value, std::string what) {
  Dimension second;
  second.sixths[2] = 6;
  return read_value(report, parameters, value, {std::move(what), "s", second, {}});
}

std::optional<double> read_time_s(Report& report, Parameters& parameters, Json value, std::string what) {
  const auto found = read_time(report, parameters, value, std::move(what));
  return found ? std::optional(found->si) : std::nullopt;
}

}  // namespace stribeck
