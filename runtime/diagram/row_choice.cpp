// Which rows of a run are written: those in a window, those at given instants, those at the solver's steps.
#include <deque>

#include "base/format.h"
#include "base/instants.h"
#include "base/text.h"
#include "diagram/experiment.h"
#include "diagram/values.h"

namespace stribeck {
namespace {

class RowChoiceReader {
 public:
  RowChoiceReader(Reading& reading, Json outputs, const ReadOptions& options)
      : reading_(reading),
        asked_(options.rows),
        experiment_(reading.diagram.experiment),
        in_file_(outputs && outputs.is(JsonKind::object) && !options.rows.any() ? outputs : Json{}),
        may_end_early_(static_cast<bool>(in_file_) && !options.stop.empty()) {}

  void read() {
    const Json from = find("from", asked_.from), to = find("to", asked_.to);
    RowChoice& rows = experiment_.rows;
    rows.from_s = instant(from, "from");
    rows.to_s = instant(to, "to");
    if (rows.from_s && rows.to_s && *rows.from_s > *rows.to_s)
      bad(to, fmt::format("the rows would be from {} s to {} s, which is earlier", short_number(*rows.from_s), short_number(*rows.to_s)),
          "swap them");
    const Json steps = find("rows", asked_.rows);
    if (steps) read_steps(steps);
    const Json list = in_file_ ? in_file_.find("at") : Json{};
    if (list) take_all(list);
    for (const std::string& text : asked_.at) take(argument(text, "at"));
    if (const Json other = from ? from : to ? to : steps; other && (list || !asked_.at.empty()))
      bad(other, "the rows are given by their instants, \"at\", and by a window or the solver's steps, too",
          "leave \"at\" out, or the others");
  }

 private:
  Json argument(const std::string& text, std::string_view key) {
    return arguments_.emplace_back(JsonTree::of_argument(text, fmt::format("--{} {}", key, text))).root();
  }
  Json find(std::string_view key, const std::string& given) {
    if (!given.empty()) return argument(given, key);
    return in_file_ ? in_file_.find(key) : Json{};
  }

  void bad(Json value, std::string message, std::string remedy) {
    reading_.report.error(ErrorCode::experiment_bad_time, value.where(), std::move(message), {}, std::move(remedy));
  }

  /// Of the run; nothing after an error. Where the command line lets the run end earlier, what the diagram asks for may lie behind it.
  std::optional<double> instant(Json value, std::string_view what) {
    if (!value) return std::nullopt;
    const auto found = read_time_s(reading_.report, reading_.parameters, value, in_quotes(what));
    if (!found) return std::nullopt;
    const double start_s = experiment_.start_s, stop_s = experiment_.stop_s;
    const bool is_before = *found < start_s && !is_same_instant(*found, start_s);
    const bool is_behind = *found > stop_s && !is_same_instant(*found, stop_s);
    if (!is_before && (!is_behind || may_end_early_)) return found;
    bad(value,
        fmt::format("{} is {} s, but the run is from {} s to {} s", in_quotes(what), short_number(*found), short_number(start_s),
                    short_number(stop_s)),
        "rows can be asked for within the run");
    return std::nullopt;
  }

  void take_all(Json list) {
    if (!is_kind(reading_.report, list, JsonKind::array, "\"at\"")) return;
    if (list.count() == 0) bad(list, "\"at\" names no instant", "name one, or leave \"at\" out");
    for (const Json entry : list) take(entry);
  }

  void take(Json entry) {
    const auto found = instant(entry, "at");
    if (!found) return;
    std::vector<double>& times = experiment_.rows.at_s;
    if (!times.empty() && is_same_instant(*found, times.back()))
      return bad(entry, fmt::format("{} s is named twice", short_number(*found)), "name each instant once");
    if (!times.empty() && *found < times.back())
      return bad(entry, fmt::format("{} s stands behind {} s", short_number(*found), short_number(times.back())),
                 "name the instants in ascending order");
    times.push_back(*found);
  }

  void read_steps(Json word) {
    if (!is_kind(reading_.report, word, JsonKind::string, "\"rows\"")) return;
    if (word.text() == "steps") {
      experiment_.rows.at_steps = true;
      return;
    }
    reading_.report.error(ErrorCode::value_bad_choice, word.where(),
                          fmt::format("\"rows\" is {}, but can only be \"steps\"", in_quotes(word.text())), {},
                          "leave it out for a row every interval");
  }

  Reading& reading_;
  const AskedRows& asked_;
  Experiment& experiment_;
  Json in_file_;
  bool may_end_early_;
  std::deque<JsonTree> arguments_;  // a deque: values point into the trees
};

}  // namespace

void read_row_choice(Reading& reading, Json outputs, const ReadOptions& options) { RowChoiceReader(reading, outputs, options).read(); }

}  // namespace stribeck
