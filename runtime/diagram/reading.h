#pragma once
// What the parts of the reader share while one diagram is read.
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/name_table.h"
#include "component/registry.h"
#include "diagram/diagram.h"
#include "diagram/json_tree.h"
#include "diagram/parameters.h"
#include "diagram/report.h"

namespace stribeck {

/// A parameter of an instance that the command line gives.
struct Given {
  std::string_view parameter;
  Json value;
};

struct Reading {
  Registry& registry;
  Report& report;
  Parameters& parameters;
  Diagram& diagram;
  std::map<std::string_view, std::vector<Given>> given;  ///< by instance
  /// Index into Diagram::instances by name; kUnread for one whose own errors have been reported.
  NameTable instances;
};
inline constexpr std::int32_t kUnread = -1;

/// The instance of that name, or null after diagram.unknown_instance; null without a further word for one that is kUnread.
/// `index`, if given, receives its place.
const Instance* find_instance(Reading& reading, std::string_view name, const Place& place, std::int32_t* index = nullptr);

void read_components(Reading& reading, Json components);
void read_connections(Reading& reading, Json connections);
void read_outputs(Reading& reading, Json outputs);
void read_plots(Reading& reading, Json plots);
void read_expect(Reading& reading, Json expect);

/// Parameters, options and lists of an instance; sets its record to the one of the options chosen.
void read_instance_parameters(Reading& reading, Instance& instance, Json member);
/// Checks the limits of the parameters; `given` holds where each was given, nothing for those that have their default.
void check_limits(Reading& reading, const Instance& instance, const std::vector<Json>& given, Json member);

}  // namespace stribeck
