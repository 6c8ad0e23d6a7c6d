// A plan of a fit against its diagram: whether there are such parameters and variables, where parameters start and what bounds them.
#include <algorithm>
#include <cmath>
#include <set>

#include "base/format.h"
#include "base/text.h"
#include "diagram/read.h"
#include "fit/plan_parts.h"
#include "model.h"

namespace stribeck {
namespace {

class FitTrial {
 public:
  FitTrial(FitPlanParts& parts, Registry& registry) : parts_(parts), plan_(parts.plan), report_(parts.report), registry_(registry) {}

  void run() {
    diagram_ = read_diagram(registry_, plan_.diagram, read_options(plan_.options));
    for (std::size_t e = 0; e < plan_.experiments.size(); ++e) try_settings(plan_.experiments[e]);
    find_outputs();
    report_.throw_if_errors();
    bind();
    report_.throw_if_errors();
    for (std::size_t e = 0; e < plan_.experiments.size(); ++e) read_data_values(plan_.experiments[e], parts_.data[e]);
    for (std::size_t p = 0; p < plan_.parameters.size(); ++p) read_parameter(plan_.parameters[p], parts_.free[p]);
    report_.throw_if_errors();
    check_starts();
  }

 private:
  void error(ErrorCode code, Where where, std::string message, std::string remedy = {}) {
    report_.error(code, std::move(where), std::move(message), {}, std::move(remedy));
  }

  /// Of what is wrong, that with an argument stands where the plan says it.
  void report_arguments(const Failure& failure) {
    for (Diagnostic diagnostic : failure.diagnostics()) {
      const auto place =
          std::ranges::find_if(parts_.settings, [&](const auto& one) { return diagnostic.where.file.starts_with(one.first); });
      if (place != parts_.settings.end()) diagnostic.where = place->second.where();
      report_.add(std::move(diagnostic));
    }
  }

  /// What an experiment gives, and where its run begins and ends.
  void try_settings(FitExperiment& experiment) {
    RunOptions options = plan_.options;
    for (const FitSetting& setting : experiment.settings)
      if (setting.parameter < 0) options.overrides.push_back({setting.name, setting.value});
    try {
      const Diagram diagram = read_diagram(registry_, plan_.diagram, read_options(options));
      experiment.start_s = diagram.experiment.start_s, experiment.stop_s = diagram.experiment.stop_s;
    } catch (const Failure& failure) {
      report_arguments(failure);
    }
  }

  void find_outputs() {
    for (std::size_t e = 0; e < plan_.experiments.size(); ++e) {
      for (std::size_t c = 0; c < plan_.experiments[e].columns.size(); ++c)
        find_output(plan_.experiments[e].columns[c], parts_.data[e].columns[c].member);
      if (!plan_.experiments[e].events.empty()) check_events(e);
    }
  }

  void check_events(std::size_t e) {
    const FitExperiment& experiment = plan_.experiments[e];
    RunOptions one = plan_.options;
    for (const FitSetting& setting : experiment.settings)
      if (setting.parameter < 0) one.overrides.push_back({setting.name, setting.value});
    const std::vector<std::string> possible = possible_events(*load(registry_, plan_.diagram, one));
    for (std::size_t k = 0; k < experiment.events.size(); ++k)
      check_event(report_, parts_.data[e].events[k], experiment.events[k].label, possible, diagram_);
  }

  void find_output(FittedColumn& column, Json place) {
    if (const auto known = parts_.outputs.find(column.variable); known != parts_.outputs.end()) {
      column.output = known->second.name;
      return;
    }
    RunOptions one = plan_.options;
    one.outputs = {column.variable};
    try {
      const std::vector<OutputColumn> columns = output_columns(*load(registry_, plan_.diagram, one));
      if (columns.size() != 1)
        return error(ErrorCode::value_bad_choice, place.where_key(),
                     fmt::format("{} names {} variables, and a column is compared with one", in_quotes(column.variable), columns.size()));
      parts_.outputs[column.variable] = columns.front();
      column.output = columns.front().name;
      plan_.options.outputs.push_back(column.variable);
    } catch (const Failure& failure) {
      for (Diagnostic diagnostic : failure.diagnostics()) {
        diagnostic.where = place.where_key();
        report_.add(std::move(diagnostic));
      }
    }
  }

  std::optional<LinearVariable> quantity(const std::string& name) const {
    try {
      return diagram_quantity(diagram_, name);
    } catch (const Failure&) {
      return std::nullopt;
    }
  }
  /// As the diagram writes it, where that is the SI's.
  std::string unit_of(const LinearVariable& variable) const {
    const auto own = std::ranges::find(diagram_.parameters, variable.name, &DiagramParameter::name);
    const auto written = own == diagram_.parameters.end() || own->unit.empty() ? std::nullopt : parse_unit(own->unit);
    if (written && written->factor == 1 && written->offset == 0) return own->unit;
    return variable.unit == "1" || variable.unit.starts_with("any") ? "" : variable.unit;
  }

  /// Which free parameters the diagram has, and which ones experiments set.
  void bind() {
    for (std::size_t p = 0; p < plan_.parameters.size(); ++p) {
      FitParameter& parameter = plan_.parameters[p];
      const auto own = quantity(parameter.name);
      parameter.is_of_diagram = own.has_value();
      if (!own) continue;
      parameter.unit = unit_of(*own), parameter.start = own->value;
      for (FitExperiment& experiment : plan_.experiments) {
        if (std::ranges::find(experiment.settings, parameter.name, &FitSetting::name) != experiment.settings.end())
          error(ErrorCode::diagram_name_taken, parts_.free[p].member.where_key(),
                fmt::format("{} is free, and an experiment sets it", in_quotes(parameter.name)),
                "give the experiments names of their own: \"set\": {\"" + parameter.name +
                    "\": \"=first\"}, and \"first\" under \"parameters\"");
        experiment.settings.push_back({parameter.name, {}, parameter.unit, static_cast<int>(p)});
      }
      const auto& given = plan_.options.overrides;
      if (parts_.free[p].start && std::ranges::find(given, parameter.name, &Override::name) != given.end())
        error(ErrorCode::arguments_invalid, parts_.free[p].start.where(),
              fmt::format("--set gives {} another start than the plan", in_quotes(parameter.name)), "leave one of them out");
    }
    for (FitExperiment& experiment : plan_.experiments)
      for (FitSetting& setting : experiment.settings) bind(setting);
  }

  void bind(FitSetting& setting) {
    if (setting.parameter < 0) return;
    FitParameter& parameter = plan_.parameters[static_cast<std::size_t>(setting.parameter)];
    if (parameter.is_of_diagram && setting.name == parameter.name) return;
    const Json place = parts_.settings.at(fmt::format("--set {}={}", setting.name, setting.value));
    const auto of = quantity(setting.name);
    if (!of) {
      try {
        diagram_quantity(diagram_, setting.name);
      } catch (const Failure& failure) {
        report_at(report_, place, failure);
      }
      return;
    }
    setting.unit = unit_of(*of);
    if (parameter.is_of_diagram)
      return error(ErrorCode::diagram_name_taken, place.where(), fmt::format("{} is a parameter of the diagram", in_quotes(parameter.name)),
                   "give what is set a name that the diagram does not have");
    if (used_.insert(setting.parameter).second) parameter.unit = setting.unit, parameter.start = of->value;
  }

  void read_data_values(FitExperiment& experiment, DataPlaces& places) {
    experiment.delay = read_fit_value(parts_, places.delay, {"\"delay\"", "s", *dimension_of("s"), {}}, FitParameter::Use::delay);
    for (std::size_t c = 0; c < experiment.columns.size(); ++c) {
      FittedColumn& column = experiment.columns[c];
      const OutputColumn& output = parts_.outputs.at(column.variable);
      const std::string unit = output.unit == "1" ? "" : output.unit;
      const Dimension dimension = dimension_of(unit).value_or(Dimension::unchecked());
      column.offset = read_fit_value(parts_, places.columns[c].offset, {"\"offset\"", unit, dimension, {}}, FitParameter::Use::offset);
      if (places.columns[c].gain)
        column.gain = read_fit_value(parts_, places.columns[c].gain, {"\"gain\"", "1", Dimension{}, {}}, FitParameter::Use::gain);
    }
  }
  static std::optional<Dimension> dimension_of(const std::string& unit) {
    const auto found = parse_unit(unit);
    return found ? std::optional(found->dimension) : std::nullopt;
  }

  void read_parameter(FitParameter& parameter, const FreeParameter& free) {
    const bool is_used = parameter.is_of_diagram || parameter.use != FitParameter::Use::model ||
                         std::ranges::any_of(plan_.experiments, [&](const FitExperiment& experiment) {
                           return std::ranges::any_of(experiment.settings, [&](const FitSetting& setting) {
                             return setting.parameter == &parameter - plan_.parameters.data();
                           });
                         });
    if (!is_used) {
      try {
        diagram_quantity(diagram_, parameter.name);
      } catch (const Failure& failure) {
        Diagnostic diagnostic = failure.diagnostics().front();
        diagnostic.where = free.member.where_key();
        diagnostic.message += ", and no \"offset\", \"gain\", \"delay\" or \"set\" is " + in_quotes("=" + parameter.name);
        report_.add(std::move(diagnostic));
      }
      return;
    }
    // A parameter of the diagram that is written without a unit fits any.
    const bool is_bare = parameter.is_of_diagram && parameter.unit.empty() && parameter.name.find('.') == std::string::npos;
    const Dimension dimension = is_bare ? Dimension::unchecked() : dimension_of(parameter.unit).value_or(Dimension::unchecked());
    const std::size_t errors = report_.count();
    const auto take = [&](Json place, double& to) {
      if (!place) return;
      if (const auto value = read_value(report_, parts_.parameters, place, {in_quotes(parameter.name), parameter.unit, dimension, {}}))
        to = value->si;
    };
    take(free.start, parameter.start), take(free.from, parameter.low), take(free.to, parameter.high);
    if (report_.count() > errors) return;
    if (!(parameter.low < parameter.high))
      return error(ErrorCode::value_out_of_range, free.member.where(), "\"from\" must be less than \"to\"");
    if (parameter.start < parameter.low || parameter.start > parameter.high)
      error(ErrorCode::value_out_of_range, (free.start ? free.start : free.member).where(),
            fmt::format("{} starts at {}, outside its bounds", in_quotes(parameter.name), short_number(parameter.start)),
            "give it a \"start\" from " + short_number(parameter.low) + " to " + short_number(parameter.high));
    const bool has_bounds = std::isfinite(parameter.low) && std::isfinite(parameter.high);
    if (plan_.starts > 1 && !has_bounds)
      error(ErrorCode::diagram_missing_key, free.member.where_key(),
            fmt::format("starts are spread between the bounds of parameters, and {} has none", in_quotes(parameter.name)),
            "give it \"from\" and \"to\", or leave \"starts\" out");
    if (parameter.use == FitParameter::Use::delay && !has_bounds)
      error(ErrorCode::diagram_missing_key, free.member.where_key(),
            "a delay needs bounds, which say which rows lie within the run all the time", "give it \"from\" and \"to\"");
    if (parameter.size == 0) parameter.size = std::fabs(parameter.start);
    if (parameter.size == 0 && has_bounds) parameter.size = 0.5 * (parameter.high - parameter.low);
  }

  /// The diagram with all parameters where they start.
  void check_starts() {
    for (const FitExperiment& experiment : plan_.experiments) {
      RunOptions options = plan_.options;
      for (const FitSetting& setting : experiment.settings) {
        const double start = setting.parameter < 0 ? 0 : plan_.parameters[static_cast<std::size_t>(setting.parameter)].start;
        const std::string value =
            setting.parameter < 0 ? setting.value : number_text(start) + (setting.unit.empty() ? "" : " " + setting.unit);
        options.overrides.push_back({setting.name, value});
      }
      try {
        read_diagram(registry_, plan_.diagram, read_options(options));
      } catch (const Failure& failure) {
        for (Diagnostic diagnostic : failure.diagnostics()) {
          const auto found = std::ranges::find_if(plan_.parameters, [&](const FitParameter& parameter) {
            return diagnostic.where.file.starts_with("--set " + parameter.name + "=");
          });
          if (found != plan_.parameters.end())
            diagnostic.where = parts_.free[static_cast<std::size_t>(found - plan_.parameters.begin())].member.where();
          report_.add(std::move(diagnostic));
        }
        return;
      }
    }
  }

  FitPlanParts& parts_;
  FitPlan& plan_;
  Report& report_;
  Registry& registry_;
  Diagram diagram_;
  std::set<int> used_;
};

}  // namespace

FitValue read_fit_value(FitPlanParts& parts, Json place, const Wanted& wanted, FitParameter::Use use) {
  if (!place) return {};
  if (!place.is(JsonKind::string) || !trimmed(place.text()).starts_with('=')) {
    const auto value = read_value(parts.report, parts.parameters, place, wanted);
    return {value ? value->si : 0, -1};
  }
  const std::string_view name = trimmed(trimmed(place.text()).substr(1));
  std::vector<FitParameter>& all = parts.plan.parameters;
  const auto found = std::ranges::find(all, name, &FitParameter::name);
  if (found == all.end()) {
    std::vector<std::string> known;
    for (const FitParameter& one : all) known.push_back(one.name);
    parts.report.error(ErrorCode::diagram_unknown_parameter, place.where(),
                       fmt::format("{} is no free parameter of the fit", in_quotes(name)), {}, did_you_mean(name, known));
    return {};
  }
  const std::string unit = wanted.unit == "1" ? "" : std::string(wanted.unit);
  if (found->is_of_diagram || (found->use != FitParameter::Use::model && (found->use != use || found->unit != unit))) {
    parts.report.error(ErrorCode::diagram_name_taken, place.where(), fmt::format("{} is used for something else, too", in_quotes(name)), {},
                       "give what the sensor adds a name of its own");
    return {};
  }
  if (found->use == FitParameter::Use::model && use == FitParameter::Use::gain) found->start = 1;
  found->use = use, found->unit = unit;
  return {0, static_cast<int>(found - all.begin())};
}

void complete_fit_plan(FitPlanParts& parts, Registry& registry) {
  FitTrial(parts, registry).run();
  parts.report.throw_if_errors();
  read_fit_data(parts);
}

}  // namespace stribeck
