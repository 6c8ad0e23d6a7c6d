#include "base/format.h"
#include "base/text.h"
#include "diagram/reading.h"

namespace stribeck {
namespace {

std::vector<std::string> connector_names(const ComponentRecord& record) {
  std::vector<std::string> result;
  for (const ConnectorDeclaration& connector : record.connectors) result.push_back(connector.name);
  return result;
}

void report_port(Reading& reading, Json text, const Instance& instance, std::string_view port) {
  const std::vector<std::string> names = connector_names(*instance.record);
  std::string remedy = did_you_mean(port, names);
  if (remedy.empty()) remedy = fmt::format("its ports are {}", fmt::join(names, ", "));
  const std::string what = port.empty() ? fmt::format("{} names a component, but not its port", quoted(text.text()))
                                        : fmt::format("{} ({}) has no port {}", instance.name, instance.record->type, quoted(port));
  reading.report.error(ErrorCode::diagram_unknown_port, text.where(), what, {}, remedy);
}

void read_member(Reading& reading, Json text, Connection& connection) {
  if (!is_kind(reading.report, text, JsonKind::string, "a connector")) return;
  const std::string_view whole = text.text();
  const std::size_t dot = whole.find('.');
  ConnectorRef ref;
  ref.position = text.position();
  const Instance* instance = find_instance(reading, whole.substr(0, dot), {text}, &ref.instance);
  if (instance == nullptr) return;
  const std::string_view port = dot == std::string_view::npos ? std::string_view{} : whole.substr(dot + 1);
  ref.connector = instance->record->find_connector(port);
  if (ref.connector < 0) {
    report_port(reading, text, *instance, port);
  } else {
    connection.members.push_back(ref);
  }
}

bool names_two(Json list) {
  for (const Json member : list) {
    if (!member.is(JsonKind::string) || !(*list.begin()).is(JsonKind::string)) return true;  // the kind has been reported
    if (member.text() != (*list.begin()).text()) return true;
  }
  return false;
}

}  // namespace

void read_connections(Reading& reading, Json connections) {
  if (!is_kind(reading.report, connections, JsonKind::array, "\"connections\"")) return;
  for (const Json list : connections) {
    if (!is_kind(reading.report, list, JsonKind::array, "a connection")) continue;
    Connection& connection = reading.diagram.connections.emplace_back();
    connection.position = list.position();
    for (const Json member : list) read_member(reading, member, connection);
    if (names_two(list)) continue;
    const std::string what = list.count() == 0 ? "is empty" : fmt::format("names only {}", quoted((*list.begin()).text()));
    reading.report.error(ErrorCode::connection_too_short, list.where(), fmt::format("this connection {}", what), {},
                         "a connection lists two or more connectors; a port that nothing is connected to needs no connection");
  }
}

}  // namespace stribeck
