#pragma once
// Components that no file names: the reader makes them, as for the boundary.
#include <string>
#include <string_view>
#include <vector>

#include "diagram/reading.h"

namespace stribeck {

class MadeInstances {
 public:
  /// All that is made is said to stand at `position`.
  MadeInstances(Reading& reading, Position position) : reading_(reading), position_(position) {}

  /// With the defaults of its type; the connector of that name. `name` must be free.
  ConnectorRef add(const std::string& name, const std::string& type, std::string_view connector);
  /// Another connector of an instance.
  ConnectorRef connector(std::int32_t instance, std::string_view name) const;
  void connect(std::vector<ConnectorRef> members);
  /// A source of this type between the port and a ground; the input that it obeys.
  ConnectorRef add_source(const std::string& name, const std::string& type, const Domain& domain, const ConnectorRef& port);

 private:
  Reading& reading_;
  Position position_;
};

const ConnectorDeclaration& declaration_of(const Reading& reading, const ConnectorRef& ref);
/// "rotational.torque_source", "translational.force_source".
std::string force_source_of(const Domain& domain);

}  // namespace stribeck
