// Components by their paths.
#include "base/format.h"
#include "base/text.h"
#include "diagram/reading.h"

namespace stribeck {
namespace {

/// Connector `port` of a component inside, in the words of that component: "load.I" of which "w" is asked becomes "I.w".
Found at_exposed(const Reading& reading, const Exposed& exposed, std::string_view rest) {
  const std::size_t dot = rest.find('.');
  std::size_t number = 0;
  if (!exposed.ports) return {};
  for (const Json port : exposed.ports) {
    if (number == exposed.connectors.size()) return {};  // those of the subsystem whose ports are being read
    const ConnectorRef& ref = exposed.connectors[number++];
    if (port.key() != rest.substr(0, dot) || ref.instance < 0) continue;
    const Instance& instance = reading.diagram.instances[static_cast<std::size_t>(ref.instance)];
    std::string inside = instance.record->connectors[static_cast<std::size_t>(ref.connector)].name;
    if (dot != std::string_view::npos) inside += rest.substr(dot);
    return {&instance, ref.instance, std::move(inside)};
  }
  return {};
}

std::vector<std::string> port_names(const Exposed& exposed) {
  std::vector<std::string> names;
  if (exposed.ports)
    for (const Json port : exposed.ports) names.emplace_back(port.key());
  return names;
}

std::int64_t elements_of(const ArrayShape& shape) {
  std::int64_t product = 1;
  for (const std::int32_t extent : shape.extents) product *= extent;
  return product;
}

void report_array(Reading& reading, std::string_view array, const ArrayShape& shape, const Place& place) {
  if (shape.is_incomplete) return;
  reading.report.error(ErrorCode::diagram_unknown_instance, place.where(),
                       fmt::format("{} is an array of {} elements: which one is not said", in_quotes(array), elements_of(shape)), {},
                       fmt::format("write {}[1]", array));
}

/// `rest`: what was asked of it.
void report_subsystem(Reading& reading, std::string_view path, std::string_view rest, std::int32_t number, const Place& place) {
  const Exposed& exposed = reading.exposed[static_cast<std::size_t>(number)];
  if (exposed.is_incomplete) return;
  const std::string& type = reading.diagram.subsystems[static_cast<std::size_t>(number)].definition;
  const std::string_view asked = rest.substr(0, rest.find('.'));
  const std::vector<std::string> ports = port_names(exposed);
  std::string remedy = did_you_mean(asked, ports);
  if (remedy.empty() && !rest.empty()) remedy = did_you_mean(fmt::format("{}.{}", path, asked), component_names(reading));
  if (remedy.empty() && !ports.empty()) remedy = fmt::format("its ports are {}", fmt::join(ports, ", "));
  reading.report.error(ErrorCode::diagram_unknown_instance, place.where(),
                       rest.empty() ? fmt::format("{} ({}) is a subsystem: what of it is not said", in_quotes(path), type)
                                    : fmt::format("{} ({}) has no component or port {}", in_quotes(path), type, in_quotes(asked)),
                       {}, remedy);
}

/// What is wrong with a path of which `known` is the longest part that leads anywhere, to `entity`; both empty: no part does.
void report_path(Reading& reading, std::string_view name, std::string_view known, const Entity* entity, const Place& place) {
  const std::string_view rest = name.size() > known.size() && !known.empty() ? name.substr(known.size() + 1) : std::string_view{};
  if (entity != nullptr && entity->kind == Entity::Kind::array)
    return report_array(reading, known, reading.shapes[static_cast<std::size_t>(entity->number)], place);
  const std::string_view first = name.substr(0, name.find('.'));
  if (const Entity* array = reading.find(first.substr(0, first.find('[')));
      array != nullptr && array->kind == Entity::Kind::array && reading.shapes[static_cast<std::size_t>(array->number)].is_incomplete)
    return;
  if (entity != nullptr) return report_subsystem(reading, known, rest, entity->number, place);
  reading.report.error(ErrorCode::diagram_unknown_instance, place.where(), fmt::format("the diagram has no component {}", in_quotes(first)),
                       {}, did_you_mean(first, component_names(reading)));
}

}  // namespace

std::vector<std::string> component_names(const Reading& reading) {
  std::vector<std::string> names;
  for (const NameTable::Entry& known : reading.paths.entries())
    if (reading.entities[static_cast<std::size_t>(known.number)].kind != Entity::Kind::array) names.emplace_back(known.name);
  return names;
}

Found find_component(Reading& reading, std::string_view name, const Place& place) {
  std::string_view known;
  const Entity* entity = nullptr;
  for (std::size_t dot = name.find('.');; dot = name.find('.', dot + 1)) {
    const std::string_view path = name.substr(0, dot);
    const bool last = dot == std::string_view::npos;
    if (const Entity* found = reading.find(path)) {
      known = path, entity = found;
      const std::string_view rest = last ? std::string_view{} : name.substr(dot + 1);
      if (found->kind == Entity::Kind::unread) return {};
      if (found->kind == Entity::Kind::component)
        return {&reading.diagram.instances[static_cast<std::size_t>(found->number)], found->number, std::string(rest)};
      if (found->kind == Entity::Kind::subsystem && !last)
        if (Found inside = at_exposed(reading, reading.exposed[static_cast<std::size_t>(found->number)], rest); inside.instance != nullptr)
          return inside;
    }
    if (last) break;
  }
  report_path(reading, name, known, entity, place);
  return {};
}

}  // namespace stribeck
