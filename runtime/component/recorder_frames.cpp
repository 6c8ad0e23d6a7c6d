#include "component/recorder_frames.h"

#include <algorithm>
#include <numeric>

namespace stribeck {

namespace {

std::size_t at(std::int32_t i) { return static_cast<std::size_t>(i); }

/// The connector that is the frame of a part, -1 if `connector` is none.
std::int32_t frame_of(const ComponentRecord& record, const ConnectorDeclaration& connector) {
  const std::size_t dot = connector.name.find('.');
  return dot == std::string::npos ? -1 : record.find_connector(std::string_view(connector.name).substr(0, dot));
}

void renumber(ComponentRecord& record, const std::vector<std::int32_t>& now) {
  for (RecordSymbol& symbol : record.symbols)
    if (symbol.kind == SymbolKind::across || symbol.kind == SymbolKind::through || symbol.kind == SymbolKind::signal)
      symbol.index = now[at(symbol.index)];
  const auto move = [&](std::int32_t& port) { port = port < 0 ? port : now[at(port)]; };
  for (DisplacementDeclaration& displacement : record.displacements) move(displacement.port_r), move(displacement.port_c);
  for (RequestDeclaration& request : record.requests) move(request.port);
}

}  // namespace

void gather_frames(Recorder& recorder) {
  ComponentRecord& record = recorder.record;
  std::vector<std::int32_t> frames(record.connectors.size(), -1);
  for (std::size_t k = 0; k < frames.size(); ++k) {
    const ConnectorDeclaration& connector = record.connectors[k];
    const bool has_dot = connector.name.find('.') != std::string::npos;
    frames[k] = frame_of(record, connector);
    if (has_dot && frames[k] < 0) recorder.fault("the connector \"" + connector.name + "\" is a part of no frame: names have no dots");
    const bool is_spatial = connector.domain >= 0 && domains()[at(connector.domain)].name == kSpatial;
    const bool has_parts = std::any_of(record.connectors.begin(), record.connectors.end(),
                                       [&](const ConnectorDeclaration& one) { return one.name.starts_with(connector.name + "."); });
    if (is_spatial != has_parts && !has_dot)
      recorder.fault("the frame \"" + connector.name + "\" is to be declared by spatial.hpp's frame()");
  }
  if (!recorder.faults.empty() || std::all_of(frames.begin(), frames.end(), [](std::int32_t f) { return f < 0; })) return;
  std::vector<std::int32_t> order(frames.size()), now(frames.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](std::int32_t a, std::int32_t b) { return frames[at(a)] < frames[at(b)]; });
  std::vector<ConnectorDeclaration> sorted;
  for (std::size_t k = 0; k < order.size(); ++k) {
    now[at(order[k])] = static_cast<std::int32_t>(k);
    sorted.push_back(std::move(record.connectors[at(order[k])]));
  }
  record.connectors = std::move(sorted);
  for (std::size_t k = 0; k < order.size(); ++k) {
    if (frames[at(order[k])] < 0) continue;
    const std::int32_t frame = now[at(frames[at(order[k])])];
    record.connectors[k].frame = frame;
    std::int32_t& first = record.connectors[at(frame)].first_part;
    if (first < 0) first = static_cast<std::int32_t>(k);
  }
  renumber(record, now);
}

}  // namespace stribeck
