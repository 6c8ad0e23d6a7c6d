// Component types in JSON. A definition is recorded through the same interface and by the same recorder as a component in C++, so that
// it becomes the same record: what reads records -- equations, docs, checks -- cannot tell the two apart.
#include <algorithm>
#include <array>
#include <cmath>
#include <deque>
#include <limits>
#include <memory>
#include <utility>

#include "base/format.h"
#include "base/text.h"
#include "diagram/component_scope.h"
#include "diagram/read.h"
#include "diagram/reading.h"

namespace stribeck {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

constexpr std::array<std::array<const char*, 2>, 4> kLimits{{{"at_least", "ge"}, {"above", "gt"}, {"at_most", "le"}, {"below", "lt"}}};

class ComponentDeclaration {
 public:
  ComponentDeclaration(ComponentScope& scope, Json definition) : scope_(scope), definition_(definition) {}

  /// In the order in which later sections name what earlier ones declare.
  void declare() {
    check_keys(
        scope_.report, definition_,
        {"title",    "doc",   "parameters",    "lists",    "tables",    "ports", "inputs", "outputs",    "variables", "displacements",
         "discrete", "modes", "dry_frictions", "contacts", "equations", "when",  "stores", "dissipates", "supplies",  "causality"},
        "the definition of a component");
    each("parameters", &ComponentDeclaration::parameter);
    each("parameters", &ComponentDeclaration::limits);
    each("lists", &ComponentDeclaration::list);
    each("tables", &ComponentDeclaration::table);
    each("ports", &ComponentDeclaration::port);
    each("inputs", &ComponentDeclaration::input);
    each("outputs", &ComponentDeclaration::output);
    each("variables", &ComponentDeclaration::variable);
    if (has_faults()) return;  // what is not declared as it was meant would make errors everywhere
    each("displacements", &ComponentDeclaration::displacement);
    declare_discrete(scope_, definition_);
    declare_frictions(scope_, definition_);
    if (has_faults()) return;
    each("variables", &ComponentDeclaration::definition_of);
    equations();
    declare_events(scope_, definition_);
    for (const char* kind : {"stores", "dissipates", "supplies"}) energy(kind);
    each("causality", &ComponentDeclaration::causality);
    scope_.at(definition_.where_key());
  }

 private:
  void each(std::string_view key, void (ComponentDeclaration::*read)(Json)) {
    each_member(scope_, definition_, key, [&](Json member) { (this->*read)(member); });
  }
  bool has_faults() const { return scope_.report.count() > 0 || !scope_.recorder.faults.empty(); }
  const stribeck_interface& api() const { return scope_.api; }
  Recorder* rec() { return &scope_.recorder; }
  Report& report() { return scope_.report; }
  std::string text(Json object, std::string_view key) { return std::string(optional_text(scope_.report, object, key)); }

  /// True if the member has a good name and is an object with no other keys than these.
  bool is_shaped(Json member, std::string_view what, std::initializer_list<std::string_view> keys) {
    if (!is_name_in_expressions(report(), member, what) ||
        !is_kind(report(), member, JsonKind::object, fmt::format("{} {}", what, in_quotes(member.key()))))
      return false;
    check_keys(report(), member, keys, what);
    return true;
  }

  void parameter(Json member) {
    if (!is_shaped(member, "a parameter", {"value", "unit", "doc", "at_least", "above", "at_most", "below"})) return;
    const std::string name(member.key());
    std::string unit_text;
    const Unit unit = unit_of(scope_, member, unit_text);
    units_[name] = unit;
    const Json value = member.find("value");
    const double fallback = value ? scope_.number(value, unit, fmt::format("the default of {}", in_quotes(name))).value_or(kNone) : kNone;
    scope_.name(name, api().parameter(rec(), name.c_str(), fallback, unit_text.c_str(), text(member, "doc").c_str()));
  }

  /// After all parameters, because a limit may depend on any of them.
  void limits(Json member) {
    const stribeck_expression parameter = scope_.meaning(member.key());
    if (parameter < 0 || !member.is(JsonKind::object)) return;
    for (const auto& [key, relation] : kLimits) {
      const Json bound = member.find(key);
      if (!bound) continue;
      scope_.at(bound.where());
      const stribeck_expression limit = scope_.value(bound, units_[std::string(member.key())], "any");
      if (limit >= 0) api().limit(rec(), parameter, relation, limit);
    }
  }

  void list(Json member) {
    if (!is_shaped(member, "a list", {"unit", "doc", "values", "ascending", "at_least", "above", "at_most", "below"})) return;
    std::string unit_text;
    const Unit unit = unit_of(scope_, member, unit_text);
    std::vector<double> fallback;
    if (const Json values = member.find("values"); values && is_kind(report(), values, JsonKind::array, "\"values\""))
      for (const Json value : values) fallback.push_back(scope_.number(value, unit, "an entry").value_or(kNone));
    const Json ascending = member.find("ascending");
    const bool ascends = ascending && is_kind(report(), ascending, JsonKind::boolean, "\"ascending\"") && ascending.truth();
    const int32_t list = api().list(rec(), std::string(member.key()).c_str(), unit_text.c_str(), text(member, "doc").c_str(),
                                    fallback.data(), static_cast<int32_t>(fallback.size()), ascends ? 1 : 0);
    lists_[std::string(member.key())] = list;
    for (const auto& [key, relation] : kLimits)
      if (const Json bound = member.find(key))
        if (const auto number = scope_.number(bound, unit, in_quotes(key))) api().list_limit(rec(), list, relation, *number);
  }

  int32_t find_list(Json member, std::string_view key) {
    const std::string name = text(member, key);
    const auto found = lists_.find(name);
    if (found != lists_.end()) return found->second;
    std::vector<std::string> names;
    for (const auto& [known, id] : lists_) names.push_back(known);
    const Json at = member.find(key);
    report().error(ErrorCode::expression_unknown_name, (at ? at : member).where(),
                   fmt::format("the table {} has no list {} at {}", in_quotes(member.key()), in_quotes(name), in_quotes(key)), {},
                   did_you_mean(name, names));
    return -1;
  }

  /// A function that expressions call: "mu": {"over": "speeds", "of": "coefficients"}.
  void table(Json member) {
    if (!is_shaped(member, "a table", {"over", "of", "method", "ends"})) return;
    const int32_t over = find_list(member, "over"), of = find_list(member, "of");
    std::string method = text(member, "method"), ends = text(member, "ends");
    if (method.empty()) method = "linear";
    if (ends.empty()) ends = "hold";
    scope_.function({std::string(member.key()), 1, [this, over, of, method, ends](std::span<const TypedExpr> operands) {
                       const stribeck_expression argument = handle(scope_.recorder.with_dimension(operands[0].id, operands[0].dimension));
                       const stribeck_expression value =
                           over < 0 || of < 0 ? -1 : api().table(rec(), over, of, 0, 1, method.c_str(), ends.c_str(), 0, argument);
                       if (value < 0) return TypedExpr{scope_.recorder.record.pool.one(), Dimension::unchecked()};
                       return TypedExpr{expr(value), scope_.recorder.dimension_of(expr(value))};
                     }});
  }

  void port(Json member) {
    if (!is_shaped(member, "a port", {"domain", "doc"})) return;
    const std::string name(member.key()), domain = text(member, "domain");
    const int number = find_domain(domain);
    if (number < 0 || domains()[static_cast<std::size_t>(number)].position.empty()) {  // frames are more than a JSON component can state
      std::vector<std::string> names;
      for (const Domain& known : domains())
        if (!known.position.empty()) names.emplace_back(known.name);
      const Json at = member.find("domain");
      std::string remedy = did_you_mean(domain, names);
      if (remedy.empty()) remedy = fmt::format("domains are {}; signals are \"inputs\" and \"outputs\"", fmt::join(names, " and "));
      report().error(
          ErrorCode::value_bad_choice, (at ? at : member).where(),
          at ? fmt::format("there is no domain {}", in_quotes(domain)) : fmt::format("the port {} has no \"domain\"", in_quotes(name)), {},
          remedy);
      return;
    }
    const Domain& known = domains()[static_cast<std::size_t>(find_domain(domain))];
    const int32_t id = api().port(rec(), name.c_str(), domain.c_str(), text(member, "doc").c_str());
    ports_[name] = id;
    scope_.name(name + "." + std::string(known.across), api().across(rec(), id));
    scope_.name(name + "." + std::string(known.through), api().through(rec(), id));
  }

  void input(Json member) {
    if (!is_shaped(member, "an input", {"unit", "doc", "value"})) return;
    const std::string name(member.key());
    std::string unit_text;
    const Unit unit = unit_of(scope_, member, unit_text);
    const Json value = member.find("value");
    const stribeck_expression fallback = value ? scope_.value(value, unit, unit_text) : -1;
    scope_.name(name, api().input(rec(), name.c_str(), unit_text.c_str(), text(member, "doc").c_str(), fallback));
  }

  void output(Json member) {
    if (!is_shaped(member, "an output", {"unit", "doc"})) return;
    const std::string name(member.key());
    std::string unit_text;
    unit_of(scope_, member, unit_text);
    scope_.name(name, api().output(rec(), name.c_str(), unit_text.c_str(), text(member, "doc").c_str()));
  }

  void variable(Json member) {
    if (!is_shaped(member, "a variable", {"unit", "doc", "value", "start", "nominal", "hidden"})) return;
    const std::string name(member.key());
    std::string unit_text;
    const Unit unit = unit_of(scope_, member, unit_text);
    const Json hidden = member.find("hidden");
    const bool is_hidden = hidden && is_kind(report(), hidden, JsonKind::boolean, "\"hidden\"") && hidden.truth();
    const stribeck_expression id = api().variable(rec(), name.c_str(), unit_text.c_str(), text(member, "doc").c_str(), is_hidden ? 1 : 0);
    scope_.name(name, id);
    const auto attribute = [&](std::string_view key) {
      const Json value = member.find(key);
      return value ? scope_.number(value, unit, fmt::format("{} of {}", in_quotes(key), in_quotes(name))).value_or(kNone) : kNone;
    };
    const double start = attribute("start"), nominal = attribute("nominal");
    if (!std::isnan(start) || !std::isnan(nominal)) api().attributes(rec(), id, start, nominal);
  }

  /// A variable may be a name for an expression.
  void definition_of(Json member) {
    const Json value = member.is(JsonKind::object) ? member.find("value") : Json{};
    if (!value) return;
    const stribeck_expression variable = scope_.meaning(member.key()), expression = scope_.member(member, "value");
    scope_.at(value.where());
    if (variable >= 0 && expression >= 0) api().relation(rec(), std::string(member.key()).c_str(), variable, expression);
  }

  int32_t find_port(Json member, std::string_view key) {
    const Json named = member.find(key);
    const std::string name = text(member, key);
    if (const auto found = ports_.find(name); found != ports_.end()) return found->second;
    std::vector<std::string> names;
    for (const auto& [known, id] : ports_) names.push_back(known);
    report().error(ErrorCode::diagram_unknown_port, (named ? named : member).where(),
                   fmt::format("the displacement {} has no port {} at {}", in_quotes(member.key()), in_quotes(name), in_quotes(key)), {},
                   did_you_mean(name, names));
    return -1;
  }

  void displacement(Json member) {
    if (!is_shaped(member, "a displacement", {"of", "from", "doc", "fixed", "prescribed"})) return;
    const std::string name(member.key());
    const int32_t r = find_port(member, "of"), c = member.find("from") ? find_port(member, "from") : -1;
    const bool fixed = static_cast<bool>(member.find("fixed")), prescribed = static_cast<bool>(member.find("prescribed"));
    const stribeck_expression value = fixed || prescribed ? scope_.member(member, fixed ? "fixed" : "prescribed") : -1;
    const bool usable = r >= 0 && (c >= 0 || !member.find("from"));
    scope_.name(name, !usable ? -1
                              : api().displacement(rec(), r, c, name.c_str(), text(member, "doc").c_str(),
                                                   fixed        ? "fixed"
                                                   : prescribed ? "prescribed"
                                                                : "free",
                                                   value));
  }

  /// A list of texts, or an object whose keys are labels.
  void equations() {
    const Json section = definition_.find("equations");
    if (!section) return;
    if (!section.is(JsonKind::array) && !is_kind(report(), section, JsonKind::object, "\"equations\"")) return;
    for (const Json member : section)
      if (is_kind(report(), member, JsonKind::string, "an equation"))
        equation(member, section.is(JsonKind::object) ? member.key() : member.text());
  }

  void equation(Json member, std::string_view label) {
    const std::string_view whole = member.text();
    const std::size_t equals = equals_sign(whole, 0);
    if (equals == std::string_view::npos || equals_sign(whole, equals + 1) != std::string_view::npos) {
      report().error(ErrorCode::expression_syntax, member.where(),
                     equals == std::string_view::npos ? fmt::format("{} has no equals sign", in_quotes(whole))
                                                      : fmt::format("{} has more than one equals sign", in_quotes(whole)),
                     {},
                     whole.find("==") != std::string_view::npos ? "an equation has a single equals sign"
                                                                : "an equation is \"left = right\"; either side may be any expression");
      return;
    }
    const stribeck_expression left = scope_.expression(member, whole.substr(0, equals), 0);
    const stribeck_expression right = scope_.expression(member, whole.substr(equals + 1), equals + 1);
    scope_.at(member.where_inside(equals));
    if (left >= 0 && right >= 0) api().relation(rec(), std::string(label).c_str(), left, right);
  }

  /// Of those that are not part of <=, >=, == and !=.
  static std::size_t equals_sign(std::string_view text, std::size_t from) {
    for (std::size_t i = from; i < text.size(); ++i) {
      if (text[i] != '=') continue;
      const bool doubled = i + 1 < text.size() && text[i + 1] == '=';
      const bool compares = i > 0 && (text[i - 1] == '<' || text[i - 1] == '>' || text[i - 1] == '!');
      if (!doubled && !compares) return i;
      if (doubled) ++i;
    }
    return std::string_view::npos;
  }

  void energy(const char* kind) {
    const Json text = definition_.find(kind);
    if (!text || !is_kind(report(), text, JsonKind::string, in_quotes(kind))) return;
    scope_.at(text.where());
    if (const stribeck_expression value = scope_.expression(text); value >= 0) api().energy(rec(), kind, value);
  }

  void causality(Json member) {
    if (!is_kind(report(), member, JsonKind::string, "a causality")) return;
    const std::vector<std::string> wishes(kCausalityWishes.begin(), kCausalityWishes.end());
    if (std::find(wishes.begin(), wishes.end(), member.text()) == wishes.end()) {
      std::string remedy = did_you_mean(member.text(), wishes);
      if (remedy.empty()) remedy = fmt::format("the choices are {}", fmt::join(wishes, ", "));
      report().error(ErrorCode::value_bad_choice, member.where(), fmt::format("{} is no causality", in_quotes(member.text())), {}, remedy);
      return;
    }
    const stribeck_expression variable = scope_.expression_named(member);
    scope_.at(member.where());
    if (variable >= 0) api().causality(rec(), variable, std::string(member.text()).c_str());
  }

  ComponentScope& scope_;
  Json definition_;
  std::map<std::string, int32_t> ports_, lists_;
  std::map<std::string, Unit> units_;  // of parameters
};

void declare(const stribeck_interface* api, stribeck_recorder* recorder, Json definition) {
  Report report;
  ComponentScope scope(*api, *recorder, report);
  scope.at(definition.where_key());
  if (recorder->record.doc.empty()) recorder->need_doc("the component", "");
  ComponentDeclaration(scope, definition).declare();
  recorder->faults.insert(recorder->faults.begin(), report.list().begin(), report.list().end());
}

}  // namespace

void add_own_types(Registry& registry, Definitions& definitions, const std::shared_ptr<const void>& kept) {
  for (const Definition& definition : definitions.all()) {
    if (definition.is_subsystem) continue;
    const Json json = definition.json;
    const Json doc = json.find("doc");
    registry.add(
        std::string(definition.name()),
        [json, kept](const stribeck_interface* api, stribeck_recorder* recorder) { declare(api, recorder, json); },
        doc && doc.is(JsonKind::string) ? std::string(doc.text()) : std::string(), json.where_key().file);
  }
}

void add_types_of_files(Registry& registry, const std::vector<std::string>& files, const std::shared_ptr<Sources>& sources) {
  struct Kept {
    explicit Kept(std::shared_ptr<Sources> from) : sources(std::move(from)) {}
    std::shared_ptr<Sources> sources;
    std::deque<JsonTree> trees;  // a deque: definitions point into them
    Report report;
    Definitions definitions{report, *sources};
  };
  const auto kept = std::make_shared<Kept>(sources);
  for (const std::string& file : files) {
    const auto number = static_cast<std::uint32_t>(kept->definitions.files().size());
    const Json root = kept->trees.emplace_back(kept->sources->text_of(file), file, number).root();
    if (is_kind(kept->report, root, JsonKind::object, "a diagram")) kept->definitions.read(root, file, registry);
  }
  kept->report.throw_if_errors();
  registry.take(kept->definitions.plugins());
  add_own_types(registry, kept->definitions, kept);
}

void check_own_types(Reading& reading) {
  for (const Definition& definition : reading.definitions.all()) {
    if (definition.is_subsystem || definition.is_bad || definition.json.key_position().file != 0) continue;
    try {
      reading.own.record(definition.name());
    } catch (const Failure& failure) {
      reading.report.add(failure);
    }
  }
}

}  // namespace stribeck
