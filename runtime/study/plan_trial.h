#pragma once
// A plan against its diagram: whether there are such parameters and variables, and what units they have.
#include <map>
#include <string>
#include <vector>

#include "diagram/json_tree.h"
#include "diagram/parameters.h"
#include "diagram/report.h"
#include "study/plan.h"

namespace stribeck {

/// A value of the plan that is to be tried in the diagram.
struct TriedValue {
  std::string parameter, value;
  Json place;
  bool is_difference = false;  ///< of values: only its dimension is that of the parameter
};

/// Where in its file a plan says what.
struct PlanPlaces {
  std::vector<TriedValue> trials;
  std::map<std::string, Json> arguments;  ///< by what they are on the command line: "--stop", "--set speed=3 rpm"
  std::vector<Json> scalars, curves;
  std::map<std::string, Json> variants;  ///< by the values of the factor that chooses diagrams
};

/// The key of a scalar that says what is measured; where there is none, the first one, for the message.
Json kind_of_scalar(Json scalar);
/// False after an error: a difference in a unit whose zero is not absolute would be taken for a value.
bool is_difference(Report& report, Json place, const Value& value, std::string_view what);
/// From `least` to `most`; `least` after an error. `what` it is called in messages.
std::int64_t whole_number(Report& report, Json value, const std::string& what, std::int64_t least, std::int64_t most);
/// Reports at `place` if none of the `possible` events (possible_events) is meant: no run has it, and it would be counted as none.
void check_event(Report& report, Json place, std::string_view event, const std::vector<std::string>& possible, const Diagram& diagram);
/// What is wrong with `place` is what `failure` says.
void report_at(Report& report, Json place, const Failure& failure);

/// Completes the plan by what the diagram knows: units, columns, targets. Throws Failure where the diagram itself is wrong.
void try_in_diagram(StudyPlan& plan, const PlanPlaces& places, Report& report, Parameters& parameters, Registry& registry);

}  // namespace stribeck
