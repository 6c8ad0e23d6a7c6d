// Connections between what stands in a scope, and the connectors that a subsystem exposes.
#include "base/format.h"
#include "base/text.h"
#include "diagram/connector_path.h"
#include "diagram/reading.h"

namespace stribeck {
namespace {

bool names_two(Json list) {
  for (const Json member : list) {
    if (!member.is(JsonKind::string) || !(*list.begin()).is(JsonKind::string)) return true;  // the kind has been reported
    if (member.text() != (*list.begin()).text()) return true;
  }
  return false;
}

std::string shape_text(const std::vector<std::int64_t>& extents) { return fmt::format("{}", fmt::join(extents, " x ")); }

class ConnectionReader {
 public:
  ConnectionReader(Reading& reading, const Scope& scope) : reading_(reading), scope_(scope) {}

  void read(Json list) {
    if (!is_kind(reading_.report, list, JsonKind::array, "a connection")) return;
    members_.clear();
    bool good = true;
    for (const Json member : list) {
      auto grid = read_connector(reading_, scope_, member);
      good = good && grid;
      if (grid) members_.push_back(std::move(*grid));
    }
    if (!names_two(list)) return report_short(list);
    if (good && fit(list)) join(list.position());
  }

 private:
  void report_short(Json list) {
    const std::string what = list.count() == 0 ? "is empty" : fmt::format("names only {}", in_quotes((*list.begin()).text()));
    reading_.report.error(ErrorCode::connection_too_short, list.where(), fmt::format("this connection {}", what), {},
                          "a connection lists two or more connectors; a port that nothing is connected to needs no connection");
  }

  /// Ranges are joined element by element, so they must have one shape; single connectors are joined to each.
  bool fit(Json list) {
    Json first;
    auto text = list.begin();
    const std::vector<std::int64_t>* shape = nullptr;
    for (const ConnectorGrid& member : members_) {
      const Json here = *text;
      ++text;
      if (member.extents.empty()) continue;
      if (shape == nullptr) shape = &member.extents, first = here;
      if (member.extents == *shape) continue;
      reading_.report.error(ErrorCode::diagram_bad_index, here.where(),
                            fmt::format("{} names {} connectors, but {} names {}", in_quotes(here.text()), shape_text(member.extents),
                                        in_quotes(first.text()), shape_text(*shape)),
                            "ranges in one connection are joined element by element");
      return false;
    }
    return true;
  }

  void join(const Position& position) {
    std::size_t count = 1;
    for (const ConnectorGrid& member : members_)
      if (!member.extents.empty()) count = member.connectors.size();
    for (std::size_t k = 0; k < count; ++k) {
      Connection& connection = reading_.diagram.connections.emplace_back();
      connection.position = position;
      connection.members.reserve(members_.size());
      for (const ConnectorGrid& member : members_) connection.members.push_back(member.connectors[member.extents.empty() ? 0 : k]);
    }
  }

  Reading& reading_;
  const Scope& scope_;
  std::vector<ConnectorGrid> members_;
};

/// "left": "mass.M", or a list of connectors inside, which are joined.
ConnectorRef read_port(Reading& reading, const Scope& scope, Json port) {
  ConnectorRef result{-1, -1, port.key_position()};
  if (!port.is(JsonKind::string) && !port.is(JsonKind::array)) {
    is_kind(reading.report, port, JsonKind::string, fmt::format("the port {}", in_quotes(port.key())));
    return result;
  }
  Connection connection;
  connection.position = port.position();
  const auto add = [&](Json text) {
    if (const auto grid = read_connector(reading, scope, text))
      connection.members.insert(connection.members.end(), grid->connectors.begin(), grid->connectors.end());
  };
  if (port.is(JsonKind::string)) {
    add(port);
  } else {
    for (const Json text : port) add(text);
    if (port.count() == 0)
      reading.report.error(ErrorCode::connection_too_short, port.where(),
                           fmt::format("the port {} exposes nothing", in_quotes(port.key())));
  }
  if (connection.members.empty()) return result;
  result = connection.members.front();
  if (connection.members.size() > 1) reading.diagram.connections.push_back(std::move(connection));
  return result;
}

}  // namespace

void read_connections(Reading& reading, const Scope& scope, Json connections) {
  if (!is_kind(reading.report, connections, JsonKind::array, "\"connections\"")) return;
  ConnectionReader reader(reading, scope);
  for (const Json list : connections) reader.read(list);
}

void read_exposed(Reading& reading, const Scope& scope, Exposed& exposed) {
  for (const Json port : exposed.ports) {
    const bool clash = is_identifier(reading.report, port, "a port") && reading.find(scope.prefix + std::string(port.key())) != nullptr;
    if (clash)
      reading.report.error(ErrorCode::diagram_bad_name, port.where_key(),
                           fmt::format("{} is the name of a component, too", in_quotes(port.key())),
                           "both would be called the same from outside", "call the port otherwise");
    exposed.connectors.push_back(read_port(reading, scope, port));
  }
}

}  // namespace stribeck
