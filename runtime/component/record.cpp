#include "component/record.h"

namespace stribeck {

const std::vector<Domain>& domains() {
  static const std::vector<Domain> kDomains = {
      {"translational", "v", "m/s", "F", "N", "x", "m"},
      {"rotational", "w", "rad/s", "T", "N*m", "phi", "rad"},
      {kSpatial, "v_x", "m/s", "F_x", "N", "", ""},
      {"spatial_y", "v_y", "m/s", "F_y", "N", "", ""},
      {"spatial_z", "v_z", "m/s", "F_z", "N", "", ""},
      {"spatial_turning_x", "w_x", "rad/s", "M_x", "N*m", "", ""},
      {"spatial_turning_y", "w_y", "rad/s", "M_y", "N*m", "", ""},
      {"spatial_turning_z", "w_z", "rad/s", "M_z", "N*m", "", ""},
  };
  return kDomains;
}

namespace {

template <typename Range, typename Project>
int find_named(const Range& range, Project name_of, std::string_view name) {
  for (std::size_t i = 0; i < range.size(); ++i)
    if (name_of(range[i]) == name) return static_cast<int>(i);
  return -1;
}

constexpr auto kName = [](const auto& declaration) -> std::string_view { return declaration.name; };

}  // namespace

int find_domain(std::string_view name) { return find_named(domains(), kName, name); }
std::span<const ConnectorDeclaration> ComponentRecord::named_connectors() const {
  std::size_t count = connectors.size();
  while (count > 0 && connectors[count - 1].is_part()) --count;
  return {connectors.data(), count};
}
void ComponentRecord::insert_named(ConnectorDeclaration connector) {
  const auto number = static_cast<std::int32_t>(named_connectors().size());
  connectors.insert(connectors.begin() + number, std::move(connector));
  for (ConnectorDeclaration& other : connectors)
    if (other.is_frame()) ++other.first_part;
  for (RecordSymbol& symbol : symbols)
    if ((symbol.kind == SymbolKind::across || symbol.kind == SymbolKind::through || symbol.kind == SymbolKind::signal) &&
        symbol.index >= number)
      ++symbol.index;
}
std::span<const ConnectorDeclaration> ComponentRecord::parts_of(const ConnectorDeclaration& frame) const {
  if (!frame.is_frame()) return {};
  const auto first = static_cast<std::size_t>(frame.first_part);
  std::size_t end = first;
  while (end < connectors.size() && connectors[end].frame == connectors[first].frame) ++end;
  return {connectors.data() + first, end - first};
}
int ComponentRecord::find_connector(std::string_view name) const { return find_named(connectors, kName, name); }
int ComponentRecord::find_named_connector(std::string_view name) const { return find_named(named_connectors(), kName, name); }
int ComponentRecord::find_parameter(std::string_view name) const { return find_named(parameters, kName, name); }
int ComponentRecord::find_option(std::string_view name) const { return find_named(options, kName, name); }
int ComponentRecord::find_list(std::string_view name) const { return find_named(lists, kName, name); }
int ComponentRecord::find_size(std::string_view name) const { return find_named(sizes, kName, name); }
int ComponentRecord::find_formula(std::string_view name) const { return find_named(formulas, kName, name); }
int ComponentRecord::find_function(std::string_view name) const { return find_named(functions, kName, name); }
int ComponentRecord::find_variable(std::string_view name) const { return find_named(variables, kName, name); }
int ComponentRecord::find_request(std::string_view name) const { return find_named(requests, kName, name); }

namespace {
constexpr std::array<std::string_view, kModeInputs> kModeInputNames = {"sticks",  "direction", "share", "push",    "noise",
                                                                       "fastest", "answer",    "terms", "impulse", "loss"};
}  // namespace

std::string symbol_name(const ComponentRecord& record, std::int32_t symbol) {
  const RecordSymbol& s = record.symbols[static_cast<std::size_t>(symbol)];
  const auto i = static_cast<std::size_t>(s.index);
  switch (s.kind) {
    case SymbolKind::time:
      return "time";
    case SymbolKind::parameter:
      return record.parameters[i].name;
    case SymbolKind::variable:
      return record.variables[i].name;
    case SymbolKind::signal:
      return record.connectors[i].name;
    case SymbolKind::discrete:
      return record.variables[static_cast<std::size_t>(record.discretes[i].variable)].name;
    case SymbolKind::mode:
      return std::string(kModeInputNames[i % kModeInputs]);
    case SymbolKind::across:
    case SymbolKind::through: {
      const ConnectorDeclaration& port = record.connectors[i];
      const Domain& domain = domains()[static_cast<std::size_t>(port.domain)];
      return port_quantity(record, port, s.kind == SymbolKind::across ? domain.across : domain.through);
    }
  }
  return "?";
}

std::string port_quantity(const ComponentRecord& record, const ConnectorDeclaration& port, std::string_view quantity) {
  const std::string& name = port.is_part() ? record.connectors[static_cast<std::size_t>(port.frame)].name : port.name;
  return name + "." + std::string(quantity);
}

}  // namespace stribeck
