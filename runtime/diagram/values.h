#pragma once
// Values checked against the unit that is asked for.
#include <optional>
#include <string>
#include <string_view>

#include "diagram/parameters.h"

namespace stribeck {

/// What a place of the diagram asks for.
struct Wanted {
  std::string what;       ///< in messages: "stiffness"
  std::string_view unit;  ///< "N*m/rad"; "any" fits everything
  Dimension dimension;
  std::string_view doc;  ///< said when a value does not fit
};

/// The value in SI, or nothing after an error. A bare number fits every dimension.
std::optional<Value> read_value(Report& report, Parameters& parameters, Json value, const Wanted& wanted);
/// A duration or an instant, in s.
std::optional<Value> read_time(Report& report, Parameters& parameters, Json value, std::string what);
std::optional<double> read_time_s(Report& report, Parameters& parameters, Json value, std::string what);
/// The unit that the user wrote: "rpm" of "100 rpm"; empty for numbers and expressions.
std::string_view written_unit(const Value& value);
/// Remarks on a unit that is read though it is not written as usual, such as "Nm".
void note_spelling(Report& report, Json place, std::string_view unit);
/// "a value in N*m/rad", "a pure number" for "1", "a value" for "any".
std::string unit_words(std::string_view unit);

}  // namespace stribeck
