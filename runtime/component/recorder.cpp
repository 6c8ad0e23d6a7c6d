// Records one run of a component's declaration through the C interface, and checks what was declared.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <set>

#include "base/constants.h"
#include "base/decimal.h"
#include "base/unit_text.h"
#include "component/recorder_events.h"
#include "component/recorder_frames.h"
#include "component/recorder_friction.h"
#include "component/recorder_functions.h"
#include "component/recorder_lists.h"
#include "component/recording.h"
#include "component/registry.h"
#include "expression/parse.h"
#include "expression/print.h"
#include "expression/walk.h"

namespace stribeck {

stribeck_expression new_variable(Recorder* r, const char* name, const char* unit, const char* doc, bool output) {
  r->claim_name(name);
  r->need_doc(name, doc);
  const Unit u = r->unit(unit, name);
  const std::size_t i = r->record.variables.size();
  VariableDeclaration declaration{.name = name, .unit = unit, .doc = doc, .dimension = u.dimension};
  declaration.unit_factor = u.factor;
  declaration.output = output;
  r->record.variables.push_back(std::move(declaration));
  const ExprId symbol = r->new_symbol(SymbolKind::variable, i, kUnknown, u.dimension);
  r->record.variables[i].symbol = symbol;
  return handle(symbol);
}

namespace {

stribeck_expression record_constant(Recorder* r, double value, const char* unit) {
  const Unit u = r->unit(unit, "a constant");
  const ExprId id = r->record.pool.constant(to_si(value, u.factor, u.offset));
  // A bare zero or number in a formula is a pure number; infinity and zero fit everything.
  const bool fits_all = value == 0 || std::isinf(value);
  return handle(r->with_dimension(id, fits_all ? Dimension::unchecked() : u.dimension));
}

stribeck_expression record_apply(Recorder* r, const char* operation, const stribeck_expression* operands, int32_t count) {
  const Operator op = find_operator(operation);
  if (op == Operator::count_ || op == Operator::constant || op == Operator::symbol || is_table(op) || count != arity(op)) {
    r->fault(std::string("\"") + operation + "\" is no operator of " + std::to_string(count) + " operands");
    return -1;
  }
  std::vector<Dimension> dimensions;
  for (int i = 0; i < count; ++i) {
    if (!r->valid(operands[i])) return -1;  // the fault that made it was noted
    dimensions.push_back(r->dimension_of(expr(operands[i])));
  }
  const auto operand = [&](int i) { return i < count ? expr(operands[i]) : ExprId::none; };
  Dimension dimension;
  std::string sentence;
  if (op == Operator::derivative) {
    static const Dimension kSecond = parse_unit("s")->dimension;
    dimension = quotient(dimensions[0], kSecond);
  } else {
    const bool constant_exponent = op == Operator::pow && r->record.pool.is_constant(operand(1));
    const double exponent = constant_exponent ? r->record.pool.constant_value(operand(1)) : 0;
    if (!result_dimension(op, dimensions, constant_exponent ? &exponent : nullptr, dimension, sentence)) {
      std::string shown;
      for (int i = 0; i < count; ++i) shown += (i > 0 ? "  and  " : "") + r->text(operand(i));
      r->fault(sentence + ", in " + std::string(name(op)) + " of  " + shown);
      dimension = Dimension::unchecked();
    }
  }
  const std::int32_t before = r->record.pool.size();
  const ExprId id = r->record.pool.apply(op, operand(0), operand(1), operand(2));
  if (index(id) < before) return handle(id);  // an expression known already keeps its dimension
  return handle(r->with_dimension(id, dimension));
}

stribeck_expression record_time(Recorder* r) {
  if (r->record.time == ExprId::none) r->record.time = r->new_symbol(SymbolKind::time, 0, kTime, parse_unit("s")->dimension);
  return handle(r->record.time);
}

int32_t record_port(Recorder* r, const char* name, const char* domain, const char* doc) {
  r->claim_name(name);
  r->need_doc(name, doc);
  const int d = find_domain(domain);
  if (d < 0) {
    r->fault(std::string("port \"") + name + "\" is of the domain \"" + domain + "\", which does not exist");
    return -1;
  }
  const Domain& known = domains()[static_cast<std::size_t>(d)];
  const std::size_t i = r->record.connectors.size();
  r->record.connectors.push_back({.name = name, .kind = ConnectorKind::port, .doc = doc, .domain = d, .unit = "", .dimension = {}});
  r->record.connectors[i].symbol = r->new_symbol(SymbolKind::across, i, kUnknown, parse_unit(known.across_unit)->dimension);
  r->record.connectors[i].through = r->new_symbol(SymbolKind::through, i, kUnknown, parse_unit(known.through_unit)->dimension);
  return static_cast<int32_t>(i);
}

bool is_port(const Recorder* r, int32_t port) {
  return port >= 0 && port < static_cast<int32_t>(r->record.connectors.size()) &&
         r->record.connectors[static_cast<std::size_t>(port)].kind == ConnectorKind::port;
}
stribeck_expression record_across(Recorder* r, int32_t port) {
  return is_port(r, port) ? handle(r->record.connectors[static_cast<std::size_t>(port)].symbol) : -1;
}
stribeck_expression record_through(Recorder* r, int32_t port) {
  return is_port(r, port) ? handle(r->record.connectors[static_cast<std::size_t>(port)].through) : -1;
}

stribeck_expression record_signal(Recorder* r, const char* name, const char* unit, const char* doc, ConnectorKind kind, ExprId fallback) {
  r->claim_name(name);
  r->need_doc(name, doc);
  const Dimension dimension = r->unit(unit, name).dimension;
  const std::size_t i = r->record.connectors.size();
  r->record.connectors.push_back({.name = name, .kind = kind, .doc = doc, .domain = -1, .unit = unit, .dimension = dimension});
  const ExprId symbol = r->new_symbol(SymbolKind::signal, i, kUnknown, dimension);
  r->record.connectors[i].symbol = symbol;
  r->record.connectors[i].fallback = fallback;
  return handle(symbol);
}
stribeck_expression record_input(Recorder* r, const char* name, const char* unit, const char* doc, stribeck_expression fallback) {
  return record_signal(r, name, unit, doc, ConnectorKind::input, r->valid(fallback) ? expr(fallback) : ExprId::none);
}
stribeck_expression record_output(Recorder* r, const char* name, const char* unit, const char* doc) {
  return record_signal(r, name, unit, doc, ConnectorKind::output, ExprId::none);
}

stribeck_expression record_parameter(Recorder* r, const char* name, double fallback, const char* unit, const char* doc) {
  r->claim_name(name);
  r->need_doc(name, doc);
  const Unit u = r->unit(unit, name);
  const std::size_t i = r->record.parameters.size();
  ParameterDeclaration declaration{.name = name, .unit = unit, .doc = doc, .dimension = u.dimension, .limits = {}};
  declaration.unit_factor = u.factor;
  declaration.unit_offset = u.offset;
  declaration.has_fallback = !std::isnan(fallback);
  declaration.fallback = declaration.has_fallback ? to_si(fallback, u.factor, u.offset) : 0;
  r->record.parameters.push_back(std::move(declaration));
  const ExprId symbol = r->new_symbol(SymbolKind::parameter, i, kParameter, u.dimension);
  r->record.parameters[i].symbol = symbol;
  return handle(symbol);
}

/// Null if it is something else.
ParameterDeclaration* parameter_of(Recorder& r, stribeck_expression parameter) {
  const Node n = r.record.pool[expr(parameter)];
  if (n.op != Operator::symbol) return nullptr;
  const RecordSymbol& symbol = r.record.symbols[static_cast<std::size_t>(n.a)];
  return symbol.kind == SymbolKind::parameter ? &r.record.parameters[static_cast<std::size_t>(symbol.index)] : nullptr;
}

void record_limit(Recorder* r, stribeck_expression parameter, const char* relation, stribeck_expression bound) {
  if (!r->valid(parameter) || !r->valid(bound)) return;
  const Operator op = find_operator(relation);
  ParameterDeclaration* const found = parameter_of(*r, parameter);
  if (found == nullptr || !is_limit(op)) return r->fault("a limit is set on something that is not a parameter");
  ParameterDeclaration& declaration = *found;
  if (!agree(declaration.dimension, r->dimension_of(expr(bound))))
    r->fault("the limit of \"" + declaration.name + "\" has the dimension " + dimension_words(r->dimension_of(expr(bound))) + ", not " +
             dimension_words(declaration.dimension));
  // A bound that is a plain number is meant in the parameter's unit.
  const ExprId in_si =
      r->record.pool.is_constant(expr(bound))
          ? r->record.pool.constant(to_si(r->record.pool.constant_value(expr(bound)), declaration.unit_factor, declaration.unit_offset))
          : expr(bound);
  declaration.limits.push_back({op, in_si});
}

void record_pure_by_default(Recorder* r, stribeck_expression parameter) {
  if (!r->valid(parameter)) return;
  ParameterDeclaration* const found = parameter_of(*r, parameter);
  if (found == nullptr || !found->dimension.any || !found->has_fallback)
    return r->fault("only a parameter of any unit that has a default can be a pure number by default");
  found->is_pure_by_default = true;
}

stribeck_expression record_variable(Recorder* r, const char* name, const char* unit, const char* doc, uint32_t flags) {
  return new_variable(r, name, unit, doc, (flags & 1U) == 0);
}

void record_attributes(Recorder* r, stribeck_expression variable, double start, double nominal) {
  if (!r->valid(variable)) return;
  const Node n = r->record.pool[expr(variable)];
  if (n.op != Operator::symbol || r->record.symbols[static_cast<std::size_t>(n.a)].kind != SymbolKind::variable)
    return r->fault("attributes are set on something that is not a variable");
  VariableDeclaration& declaration = r->record.variables[static_cast<std::size_t>(r->record.symbols[static_cast<std::size_t>(n.a)].index)];
  if (!std::isnan(start)) declaration.start = to_si(start, declaration.unit_factor, 0);
  if (!std::isnan(nominal)) declaration.nominal = to_si(nominal, declaration.unit_factor, 0);
}

stribeck_expression record_displacement(Recorder* r, int32_t port_r, int32_t port_c, const char* name, const char* doc, const char* kind,
                                        stribeck_expression value) {
  if (!is_port(r, port_r) || (port_c != -1 && !is_port(r, port_c))) {
    r->fault(std::string("the displacement \"") + name + "\" is asked for between things that are not ports");
    return -1;
  }
  const auto& connectors = r->record.connectors;
  const int domain = connectors[static_cast<std::size_t>(port_r)].domain;
  if (port_c >= 0 && connectors[static_cast<std::size_t>(port_c)].domain != domain)
    r->fault(std::string("the displacement \"") + name + "\" joins ports of different domains");
  const Domain& d = domains()[static_cast<std::size_t>(domain)];
  const stribeck_expression variable = new_variable(r, name, std::string(d.position_unit).c_str(), doc, true);
  using Kind = DisplacementDeclaration::Kind;
  const std::string_view word = kind;
  const Kind k = word == "fixed" ? Kind::fixed : word == "prescribed" ? Kind::prescribed : Kind::free;
  if (k == Kind::free && word != "free") r->fault("a displacement is of the kind \"" + std::string(word) + "\", which does not exist");
  if (k != Kind::free) {
    if (!r->valid(value)) return variable;
    if (!agree(r->dimension_of(expr(value)), r->dimension_of(expr(variable))))
      r->fault("the value of the displacement \"" + std::string(name) + "\" has the dimension " +
               dimension_words(r->dimension_of(expr(value))));
    if (k == Kind::fixed && (r->record.pool.content(expr(value)) & ~kParameter) != 0)
      r->fault("the fixed displacement \"" + std::string(name) + "\" depends on more than parameters");
  }
  r->record.displacements.push_back(
      {static_cast<std::int32_t>(r->record.variables.size()) - 1, port_r, port_c, k, k == Kind::free ? ExprId::none : expr(value)});
  return variable;
}

void record_on_request(Recorder* r, const char* name, const char* unit, const char* doc, stribeck_expression value) {
  r->claim_name(name);
  r->need_doc(name, doc);
  const Dimension dimension = r->unit(unit, name).dimension;
  if (!r->valid(value)) return;
  if (!agree(r->dimension_of(expr(value)), dimension))
    r->fault("\"" + std::string(name) + "\" has the dimension " + dimension_words(r->dimension_of(expr(value))) + ", not " +
             dimension_words(dimension));
  r->record.requests.push_back({.name = name, .unit = unit, .doc = doc, .dimension = dimension, .value = expr(value)});
}

void record_position_on_request(Recorder* r, int32_t port, const char* name, const char* doc) {
  r->claim_name(name);
  r->need_doc(name, doc);
  if (!is_port(r, port)) return r->fault(std::string("\"") + name + "\" is the position of something that is no port");
  const ConnectorDeclaration& connector = r->record.connectors[static_cast<std::size_t>(port)];
  const std::string unit(domains()[static_cast<std::size_t>(connector.domain)].position_unit);
  r->record.requests.push_back({.name = name, .unit = unit, .doc = doc, .dimension = parse_unit(unit)->dimension, .port = port});
}

void record_relation(Recorder* r, const char* label, stribeck_expression left, stribeck_expression right) {
  r->need_doc("a relation", label);
  if (!r->valid(left) || !r->valid(right)) return;
  const Dimension a = r->dimension_of(expr(left)), b = r->dimension_of(expr(right));
  if (!agree(a, b))
    r->fault("the relation \"" + std::string(label) + "\" equates " + to_text(a) + " with " + to_text(b) + ":  " + r->text(expr(left)) +
             "  =  " + r->text(expr(right)));
  r->record.relations.push_back({label, expr(left), expr(right)});
}

void record_causality(Recorder* r, stribeck_expression variable, const char* wish) {
  if (!r->valid(variable)) return;
  for (std::size_t i = 0; i < kCausalityWishes.size(); ++i)
    if (wish == kCausalityWishes[i]) {
      r->record.causality.push_back({expr(variable), static_cast<CausalityWish>(i)});
      return;
    }
  r->fault("\"" + std::string(wish) + "\" is no causality");
}

void record_energy(Recorder* r, const char* kind, stribeck_expression value) {
  if (!r->valid(value)) return;
  const std::string_view word = kind;
  ComponentRecord& record = r->record;
  ExprId* sum = word == "stores"       ? &record.stored
                : word == "dissipates" ? &record.dissipated
                : word == "supplies"   ? &record.supplied
                                       : nullptr;
  if (sum == nullptr) return r->fault("energy of the kind \"" + std::string(word) + "\" does not exist");
  const Dimension wanted = parse_unit(word == "stores" ? "J" : "W")->dimension;
  if (!agree(r->dimension_of(expr(value)), wanted))
    r->fault("what it " + std::string(word) + " has the dimension " + dimension_words(r->dimension_of(expr(value))) + ", not " +
             dimension_words(wanted));
  *sum = *sum == ExprId::none ? expr(value) : record.pool.add(*sum, expr(value));
}

void record_fault(Recorder* r, const char* sentence) { r->fault(sentence); }

const stribeck_interface kInterface = {
    sizeof(stribeck_interface),
    STRIBECK_INTERFACE_MAJOR,
    STRIBECK_INTERFACE_MINOR,
    record_constant,
    record_apply,
    record_time,
    record_port,
    record_across,
    record_through,
    record_input,
    record_output,
    record_parameter,
    record_limit,
    record_option,
    record_list,
    record_interpolate,
    record_variable,
    record_attributes,
    record_displacement,
    record_relation,
    record_causality,
    record_energy,
    record_fault,
    record_friction,
    record_friction_levels,
    record_friction_sides,
    record_friction_open,
    record_contact,
    record_contact_total,
    record_discrete,
    record_when,
    record_when_set,
    record_when_end,
    record_count,
    record_length,
    record_entry,
    record_table,
    record_formula,
    record_past,
    record_function,
    record_function_derivative,
    record_call,
    record_list_limit,
    record_creeping_friction,
    record_on_request,
    record_position_on_request,
    record_contact_law,
    record_constraint,
    record_pure_by_default,
};

/// As many relations as unknowns: a component of P ports adds P equations more than it has variables of its own.
void check_count(Recorder& r) {
  const ComponentRecord& record = r.record;
  std::size_t needed = record.variables.size() - record.displacements.size();
  std::size_t have = record.relations.size();
  for (const ConnectorDeclaration& connector : record.connectors) needed += connector.kind != ConnectorKind::input;
  for (const DisplacementDeclaration& displacement : record.displacements) have += displacement.kind != DisplacementDeclaration::Kind::free;
  for (const FrictionDeclaration& friction : record.frictions)
    if (friction.relation < 0) r.fault("the friction \"" + friction.label + "\" has no levels");
  if (have != needed)
    r.fault("it has " + std::to_string(have) + " relations but needs " + std::to_string(needed) +
            ": one for every variable, signal output and port (a fixed or prescribed displacement counts as one)");
}

/// Every parameter must have an effect.
void check_used(Recorder& r) {
  const ComponentRecord& record = r.record;
  std::vector<ExprId> roots;
  const auto add = [&](ExprId id) {
    if (id != ExprId::none) roots.push_back(id);
  };
  for (const RelationDeclaration& relation : record.relations) add(relation.left), add(relation.right);
  for (const RequestDeclaration& request : record.requests) add(request.value);
  for (const DisplacementDeclaration& displacement : record.displacements) add(displacement.value);
  for (const ConnectorDeclaration& connector : record.connectors) add(connector.fallback);
  for (const ExprId id : {record.stored, record.dissipated, record.supplied}) add(id);
  const EachReference add_each([&](Use /*use*/, ExprId id) { add(id); });
  for (const FrictionDeclaration& friction : record.frictions) friction.each(add_each, friction), add(friction.guard);
  for (const DiscreteDeclaration& discrete : record.discretes) discrete.each(add_each, discrete);
  for (const TableDeclaration& table : record.tables) table.past.each(add_each, table.past);
  for (const WhenDeclaration& when : record.whens) when.each(add_each, when);
  for (const ConstraintDeclaration& constraint : record.constraints) constraint.each(add_each, constraint);
  Walker walker;
  std::set<std::int32_t> used;
  for (const std::int32_t i : walker.below(record.pool, roots)) used.insert(i);
  const bool has_options = !record.options.empty();  // what one choice does not use, another may
  for (const ParameterDeclaration& parameter : record.parameters)
    if (!has_options && parameter.is_named() && !used.contains(index(parameter.symbol)))
      r.fault_at(r.places[parameter.name], "the parameter \"" + parameter.name + "\" is used nowhere");
}

}  // namespace

namespace {

/// The interface is one of C: nothing may be thrown through it but what the reader of definitions throws, which is ours.
void run_declaration(const Declare& declare, Recorder& recorder) {
  std::string what = "something that is no std::exception";
  try {
    return declare(&kInterface, &recorder);
  } catch (const Failure&) {
    throw;
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& exception) {
    what = exception.what();
  } catch (...) {
  }
  throw Failure(Diagnostic{.code = ErrorCode::plugin_unusable,
                           .message = "the function that declares \"" + recorder.record.type + "\" lets an exception out",
                           .where = {.file = recorder.record.origin, .pointer = {}, .instance = {}, .relation = {}},
                           .because = what,
                           .remedy = "catch it there: what stribeck/component.hpp declares does so",
                           .details = {}});
}

}  // namespace

std::unique_ptr<ComponentRecord> record_component(std::string_view type, const Declare& declare, std::string_view doc,
                                                  std::string_view origin, const Structure& structure) {
  auto record = std::make_unique<ComponentRecord>();
  record->type = type;
  record->doc = doc;
  record->origin = origin;
  Recorder recorder{*record, structure, {}, {}, {}, {}};
  recorder.place.file = record->origin;
  run_declaration(declare, recorder);
  gather_frames(recorder);
  if (recorder.faults.empty()) {
    check_count(recorder);
    check_used(recorder);
    check_functions(recorder);
  }
  if (recorder.faults.empty()) return record;
  throw Failure(std::move(recorder.faults));
}

}  // namespace stribeck
