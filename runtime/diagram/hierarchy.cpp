// Subsystems replaced by what they are made of: depth first, in the order of the files, with an explicit stack.
#include <algorithm>
#include <map>
#include <memory>

#include "base/format.h"
#include "base/text.h"
#include "diagram/reading.h"
#include "diagram/values.h"

namespace stribeck {
namespace {

constexpr std::size_t kDeepestNesting = 100;      // levels of subsystems
constexpr std::int64_t kMostInstances = 3000000;  // more is a typing error in a count
constexpr std::size_t kMostDimensions = 3;

/// A definition whose instance is being read, or the diagram itself.
struct Level {
  Definition* definition = nullptr;  ///< null: the diagram
  Json body;                         ///< with "connections" and "ports"
  Json components;                   ///< its "components"
  Scope scope;
  std::unique_ptr<Parameters> own;  ///< of an instance of a definition
  std::size_t errors_before = 0;

  // The component that is being read, element by element
  Json::Iterator next{nullptr, 0};  ///< member of "components" after it
  Json member;
  Definition* type = nullptr;  ///< if its type is a subsystem
  std::vector<std::int32_t> shape;
  std::int64_t element = 0, elements = 0;
};

class Expansion {
 public:
  explicit Expansion(Reading& reading) : reading_(reading), report_(reading.report) {}

  void run(Json components, Json connections) {
    auto top = std::make_unique<Level>();
    top->components = components;
    top->next = components.begin();
    top->scope.parameters = &reading_.parameters;
    connections_ = connections;
    stack_.push_back(std::move(top));
    while (!stack_.empty() && !too_many_) step();
  }

 private:
  /// What has errors inside is incomplete, and so is all that it is a part of.
  void step() {
    const std::size_t errors = report_.count();
    const std::int32_t innermost = stack_.back()->scope.subsystem;
    go_on();
    if (report_.count() == errors) return;
    for (std::int32_t i = innermost; i >= 0; i = reading_.diagram.subsystems[static_cast<std::size_t>(i)].parent)
      reading_.exposed[static_cast<std::size_t>(i)].is_incomplete = true;
  }

  void go_on() {
    Level& level = *stack_.back();
    if (level.element < level.elements) return read_element(level);
    if (!(level.next == level.components.end())) {
      const Json member = *level.next;
      ++level.next;
      return begin_component(level, member);
    }
    finish(level);
    stack_.pop_back();
  }

  /// Keeps a path where it will not move.
  std::string_view kept(std::string path) { return reading_.kept_paths.emplace_back(std::move(path)); }
  std::string_view path_of(const Level& level, std::string_view name) {
    return level.scope.prefix.empty() ? name : kept(level.scope.prefix + std::string(name));
  }

  void begin_component(Level& level, Json member) {
    level.member = member;
    level.element = level.elements = 0;
    level.shape.clear();
    level.type = nullptr;
    const bool good = is_identifier(report_, member, "a component") &&
                      is_kind(report_, member, JsonKind::object, fmt::format("the component {}", in_quotes(member.key())));
    const Json type = good ? member.find("type") : Json{};
    if (type && type.is(JsonKind::string)) level.type = reading_.definitions.find(type.text());
    if (level.type != nullptr && !level.type->is_subsystem) level.type = nullptr;
    if (!good || !read_shape(level)) return reading_.insert(path_of(level, member.key()), {});
    level.elements = 1;
    for (const std::int32_t extent : level.shape) level.elements = std::min(level.elements * extent, kMostInstances + 1);
    made_ += level.elements;
    if (made_ > kMostInstances || (level.type != nullptr && least_size(*level.type) * level.elements > kMostInstances))
      return refuse_number(level, member);
    if (level.shape.empty()) return;
    reading_.insert(path_of(level, member.key()), {Entity::Kind::array, static_cast<std::int32_t>(reading_.shapes.size())});
    reading_.shapes.push_back({level.shape});
  }

  /// How many components and subsystems an instance of a definition holds at least, itself included: those whose count is a number. Told
  /// before any of them is made, because arrays in arrays are soon more than could be made in a lifetime.
  std::int64_t least_size(const Definition& definition) {
    const auto [known, is_new] = least_sizes_.try_emplace(&definition, 1);  // 1 also while it is counted: it may be a part of itself
    const Json components = is_new ? definition.json.find("components") : Json{};
    if (!components || !components.is(JsonKind::object)) return known->second;
    std::int64_t size = 1;
    for (const Json member : components) {
      const Json type = member.is(JsonKind::object) ? member.find("type") : Json{};
      const Definition* inner = type && type.is(JsonKind::string) ? reading_.definitions.find(type.text()) : nullptr;
      size += least_count(member) * (inner != nullptr && inner->is_subsystem ? least_size(*inner) : 1);
      size = std::min(size, kMostInstances + 1);  // more makes no difference, and products of such numbers fit
    }
    return least_sizes_[&definition] = size;
  }

  /// Elements that "count" says in numbers; 1 without it.
  static std::int64_t least_count(Json member) {
    const Json count = member.is(JsonKind::object) ? member.find("count") : Json{};
    if (!count) return 1;
    const auto whole = [](Json value) {
      const bool is_good = value.is(JsonKind::number) && value.number() >= 0 && value.number() <= static_cast<double>(kMostInstances);
      return is_good ? static_cast<std::int64_t>(value.number()) : 0;
    };
    if (!count.is(JsonKind::array)) return whole(count);
    std::int64_t product = 1;
    for (const Json extent : count) product = std::min(product * whole(extent), kMostInstances + 1);
    return product;
  }

  void refuse_number(const Level& level, Json member) {
    reading_.insert(path_of(level, member.key()), {});  // who names it makes no error of his own
    report_.error(ErrorCode::diagram_too_large, member.where_key(),
                  fmt::format("with {} the diagram has more than {} components and subsystems", in_quotes(member.key()), kMostInstances));
    too_many_ = true;
  }

  /// "count": a whole number for a chain, a list of them for a grid.
  bool read_shape(Level& level) {
    const Json count = level.member.find("count");
    if (!count) return true;
    if (!count.is(JsonKind::array)) return read_extent(level, count);
    const std::int32_t dimensions = count.count();
    if (dimensions < 1 || dimensions > static_cast<std::int32_t>(kMostDimensions)) {
      report_.error(ErrorCode::diagram_bad_index, count.where(),
                    fmt::format("a grid has one to {} counts, not {}", kMostDimensions, dimensions));
      return false;
    }
    bool good = true;
    for (const Json extent : count) good = read_extent(level, extent) && good;
    return good;
  }

  bool read_extent(Level& level, Json value) {
    const auto found = read_value(report_, *level.scope.parameters, value, {"\"count\"", "1", Dimension{}, {}});
    if (!found) return false;
    if (found->si >= 0 && found->si <= static_cast<double>(kMostInstances) &&
        found->si == static_cast<double>(static_cast<std::int64_t>(found->si))) {
      level.shape.push_back(static_cast<std::int32_t>(found->si));
      return true;
    }
    report_.error(ErrorCode::diagram_bad_index, value.where(),
                  fmt::format("\"count\" is {}, but must be a whole number from 0 to {}", short_number(found->si), kMostInstances));
    return false;
  }

  /// "cell[2][3]" of the element that is due, and what expressions call its index.
  std::string indices(const Level& level, std::vector<std::pair<std::string, double>>& locals) const {
    std::string text;
    std::int64_t rest = level.element;
    std::vector<std::int64_t> index(level.shape.size());
    for (std::size_t d = level.shape.size(); d-- > 0; rest /= level.shape[d]) index[d] = rest % level.shape[d] + 1;
    for (std::size_t d = 0; d < index.size(); ++d) {
      text += fmt::format("[{}]", index[d]);
      locals.emplace_back(index.size() == 1 ? "index" : fmt::format("index_{}", d + 1), static_cast<double>(index[d]));
    }
    return text;
  }

  void read_element(Level& level) {
    std::vector<std::pair<std::string, double>> locals;
    const std::string subscript = indices(level, locals);
    const std::string_view path =
        subscript.empty() ? path_of(level, level.member.key()) : kept(level.scope.prefix + std::string(level.member.key()) + subscript);
    const bool indexed = !locals.empty();
    if (indexed) level.scope.parameters->set_locals(std::move(locals));
    const std::size_t errors = report_.count();
    std::unique_ptr<Level> inner;
    if (level.type == nullptr) {
      read_leaf(level, path);
    } else {
      inner = instance_of(level, path);
    }
    if (indexed) level.scope.parameters->set_locals({});
    ++level.element;
    if (report_.count() > errors && indexed) {  // what is wrong with one element need not be said of each
      level.element = level.elements;
      reading_.shapes[static_cast<std::size_t>(reading_.find(level.scope.prefix + std::string(level.member.key()))->number)].is_incomplete =
          true;
    }
    if (inner) stack_.push_back(std::move(inner));
  }

  void read_leaf(Level& level, std::string_view path) {
    Instance instance;
    instance.name = path;
    instance.position = level.member.key_position();
    instance.subsystem = level.scope.subsystem;
    const bool good = read_component(reading_, level.scope, level.member, instance);
    reading_.insert(path, good ? Entity{Entity::Kind::component, static_cast<std::int32_t>(reading_.diagram.instances.size())} : Entity{});
    if (good) reading_.diagram.instances.push_back(std::move(instance));
  }

  /// The level of an instance of a definition; null if it cannot be read.
  std::unique_ptr<Level> instance_of(Level& level, std::string_view path) {
    Definition& definition = *level.type;
    const Report::About about(report_, path, definition.name(), level.scope.used);
    if (definition.is_bad || is_part_of_itself(level) || is_too_deep(level)) {
      reading_.insert(path, {});
      return nullptr;
    }
    check_keys(report_, level.member, {"type", "count", "parameters"}, "an instance of a subsystem");
    auto inner = std::make_unique<Level>();
    inner->definition = &definition;
    inner->own = std::make_unique<Parameters>(report_);
    const std::size_t errors = report_.count();
    read_subsystem_parameters(reading_, level.scope, level.member, definition, path, *inner->own);
    const auto number = static_cast<std::int32_t>(reading_.diagram.subsystems.size());
    if (report_.count() > errors || !is_shaped(definition)) {
      reading_.insert(path, {});
      return nullptr;
    }
    reading_.diagram.subsystems.push_back(
        {std::string(path), std::string(definition.name()), level.member.key_position(), level.scope.subsystem});
    reading_.exposed.emplace_back();
    reading_.insert(path, {Entity::Kind::subsystem, number});
    inner->body = definition.json;
    inner->components = definition.json.find("components");
    inner->next = inner->components.begin();
    inner->scope = {inner->own.get(), std::string(path) + ".", number, part_of(reading_.diagram, number)};
    inner->errors_before = report_.count();
    return inner;
  }

  bool is_shaped(Definition& definition) {
    const std::size_t errors = report_.count();
    const Json json = definition.json;
    check_keys(report_, json, {"title", "doc", "parameters", "components", "connections", "ports"}, "the definition of a subsystem");
    optional_text(report_, json, "title");
    optional_text(report_, json, "doc");
    is_kind(report_, json.find("components"), JsonKind::object, "\"components\"");
    if (const Json ports = json.find("ports")) is_kind(report_, ports, JsonKind::object, "\"ports\"");
    definition.is_bad = report_.count() > errors;
    return !definition.is_bad;
  }

  bool is_part_of_itself(const Level& level) {
    const auto same = [&](const std::unique_ptr<Level>& open) { return open->definition == level.type; };
    const auto first = std::find_if(stack_.begin(), stack_.end(), same);
    if (first == stack_.end()) return false;
    std::string chain;
    for (auto i = first; i != stack_.end(); ++i) chain += fmt::format("{} -> ", (*i)->definition->name());
    report_.error(ErrorCode::diagram_definition_cycle, level.member.find("type").where(),
                  fmt::format("the subsystem {} is a part of itself: {}{}", in_quotes(level.type->name()), chain, level.type->name()));
    level.type->is_bad = true;
    return true;
  }

  bool is_too_deep(const Level& level) {
    if (stack_.size() <= kDeepestNesting) return false;
    report_.error(ErrorCode::diagram_too_large, level.member.where_key(),
                  fmt::format("subsystems are nested more than {} deep", kDeepestNesting));
    level.type->is_bad = true;
    return true;
  }

  /// All components of a level are known: its connections, and what it exposes.
  void finish(Level& level) {
    if (level.definition == nullptr) {
      if (connections_) read_connections(reading_, level.scope, connections_);
      return;
    }
    const auto number = static_cast<std::size_t>(level.scope.subsystem);
    const Subsystem subsystem = reading_.diagram.subsystems[number];
    const Position& use = subsystem.position;
    const std::string used =
        subsystem.parent >= 0 ? level.scope.used : fmt::format(", at {}:{}:{}", file_of(reading_.diagram, use), use.line, use.column);
    const Report::About about(report_, subsystem.name, level.definition->name(), used);
    if (const Json connections = level.body.find("connections")) read_connections(reading_, level.scope, connections);
    Exposed& exposed = reading_.exposed[number];
    exposed.ports = level.body.find("ports");
    if (exposed.ports) {
      read_exposed(reading_, level.scope, exposed);
      keep_ports(exposed, reading_.diagram.subsystems[number]);
    }
    if (report_.count() > level.errors_before) level.definition->is_bad = true;
  }

  static void keep_ports(const Exposed& exposed, Subsystem& subsystem) {
    std::size_t k = 0;
    for (const Json port : exposed.ports)
      if (const ConnectorRef& inside = exposed.connectors[k++]; inside.instance >= 0)
        subsystem.ports.push_back({std::string(port.key()), inside});
  }

  Reading& reading_;
  Report& report_;
  Json connections_;
  std::vector<std::unique_ptr<Level>> stack_;
  std::int64_t made_ = 0;
  std::map<const Definition*, std::int64_t> least_sizes_;
  bool too_many_ = false;
};

/// Of a component that has been read, its initial values.
bool is_initial(const Reading& reading, std::string_view path) {
  constexpr std::string_view kInitial = ".initial";
  const Entity* found = path.ends_with(kInitial) ? reading.find(path.substr(0, path.size() - kInitial.size())) : nullptr;
  return found != nullptr && found->kind == Entity::Kind::component;
}

/// What only the command line names must lead to something that it can set.
void check_given(Reading& reading) {
  for (const auto& [path, list] : reading.given) {
    const Entity* entity = reading.find(path);
    if ((entity != nullptr && entity->kind != Entity::Kind::array) || is_initial(reading, path)) continue;
    const Place place{list.front().value};
    const Found found = find_component(reading, path, place);
    if (found.instance == nullptr) continue;
    reading.report.error(ErrorCode::diagram_unknown_parameter, place.where(),
                         fmt::format("{} has no {} in which something could be set", described(*found.instance), in_quotes(found.rest)), {},
                         fmt::format("a parameter is written {0}.NAME, an initial value {0}.initial.NAME", found.instance->name));
  }
}

}  // namespace

void read_hierarchy(Reading& reading, Json components, Json connections) {
  if (!is_kind(reading.report, components, JsonKind::object, "\"components\"")) return;
  const std::int32_t count = components.count();
  if (count == 0) {
    reading.report.error(ErrorCode::diagram_empty, components.where(), "the diagram has no components", {},
                         "\"stribeck list\" names the component types");
  }
  reading.paths.reserve(static_cast<std::size_t>(count));
  reading.entities.reserve(static_cast<std::size_t>(count));
  reading.diagram.instances.reserve(static_cast<std::size_t>(count));
  Expansion(reading).run(components, connections);
  check_given(reading);
}

}  // namespace stribeck
