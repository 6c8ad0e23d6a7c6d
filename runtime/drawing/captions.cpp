#include "drawing/captions.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "base/text.h"
#include "drawing/modes.h"
#include "results/layout.h"

namespace stribeck {
namespace {

constexpr double kOfKind = 1e-12;                                       // of what values of its unit have been: less is zero but for rounding
constexpr double kOfAll = 64 * std::numeric_limits<double>::epsilon();  // of the greatest number there is: all of a unit are no more than it

double greatest_of(const std::vector<double>& values) {
  double most = 0;
  for (const double value : values)
    if (std::isfinite(value)) most = std::max(most, std::fabs(value));
  return most;
}

/// A mode by its word, anything else with its unit as it is typeset.
std::string value_in_words(const OutputColumn& column, double value) {
  for (const ModeWord& mode : mode_words(column.doc))
    if (mode.mode == value) return mode.words;
  std::string text = in_shown_unit(value, column.unit, column.shown);
  for (const auto& [plain, typeset] : {std::pair{"^2", "²"}, {"^3", "³"}, {"*", "·"}})
    for (std::size_t at = text.find(plain); at != std::string::npos; at = text.find(plain))
      text.replace(at, std::string_view(plain).size(), typeset);
  return text;
}

}  // namespace

void add_last_values(SchematicView& view, const Diagram& diagram, const Trajectory& trajectory) {
  std::set<std::string_view> names;
  for (const Instance& instance : diagram.instances) names.insert(instance.name);
  std::map<std::string_view, double> greatest;  // by unit: forces that balance leave what is small beside any of them, not beside themselves
  double all = 0;
  for (std::size_t c = 0; c < trajectory.columns().size(); ++c) {
    double& own = greatest[trajectory.columns()[c].unit];
    own = std::max(own, greatest_of(trajectory.values(c)));
    all = std::max(all, own);
  }
  for (std::size_t c = 0; c < trajectory.columns().size(); ++c) {
    const double last = trajectory.values(c).back(), of_unit = greatest[trajectory.columns()[c].unit];
    const bool is_zero = std::fabs(last) <= kOfKind * of_unit || of_unit <= kOfAll * all;
    const OutputColumn& column = trajectory.columns()[c];
    const std::size_t end = end_of_instance(column.name, [&](std::string_view name) { return names.contains(name); });
    if (end == std::string_view::npos) continue;
    view.captions[column.name.substr(0, end)].push_back(column.name.substr(end + 1) + " = " +
                                                        value_in_words(column, is_zero ? 0 : last));
  }
  view.when = "at t = " + short_number(trajectory.times_s().back()) + " s";
}

}  // namespace stribeck
