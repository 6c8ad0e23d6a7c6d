#pragma once
// What the parts of the reader share while one diagram is read.
#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/name_table.h"
#include "component/registry.h"
#include "diagram/definitions.h"
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
/// Parameters that the command line gives, by the whole path of the instance; initial values by that path and ".initial".
using GivenParameters = std::map<std::string_view, std::vector<Given>>;

/// What a path leads to.
struct Entity {
  enum class Kind : std::uint8_t {
    component,  ///< number: into Diagram::instances
    subsystem,  ///< number: into Diagram::subsystems and Reading::exposed
    array,      ///< number: into Reading::shapes; its elements have paths of their own
    unread      ///< errors in it have been reported
  };
  Kind kind = Kind::unread;
  std::int32_t number = -1;
};

/// An array of components. Elements of an incomplete one are missing after errors, which have been reported.
struct ArrayShape {
  std::vector<std::int32_t> extents;
  bool is_incomplete = false;
};

/// The connectors that a subsystem exposes: for each member of its "ports", one connector of a component inside.
struct Exposed {
  bool is_incomplete = false;  ///< something in it is missing after errors, which have been reported
  Json ports;
  std::vector<ConnectorRef> connectors;  ///< instance -1: unusable, which has been reported
};

struct Reading {
  Registry& registry;
  Report& report;
  Parameters& parameters;  ///< the diagram's own
  Diagram& diagram;
  Definitions& definitions;
  Sources& sources;
  GivenParameters given = {};
  Registry own = {};  ///< component types that the diagram defines

  NameTable paths = {};  ///< number: into entities
  std::vector<Entity> entities = {};
  std::vector<ArrayShape> shapes = {};
  std::vector<Exposed> exposed = {};
  /// Records with one output more, for a variable that a connection names (tapped_variable.h).
  std::map<std::pair<const ComponentRecord*, std::string>, const ComponentRecord*> tapped = {};
  /// Records with one variable more, that they show on request (requested_variable.h).
  std::map<std::pair<const ComponentRecord*, std::string>, const ComponentRecord*> requested = {};
  std::deque<std::string> kept_paths = {};  ///< behind those of `paths` that do not stand in a file as they are; never moved

  void insert(std::string_view path, Entity entity) {
    if (paths.insert(path, static_cast<std::int32_t>(entities.size()))) entities.push_back(entity);
  }
  const Entity* find(std::string_view path) const {
    const std::int32_t* found = paths.find(path);
    return found == nullptr ? nullptr : &entities[static_cast<std::size_t>(*found)];
  }
};

/// Where components stand: the diagram itself, or an instance of a definition.
struct Scope {
  Parameters* parameters = nullptr;  ///< that expressions know
  std::string prefix;                ///< of paths: "line.cell[2]."; empty in the diagram itself
  std::int32_t subsystem = -1;       ///< index into Diagram::subsystems
  std::string used;                  ///< part_of() of what stands in it
};

/// A component found by the beginning of a name, and what the rest says of it.
struct Found {
  const Instance* instance = nullptr;  ///< null: there is none; an error has been reported, now or when it was read
  std::int32_t number = -1;            ///< of the instance
  std::string rest;                    ///< "w", "I.w"; what a subsystem exposes is named as the component inside names it
  std::string name() const { return instance->name + "." + rest; }
};

/// The component that "line.cell[2].load.I.w" or "load" begins with. Reports diagram.unknown_instance.
Found find_component(Reading& reading, std::string_view name, const Place& place);
/// All paths that lead to components, for suggestions.
std::vector<std::string> component_names(const Reading& reading);

/// Makes the component types that are defined known to a registry; they are recorded when they are used, as long as `kept` keeps the
/// definitions.
void add_own_types(Registry& registry, Definitions& definitions, const std::shared_ptr<const void>& kept = nullptr);
/// Records those that the diagram's own file defines and nothing uses, because they may be wrong, too.
void check_own_types(Reading& reading);
/// Components of the diagram and all that they are made of, with their connections.
void read_hierarchy(Reading& reading, Json components, Json connections);
/// `asked`: on the command line, instead of those that the diagram names.
void read_outputs(Reading& reading, Json outputs, const std::vector<std::string>& asked);
void read_plots(Reading& reading, Json plots);
void read_expect(Reading& reading, Json expect);

/// One component. False if it cannot be used by the rest of the diagram. Its name, position and subsystem are known.
bool read_component(Reading& reading, const Scope& scope, Json member, Instance& instance);
/// Connections between what stands in a scope.
void read_connections(Reading& reading, const Scope& scope, Json connections);
/// The connectors that a subsystem's "ports" expose.
void read_exposed(Reading& reading, const Scope& scope, Exposed& exposed);
/// The values of a subsystem's parameters that its user or the command line gives; what is wrong with them is reported.
void read_subsystem_parameters(Reading& reading, const Scope& outer, Json member, const Definition& definition, std::string_view path,
                               Parameters& parameters);

/// Parameters, options and lists of an instance; sets its record to the one of the options chosen.
void read_instance_parameters(Reading& reading, const Scope& scope, Instance& instance, Json member);
/// Checks the limits of the parameters; `given` holds where each was given, nothing for those that have their default.
void check_limits(Reading& reading, const Instance& instance, const std::vector<Json>& given, Json member);
/// Checks the entries of a list, and tells the first that breaks a limit; place(i) is where entry i stands.
void check_entries(Reading& reading, const ListDeclaration& declared, const std::vector<double>& values,
                   const std::function<Where(std::size_t)>& place);

}  // namespace stribeck
