#include "results/expectations.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <string_view>

#include "base/constants.h"
#include "base/instants.h"
#include "base/text.h"
#include "diagram/expectation.h"
#include "results/layout.h"
#include "simulation/events/event_names.h"

namespace stribeck {
namespace {

Diagnostic failed(const Diagram& diagram, const Position& position, std::string message) {
  Diagnostic diagnostic;
  diagnostic.code = ErrorCode::expect_failed;
  diagnostic.message = std::move(message);
  diagnostic.where.file = diagram.file == "-" ? "standard input" : diagram.file;
  diagnostic.where.line = static_cast<int>(position.line);
  diagnostic.where.column = static_cast<int>(position.column);
  return diagnostic;
}

void add_numbers(Diagnostic& diagnostic, double got, double expected, double allowed) {
  diagnostic.details.emplace_back("got", number_text(got));
  diagnostic.details.emplace_back("expected", number_text(expected));
  diagnostic.details.emplace_back("difference", short_number(got - expected));
  diagnostic.details.emplace_back("allowed", short_number(allowed));
}

/// The negation, so that a difference that is not a number fails too.
bool holds(double difference, double allowed) { return std::fabs(difference) <= allowed; }

class Comparison {
 public:
  Comparison(const Diagram& diagram, const Trajectory& trajectory, double scale)
      : diagram_(diagram), trajectory_(trajectory), scale_(scale) {}

  void value(const ExpectedValue& expected) {
    const auto column = column_of(expected);
    if (!column) return;
    const double begin_s = trajectory_.times_s().front(), end_s = trajectory_.times_s().back();
    const bool is_before = expected.time_s < begin_s && !is_same_instant(expected.time_s, begin_s);
    const bool is_behind = expected.time_s > end_s && !is_same_instant(expected.time_s, end_s);
    if (is_before || is_behind) {
      add(failed(diagram_, expected.position,
                 expected.variable + " is expected at " + short_number(expected.time_s) + " s, but the run " +
                     (is_before ? "began at " + short_number(begin_s) : "ended at " + short_number(end_s)) + " s"));
      return;
    }
    const double got = trajectory_.at(*column, expected.time_s);
    const double wanted = expected.expression.empty() ? expected.value : evaluate_expectation(diagram_, expected, expected.time_s);
    if (!holds(got - wanted, expected.within * scale_)) differs(expected, expected.time_s, got, wanted, 0);
  }

  void at_every_row(const ExpectedValue& expected) {
    const auto column = column_of(expected);
    if (!column) return;
    Worst worst;
    const std::vector<double>& times = trajectory_.times_s();
    for (std::size_t row = 0; row < times.size(); ++row) {
      const double got = trajectory_.values(*column)[row];
      const double wanted = nearest_value(expected, row, got);
      const double difference = std::fabs(got - wanted);
      if (holds(difference, expected.within * scale_)) continue;
      if (worst.rows == 0 || difference > worst.difference || std::isnan(difference)) {
        worst = {worst.rows, row, difference, got, wanted};
      }
      ++worst.rows;
    }
    if (worst.rows > 0) differs(expected, times[worst.row], worst.got, worst.wanted, worst.rows);
  }

  /// Each event of the run stands for one expected event: as many of these as possible are given one of their own, by augmenting paths.
  void events(const std::vector<ExpectedEvent>& expected) {
    std::vector<const ExpectedEvent*> stands_for(trajectory_.events().size(), nullptr);
    for (const ExpectedEvent& one : expected) {
      std::vector<bool> asked(stands_for.size(), false);
      if (!finds_its_own(one, stands_for, asked)) tell_missing(one);
    }
  }

  void summary(const Expect& expect, const RunSummary& summary) {
    if (expect.energy_residual && !holds(summary.audit.relative(), *expect.energy_residual * scale_)) {
      Diagnostic diagnostic = failed(diagram_, {},
                                     "the energy residual is " + short_number(summary.audit.relative()) + " of the " +
                                         with_prefix(summary.audit.exchanged, "J") + " exchanged, more than is allowed");
      diagnostic.details.emplace_back("residual", with_prefix(summary.audit.residual, "J"));
      diagnostic.details.emplace_back("allowed", short_number(*expect.energy_residual * scale_));
      add(std::move(diagnostic));
    }
    if (expect.states && summary.states != *expect.states) {
      add(failed(diagram_, {}, "the system has " + counted(summary.states, "state") + ", expected " + std::to_string(*expect.states)));
    }
    if (expect.max_steps && summary.statistics.steps > *expect.max_steps) {
      add(failed(
          diagram_, {},
          "the run took " + counted(summary.statistics.steps, "step") + ", at most " + std::to_string(*expect.max_steps) + " are allowed"));
    }
  }

  std::vector<Diagnostic> take() { return std::move(found_); }

 private:
  struct Worst {
    std::int64_t rows = 0;
    std::size_t row = 0;
    double difference = 0, got = 0, wanted = 0;
  };

  void add(Diagnostic diagnostic) { found_.push_back(std::move(diagnostic)); }

  std::optional<std::size_t> column_of(const ExpectedValue& expected) {
    const auto column = trajectory_.find(expected.variable);
    if (column && !trajectory_.times_s().empty()) return column;
    add(failed(diagram_, expected.position,
               column ? "the run gave no row to compare " + expected.variable + " with" : "the run gave no " + expected.variable));
    return std::nullopt;
  }

  /// An expression that jumps at an event has two values there: the rows before and after it may each take the side they stand on.
  double nearest_value(const ExpectedValue& expected, std::size_t row, double got) const {
    const std::vector<double>& times = trajectory_.times_s();
    const double time_s = times[row];
    const double wanted = evaluate_expectation(diagram_, expected, time_s);
    const double slack_s = kExpectedJumpSlack_s * std::max(1.0, std::fabs(time_s));
    double side = 0;
    if (row + 1 < times.size() && times[row + 1] == time_s) {
      side = -1;
    } else if (row > 0 && times[row - 1] == time_s) {
      side = 1;
    }
    if (side == 0) return wanted;
    // Extrapolated in a straight line, so that the slope beside the jump does not count as a difference.
    const double near = evaluate_expectation(diagram_, expected, time_s + side * slack_s);
    const double far = evaluate_expectation(diagram_, expected, time_s + 2 * side * slack_s);
    const double other = near + (near - far);
    return std::fabs(got - other) < std::fabs(got - wanted) ? other : wanted;
  }

  void differs(const ExpectedValue& expected, double time_s, double got, double wanted, std::int64_t rows) {
    const bool alike = short_number(got) == short_number(wanted);
    const auto shown = [alike](double value) { return alike ? number_text(value) : short_number(value); };
    std::string message = expected.variable + " is " + shown(got) + " at " + short_number(time_s) + " s, expected " + shown(wanted);
    if (!expected.expression.empty()) message += " = " + expected.expression;
    Diagnostic diagnostic = failed(diagram_, expected.position, std::move(message));
    add_numbers(diagnostic, got, wanted, expected.within * scale_);
    if (rows > 0) {
      diagnostic.details.emplace_back(
          "rows", std::to_string(rows) + " of " + std::to_string(trajectory_.times_s().size()) + " differ, this one most");
    }
    add(std::move(diagnostic));
  }

  bool fits(const ExpectedEvent& expected, const EventRecord& event) const {
    return is_event(expected.label, event.label) && holds(event.time_s - expected.time_s, expected.within * scale_);
  }

  bool finds_its_own(const ExpectedEvent& expected, std::vector<const ExpectedEvent*>& stands_for, std::vector<bool>& asked) const {
    for (std::size_t e = 0; e < stands_for.size(); ++e) {
      if (asked[e] || !fits(expected, trajectory_.events()[e])) continue;
      asked[e] = true;
      if (stands_for[e] != nullptr && !finds_its_own(*stands_for[e], stands_for, asked)) continue;
      stands_for[e] = &expected;
      return true;
    }
    return false;
  }

  void tell_missing(const ExpectedEvent& expected) {
    const EventRecord* closest = nullptr;
    for (const EventRecord& event : trajectory_.events()) {
      if (!is_event(expected.label, event.label)) continue;
      if (!closest || std::fabs(event.time_s - expected.time_s) < std::fabs(closest->time_s - expected.time_s)) closest = &event;
    }
    if (!closest) return no_such_event(expected);
    Diagnostic diagnostic = failed(diagram_, expected.position,
                                   "event " + closest->label + " happened at " + short_number(closest->time_s) + " s, expected at " +
                                       short_number(expected.time_s) + " s");
    if (fits(expected, *closest)) {
      diagnostic.message += " once more";
      diagnostic.because = "each event that happens stands for one that is expected";
    } else {
      add_numbers(diagnostic, closest->time_s, expected.time_s, expected.within * scale_);
    }
    add(std::move(diagnostic));
  }

  void no_such_event(const ExpectedEvent& expected) {
    std::vector<std::string> labels;
    for (const EventRecord& event : trajectory_.events()) labels.push_back(event.label);
    std::sort(labels.begin(), labels.end());
    labels.erase(std::unique(labels.begin(), labels.end()), labels.end());
    Diagnostic diagnostic = failed(diagram_, expected.position,
                                   (expected.label.empty() ? "an event" : "event " + expected.label) + " is expected at " +
                                       short_number(expected.time_s) + " s, but there was none");
    std::string happened;
    for (const std::string& label : labels) happened += (happened.empty() ? "" : "; ") + label;
    diagnostic.because = labels.empty() ? "the run had no events" : "the events of the run were: " + happened;
    diagnostic.remedy = did_you_mean(expected.label, labels);
    add(std::move(diagnostic));
  }

  const Diagram& diagram_;
  const Trajectory& trajectory_;
  double scale_;
  std::vector<Diagnostic> found_;
};

}  // namespace

static bool names_instance(std::string_view instance, std::string_view label) {
  const auto in_name = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.'; };
  for (std::size_t at = label.find(instance); at != std::string_view::npos; at = label.find(instance, at + 1)) {
    const std::size_t end = at + instance.size();
    const bool whole = (at == 0 || !in_name(label[at - 1])) && end < label.size() && (label[end] == '.' || label[end] == ':');
    if (whole) return true;
  }
  return false;
}

bool is_event(std::string_view wanted, std::string_view label) {
  if (label == ended_condition(std::string(wanted))) return true;
  return wanted.empty() || wanted == label || names_instance(wanted, label);
}

double tolerance_scale_from_environment() {
  const char* text = std::getenv("STRIBECK_TOL_SCALE");
  if (!text) return 1;
  const std::string_view view(text);
  double scale = 1;
  const auto [end, error] = std::from_chars(view.data(), view.data() + view.size(), scale);
  return error == std::errc() && end == view.data() + view.size() && scale >= 0 ? scale : 1;
}

std::vector<double> expected_times(const Expect& expect) {
  std::vector<double> times;
  for (const ExpectedValue& value : expect.at) times.push_back(value.time_s);
  std::sort(times.begin(), times.end());
  times.erase(std::unique(times.begin(), times.end()), times.end());
  return times;
}

std::vector<Diagnostic> compare(const Diagram& diagram, const Trajectory& trajectory, const RunSummary& summary, double tolerance_scale) {
  Comparison comparison(diagram, trajectory, tolerance_scale);
  for (const ExpectedValue& expected : diagram.expect.at) comparison.value(expected);
  for (const ExpectedValue& expected : diagram.expect.exact) comparison.at_every_row(expected);
  comparison.events(diagram.expect.events);
  comparison.summary(diagram.expect, summary);
  return comparison.take();
}

}  // namespace stribeck
