#include "diagram/made_instances.h"

#include "base/format.h"

namespace stribeck {

ConnectorRef MadeInstances::add(const std::string& name, const std::string& type, std::string_view connector_name) {
  Instance instance;
  instance.name = name;
  instance.record = &reading_.registry.record(type);
  instance.position = position_;
  for (const ParameterDeclaration& parameter : instance.record->parameters) instance.parameters.push_back(parameter.fallback);
  instance.generic_dimensions.assign(instance.parameters.size(), Dimension::unchecked());
  const auto number = static_cast<std::int32_t>(reading_.diagram.instances.size());
  reading_.insert(reading_.kept_paths.emplace_back(name), {Entity::Kind::component, number});
  reading_.diagram.instances.push_back(std::move(instance));
  return connector(number, connector_name);
}

ConnectorRef MadeInstances::connector(std::int32_t instance, std::string_view name) const {
  return {instance, reading_.diagram.instances[static_cast<std::size_t>(instance)].record->find_connector(name), position_};
}

void MadeInstances::connect(std::vector<ConnectorRef> members) { reading_.diagram.connections.push_back({std::move(members), position_}); }

ConnectorRef MadeInstances::add_source(const std::string& name, const std::string& type, const Domain& domain, const ConnectorRef& port) {
  const ConnectorRef outside = add(name, type, "R");
  const ConnectorRef ground = add(fmt::format("{}.ground", name), fmt::format("{}.ground", domain.name), "W");
  connect({port, outside});
  connect({connector(outside.instance, "C"), ground});
  return connector(outside.instance, "S");
}

const ConnectorDeclaration& declaration_of(const Reading& reading, const ConnectorRef& ref) {
  const Instance& instance = reading.diagram.instances[static_cast<std::size_t>(ref.instance)];
  return instance.record->connectors[static_cast<std::size_t>(ref.connector)];
}

std::string force_source_of(const Domain& domain) {
  const std::string name(domain.name);
  return name + "." + (name == "rotational" ? "torque" : "force") + "_source";
}

}  // namespace stribeck
