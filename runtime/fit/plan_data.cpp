// The rows of a fit: read, in SI, in the order of time, without those that nothing can be compared with.
#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "base/format.h"
#include "base/text.h"
#include "fit/plan_parts.h"
#include "results/layout.h"

namespace stribeck {
namespace {

/// Instants as they are after rounding: a row at the very end of a run is one of it.
constexpr double kSameTime = 1e-12;

class DataReader {
 public:
  explicit DataReader(FitPlanParts& parts) : parts_(parts), plan_(parts.plan), report_(parts.report) {}

  void run() {
    for (std::size_t e = 0; e < plan_.experiments.size(); ++e) read(plan_.experiments[e], parts_.data[e]);
    check_sigmas();
    report_.throw_if_errors();
    set_sizes();
    for (const Diagnostic& note : report_.notes()) plan_.notes.add(note);
  }

 private:
  void error(ErrorCode code, Where where, std::string message, std::string remedy = {}) {
    report_.error(code, std::move(where), std::move(message), {}, std::move(remedy));
  }

  const ResultTable* table_of(const FitExperiment& experiment, const DataPlaces& places) {
    if (const auto given = parts_.tables.find(experiment.name); given != parts_.tables.end()) return &given->second;
    if (const auto known = tables_.find(experiment.data); known != tables_.end()) return &known->second;
    try {
      return &tables_.emplace(experiment.data, read_result(experiment.data)).first->second;
    } catch (const Failure& failure) {
      for (Diagnostic diagnostic : failure.diagnostics()) {
        if (diagnostic.where.file.empty() && places.file) diagnostic.where = places.file.where();
        report_.add(std::move(diagnostic));
      }
    }
    return nullptr;
  }

  const std::vector<double>* column_of(const ResultTable& table, const std::string& name, Where where) {
    if (const auto found = table.find(name)) return &table.columns[*found];
    std::string remedy = did_you_mean(name, table.names);
    if (remedy.empty()) remedy = "its columns are " + joined(table.names);
    error(ErrorCode::result_unreadable, std::move(where), fmt::format("{} has no column {}", table.file, in_quotes(name)), remedy);
    return nullptr;
  }

  /// A unit of the data, which must be one of what is compared; nothing after an error. An empty one is the SI's.
  std::optional<Unit> unit_of(Json place, const std::string& written, const std::string& si_unit, const std::string& what) {
    const Unit si = parse_unit(si_unit).value_or(Unit{Dimension::unchecked()});
    if (written.empty()) return Unit{si.dimension};
    std::string unknown;
    const auto unit = parse_unit(written, &unknown);
    if (!unit) {
      error(ErrorCode::value_unknown_unit, place.where(), fmt::format("{} is no unit", in_quotes(written)));
    } else if (!agree(unit->dimension, si.dimension)) {
      error(ErrorCode::value_wrong_dimension, place.where(),
            fmt::format("the column is in {}, but {} is in {}", written, what, si_unit.empty() ? "1" : si_unit),
            "give the unit in which the column was written");
    } else {
      return unit;
    }
    return std::nullopt;
  }

  void read(FitExperiment& experiment, const DataPlaces& places) {
    const ResultTable* table = table_of(experiment, places);
    if (table == nullptr) return;
    std::string name = "time", unit_text;
    Json time = places.time;
    if (time && time.is(JsonKind::object)) {
      check_keys(report_, time, {"column", "unit"}, "\"time\"");
      if (const Json unit = time.find("unit"); unit && is_kind(report_, unit, JsonKind::string, "\"unit\"")) unit_text = unit.text();
      if (const Json column = time.find("column"); column && is_kind(report_, column, JsonKind::string, "\"column\"")) name = column.text();
    } else if (time && is_kind(report_, time, JsonKind::string, "\"time\"")) {
      name = time.text();
    }
    const std::vector<double>* times = column_of(*table, name, (time ? time : places.experiment).where());
    const auto unit = unit_of(time ? time : places.experiment, unit_text, "s", "time");
    if (times == nullptr || !unit) return;
    std::vector<double> times_s;
    for (const double t : *times) times_s.push_back(t * unit->factor + unit->offset);
    double from = -HUGE_VAL, to = HUGE_VAL;
    if (places.from) from = read_time_s(report_, parts_.parameters, places.from, "\"from\"").value_or(from);
    if (places.to) to = read_time_s(report_, parts_.parameters, places.to, "\"to\"").value_or(to);
    const Within within = within_of(experiment, from, to);
    for (std::size_t c = 0; c < experiment.columns.size(); ++c)
      read_column(experiment.columns[c], places.columns[c], *table, times_s, within, experiment);
    for (std::size_t k = 0; k < experiment.events.size(); ++k) read_events(experiment.events[k], places.events[k], *table);
  }

  /// From when to when on the clock that measured: as asked, and within the run wherever the delay goes.
  struct Within {
    double from = 0, to = 0, run_from = 0, run_to = 0;
  };
  Within within_of(const FitExperiment& experiment, double from, double to) const {
    double least = experiment.delay.value, most = least;
    if (experiment.delay.parameter >= 0) {
      const FitParameter& delay = plan_.parameters[static_cast<std::size_t>(experiment.delay.parameter)];
      least = delay.low, most = delay.high;
    }
    const double slack = kSameTime * std::max(std::fabs(experiment.start_s), std::fabs(experiment.stop_s));
    return {from, to, experiment.start_s + most - slack, experiment.stop_s + least + slack};
  }

  void read_column(FittedColumn& column, const ColumnPlaces& places, const ResultTable& table, const std::vector<double>& times_s,
                   const Within& within, const FitExperiment& experiment) {
    const OutputColumn& output = parts_.outputs.at(column.variable);
    const std::string si_unit = output.unit == "1" ? "" : output.unit;
    const std::vector<double>* values = column_of(table, column.column, places.column.where());
    const auto unit = unit_of(places.unit ? places.unit : places.column, column.unit, si_unit, column.variable);
    if (values == nullptr || !unit) return;
    if (column.unit.empty()) column.unit = si_unit;
    const std::vector<double>* sigmas = nullptr;
    if (places.sigma && places.sigma.is(JsonKind::object)) {
      check_keys(report_, places.sigma, {"column"}, "\"sigma\"");
      const Json named = places.sigma.find("column");
      if (!named || !is_kind(report_, named, JsonKind::string, "\"column\""))
        return error(ErrorCode::diagram_missing_key, places.sigma.where(), "\"sigma\" is a value, or names a \"column\"");
      sigmas = column_of(table, std::string(named.text()), named.where());
      if (sigmas == nullptr) return;
    } else if (places.sigma) {
      const Wanted wanted{"\"sigma\"", si_unit, unit->dimension, {}};
      const auto value = read_value(report_, parts_.parameters, places.sigma, wanted);
      if (!value || !is_difference(report_, places.sigma, *value, "sigma")) return;
      if (!(value->si > 0)) return error(ErrorCode::value_out_of_range, places.sigma.where(), "\"sigma\" is greater than zero");
      column.sigma = value->si;
    }
    std::vector<std::size_t> order(times_s.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return times_s[a] < times_s[b]; });
    for (const std::size_t row : order) {
      const double t = times_s[row], sigma = sigmas != nullptr ? (*sigmas)[row] * unit->factor : column.sigma.value_or(1);
      if (!std::isfinite(t) || !std::isfinite((*values)[row]) || !(sigma > 0) || !std::isfinite(sigma)) {
        ++column.not_numbers;
      } else if (t >= within.from && t <= within.to) {
        if (t < within.run_from || t > within.run_to) {
          ++column.outside;
          continue;
        }
        column.times_s.push_back(t);
        column.values.push_back((*values)[row] * unit->factor + unit->offset);
        column.sigmas.push_back(sigma);
      }
    }
    if (sigmas != nullptr) column.sigma = 1;  // each row has its own
    say_what_is_left_out(column, places, within, experiment);
  }

  void say_what_is_left_out(const FittedColumn& column, const ColumnPlaces& places, const Within& within, const FitExperiment& experiment) {
    const std::string which = in_quotes(column.column) + " of " + experiment.data;
    if (column.times_s.empty())
      return error(
          ErrorCode::result_unreadable, places.column.where(),
          fmt::format(
              "no row of {} can be compared: {} without a number, {} outside the run, which lasts from {} to {} on the clock of the data",
              which, column.not_numbers, column.outside, with_prefix(within.run_from, "s"), with_prefix(within.run_to, "s")),
          "is the unit of \"time\" that of the data?");
    if (column.not_numbers > 0)
      warn(places.column.where(),
           fmt::format("{} of {} left out, which are no numbers", counted(static_cast<std::int64_t>(column.not_numbers), "row"), which),
           "");
    if (column.outside > 0)
      warn(places.column.where(),
           fmt::format("{} of {} left out, which lie outside the run", counted(static_cast<std::int64_t>(column.outside), "row"), which),
           fmt::format("the run lasts from {} to {}: give it another \"stop\", or cut the data by \"from\" and \"to\"",
                       with_prefix(experiment.start_s, "s"), with_prefix(experiment.stop_s, "s")));
  }
  void warn(Where where, std::string message, std::string remedy) {
    plan_.notes.add({.code = ErrorCode::result_unreadable,
                     .message = std::move(message),
                     .where = std::move(where),
                     .because = {},
                     .remedy = std::move(remedy),
                     .severity = Severity::warning,
                     .details = {}});
  }

  void read_events(FittedEvents& events, Json place, const ResultTable& table) {
    if (const Json times = place.find("times")) {
      if (!is_kind(report_, times, JsonKind::array, "\"times\"")) return;
      for (const Json time : times)
        if (const auto t = read_time_s(report_, parts_.parameters, time, "an instant")) events.times_s.push_back(*t);
    } else {
      const Json named = place.find("column");
      if (!is_kind(report_, named, JsonKind::string, "\"column\"")) return;
      const Json unit_place = place.find("unit");
      if (unit_place && !is_kind(report_, unit_place, JsonKind::string, "\"unit\"")) return;
      const std::vector<double>* values = column_of(table, std::string(named.text()), named.where());
      const auto unit = unit_of(unit_place ? unit_place : named, unit_place ? std::string(unit_place.text()) : "", "s", "an instant");
      if (values == nullptr || !unit) return;
      for (const double value : *values)
        if (std::isfinite(value)) events.times_s.push_back(value * unit->factor + unit->offset);
    }
    std::sort(events.times_s.begin(), events.times_s.end());
    if (events.times_s.empty()) error(ErrorCode::result_unreadable, place.where(), "there are no instants");
  }

  /// Quantities of different kinds can be weighed against one another only by what their errors are.
  void check_sigmas() {
    std::vector<std::string> kinds;
    for (const FitExperiment& experiment : plan_.experiments) {
      for (const FittedColumn& column : experiment.columns) kinds.push_back(column.variable);
      if (!experiment.events.empty()) kinds.emplace_back();
    }
    std::sort(kinds.begin(), kinds.end());
    kinds.erase(std::unique(kinds.begin(), kinds.end()), kinds.end());
    const bool is_robust = plan_.loss.kind != RobustLoss::Kind::plain;
    std::size_t given = 0, all = 0;
    for (const FitExperiment& experiment : plan_.experiments) {
      for (const FittedColumn& column : experiment.columns) ++all, given += column.sigma ? 1 : 0;
      for (const FittedEvents& events : experiment.events) ++all, given += events.has_sigma ? 1 : 0;
    }
    if (given == all || (kinds.size() <= 1 && given == 0 && !is_robust)) return;
    const std::string why =
        is_robust ? "a robust loss counts in standard deviations" : "what is compared is weighed by its standard deviations";
    for (std::size_t e = 0; e < plan_.experiments.size(); ++e) {
      for (std::size_t c = 0; c < plan_.experiments[e].columns.size(); ++c)
        if (!plan_.experiments[e].columns[c].sigma)
          error(ErrorCode::diagram_missing_key, parts_.data[e].columns[c].member.where(),
                fmt::format("{} has no \"sigma\", and {}", in_quotes(plan_.experiments[e].columns[c].variable), why),
                "about what the sensor's error is: \"sigma\": \"0.1 mm\"");
      for (std::size_t k = 0; k < plan_.experiments[e].events.size(); ++k)
        if (!plan_.experiments[e].events[k].has_sigma)
          error(ErrorCode::diagram_missing_key, parts_.data[e].events[k].where(),
                fmt::format("{} has no \"sigma\", and {}", in_quotes(plan_.experiments[e].events[k].label), why),
                "how exactly the instants were measured: \"sigma\": \"1 ms\"");
    }
  }

  /// What counts as a large change of what the sensor adds.
  void set_sizes() {
    for (const FitExperiment& experiment : plan_.experiments) {
      double span_s = 0;
      for (const FittedColumn& column : experiment.columns) {
        span_s = std::max(span_s, column.times_s.back() - column.times_s.front());
        const double count = static_cast<double>(column.values.size());
        const double mean = std::accumulate(column.values.begin(), column.values.end(), 0.0) / count;
        double squares = 0;
        for (const double value : column.values) squares += (value - mean) * (value - mean);
        set_size(column.offset, std::sqrt(squares / count));
        set_size(column.gain, 1);
      }
      set_size(experiment.delay, span_s);
    }
  }
  void set_size(const FitValue& value, double size) {
    if (value.parameter < 0) return;
    FitParameter& parameter = plan_.parameters[static_cast<std::size_t>(value.parameter)];
    if (size > 0) parameter.size = std::max(parameter.size, size);
  }

  FitPlanParts& parts_;
  FitPlan& plan_;
  Report& report_;
  std::map<std::string, ResultTable> tables_;
};

}  // namespace

void read_fit_data(FitPlanParts& parts) { DataReader(parts).run(); }

}  // namespace stribeck
