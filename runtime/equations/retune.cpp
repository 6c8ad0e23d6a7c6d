#include "equations/retune.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "base/index.h"
#include "equations/record_forms.h"
#include "expression/walk.h"

namespace stribeck {

namespace {

/// Speeds and forces mixed: how much force a speed makes, and not which speeds go together.
bool mixes_speed_and_force(const ComponentRecord& record, const RelationForm& form) {
  static const Dimension kForce = parse_unit("N")->dimension, kTorque = parse_unit("N*m")->dimension;
  const auto is_force = [&](const RelationForm::Term& term) {
    const RecordSymbol& symbol = record.symbols[at(term.symbol)];
    if (symbol.kind != SymbolKind::variable) return symbol.kind == SymbolKind::through;
    const Dimension& dimension = record.variables[at(symbol.index)].dimension;
    return dimension == kForce || dimension == kTorque;
  };
  const auto forces = std::count_if(form.terms.begin(), form.terms.end(), is_force);
  return forces > 0 && forces < static_cast<std::ptrdiff_t>(form.terms.size());
}

/// A signal is no multiple of another one by a parameter: these stay equations (flatten).
bool is_of_signals(const ComponentRecord& record, const RelationForm& form) {
  return std::all_of(form.terms.begin(), form.terms.end(),
                     [&](const RelationForm::Term& term) { return record.symbols[at(term.symbol)].kind == SymbolKind::signal; });
}

}  // namespace

std::vector<bool> shaping_parameters(const ComponentRecord& record) {
  std::vector<bool> shapes(record.parameters.size(), false);
  const RecordForms forms = linear_forms(record);
  Walker walker;
  const auto mark = [&](const ExprPool& pool, ExprId expression) {
    for (const std::int32_t n : walker.below(pool, expression)) {
      const Node& node = pool.node(n);
      if (node.op == Operator::symbol && record.symbols[at(node.a)].kind == SymbolKind::parameter)
        shapes[at(record.symbols[at(node.a)].index)] = true;
    }
  };
  for (const RelationForm& form : forms.relations)
    if (form.linear && !mixes_speed_and_force(record, form) && !is_of_signals(record, form))
      for (const RelationForm::Term& term : form.terms) mark(forms.pool, term.coefficient);
  for (const DisplacementDeclaration& displacement : record.displacements)
    if (displacement.kind == DisplacementDeclaration::Kind::fixed) mark(record.pool, displacement.value);
  return shapes;
}

namespace {

bool same_kind(double a, double b) { return std::isfinite(a) == std::isfinite(b) && (a > 0) == (b > 0) && (a < 0) == (b < 0); }

template <typename Choice>
bool same_choices(const std::vector<Choice>& a, const std::vector<Choice>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const Choice& x, const Choice& y) { return x.chosen == y.chosen; });
}

bool same_expressions(const ExprPool& a, const ExprPool& b) {
  for (std::int32_t n = 0; n < std::min(a.size(), b.size()); ++n) {
    const Node &x = a.node(n), &y = b.node(n);
    if (x.op != y.op || x.content != y.content || x.b != y.b || x.c != y.c) return false;
    const auto id = static_cast<ExprId>(n);
    if (a.is_constant(id) ? a.constant_value(id) != b.constant_value(id) : x.a != y.a) return false;
  }
  return a.size() == b.size();
}

/// Types that a diagram defines are recorded anew whenever it is read, and what it includes may have been edited.
bool same_record(const ComponentRecord& a, const ComponentRecord& b) {
  if (&a == &b) return true;
  const auto same_text = [](const FormulaDeclaration& x, const FormulaDeclaration& y) { return x.written == y.written; };
  const auto same_sides = [](const RelationDeclaration& x, const RelationDeclaration& y) { return x.left == y.left && x.right == y.right; };
  return a.type == b.type && same_choices(a.options, b.options) && same_choices(a.sizes, b.sizes) && same_expressions(a.pool, b.pool) &&
         a.stored == b.stored && a.dissipated == b.dissipated && a.supplied == b.supplied &&
         std::equal(a.formulas.begin(), a.formulas.end(), b.formulas.begin(), b.formulas.end(), same_text) &&
         std::equal(a.relations.begin(), a.relations.end(), b.relations.begin(), b.relations.end(), same_sides);
}

bool same_targets(const std::vector<Target>& a, const std::vector<Target>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const Target& x, const Target& y) { return x.variable == y.variable && x.priority == y.priority; });
}

bool same_members(const std::vector<ConnectorRef>& a, const std::vector<ConnectorRef>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const ConnectorRef& x, const ConnectorRef& y) { return x.instance == y.instance && x.connector == y.connector; });
}

bool same_outputs(const std::vector<OutputPattern>& a, const std::vector<OutputPattern>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const OutputPattern& x, const OutputPattern& y) { return x.text == y.text && x.unit == y.unit; });
}

bool same_formulas(const std::vector<ShownFormula>& a, const std::vector<ShownFormula>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const ShownFormula& x, const ShownFormula& y) { return x.text == y.text; });
}

class Comparison {
 public:
  bool same_equations(const Diagram& a, const Diagram& b) {
    return same_outputs(a.outputs, b.outputs) && same_formulas(a.formulas, b.formulas) &&
           std::equal(a.instances.begin(), a.instances.end(), b.instances.begin(), b.instances.end(),
                      [this](const Instance& x, const Instance& y) { return same(x, y); }) &&
           std::equal(a.connections.begin(), a.connections.end(), b.connections.begin(), b.connections.end(),
                      [](const Connection& x, const Connection& y) { return same_members(x.members, y.members); });
  }

 private:
  bool same(const Instance& a, const Instance& b) {
    if (a.name != b.name || !same_record(*a.record, *b.record) || a.lists != b.lists || !same_targets(a.targets, b.targets)) return false;
    for (std::size_t p = 0; p < a.parameters.size(); ++p) {
      if (a.parameters[p] != b.parameters[p] && (!same_kind(a.parameters[p], b.parameters[p]) || shapes(*a.record)[p])) return false;
      const bool is_generic = a.record->parameters[p].dimension.any;  // its unit follows from its value
      if (is_generic && a.generic_dimensions[p] != b.generic_dimensions[p]) return false;
    }
    return true;
  }

  const std::vector<bool>& shapes(const ComponentRecord& record) {
    const auto [place, is_new] = shaping_.try_emplace(&record);
    if (is_new) place->second = shaping_parameters(record);
    return place->second;
  }

  std::map<const ComponentRecord*, std::vector<bool>> shaping_;
};

}  // namespace

bool same_equations(const Diagram& a, const Diagram& b) { return Comparison().same_equations(a, b); }

std::vector<double> parameter_values(const Diagram& diagram) {
  std::vector<double> values;
  for (const Instance& instance : diagram.instances) values.insert(values.end(), instance.parameters.begin(), instance.parameters.end());
  return values;
}

void exchange_values(Diagram& a, Diagram& b) {
  for (std::size_t i = 0; i < a.instances.size(); ++i) {
    std::swap(a.instances[i].parameters, b.instances[i].parameters);
    for (std::size_t k = 0; k < a.instances[i].targets.size(); ++k)
      std::swap(a.instances[i].targets[k].value, b.instances[i].targets[k].value);
  }
  std::swap(a.parameters, b.parameters);
  std::swap(a.content, b.content);
  std::swap(a.read_files, b.read_files);
  std::swap(a.experiment, b.experiment);
  std::swap(a.expect, b.expect);
}

}  // namespace stribeck
