#include "simulation/outputs.h"

#include <map>

namespace stribeck {

namespace {

std::size_t at(std::int32_t i) { return static_cast<std::size_t>(i); }

struct Nameable {
  OutputColumn column;
  ExprId expression;
  bool by_default;
};

/// Every name that an output may have, instance by instance in the order of the diagram.
class Names {
 public:
  explicit Names(const FlatSystem& flat) : flat_(flat) {}

  void of_instance(std::int32_t i, std::vector<Nameable>& names) const {
    const Assembly& assembly = *flat_.assembly;
    const Instance& instance = flat_.diagram().instances[at(i)];
    for (std::size_t v = 0; v < instance.record->variables.size(); ++v) {
      const VariableDeclaration& declaration = instance.record->variables[v];
      const ExprId value = flat_.variable(flat_.first_variable[at(i)] + static_cast<std::int32_t>(v)).value;
      names.push_back({{instance.name + "." + declaration.name, declaration.unit, declaration.doc}, value, declaration.output});
    }
    for (std::size_t k = 0; k < instance.record->connectors.size(); ++k) {
      const ConnectorDeclaration& declaration = instance.record->connectors[k];
      const std::int32_t connector = assembly.connector(i, static_cast<std::int32_t>(k));
      const std::int32_t node = assembly.node_of[at(connector)];
      const ExprId value = flat_.variable(flat_.node_variable[at(node)]).value;
      const std::string name = instance.name + "." + declaration.name;
      if (declaration.kind != ConnectorKind::port) {
        names.push_back({{name, declaration.unit.rfind("any", 0) == 0 ? "" : declaration.unit, declaration.doc},
                         value,
                         declaration.kind == ConnectorKind::output});
        continue;
      }
      const Domain& domain = domains()[at(declaration.domain)];
      const ExprId through = flat_.variable(flat_.through_variable[at(connector)]).value;
      names.push_back({{name + "." + std::string(domain.across), std::string(domain.across_unit), "at port " + name}, value, false});
      names.push_back({{name + "." + std::string(domain.through), std::string(domain.through_unit), "into port " + name}, through, false});
    }
  }

  void positions(std::vector<Nameable>& names) const {
    const Assembly& assembly = *flat_.assembly;
    for (std::size_t r = 0; r < assembly.requests.size(); ++r) {
      const DisplacementRequest& request = assembly.requests[r];
      if (request.declaration >= 0) continue;
      const Domain& domain = domains()[at(assembly.declaration_of(request.connector).domain)];
      names.push_back(
          {{assembly.connector_name(request.connector) + ".position", std::string(domain.position_unit), "position from the origin"},
           flat_.variable(flat_.position_variable[r]).value,
           false});
    }
  }

 private:
  const FlatSystem& flat_;
};

/// `*` stands for any characters.
bool matches(std::string_view pattern, std::string_view name) {
  std::size_t p = 0, n = 0, star = std::string_view::npos, resume = 0;
  while (n < name.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      resume = n;
    } else if (p < pattern.size() && pattern[p] == name[n]) {
      ++p, ++n;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      n = ++resume;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

class Selector {
 public:
  Selector(const FlatSystem& flat) : flat_(flat) {
    const Names names(flat);
    for (std::size_t i = 0; i < flat.diagram().instances.size(); ++i) names.of_instance(static_cast<std::int32_t>(i), all_);
    names.positions(all_);
    for (std::size_t i = 0; i < all_.size(); ++i) by_name_.emplace(all_[i].column.name, i);
  }

  void take_defaults() {
    for (std::size_t i = 0; i < all_.size(); ++i)
      if (all_[i].by_default) take(i);
  }
  void take_pattern(const std::string& pattern, const Position& position) {
    if (pattern.find('*') == std::string::npos) {
      const auto found = by_name_.find(pattern);
      if (found != by_name_.end()) return take(found->second);
      return refuse(pattern, position);
    }
    bool any = false;
    for (std::size_t i = 0; i < all_.size(); ++i)
      if (matches(pattern, all_[i].column.name)) any = true, take(i);
    if (!any) refuse(pattern, position);
  }

  OutputSelection result;
  Diagnostics diagnostics;

 private:
  void take(std::size_t i) {
    if (!taken_.emplace(i, true).second) return;
    result.columns.push_back(all_[i].column);
    result.expressions.push_back(all_[i].expression);
  }
  void refuse(const std::string& name, const Position& position) {
    std::vector<std::string> candidates;
    for (const Nameable& nameable : all_) candidates.push_back(nameable.column.name);
    const std::string instance = name.substr(0, name.find('.'));
    std::string own;
    for (const Nameable& nameable : all_)
      if (nameable.by_default && nameable.column.name.rfind(instance + ".", 0) == 0)
        own += (own.empty() ? "" : ", ") + nameable.column.name;
    Diagnostic diagnostic{.code = ErrorCode::diagram_unknown_variable,
                          .message = "no variable is called \"" + name + "\"",
                          .where = {.file = flat_.diagram().file,
                                    .line = static_cast<int>(position.line),
                                    .column = static_cast<int>(position.column),
                                    .pointer = {},
                                    .instance = {},
                                    .relation = {}},
                          .because = own.empty() ? "" : "\"" + instance + "\" has " + own,
                          .remedy = did_you_mean(name, candidates),
                          .details = {}};
    diagnostics.add(std::move(diagnostic));
  }

  const FlatSystem& flat_;
  std::vector<Nameable> all_;
  std::map<std::string, std::size_t, std::less<>> by_name_;
  std::map<std::size_t, bool> taken_;
};

}  // namespace

OutputSelection select_outputs(const FlatSystem& flat, bool expected_columns) {
  const Diagram& diagram = flat.diagram();
  Selector selector(flat);
  if (diagram.outputs.empty()) selector.take_defaults();
  for (const OutputPattern& output : diagram.outputs) selector.take_pattern(output.text, output.position);
  OutputSelection outputs = selector.result;
  for (const Plot& plot : diagram.plots) {  // checked even when nothing is drawn
    for (const std::string& y : plot.y) selector.take_pattern(y, plot.position);
    if (plot.x != "time") selector.take_pattern(plot.x, plot.position);
  }
  for (const ExpectedValue& value : diagram.expect.at) selector.take_pattern(value.variable, value.position);
  for (const ExpectedValue& value : diagram.expect.exact) selector.take_pattern(value.variable, value.position);
  selector.diagnostics.throw_if_errors();
  return expected_columns ? selector.result : outputs;
}

}  // namespace stribeck
