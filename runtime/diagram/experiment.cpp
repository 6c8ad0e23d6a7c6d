#include "diagram/experiment.h"

#include <algorithm>
#include <deque>

#include "base/constants.h"
#include "base/format.h"
#include "base/text.h"
#include "diagram/values.h"

namespace stribeck {
namespace {

constexpr double kFinestTolerance = 1e-15;

class ExperimentReader {
 public:
  ExperimentReader(Reading& reading, Json object, const ReadOptions& options)
      : reading_(reading), options_(options), experiment_(reading.diagram.experiment), object_(object) {
    if (!object_ || !is_kind(reading.report, object_, JsonKind::object, "\"experiment\"")) {
      object_ = {};
    } else {
      check_keys(reading.report, object_, {"start", "stop", "interval", "solver", "rtol", "atol", "step", "max_step", "steady_state"},
                 "the experiment");
    }
  }

  void read() {
    const Json start = read_time("start", {}, experiment_.start_s);
    const Json stop = read_time("stop", options_.stop, experiment_.stop_s, &experiment_.stop_unit);
    const Json interval = read_positive_time("interval", options_.interval, experiment_.interval_s, &experiment_.interval_unit);
    read_positive_time("step", {}, experiment_.step_s);
    read_positive_time("max_step", {}, experiment_.max_step_s);
    read_solver();
    read_tolerance("rtol", options_.rtol, experiment_.rtol);
    read_tolerance("atol", options_.atol, experiment_.atol);
    experiment_.has_atol = static_cast<bool>(find("atol", options_.atol));
    if (const Json steady = find("steady_state", {}); steady && is_kind(reading_.report, steady, JsonKind::boolean, "\"steady_state\"")) {
      experiment_.steady_state = steady.truth();
    }
    check_span(stop ? stop : start, interval);
  }

 private:
  /// The command line's value if there is one, else the diagram's.
  Json find(std::string_view key, const std::string& given) {
    if (!given.empty()) return arguments_.emplace_back(JsonTree::of_argument(given, fmt::format("--{} {}", key, given))).root();
    return object_ ? object_.find(key) : Json{};
  }

  Json read_time(std::string_view key, const std::string& given, double& target_s, std::string* unit = nullptr) {
    const Json value = find(key, given);
    if (!value) return value;
    const auto found = stribeck::read_time(reading_.report, reading_.parameters, value, in_quotes(key));
    if (!found) return value;
    target_s = found->si;
    const std::string_view written = reading_.parameters.unit_of(*found);
    if (unit != nullptr) *unit = written == "s" ? "" : written;
    return value;
  }

  Json read_positive_time(std::string_view key, const std::string& given, double& target_s, std::string* unit = nullptr) {
    double time_s = 1;
    const Json value = read_time(key, given, time_s, unit);
    if (!value) return value;
    if (time_s > 0) {
      target_s = time_s;
    } else {
      bad_time(value, fmt::format("{} is {} s, but must be above 0", in_quotes(key), short_number(time_s)));
    }
    return value;
  }

  void bad_time(Json value, std::string message, std::string remedy = {}) {
    reading_.report.error(ErrorCode::experiment_bad_time, value.where(), std::move(message), {}, std::move(remedy));
  }

  void read_solver() {
    const Json word = find("solver", options_.solver);
    if (!word || !is_kind(reading_.report, word, JsonKind::string, "\"solver\"")) return;
    experiment_.solver = word.text();
    const auto& known = options_.solvers;
    if (known.empty() || std::find(known.begin(), known.end(), word.text()) != known.end()) return;
    std::string remedy = did_you_mean(word.text(), known);
    if (remedy.empty()) remedy = fmt::format("the solvers are {}", fmt::join(known, ", "));
    reading_.report.error(ErrorCode::experiment_bad_solver, word.where(), fmt::format("there is no solver {}", in_quotes(word.text())), {},
                          remedy);
  }

  void read_tolerance(std::string_view key, const std::string& given, double& target) {
    const Json value = find(key, given);
    if (!value) return;
    const auto found = read_value(reading_.report, reading_.parameters, value,
                                  {in_quotes(key), "1", Dimension{}, "tolerances are relative to each state's nominal value"});
    if (!found) return;
    if (found->si >= kFinestTolerance && found->si < 1) {
      target = found->si;
      return;
    }
    reading_.report.error(ErrorCode::value_out_of_range, value.where(),
                          fmt::format("{} is {}, but must be at least {} and below 1", in_quotes(key), short_number(found->si),
                                      short_number(kFinestTolerance)));
  }

  void check_span(Json stop, Json interval) {
    const double span_s = experiment_.stop_s - experiment_.start_s;
    if (!(span_s > 0)) {
      if (stop)
        bad_time(stop, fmt::format("the run would stop at {} s, but it starts at {} s", short_number(experiment_.stop_s),
                                   short_number(experiment_.start_s)));
    } else if (interval && experiment_.interval_s > 0 && span_s / experiment_.interval_s > kMostRows) {
      bad_time(interval,
               fmt::format("an interval of {} s gives {} rows in {} s, more than {}", short_number(experiment_.interval_s),
                           short_number(span_s / experiment_.interval_s), short_number(span_s), short_number(kMostRows)),
               "choose a longer interval: it sets the rows of the results, not the accuracy");
    }
  }

  Reading& reading_;
  const ReadOptions& options_;
  Experiment& experiment_;
  Json object_;
  std::deque<JsonTree> arguments_;  // a deque: values point into the trees
};

}  // namespace

void read_experiment(Reading& reading, Json experiment, const ReadOptions& options) {
  ExperimentReader(reading, experiment, options).read();
}

}  // namespace stribeck
