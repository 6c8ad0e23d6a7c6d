#include "drawing/folding.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "base/index.h"
#include "base/text.h"

namespace stribeck {
namespace {

constexpr std::int64_t kFewElements = 4;  // of an array: so many are still readable side by side

/// "line.cell[2][3]" is element 2, 3 of the array "line.cell"; no indices if it is no element.
struct ElementName {
  std::string_view array;
  std::vector<std::int64_t> indices;
};

ElementName element_name(std::string_view path) {
  std::size_t end = path.size();
  std::vector<std::int64_t> indices;
  while (end > 0 && path[end - 1] == ']') {
    const std::size_t begin = path.rfind('[', end - 1);
    std::int64_t number = 0;
    std::from_chars(path.data() + begin + 1, path.data() + end - 1, number);
    indices.insert(indices.begin(), number);
    end = begin;
  }
  return {path.substr(0, end), std::move(indices)};
}

std::string last_word(std::string_view type) { return std::string(type.substr(type.rfind('.') + 1)); }

/// A subsystem or an array, and what it stands in.
struct Level {
  Fold fold;
  std::int32_t parent = -1, depth = 0;
  std::int64_t elements = 0;               ///< of arrays
  std::vector<std::int64_t> extents = {};  ///< of arrays
  std::string_view element_type = {};      ///< of arrays
};

class Levels {
 public:
  explicit Levels(const Diagram& diagram) {
    for (const Subsystem& own : diagram.subsystems) count(own.name, own.definition);
    for (const Instance& own : diagram.instances) count(own.name, own.record->type);
    // A subsystem stands behind the one that it is a part of.
    for (std::size_t s = 0; s < diagram.subsystems.size(); ++s) {
      const Subsystem& own = diagram.subsystems[s];
      const std::int32_t around = inside(own.name, own.parent < 0 ? -1 : level_of_subsystem_[at(own.parent)]);
      level_of_subsystem_.push_back(add({.fold = {own.name, last_word(own.definition), static_cast<std::int32_t>(s)}, .parent = around}));
    }
  }

  /// The level that an instance stands in; -1: the diagram itself.
  std::int32_t around(const Instance& instance) {
    return inside(instance.name, instance.subsystem < 0 ? -1 : level_of_subsystem_[at(instance.subsystem)]);
  }
  /// The one around it that is so many levels deep; -1 if it does not stand that deep.
  std::int32_t ancestor(std::int32_t level, std::int32_t depth) const {
    while (level >= 0 && all_[at(level)].depth > depth) level = all_[at(level)].parent;
    return level >= 0 && all_[at(level)].depth == depth ? level : -1;
  }
  Fold& fold(std::int32_t level) { return all_[at(level)].fold; }

 private:
  void count(std::string_view name, std::string_view type) {
    const ElementName element = element_name(name);
    if (element.indices.empty()) return;
    Level& array = arrays_.try_emplace(element.array).first->second;
    ++array.elements;
    array.element_type = type;
    array.extents.resize(std::max(array.extents.size(), element.indices.size()), 0);
    for (std::size_t d = 0; d < element.indices.size(); ++d) array.extents[d] = std::max(array.extents[d], element.indices[d]);
  }

  /// The array that a name is an element of, if it is large enough for a box; else what stands around it.
  std::int32_t inside(std::string_view name, std::int32_t outer) {
    const ElementName element = element_name(name);
    if (element.indices.empty()) return outer;
    const Level& array = arrays_.at(element.array);
    if (array.elements <= kFewElements) return outer;
    const auto [found, is_new] = level_of_array_.try_emplace(element.array, static_cast<std::int32_t>(all_.size()));
    if (!is_new) return found->second;
    Level own = array;
    own.parent = outer;
    own.fold.name = element.array;
    for (const std::int64_t extent : array.extents) own.fold.name += "[1:" + std::to_string(extent) + "]";
    own.fold.words = std::to_string(array.elements) + " × " + last_word(array.element_type);
    return add(std::move(own));
  }

  std::int32_t add(Level level) {
    level.depth = level.parent < 0 ? 0 : all_[at(level.parent)].depth + 1;
    all_.push_back(std::move(level));
    return static_cast<std::int32_t>(all_.size()) - 1;
  }

  std::vector<Level> all_;
  std::vector<std::int32_t> level_of_subsystem_;
  std::map<std::string_view, Level> arrays_;  // by name
  std::map<std::string_view, std::int32_t> level_of_array_;
};

/// What leads out of each fold.
class Ports {
 public:
  Ports(const Assembly& assembly, Folding& folding) : assembly_(assembly), diagram_(*assembly.diagram), folding_(folding) {
    for (const NetworkNode& node : assembly.nodes) {
      std::int32_t only = node.members.empty() ? -1 : fold_of(node.members.front());
      for (const std::int32_t member : node.members)
        if (fold_of(member) != only) only = kSeveral;
      fold_of_node_.push_back(only);
    }
    bundle();
  }

  /// A subsystem shows what it exposes, in that order; an array what leads out of it, by the names of its elements' ports.
  void add() {
    for (std::size_t s = 0; s < diagram_.subsystems.size(); ++s)
      for (const SubsystemPort& port : diagram_.subsystems[s].ports) add_exposed(static_cast<std::int32_t>(s), port);
    for (std::int32_t c = 0; c < assembly_.first_connector.back(); ++c)
      if (fold_of(c) >= 0 && !assembly_.declaration_of(c).is_part() && leads_out(c)) add(c, "");
  }

 private:
  static constexpr std::int32_t kSeveral = -2;

  /// Nodes that tie the same arrays together, each element to its own, are drawn as one line: so many side by side are a wall of lines.
  void bundle() {
    std::map<std::tuple<std::int32_t, std::int32_t, std::set<std::int32_t>>, std::int32_t> first_of;  // by domain, driver and arrays
    for (std::size_t n = 0; n < assembly_.nodes.size(); ++n) {
      const auto node = static_cast<std::int32_t>(n);
      const NetworkNode& own = assembly_.nodes[n];
      line_of_.push_back(node);
      lines_.push_back(1);
      if (fold_of_node_[n] != kSeveral || !ties_arrays(own)) continue;
      std::set<std::int32_t> arrays;
      for (const std::int32_t member : own.members) arrays.insert(fold_of(member));
      line_of_[n] = first_of.try_emplace({own.domain, own.driver < 0 ? -1 : fold_of(own.driver), std::move(arrays)}, node).first->second;
      if (line_of_[n] != node) ++lines_[at(line_of_[n])];
    }
  }

  bool ties_arrays(const NetworkNode& node) const {
    return std::all_of(node.members.begin(), node.members.end(),
                       [&](std::int32_t member) { return fold_of(member) >= 0 && folding_.folds[at(fold_of(member))].subsystem < 0; });
  }

  /// "40 × C" of "leaf[1].C", "leaf[2].C" and so on, where all of them meet in one node, as in a wall; else nothing.
  std::string name_where_all_meet(std::int32_t node, std::int32_t fold) const {
    std::set<std::string> names;
    std::size_t count = 0;
    for (const std::int32_t member : assembly_.nodes[at(node)].members)
      if (fold_of(member) == fold) names.insert(behind_element(assembly_.connector_name(member))), ++count;
    return count > 1 && names.size() == 1 && folding_.folds[at(fold)].subsystem < 0 ? std::to_string(count) + " × " + *names.begin() : "";
  }
  static std::string behind_element(const std::string& name) { return name.substr(name.rfind("].") + 2); }

  /// "40 × C" of "leaf[1].C", "leaf[2].C" and so on, "40 × C, R" of a chain.
  std::string name_of_bundle(const std::string& exposed, std::int32_t node, std::int32_t fold) const {
    std::set<std::string> names;
    if (!exposed.empty()) names.insert(exposed.find("].") == std::string::npos ? exposed : behind_element(exposed));
    for (std::size_t n = 0; n < line_of_.size() && exposed.empty(); ++n)
      if (line_of_[n] == node)
        for (const std::int32_t member : assembly_.nodes[n].members)
          if (fold_of(member) == fold) names.insert(behind_element(assembly_.connector_name(member)));
    return std::to_string(lines_[at(node)]) + " × " + joined({names.begin(), names.end()});
  }

  std::int32_t fold_of(std::int32_t connector) const { return folding_.fold_of[at(assembly_.instance_of(connector))]; }
  bool leads_out(std::int32_t connector) const { return fold_of_node_[at(assembly_.node_of[at(connector)])] == kSeveral; }

  void add_exposed(std::int32_t subsystem, const SubsystemPort& port) {
    const std::int32_t connector = assembly_.connector(port.inside.instance, port.inside.connector);
    if (fold_of(connector) < 0) return;
    const Fold& fold = folding_.folds[at(fold_of(connector))];
    const std::string& name = diagram_.subsystems[at(subsystem)].name;
    if (fold.subsystem == subsystem)
      add(connector, port.name);
    else if (fold.subsystem < 0 && leads_out(connector) && fold.inside(name).find('.') == std::string::npos)
      add(connector, fold.inside(name) + "." + port.name);
  }

  void add(std::int32_t connector, std::string name) {
    Fold& fold = folding_.folds[at(fold_of(connector))];
    const std::int32_t node = assembly_.node_of[at(connector)];
    if (!known_.emplace(fold_of(connector), node).second) return;
    if (line_of_[at(node)] != node) return;
    if (lines_[at(node)] > 1) name = name_of_bundle(name, node, fold_of(connector));
    if (name.empty()) name = name_where_all_meet(node, fold_of(connector));
    if (name.empty()) name = fold.inside(assembly_.connector_name(connector));
    fold.ports.push_back({std::move(name), node, assembly_.declaration_of(connector).kind == ConnectorKind::input});
  }

  const Assembly& assembly_;
  const Diagram& diagram_;
  Folding& folding_;
  std::vector<std::int32_t> fold_of_node_;  // kSeveral: it leads out
  std::vector<std::int32_t> line_of_;       // of each node: the one that is drawn for it
  std::vector<std::int32_t> lines_;         // of each node: for how many it is drawn
  std::set<std::pair<std::int32_t, std::int32_t>> known_;
};

}  // namespace

std::string Fold::inside(const std::string& path) const {
  if (subsystem >= 0) return path.size() > name.size() ? path.substr(name.size() + 1) : path;
  const std::size_t before = name.rfind('.');  // an array's own name tells which element it is
  return before == std::string::npos ? path : path.substr(before + 1);
}

Folding fold(const Assembly& assembly, std::int32_t open_levels) {
  const Diagram& diagram = *assembly.diagram;
  Folding folding;
  folding.fold_of.assign(diagram.instances.size(), -1);
  if (open_levels == kAllLevels) return folding;
  Levels levels(diagram);
  std::map<std::int32_t, std::int32_t> number_of;  // by level
  for (std::size_t i = 0; i < diagram.instances.size(); ++i) {
    const std::int32_t level = levels.ancestor(levels.around(diagram.instances[i]), open_levels);
    if (level < 0) continue;
    const auto [found, is_new] = number_of.try_emplace(level, static_cast<std::int32_t>(folding.folds.size()));
    if (is_new) folding.folds.push_back(levels.fold(level));
    folding.fold_of[i] = found->second;
    ++folding.folds[at(found->second)].components;
  }
  if (!folding.folds.empty()) Ports(assembly, folding).add();
  return folding;
}

}  // namespace stribeck
