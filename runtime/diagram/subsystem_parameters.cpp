// What the user of a subsystem says of its parameters.
#include <algorithm>
#include <array>

#include "base/decimal.h"
#include "base/format.h"
#include "base/text.h"
#include "base/unit_text.h"
#include "diagram/reading.h"
#include "diagram/values.h"
#include "expression/pool.h"

namespace stribeck {
namespace {

struct Limit {
  std::string_view key, words;
  Operator relation;
};
constexpr std::array<Limit, 4> kLimits{{{"at_least", "at least", Operator::ge},
                                        {"above", "above", Operator::gt},
                                        {"at_most", "at most", Operator::le},
                                        {"below", "below", Operator::lt}}};

std::string_view doc_of(Json declared) {
  const Json doc = declared.is(JsonKind::object) ? declared.find("doc") : Json{};
  return doc && doc.is(JsonKind::string) ? doc.text() : std::string_view{};
}

class SubsystemParameters {
 public:
  SubsystemParameters(Reading& reading, const Scope& outer, Json member, const Definition& definition, std::string_view path)
      : reading_(reading), outer_(outer), member_(member), definition_(definition), declared_(definition.json.find("parameters")) {
    given_here_ = member.find("parameters");
    if (given_here_ && !is_kind(reading.report, given_here_, JsonKind::object, "\"parameters\"")) given_here_ = {};
    if (const auto found = reading.given.find(path); found != reading.given.end()) given_ = &found->second;
  }

  void read(Parameters& parameters) {
    check_names();
    Presets presets;
    const bool any = declared_ && declared_.is(JsonKind::object);
    if (any)
      for (const Json declared : declared_) read_value_of(declared, presets);
    parameters.declare(declared_, presets);
    if (any)
      for (const Json declared : declared_) check_limits_of(declared, parameters);
  }

 private:
  Report& report() { return reading_.report; }

  Json source_of(std::string_view name) const {
    Json source;
    if (given_ != nullptr)
      for (const Given& given : *given_)
        if (given.parameter == name) source = given.value;
    return !source && given_here_ ? given_here_.find(name) : source;
  }

  void read_value_of(Json declared, Presets& presets) {
    const std::string_view name = declared.key();
    std::string_view unit_text = "any";
    const Unit unit = Parameters::declared_unit(declared, &unit_text);
    const Json source = source_of(name);
    if (!source) {
      if (!declared.is(JsonKind::object) || declared.find("value")) return;
      report().error(ErrorCode::diagram_missing_parameter, (given_here_ ? given_here_ : member_).where(),
                     fmt::format("{} needs the parameter {}", definition_.name(), in_quotes(name)), std::string(doc_of(declared)),
                     fmt::format("give it {}", unit_words(unit_text)));
      return;
    }
    const std::string shown = unit_text == "any" ? to_text(unit.dimension) : std::string(unit_text);
    const auto value = read_value(report(), *outer_.parameters, source, {in_quotes(name), shown, unit.dimension, doc_of(declared)});
    if (!value) return;
    const bool typed = !(unit.dimension == Dimension::unchecked());
    presets[name] = {value->si, typed ? unit.dimension : value->dimension, typed || value->has_unit};
  }

  void check_limits_of(Json declared, Parameters& parameters) {
    const Quantity* quantity = parameters.find(declared.key());
    if (quantity == nullptr || !declared.is(JsonKind::object)) return;
    const double value_si = quantity->value;
    const Dimension dimension = quantity->dimension;
    const auto shown = [&](double si) { return in_declared_unit(declared, dimension, si); };
    for (const Limit& limit : kLimits) {
      const Json bound = declared.find(limit.key);
      if (!bound) continue;
      const auto allowed = read_value(report(), parameters, bound, {in_quotes(limit.key), "any", dimension, {}});
      if (!allowed || evaluate(limit.relation, value_si, allowed->si, 0) != 0) continue;
      const Json source = source_of(declared.key());
      report().error(ErrorCode::value_out_of_range, (source ? source : member_).where(),
                     fmt::format("{} is {}{}, but must be {} {}", in_quotes(declared.key()), shown(value_si), source ? "" : " by default",
                                 limit.words, shown(allowed->si)),
                     std::string(doc_of(declared)));
    }
  }

  static std::string in_declared_unit(Json declared, const Dimension& dimension, double si) {
    std::string_view unit_text = "any";
    const Unit unit = Parameters::declared_unit(declared, &unit_text);
    if (unit_text != "any") return with_unit(short_number(from_si(si, unit.factor, unit.offset)), unit_text);
    return with_unit(short_number(si), to_text(dimension));
  }

  void check_names() {
    if (given_here_)
      for (const Json given : given_here_) check_name(given.key(), {given, true});
    if (given_ != nullptr)
      for (const Given& given : *given_) check_name(given.parameter, {given.value});
  }

  void check_name(std::string_view name, const Place& place) {
    std::vector<std::string> names;
    if (declared_ && declared_.is(JsonKind::object)) {
      if (declared_.find(name)) return;
      for (const Json declared : declared_) names.emplace_back(declared.key());
    }
    std::string remedy = did_you_mean(name, names);
    if (remedy.empty())
      remedy = names.empty() ? "this subsystem has no parameters" : fmt::format("its parameters are {}", fmt::join(names, ", "));
    report().error(ErrorCode::diagram_unknown_parameter, place.where(),
                   fmt::format("{} has no parameter {}", definition_.name(), in_quotes(name)), {}, remedy);
  }

  Reading& reading_;
  const Scope& outer_;
  Json member_;
  const Definition& definition_;
  Json declared_, given_here_;
  const std::vector<Given>* given_ = nullptr;
};

}  // namespace

void read_subsystem_parameters(Reading& reading, const Scope& outer, Json member, const Definition& definition, std::string_view path,
                               Parameters& parameters) {
  SubsystemParameters(reading, outer, member, definition, path).read(parameters);
}

}  // namespace stribeck
