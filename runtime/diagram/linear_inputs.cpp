#include "diagram/linear_inputs.h"

#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "diagram/made_instances.h"

namespace stribeck {
namespace {

bool is_same(const ConnectorRef& a, const ConnectorRef& b) { return a.instance == b.instance && a.connector == b.connector; }

/// Instance -1: no component has a connector of this name.
ConnectorRef connector_called(const Reading& reading, const std::string& name) {
  const std::size_t dot = name.rfind('.');
  const Entity* entity = dot == std::string::npos ? nullptr : reading.find(std::string_view(name).substr(0, dot));
  if (entity == nullptr || entity->kind != Entity::Kind::component) return {-1, -1, {}};
  const Instance& instance = reading.diagram.instances[static_cast<std::size_t>(entity->number)];
  const int found = instance.record->find_connector(std::string_view(name).substr(dot + 1));
  return {found < 0 ? -1 : entity->number, found, instance.position};
}

/// All that is joined to a connector, itself included, taken out of the connections of the diagram.
std::vector<ConnectorRef> take_joined(Diagram& diagram, const ConnectorRef& first) {
  std::vector<ConnectorRef> joined{first};
  const auto is_joined = [&](const ConnectorRef& one) {
    return std::any_of(joined.begin(), joined.end(), [&](const ConnectorRef& other) { return is_same(one, other); });
  };
  for (bool grows = true; grows;) {
    grows = false;
    for (Connection& connection : diagram.connections) {
      if (std::none_of(connection.members.begin(), connection.members.end(), is_joined)) continue;
      for (const ConnectorRef& member : connection.members)
        if (!is_joined(member)) joined.push_back(member);
      connection.members.clear();
      grows = true;
    }
  }
  std::erase_if(diagram.connections, [](const Connection& connection) { return connection.members.empty(); });
  return joined;
}

class Adding {
 public:
  Adding(Reading& reading, const std::string& name, const ConnectorRef& at)
      : reading_(reading), name_(name), at_(at), declared_(declaration_of(reading, at)), made_(reading, at.position) {}

  void add() {
    if (declared_.kind == ConnectorKind::port)
      add_force();
    else
      add_to_signal();
  }

 private:
  void add_force() {
    const Domain& domain = domains()[static_cast<std::size_t>(declared_.domain)];
    const ConnectorRef signal = made_.add_source(name_ + ".added", force_source_of(domain), domain, at_);
    const ConnectorDeclaration& driven = declaration_of(reading_, signal);
    made_.connect({add_input(driven.unit, driven.doc), signal});
  }

  /// Readers get the sum of what drives them and the input.
  void add_to_signal() {
    const std::vector<ConnectorRef> joined = take_joined(reading_.diagram, at_);
    const auto is_output = [&](const ConnectorRef& one) { return declaration_of(reading_, one).kind == ConnectorKind::output; };
    std::vector<ConnectorRef> before, after;
    for (const ConnectorRef& one : joined) {
      const bool is_behind = is_output(at_) ? !is_output(one) : is_same(one, at_);
      (is_behind ? after : before).push_back(one);
    }
    if (after.empty() || std::none_of(before.begin(), before.end(), is_output)) return refuse_open();
    const ConnectorRef sum = made_.add(name_ + ".added", "signals.sum", "y");
    before.push_back(made_.connector(sum.instance, "u1"));
    after.push_back(sum);
    made_.connect(before), made_.connect(after);
    made_.connect(
        {add_input(declared_.unit.starts_with("any") ? "" : declared_.unit, "what is added"), made_.connector(sum.instance, "u2")});
  }

  ConnectorRef add_input(const std::string& unit, const std::string& doc) {
    const ConnectorRef source = made_.add(name_ + ".input", "signals.boundary_input", "y");
    reading_.diagram.inputs.push_back({name_, unit, doc, false, source.instance, at_.position});
    return source;
  }

  void refuse_open() {
    const JsonTree tree = JsonTree::of_argument(name_, "--inputs " + name_);
    const bool is_input = declared_.kind == ConnectorKind::input;
    reading_.report.error(
        ErrorCode::arguments_invalid, tree.root().where(),
        fmt::format("nothing can be added to {}, {}", in_quotes(name_), is_input ? "which nothing drives" : "which drives nothing"), {},
        is_input ? "name the parameter that the component reads as long as its input is left open"
                 : "name a signal that something answers to");
  }

  Reading& reading_;
  const std::string& name_;
  ConnectorRef at_;
  const ConnectorDeclaration& declared_;
  MadeInstances made_;
};

}  // namespace

void read_linear_inputs(Reading& reading, const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    const ConnectorRef at = connector_called(reading, name);
    const auto& known = reading.diagram.inputs;
    if (at.instance < 0 || std::any_of(known.begin(), known.end(), [&](const BoundaryInput& input) { return input.name == name; }))
      continue;
    Adding(reading, name, at).add();
  }
}

}  // namespace stribeck
