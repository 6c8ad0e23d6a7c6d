#include "study/plan_trial.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>

#include "base/decimal.h"
#include "base/format.h"
#include "base/text.h"
#include "diagram/diagram.h"
#include "diagram/read.h"
#include "diagram/values.h"
#include "model.h"
#include "results/expectations.h"

namespace stribeck {
namespace {

class PlanTrial {
 public:
  PlanTrial(StudyPlan& plan, const PlanPlaces& places, Report& report, Parameters& parameters, Registry& registry)
      : plan_(plan), places_(places), report_(report), parameters_(parameters), registry_(registry), own_(plan.options) {}

  void run() {
    ModelPtr model;
    try {
      model = load(registry_, plan_.diagram, own_);
    } catch (const Failure& failure) {
      const std::size_t before = report_.count();
      report_arguments(failure, places_.arguments);
      if (report_.count() == before) throw;
    }
    report_.throw_if_errors();
    const Diagram diagram = read_diagram(registry_, plan_.diagram, read_options(own_));
    stop_s_ = diagram.experiment.stop_s;
    for (StudyFactor& factor : plan_.factors) take_unit(factor, diagram);
    for (const TriedValue& trial : places_.trials) try_value(trial, diagram);
    find_events(*model);
    std::set<std::string> outputs;
    for (std::size_t s = 0; s < plan_.scalars.size(); ++s) {
      StudyScalar& scalar = plan_.scalars[s];
      check_span(scalar, places_.scalars[s], diagram);
      if (scalar.kind->of == ScalarKind::Of::events) {
        scalar.unit = scalar.kind->measures == ScalarKind::Measures::time ? "s" : "";
        if (knows_events_) check_event(report_, kind_of_scalar(places_.scalars[s]), scalar.of, events_, diagram);
      } else {
        try_scalar(scalar, places_.scalars[s]);
        if (outputs.insert(scalar.of).second) plan_.options.outputs.push_back(scalar.of);
      }
    }
    for (std::size_t c = 0; c < plan_.curves.size(); ++c) {
      StudyCurve& curve = plan_.curves[c];
      const auto column = column_of(curve.of, places_.curves[c], "a curve shows one");
      if (!column) continue;
      curve.column = column->name, curve.unit = column->unit == "1" ? "" : column->unit;
      if (outputs.insert(curve.of).second) plan_.options.outputs.push_back(curve.of);
    }
    if (!plan_.curves.empty()) take_times(diagram.experiment);
    for (const auto& [value, file] : plan_.variants) try_variant(file, places_.variants.at(value));
  }

 private:
  /// Of what is wrong, that with an argument of the command line alone: a value alone may lack what another factor brings.
  void report_arguments(const Failure& failure, const std::map<std::string, Json>& places) {
    for (Diagnostic diagnostic : failure.diagnostics()) {
      const auto place = std::ranges::find_if(places, [&](const auto& one) { return diagnostic.where.file.starts_with(one.first); });
      if (place == places.end()) continue;
      diagnostic.where = place->second.where();
      report_.add(std::move(diagnostic));
    }
  }

  /// Another diagram has the parameters that vary, and what scalars and curves are of, in the same units.
  void try_variant(const std::string& file, Json place) {
    try {
      for (const OutputColumn& column : output_columns(*load(registry_, file, plan_.options)))
        if (const auto known = units_.find(column.name); known != units_.end() && known->second != column.unit)
          report_.error(ErrorCode::value_wrong_dimension, place.where(),
                        fmt::format("{} is in {} here, and in {} in the diagram of the plan", column.name, column.unit, known->second));
      for (const TriedValue& trial : places_.trials) {
        RunOptions one = own_;
        one.overrides.push_back({trial.parameter, trial.value});
        if (!trial.is_difference) read_diagram(registry_, file, read_options(one));
      }
    } catch (const Failure& failure) {
      report_at(report_, place, failure);
    }
  }

  void try_value(const TriedValue& trial, const Diagram& diagram) {
    const std::size_t before = report_.count();
    if (!trial.is_difference) try_as_value(trial);
    if (report_.count() > before) return;
    // The diagram blames what uses a parameter of its own; a difference may be no value at all.
    const auto quantity = parse_quantity(trial.value);
    const Dimension dimension = values_of(diagram, trial.parameter).dimension;
    if (quantity && quantity->has_unit && !agree(quantity->dimension, dimension))
      report_.error(ErrorCode::value_wrong_dimension, trial.place.where(),
                    fmt::format("{} has dimension {}, but {} has {}", trial.value, to_text(quantity->dimension), trial.parameter,
                                to_text(dimension)));
  }

  void try_as_value(const TriedValue& trial) {
    RunOptions one = own_;
    one.overrides.push_back({trial.parameter, trial.value});
    try {
      const Diagram other = read_diagram(registry_, plan_.diagram, read_options(one));
      stop_varies_ = stop_varies_ || other.experiment.stop_s != stop_s_;
    } catch (const Failure& failure) {
      report_arguments(failure, {{fmt::format("--set {}={}", trial.parameter, trial.value), trial.place}});
    }
  }

  /// Bare numbers would take the dimension from a value that the diagram gives a unit, so that its equations were built anew.
  void take_unit(StudyFactor& factor, const Diagram& diagram) {
    const auto [dimension, declared] = values_of(diagram, factor.name);
    const auto unit = parse_unit(declared);
    const bool is_coherent = unit && unit->factor == 1 && unit->offset == 0 && agree(unit->dimension, dimension);
    factor.unit = dimension.any || dimension == Dimension{} ? "" : is_coherent ? declared : to_text(dimension);
    for (std::string& level : factor.levels)
      if (const auto quantity = parse_quantity(level); quantity && !quantity->has_unit) level = factor.value_of(quantity->value);
  }

  struct Values {
    Dimension dimension;
    std::string unit;  ///< as its type declares it, or the diagram writes it
  };
  static Values values_of(const Diagram& diagram, const std::string& name) {
    for (const Instance& instance : diagram.instances) {
      if (!name.starts_with(instance.name + ".")) continue;
      for (std::size_t p = 0; p < instance.parameters.size(); ++p) {
        const ParameterDeclaration& parameter = instance.record->parameters[p];
        if (instance.name + "." + parameter.name == name)
          return {parameter.dimension.any ? instance.generic_dimensions[p] : parameter.dimension, parameter.unit};
      }
    }
    for (const DiagramParameter& parameter : diagram.parameters)
      if (parameter.name == name) return {parameter.value.dimension, parameter.unit};
    return {Dimension::unchecked(), ""};
  }

  /// A part of a run is none of what lies beyond its end.
  void check_span(const StudyScalar& scalar, Json member, const Diagram& diagram) {
    if (!stop_varies_ && scalar.from_s > stop_s_)
      report_.error(ErrorCode::experiment_bad_time, member.find("from").where(),
                    fmt::format("the run ends at {} s, before \"from\"", number_text(stop_s_)));
    if (scalar.to_s < diagram.experiment.start_s)
      report_.error(ErrorCode::experiment_bad_time, member.find("to").where(),
                    fmt::format("the run begins at {} s, after \"to\"", number_text(diagram.experiment.start_s)));
  }

  /// Of the diagram itself, and with each of the words that factors give: with another law a component has other events.
  void find_events(const Model& own) {
    const bool asks =
        std::ranges::any_of(plan_.scalars, [](const StudyScalar& scalar) { return scalar.kind->of == ScalarKind::Of::events; });
    if (!asks) return;
    events_ = possible_events(own);
    for (const StudyFactor& factor : plan_.factors)
      for (const std::string& level : factor.levels)
        if (!parse_quantity(level)) add_events(factor, level);
  }

  void add_events(const StudyFactor& factor, const std::string& word) {
    RunOptions one = own_;
    const bool is_diagram = plan_.chooses_diagram(factor);
    if (!is_diagram) one.overrides.push_back({factor.name, word});
    try {
      const std::vector<std::string> more = possible_events(*load(registry_, is_diagram ? plan_.variants.at(word) : plan_.diagram, one));
      events_.insert(events_.end(), more.begin(), more.end());
    } catch (const Failure&) {  // this word may go with other values of the sample alone
      knows_events_ = false;
    }
  }

  /// The instants at which a run of the diagram as it stands has rows.
  void take_times(const Experiment& experiment) {
    constexpr std::int64_t kRows = 500;  // as of a run without an interval
    const double span_s = experiment.stop_s - experiment.start_s;
    const double interval_s = experiment.interval_s > 0 ? experiment.interval_s : DecimalGrid::step_of(span_s, kRows);
    const DecimalGrid grid(experiment.start_s, interval_s);
    const double last_s = experiment.stop_s - 1e-9 * interval_s;
    for (std::int64_t k = 0; grid.at(k) < last_s; ++k) plan_.curve_times_s.push_back(grid.at(k));
    plan_.curve_times_s.push_back(experiment.stop_s);
  }

  /// What a variable or a formula is in a run; nothing after an error.
  std::optional<OutputColumn> column_of(const std::string& of, Json place, std::string_view wants) {
    RunOptions one = own_;
    one.outputs = {of};
    try {
      const ModelPtr model = load(registry_, plan_.diagram, one);
      const std::vector<OutputColumn> columns = output_columns(*model);
      if (columns.size() == 1) return units_[columns.front().name] = columns.front().unit, columns.front();
      report_.error(ErrorCode::value_bad_choice, place.where(),
                    fmt::format("{} names {} variables, and {}", in_quotes(of), columns.size(), wants), {}, {});
    } catch (const Failure& failure) {
      report_at(report_, place, failure);
    }
    return std::nullopt;
  }

  void try_scalar(StudyScalar& scalar, Json member) {
    const auto column = column_of(scalar.of, kind_of_scalar(member), "a scalar measures one");
    if (!column) return;
    scalar.column = column->name;
    scalar.unit = column->unit == "1" ? "" : column->unit;
    read_target(scalar, member);
    if (scalar.kind->measures == ScalarKind::Measures::time) scalar.unit = "s";
    if (scalar.kind->measures == ScalarKind::Measures::pure) scalar.unit = "";
    if (scalar.kind->measures == ScalarKind::Measures::integral) scalar.unit = scalar.unit.empty() ? "s" : fmt::format("{}*s", scalar.unit);
  }

  void read_target(StudyScalar& scalar, Json member) {
    const Dimension dimension = parse_unit(scalar.unit).value_or(Unit{Dimension::unchecked()}).dimension;
    if (const Json target = member.find("target"))
      if (const auto value = read_value(report_, parameters_, target, {"\"target\"", scalar.unit, dimension, {}}))
        scalar.options.target = value->si;
    const Json within = member.find("within");
    if (!within) return;
    scalar.options.within_is_share = within.is(JsonKind::string) && trimmed(within.text()).ends_with('%');
    const Wanted wanted =
        scalar.options.within_is_share ? Wanted{"\"within\"", "1", {}, {}} : Wanted{"\"within\"", scalar.unit, dimension, {}};
    const auto value = read_value(report_, parameters_, within, wanted);
    if (!value || !is_difference(report_, within, *value, "within")) return;
    if (value->si < 0) return report_.error(ErrorCode::value_out_of_range, within.where(), "\"within\" must not be negative", {}, {});
    scalar.options.within = value->si;
  }

  StudyPlan& plan_;
  const PlanPlaces& places_;
  Report& report_;
  Parameters& parameters_;
  Registry& registry_;
  double stop_s_ = 0;
  bool stop_varies_ = false;  ///< with the factors
  std::vector<std::string> events_;
  bool knows_events_ = true;                  ///< all that samples may have
  std::map<std::string, std::string> units_;  ///< of the columns of scalars and curves
  RunOptions own_;                            ///< of the diagram with what is the same in all samples
};

}  // namespace

Json kind_of_scalar(Json scalar) {
  const auto known = std::find_if(scalar.begin(), scalar.end(), [](Json one) { return find_scalar_kind(one.key()) != nullptr; });
  return known == scalar.end() ? *scalar.begin() : *known;
}

bool is_difference(Report& report, Json place, const Value& value, std::string_view what) {
  const auto unit = parse_unit(written_unit(value));
  if (!unit || unit->offset == 0) return true;
  report.error(ErrorCode::value_unknown_unit, place.where(),
               fmt::format("{} is a difference, and {} has a zero that is not absolute", in_quotes(what), in_quotes(written_unit(value))),
               {}, "use K for differences of temperature");
  return false;
}

std::int64_t whole_number(Report& report, Json value, const std::string& what, std::int64_t least, std::int64_t most) {
  if (!is_kind(report, value, JsonKind::number, what)) return least;
  const double number = value.number();
  if (number == std::floor(number) && number >= static_cast<double>(least) && number <= static_cast<double>(most))
    return static_cast<std::int64_t>(number);
  report.error(ErrorCode::diagram_bad_index, value.where(),
               fmt::format("{} must be a whole number from {} to {}, but is {}", what, least, most, number_text(number)), {}, {});
  return least;
}

void check_event(Report& report, Json place, std::string_view event, const std::vector<std::string>& possible, const Diagram& diagram) {
  if (std::ranges::any_of(possible, [&](const std::string& one) { return is_event(event, one); })) return;
  const Where where = place.where();
  const std::string component(trimmed(event.substr(0, event.find(':'))));
  std::vector<std::string> its_own, names;
  for (const std::string& one : possible)
    if (is_event(component, one)) its_own.push_back(one);
  for (const Instance& instance : diagram.instances) names.push_back(instance.name);
  if (!its_own.empty())
    return report.error(ErrorCode::value_bad_choice, where, fmt::format("{} has no event {}", component, in_quotes(event)),
                        "its events are: " + joined(its_own, "; "), did_you_mean(event, its_own));
  if (component.empty() || std::ranges::find(names, component) != names.end())
    return report.error(ErrorCode::value_bad_choice, where, (component.empty() ? "the diagram" : component) + " has no events",
                        possible.empty() ? "" : "the events of the diagram are: " + joined(possible, "; "), {});
  report.error(ErrorCode::diagram_unknown_instance, where,
               fmt::format("the diagram has no component {} that could have events", in_quotes(component)), {},
               did_you_mean(component, names));
}

void report_at(Report& report, Json place, const Failure& failure) {
  for (Diagnostic diagnostic : failure.diagnostics()) {
    diagnostic.where = place.where();
    report.add(std::move(diagnostic));
  }
}

void try_in_diagram(StudyPlan& plan, const PlanPlaces& places, Report& report, Parameters& parameters, Registry& registry) {
  PlanTrial(plan, places, report, parameters, registry).run();
}

}  // namespace stribeck
