#include "diagram/requested_variable.h"

#include <memory>

#include "component/derived_variables.h"

namespace stribeck {
namespace {

/// The port of which a name means the position, by that word or by its letter ("I.position", "I.phi"); -1 if it means none.
int port_of_position(const ComponentRecord& record, std::string_view name) {
  const std::size_t dot = name.rfind('.');
  if (dot == std::string_view::npos) return -1;
  const int port = record.find_connector(name.substr(0, dot));
  if (port < 0) return -1;
  const ConnectorDeclaration& connector = record.connectors[static_cast<std::size_t>(port)];
  if (connector.kind != ConnectorKind::port) return -1;
  const std::string_view letter = domains()[static_cast<std::size_t>(connector.domain)].position, word = name.substr(dot + 1);
  return !letter.empty() && (word == "position" || word == letter) ? port : -1;
}

}  // namespace

std::int32_t request_variable(Reading& reading, const ComponentRecord*& record, std::string_view name) {
  if (const int known = record->find_variable(name); known >= 0) return known;
  const int request = record->find_request(name), port = request >= 0 ? -1 : port_of_position(*record, name);
  if (request < 0 && port < 0) return -1;
  const ComponentRecord*& with_variable = reading.requested[{record, std::string(name)}];
  if (with_variable == nullptr)
    with_variable = reading.diagram.own_records
                        .emplace_back(std::make_shared<ComponentRecord>(request >= 0 ? with_requested(*record, request)
                                                                                     : with_position(*record, port, name, "position")))
                        .get();
  record = with_variable;
  return record->find_variable(name);
}

}  // namespace stribeck
