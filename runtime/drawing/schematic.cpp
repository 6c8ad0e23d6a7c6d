#include "drawing/schematic.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "base/index.h"
#include "drawing/page_layout.h"
#include "drawing/symbol_file.h"
#include "explain/element_form.h"

namespace stribeck {
namespace {

constexpr double kFoldFont = 11;
constexpr std::size_t kMostFoldLines = 6;

bool is_body(Symbol symbol) { return symbol == Symbol::mass || symbol == Symbol::inertia; }
bool is_source(Symbol symbol) { return symbol == Symbol::force_source || symbol == Symbol::velocity_source || symbol == Symbol::motor; }

class Layout {
 public:
  Layout(const Assembly& assembly, const Folding& folding) : assembly_(assembly), diagram_(*assembly.diagram), folding_(folding) {
    drawing_.assembly = &assembly;
  }

  Schematic run() {
    make_parts();
    order_nodes();
    choose_sides();
    for (std::size_t n = 0; n < assembly_.nodes.size(); ++n)
      if (!assembly_.is_of_part(static_cast<std::int32_t>(n))) connect(static_cast<std::int32_t>(n));
    name_ports();
    find_wires_back();
    rank_parts();
    split_long_wires();
    return std::move(drawing_);
  }

 private:
  SchematicPart& part(std::int32_t i) { return drawing_.parts[at(i)]; }
  const ConnectorDeclaration& declaration(std::int32_t connector) const { return assembly_.declaration_of(connector); }
  bool is_mechanical(std::int32_t node) const { return assembly_.nodes[at(node)].domain >= 0; }
  /// The part and port of a global connector; part -1: grounds are none. Port -1: it does not lead out of what is folded.
  WireEnd end_of(std::int32_t connector) const {
    const std::int32_t instance = assembly_.instance_of(connector), own = part_of_[at(instance)];
    if (folding_.fold_of[at(instance)] < 0) return {own, port_of(instance, connector - assembly_.first_connector[at(instance)])};
    const auto found = fold_port_.find({own, assembly_.node_of[at(connector)]});
    return {own, found == fold_port_.end() ? -1 : found->second};
  }

  /// Signals of a body come first: its mechanical ports give way to one for each wire.
  std::int32_t port_of(std::int32_t instance, std::int32_t connector) const {
    const std::int32_t own = part_of_[at(instance)];
    if (own < 0 || !is_body(drawing_.parts[at(own)].symbol)) return connector;
    const std::vector<ConnectorDeclaration>& connectors = diagram_.instances[at(instance)].record->connectors;
    const auto is_signal = [](const ConnectorDeclaration& one) { return one.kind != ConnectorKind::port; };
    const auto before = std::count_if(connectors.begin(), connectors.begin() + connector, is_signal);
    if (is_signal(connectors[at(connector)])) return static_cast<std::int32_t>(before);
    return static_cast<std::int32_t>(std::count_if(connectors.begin(), connectors.end(), is_signal) + connector - before);
  }

  /// A part for each component but the grounds: whatever is tied to one gets a wall of its own.
  void make_parts() {
    std::map<const ComponentRecord*, Symbol> symbols;
    part_of_.assign(diagram_.instances.size(), -1);
    grounded_.assign(assembly_.nodes.size(), 0);
    for (std::size_t i = 0; i < diagram_.instances.size(); ++i) {
      const ComponentRecord& record = *diagram_.instances[i].record;
      const auto [found, is_new] = symbols.try_emplace(&record);
      if (is_new) found->second = symbol_of(record);
      const std::int32_t first = assembly_.first_connector[i];
      if (found->second == Symbol::ground) {
        grounded_[at(assembly_.node_of[at(first)])] = 1;
        continue;
      }
      if (const std::int32_t folded = folding_.fold_of[i]; folded >= 0) {
        part_of_[i] = part_of_fold(folded);
        continue;
      }
      SchematicPart own{
          .instance = static_cast<std::int32_t>(i), .symbol = found->second, .extent = extent_of(found->second, record), .ports = {}};
      const SymbolFile* file = symbol_file_of(record.type);
      own.is_labelled = file != nullptr && !file->labels.empty();
      for (std::size_t k = 0; k < record.named_connectors().size(); ++k)
        own.ports.push_back(
            {.name = own.is_labelled ? label_of(*file, record.connectors[k], record, &diagram_.instances[i]) : record.connectors[k].name,
             .node = assembly_.node_of[at(first) + k],
             .is_input = record.connectors[k].kind == ConnectorKind::input});
      if (is_body(own.symbol))
        std::stable_partition(own.ports.begin(), own.ports.end(), [&](const PartPort& port) { return !is_mechanical(port.node); });
      part_of_[i] = static_cast<std::int32_t>(drawing_.parts.size());
      drawing_.parts.push_back(std::move(own));
    }
    for (SchematicPart& own : drawing_.parts)
      for (PartPort& port : own.ports) port.grounded = grounded_[at(port.node)] != 0;
  }

  std::int32_t part_of_fold(std::int32_t folded) {
    const auto [found, is_new] = parts_of_folds_.try_emplace(folded, static_cast<std::int32_t>(drawing_.parts.size()));
    if (!is_new) return found->second;
    const Fold& own = folding_.folds[at(folded)];
    SchematicPart part{
        .fold = folded, .symbol = Symbol::box, .extent = {std::max(54.0, text_width(own.words, kFoldFont) + 24), 32}, .ports = {}};
    for (const FoldPort& port : own.ports) part.ports.push_back({.name = port.name, .node = port.node, .is_input = port.is_input});
    for (std::size_t k = 0; k < own.ports.size(); ++k)
      fold_port_.try_emplace({found->second, own.ports[k].node}, static_cast<std::int32_t>(k));
    drawing_.parts.push_back(std::move(part));
    return found->second;
  }

  /// Breadth first from where power comes in, so that it flows from left to right.
  void order_nodes() {
    order_.assign(assembly_.nodes.size(), -1);
    std::int32_t next = 0;
    std::vector<std::int32_t> queue;
    const auto visit = [&](std::int32_t node) {
      if (order_[at(node)] >= 0 || grounded_[at(node)] != 0 || !is_mechanical(node) || assembly_.is_of_part(node)) return;
      order_[at(node)] = next++;
      queue.push_back(node);
    };
    std::size_t head = 0;
    const auto spread = [&] {
      for (; head < queue.size(); ++head)
        for (const std::int32_t member : assembly_.nodes[at(queue[head])].members)
          if (const WireEnd end = end_of(member); end.part >= 0)
            for (const PartPort& port : part(end.part).ports) visit(port.node);
    };
    for (const SchematicPart& own : drawing_.parts)
      if (is_source(own.symbol))
        for (const PartPort& port : own.ports) visit(port.node);
    spread();
    for (std::size_t n = 0; n < assembly_.nodes.size(); ++n) {
      visit(static_cast<std::int32_t>(n));
      spread();
    }
  }

  /// Inputs and the end that power reaches first stand on the left, the others on the right; a wall takes the side that is left over.
  void choose_sides() {
    for (SchematicPart& own : drawing_.parts) {
      const PartPort* first = nullptr;
      std::size_t wired = 0;
      for (PartPort& port : own.ports) {
        if (!is_mechanical(port.node)) {
          port.left = port.is_input;
        } else if (!port.grounded) {
          ++wired;
          if (first == nullptr || order_[at(port.node)] < order_[at(first->node)]) first = &port;
        }
      }
      for (PartPort& port : own.ports)
        port.on_top = is_sign(own.symbol) ? !is_mechanical(port.node) : own.symbol == Symbol::box && port.grounded;
      const bool leads = is_source(own.symbol) && wired == 1;
      for (PartPort& port : own.ports)
        if (is_mechanical(port.node)) port.left = port.grounded ? leads || wired == 0 : (&port == first) != leads;
    }
  }

  void connect(std::int32_t node) {
    if (!is_mechanical(node)) return connect_signal(node);
    if (grounded_[at(node)] != 0) return;
    std::vector<WireEnd> ends;
    std::int32_t body = -1;
    for (const std::int32_t member : assembly_.nodes[at(node)].members) {
      const WireEnd end = end_of(member);
      if (end.port < 0 || is_there_already(node, end)) continue;
      if (body < 0 && is_body(part(end.part).symbol))
        body = end.part;
      else
        ends.push_back(end);
    }
    if (body >= 0) return hang_on_body(node, body, ends);
    if (ends.size() < 2) return;
    if (ends.size() == 2) face_each_other(ends[0], ends[1]);
    const auto left = [&](const WireEnd& end) { return part(end.part).ports[at(end.port)].left; };
    if (ends.size() == 2 && left(ends[0]) != left(ends[1])) {
      if (left(ends[0])) std::swap(ends[0], ends[1]);
      drawing_.wires.push_back({.from = ends[0], .to = ends[1], .node = node, .points = {}});
      return;
    }
    const auto junction = static_cast<std::int32_t>(drawing_.parts.size());
    drawing_.parts.push_back({.kind = SchematicPart::Kind::junction, .extent = {1, 14}, .ports = {}});
    for (const WireEnd& end : ends) tie(node, end, {junction, -1});
  }

  /// Of two on the same side, one that hangs on this node alone turns round.
  void face_each_other(const WireEnd& a, const WireEnd& b) {
    if (part(a.part).ports[at(a.port)].left != part(b.part).ports[at(b.port)].left) return;
    for (const WireEnd& end : {a, b}) {
      SchematicPart& own = part(end.part);
      const auto hangs = std::count_if(own.ports.begin(), own.ports.end(),
                                       [&](const PartPort& port) { return is_mechanical(port.node) && !port.grounded; }) == 1;
      if (!hangs || !is_sign(own.symbol)) continue;
      for (PartPort& port : own.ports)
        if (is_mechanical(port.node)) port.left = !port.left;
      return;
    }
  }

  /// Several connectors in one box may meet in one node: a single wire leads there.
  bool is_there_already(std::int32_t node, const WireEnd& end) {
    if (part(end.part).fold < 0) return false;
    return !drawn_ends_.emplace(node, end.part).second;
  }

  /// What moves with a mass is tied to it, each wire at a place of its own.
  void hang_on_body(std::int32_t node, std::int32_t body, const std::vector<WireEnd>& ends) {
    std::erase_if(part(body).ports, [&](const PartPort& port) { return is_mechanical(port.node); });
    for (const WireEnd& end : ends) {
      const bool left = part(end.part).ports[at(end.port)].left;
      part(body).ports.push_back({.name = "", .node = node, .left = !left});
      tie(node, end, {body, static_cast<std::int32_t>(part(body).ports.size()) - 1});
    }
  }

  void tie(std::int32_t node, const WireEnd& end, const WireEnd& middle) {
    const bool left = part(end.part).ports[at(end.port)].left;
    drawing_.wires.push_back({.from = left ? middle : end, .to = left ? end : middle, .node = node, .points = {}});
  }

  void connect_signal(std::int32_t node) {
    const NetworkNode& own = assembly_.nodes[at(node)];
    if (own.driver < 0) return;
    const WireEnd from = end_of(own.driver);
    if (from.port < 0) return;
    for (const std::int32_t member : own.members) {
      const WireEnd to = end_of(member);
      const bool stays_inside = to.part == from.part && part(to.part).fold >= 0;
      if (member != own.driver && to.port >= 0 && !stays_inside && !is_there_already(node, to))
        drawing_.wires.push_back({.from = from, .to = to, .node = node, .points = {}});
    }
  }

  /// Boxes are wide enough for the names of their ports beside their own words.
  void name_ports() {
    std::vector<std::vector<char>> is_wired(drawing_.parts.size());
    for (std::size_t p = 0; p < is_wired.size(); ++p) is_wired[p].assign(drawing_.parts[p].ports.size(), 0);
    for (const Wire& wire : drawing_.wires)
      for (const WireEnd& end : {wire.from, wire.to})
        if (end.port >= 0) is_wired[at(end.part)][at(end.port)] = 1;
    for (std::size_t p = 0; p < is_wired.size(); ++p) {
      SchematicPart& own = drawing_.parts[p];
      if (!names_ports(own)) continue;
      double widest = 0;
      for (std::size_t k = 0; k < own.ports.size(); ++k) {
        PartPort& port = own.ports[k];
        port.is_open = own.fold < 0 && !is_mechanical(port.node) && is_wired[p][k] == 0;
        if (!port.is_open && !port.on_top) widest = std::max(widest, text_width(port.name, kPortFont));
      }
      const auto walls =
          std::count_if(own.ports.begin(), own.ports.end(), [](const PartPort& port) { return port.on_top && port.grounded; });
      own.extent.width = std::max(own.extent.width, wall_pitch(own) * static_cast<double>(walls));
      if (walls > 0) own.extent.height += 2 * (kPortFont + 3);  // the symbol stays in the middle
      if (widest > 0 && own.symbol == Symbol::box) own.extent.width += 2 * (widest + 3);
    }
  }

  std::vector<std::vector<std::int32_t>> wires_from() const {
    std::vector<std::vector<std::int32_t>> result(drawing_.parts.size());
    for (std::size_t w = 0; w < drawing_.wires.size(); ++w)
      if (!drawing_.wires[w].runs_back) result[at(drawing_.wires[w].from.part)].push_back(static_cast<std::int32_t>(w));
    return result;
  }

  /// Depth first along the power; a wire to a part that is still open closes a loop: feedback.
  void find_wires_back() {
    enum class Mark : std::uint8_t { fresh, open, done };
    const auto from = wires_from();
    std::vector<Mark> marks(drawing_.parts.size(), Mark::fresh);
    std::vector<char> is_driven(drawing_.parts.size(), 0);
    for (const Wire& wire : drawing_.wires)
      if (is_mechanical(wire.node)) is_driven[at(wire.to.part)] = 1;
    struct Step {
      std::int32_t part;
      std::size_t next;
    };
    std::vector<Step> stack;
    const auto search = [&](std::size_t root) {
      if (marks[root] != Mark::fresh) return;
      stack.push_back({static_cast<std::int32_t>(root), 0});
      marks[root] = Mark::open;
      while (!stack.empty()) {
        Step& top = stack.back();
        if (top.next == from[at(top.part)].size()) {
          marks[at(top.part)] = Mark::done;
          stack.pop_back();
          continue;
        }
        Wire& wire = drawing_.wires[at(from[at(top.part)][top.next++])];
        Mark& mark = marks[at(wire.to.part)];
        if (mark == Mark::open) wire.runs_back = true;
        if (mark != Mark::fresh) continue;
        mark = Mark::open;
        stack.push_back({wire.to.part, 0});
      }
    };
    for (std::size_t p = 0; p < drawing_.parts.size(); ++p)  // what leads the motion first
      if (is_driven[p] == 0 && drawing_.parts[p].instance >= 0 && is_source(drawing_.parts[p].symbol)) search(p);
    for (std::size_t p = 0; p < drawing_.parts.size(); ++p) search(p);
  }

  /// As far to the left as the wires allow; what nothing leads to moves up to what it leads to.
  void rank_parts() {
    const auto from = wires_from();
    std::vector<std::int32_t> waits(drawing_.parts.size(), 0);
    for (const Wire& wire : drawing_.wires)
      if (!wire.runs_back) ++waits[at(wire.to.part)];
    const std::vector<std::int32_t> incoming = waits;
    std::vector<std::int32_t> queue;
    for (std::size_t p = 0; p < waits.size(); ++p)
      if (waits[p] == 0) queue.push_back(static_cast<std::int32_t>(p));
    for (std::size_t head = 0; head < queue.size(); ++head)
      for (const std::int32_t w : from[at(queue[head])]) {
        const std::int32_t to = drawing_.wires[at(w)].to.part;
        part(to).rank = std::max(part(to).rank, part(queue[head]).rank + 1);
        if (--waits[at(to)] == 0) queue.push_back(to);
      }
    for (const std::int32_t p : queue) {
      if (incoming[at(p)] > 0 || from[at(p)].empty()) continue;
      std::int32_t nearest = drawing_.wires[at(from[at(p)].front())].to.part;
      for (const std::int32_t w : from[at(p)])
        if (part(drawing_.wires[at(w)].to.part).rank < part(nearest).rank) nearest = drawing_.wires[at(w)].to.part;
      part(p).rank = part(nearest).rank - 1;
    }
    for (const SchematicPart& own : drawing_.parts) drawing_.ranks = std::max(drawing_.ranks, own.rank + 1);
  }

  void split_long_wires() {
    const std::size_t count = drawing_.wires.size();
    for (std::size_t w = 0; w < count; ++w) {
      if (drawing_.wires[w].runs_back) continue;
      const WireEnd to = drawing_.wires[w].to;
      WireEnd last = drawing_.wires[w].from;
      const std::int32_t node = drawing_.wires[w].node;
      for (std::int32_t rank = part(last.part).rank + 1; rank < part(to.part).rank; ++rank) {
        const WireEnd passage{static_cast<std::int32_t>(drawing_.parts.size()), -1};
        drawing_.parts.push_back({.kind = SchematicPart::Kind::passage, .extent = {1, 8}, .ports = {}, .rank = rank});
        if (rank == part(last.part).rank + 1 && last.part == drawing_.wires[w].from.part) {
          drawing_.wires[w].to = passage;
          drawing_.wires[w].is_last = false;
        } else {
          drawing_.wires.push_back({.from = last, .to = passage, .node = node, .is_last = false, .points = {}});
        }
        last = passage;
      }
      if (last.part != drawing_.wires[w].from.part) drawing_.wires.push_back({.from = last, .to = to, .node = node, .points = {}});
    }
  }

  const Assembly& assembly_;
  const Diagram& diagram_;
  const Folding& folding_;
  Schematic drawing_;
  std::map<std::int32_t, std::int32_t> parts_of_folds_;
  std::map<std::pair<std::int32_t, std::int32_t>, std::int32_t> fold_port_;  // by part and node
  std::set<std::pair<std::int32_t, std::int32_t>> drawn_ends_;               // nodes and parts
  std::vector<std::int32_t> part_of_;                                        // by instance; -1: a ground
  std::vector<char> grounded_;                                               // by node
  std::vector<std::int32_t> order_;                                          // by node: mechanical ones as power reaches them
};

/// The values of what is folded stand below its box, as many as are readable.
void add_captions(Schematic& schematic, const Folding& folding, const Captions& captions) {
  std::vector<SchematicPart*> part_of_fold(folding.folds.size(), nullptr);
  for (SchematicPart& part : schematic.parts)
    if (part.fold >= 0) part_of_fold[at(part.fold)] = &part;
  const std::vector<Instance>& instances = schematic.assembly->diagram->instances;
  for (std::size_t i = 0; i < instances.size(); ++i) {
    const auto found = captions.find(instances[i].name);
    if (folding.fold_of[i] < 0 || found == captions.end() || part_of_fold[at(folding.fold_of[i])] == nullptr) continue;
    const Fold& own = folding.folds[at(folding.fold_of[i])];
    std::vector<std::string>& lines = part_of_fold[at(folding.fold_of[i])]->caption;
    for (const std::string& line : found->second) {
      if (lines.size() < kMostFoldLines)
        lines.push_back(own.inside(instances[i].name) + "." + line);
      else
        lines.back() = "...";
    }
  }
  for (SchematicPart& part : schematic.parts) {
    if (part.instance < 0) continue;
    const auto found = captions.find(instances[at(part.instance)].name);
    if (found != captions.end()) part.caption = found->second;
  }
}

}  // namespace

double edge_at(const Schematic& schematic, const SchematicPart& part, double dy) {
  const double half = part.extent.width / 2;
  if (part.instance < 0 || !is_round(part.symbol, *schematic.assembly->diagram->instances[at(part.instance)].record)) return half;
  return std::sqrt(std::max(half * half - dy * dy, 0.0));
}

double wall_pitch(const SchematicPart& part) {
  constexpr double kWall = 34, kBesideName = 12;
  double pitch = kWall;
  for (const PartPort& port : part.ports)
    if (port.on_top && port.grounded) pitch = std::max(pitch, text_width(port.name, kPortFont) + kBesideName);
  return pitch;
}

Schematic schematic_of(const Assembly& assembly, const SchematicView& view) {
  Folding folding = fold(assembly, view.open_levels);
  Schematic schematic = Layout(assembly, folding).run();
  schematic.when = view.when;
  for (std::size_t node = 0; node < assembly.nodes.size(); ++node)
    if (!assembly.nodes[node].members.empty())
      if (const auto found = view.phasors.find(assembly.connector_name(assembly.nodes[node].members.front())); found != view.phasors.end())
        schematic.phasors.emplace(static_cast<std::int32_t>(node), found->second);
  add_captions(schematic, folding, view.captions);
  schematic.folds = std::move(folding.folds);
  return schematic;
}

std::string schematic_svg(const Assembly& assembly, const SchematicView& view) {
  Schematic schematic = schematic_of(assembly, view);
  lay_out(schematic);
  return to_svg(schematic);
}

}  // namespace stribeck
