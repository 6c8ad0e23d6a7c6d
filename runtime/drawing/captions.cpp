#include "drawing/captions.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "base/text.h"
#include "base/units.h"
#include "drawing/markup.h"
#include "drawing/modes.h"
#include "results/layout.h"

namespace stribeck {
namespace {

constexpr double kOfKind = 1e-12;                                           // of what its quantity has been: less is zero but for rounding
constexpr double kOfFactors = 64 * std::numeric_limits<double>::epsilon();  // of what a quantity is made of: as much is left of nothing

double greatest_of(const std::vector<double>& values) {
  double most = 0;
  for (const double value : values)
    if (std::isfinite(value)) most = std::max(most, std::fabs(value));
  return most;
}

/// How great the values of each quantity have been in a run. Forces that balance leave what is small beside any of them, and the power of
/// what sticks what is small beside forces times velocities.
class Scales {
 public:
  Scales(const Trajectory& trajectory, const RunSummary& summary)
      : energy_(summary.audit.exchanged), duration_(summary.reached_s - summary.start_s) {
    for (std::size_t c = 0; c < trajectory.columns().size(); ++c) {
      const double greatest = greatest_of(trajectory.values(c));
      all_ = std::max(all_, greatest);
      const std::optional<Unit> unit = parse_unit(trajectory.columns()[c].unit);
      if (!unit) continue;
      double* own = find(unit->dimension);
      if (own == nullptr) own = &of_.emplace_back(unit->dimension, 0).second;
      *own = std::max(*own, greatest);
    }
  }

  bool is_zero(double value, const std::string& unit_text) {
    const std::optional<Unit> unit = parse_unit(unit_text);
    const double* own = unit ? find(unit->dimension) : nullptr;
    if (own == nullptr) return value == 0;
    static const Dimension kEnergy = parse_unit("J")->dimension, kPower = parse_unit("W")->dimension;
    double made_of = all_;
    if (unit->dimension == kEnergy) made_of = std::max(made_of, energy_);
    if (unit->dimension == kPower && duration_ > 0) made_of = std::max(made_of, energy_ / duration_);
    for (const auto& [one, greatest] : of_)
      for (const auto& [other, factor] : of_)
        if (product(one, other) == unit->dimension) made_of = std::max(made_of, greatest * factor);
    return std::fabs(value) <= kOfKind * *own || *own <= kOfFactors * made_of;
  }

 private:
  double* find(const Dimension& dimension) {
    const auto found = std::find_if(of_.begin(), of_.end(), [&](const auto& own) { return own.first == dimension; });
    return found == of_.end() ? nullptr : &found->second;
  }

  double energy_, duration_, all_ = 0;
  std::vector<std::pair<Dimension, double>> of_;
};

/// A mode by its word, anything else with its unit as it is typeset.
std::string value_in_words(const OutputColumn& column, double value) {
  for (const ModeWord& mode : mode_words(column.doc))
    if (mode.mode == value) return mode.words;
  std::string text = in_shown_unit(value, column.unit, column.shown);
  for (const auto& [plain, typeset] : {std::pair{"^2", "²"}, {"^3", "³"}, {"*", "·"}})
    for (std::size_t at = text.find(plain); at != std::string::npos; at = text.find(plain))
      text.replace(at, std::string_view(plain).size(), typeset);
  return with_minus(std::move(text));
}

}  // namespace

void add_last_values(SchematicView& view, const Diagram& diagram, const Trajectory& trajectory, const RunSummary& summary) {
  std::set<std::string_view> names;
  for (const Instance& instance : diagram.instances) names.insert(instance.name);
  Scales scales(trajectory, summary);
  for (std::size_t c = 0; c < trajectory.columns().size(); ++c) {
    const double last = trajectory.values(c).back();
    const OutputColumn& column = trajectory.columns()[c];
    const std::size_t end = end_of_instance(column.name, [&](std::string_view name) { return names.contains(name); });
    if (end == std::string_view::npos) continue;
    view.captions[column.name.substr(0, end)].push_back(column.name.substr(end + 1) + " = " +
                                                        value_in_words(column, scales.is_zero(last, column.unit) ? 0 : last));
  }
  view.when = "at t = " + short_number(trajectory.times_s().back()) + " s";
}

}  // namespace stribeck
