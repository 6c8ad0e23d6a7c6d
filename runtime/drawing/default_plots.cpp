#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <tuple>

#include "base/text.h"
#include "drawing/axis_unit.h"
#include "drawing/modes.h"
#include "drawing/plot_page.h"
#include "explain/element_form.h"
#include "results/layout.h"

namespace stribeck {
namespace {

constexpr std::size_t kMostPlots = 8;   // a page
constexpr std::size_t kMostCurves = 7;  // as many as there are colours that can be told apart
constexpr std::size_t kMostLaws = 3;    // drawn over what they depend on
constexpr std::size_t kManyPanels = 3;  // beside more than these, one that holds constants alone is noise
constexpr std::size_t kMostNames = 3;   // of curves that are one, in a legend
constexpr double kAlike = 1e-9;         // of the greatest value: nobody sees a smaller difference, and other equations round differently
constexpr double kStraightLaw = 0.01;   // of the range of a force: a law closer to a straight line says no more than a number does

constexpr double kRounding = 64 * std::numeric_limits<double>::epsilon();  // of the greatest number on the page: what should be zero

bool is_mode(const OutputColumn& column) { return !mode_words(column.doc).empty(); }

double greatest_size(const std::vector<double>& values) {
  double most = 0;
  for (const double value : values)
    if (std::isfinite(value)) most = std::max(most, std::fabs(value));
  return most;
}

bool are_alike(const std::vector<double>& a, const std::vector<double>& b, double within) {
  for (std::size_t i = 0; i < a.size(); ++i)
    if (!(std::fabs(a[i] - b[i]) <= within)) return false;
  return true;
}

bool is_constant(const std::vector<double>& values) {
  return are_alike(values, std::vector<double>(values.size(), values.empty() ? 0 : values.front()), kAlike * greatest_size(values));
}

/// Numbers of columns that a page without chosen plots shows, and what their curves are called.
struct Telling {
  std::vector<std::size_t> columns;
  std::map<std::string, std::string> labels;  ///< by name, of curves that stand for several
};

/// The first so many columns without those that are zero all along, or would be without rounding, each of those that are one curve only
/// once.
Telling telling_columns(const Trajectory& rows, std::size_t asked) {
  const std::vector<OutputColumn>& all = rows.columns();
  Telling telling;
  std::map<std::size_t, std::vector<std::string>> same;
  double page = 0;
  for (std::size_t c = 0; c < std::min(asked, all.size()); ++c) page = std::max(page, greatest_size(rows.values(c)));
  for (std::size_t c = 0; c < std::min(asked, all.size()); ++c) {
    if (is_mode(all[c])) {
      telling.columns.push_back(c);
      continue;
    }
    const double most = greatest_size(rows.values(c));
    if (most <= kRounding * page) continue;
    const auto twin = std::find_if(telling.columns.begin(), telling.columns.end(), [&](std::size_t other) {
      return all[other].unit == all[c].unit && !is_mode(all[other]) && are_alike(rows.values(other), rows.values(c), kAlike * most);
    });
    if (twin == telling.columns.end())
      telling.columns.push_back(c);
    else
      same[*twin].push_back(all[c].name);
  }
  for (const auto& [column, names] : same)
    telling.labels[all[column].name] =
        all[column].name + (names.size() < kMostNames ? ", " + joined(names) : " and " + std::to_string(names.size()) + " equal to it");
  return telling;
}

/// Of many panels those stay in which something changes.
void take_out_constants(const Trajectory& rows, std::vector<std::size_t>& columns) {
  std::map<std::string, bool> changes;  // by unit
  bool any = false;
  for (const std::size_t c : columns) {
    const OutputColumn& own = rows.columns()[c];
    const bool moves = is_mode(own) || !is_constant(rows.values(c));
    changes[own.unit] = changes[own.unit] || moves;
    any = any || moves;
  }
  if (any && changes.size() > kManyPanels) std::erase_if(columns, [&](std::size_t c) { return !changes[rows.columns()[c].unit]; });
}

std::vector<OutputColumn> those(const Trajectory& rows, const std::vector<std::size_t>& columns) {
  std::vector<OutputColumn> result;
  for (const std::size_t c : columns) result.push_back(rows.columns()[c]);
  return result;
}

/// Whether a force is something else than a straight line over what it depends on, and than nothing at all.
bool has_shape(const std::vector<double>& over, const std::vector<double>& force) {
  const auto n = static_cast<double>(force.size());
  double mean_s = 0, mean_f = 0, ss = 0, sf = 0;
  for (std::size_t i = 0; i < force.size(); ++i) mean_s += over[i] / n, mean_f += force[i] / n;
  for (std::size_t i = 0; i < force.size(); ++i) {
    ss += (over[i] - mean_s) * (over[i] - mean_s);
    sf += (over[i] - mean_s) * (force[i] - mean_f);
  }
  if (!(ss > 0) || is_constant(over)) return false;
  const auto [low, high] = std::minmax_element(force.begin(), force.end());
  for (std::size_t i = 0; i < force.size(); ++i)
    if (std::fabs(force[i] - mean_f - sf / ss * (over[i] - mean_s)) > kStraightLaw * (*high - *low)) return true;
  return false;
}

struct LawNames {
  std::string_view force, velocity, deflection, called;
};
constexpr LawNames kLaws[] = {{"F", "v", "x", "force"}, {"T", "w", "phi", "torque"}};

/// The force of what stores over its deflection, of what only dissipates over its slip.
std::optional<Plot> law_plot(const Diagram& diagram, const Trajectory& rows, std::size_t column) {
  const std::string& name = rows.columns()[column].name;
  for (const LawNames& law : kLaws) {
    const std::size_t dot = name.rfind('.'), stem = name.size() - law.force.size();
    if (dot == std::string::npos || !name.ends_with(law.force) || (stem != dot + 1 && name[stem - 1] != '_')) continue;
    const auto own = std::find_if(diagram.instances.begin(), diagram.instances.end(),
                                  [&](const Instance& instance) { return name.compare(0, dot, instance.name) == 0; });
    if (own == diagram.instances.end()) return std::nullopt;
    const ElementForm form = element_form(*own->record);
    if (form.is_source || form.inertial || (!form.resists && !form.compliant)) return std::nullopt;
    for (const auto& [over, words, fits] :
         {std::tuple{law.deflection, " over deflection", form.compliant}, {law.velocity, " over slip", form.resists}}) {
      const auto found = rows.find(name.substr(0, stem) + std::string(over));
      if (!fits || !found) continue;
      if (!has_shape(rows.values(*found), rows.values(column))) return std::nullopt;
      Plot plot;
      plot.title = name.substr(0, stem == dot + 1 ? dot : stem - 1) + ": " + std::string(law.called) + words;
      plot.x = rows.columns()[*found].name;
      plot.y = {name};
      plot.labels = {""};
      return plot;
    }
  }
  return std::nullopt;
}

std::size_t curves_of(const std::vector<Plot>& plots) {
  std::size_t count = 0;
  for (const Plot& plot : plots) count += plot.y.size();
  return count;
}

}  // namespace

std::vector<Plot> plots_by_unit(const std::vector<OutputColumn>& columns) {
  std::vector<Plot> plots;
  std::map<std::string, std::size_t> plot_of;  // by what is drawn together
  for (const OutputColumn& column : columns) {
    const auto [found, is_new] = plot_of.try_emplace(is_mode(column) ? "mode" : known_unit(column.unit), plots.size());
    if (is_new) plots.emplace_back();
    plots[found->second].y.push_back(column.name);
    plots[found->second].labels.emplace_back();
  }
  return plots;
}

std::vector<Plot> default_plots(const Diagram& diagram, const PlotRows& rows, std::size_t asked, std::vector<std::string>& remarks) {
  const Trajectory& trajectory = *rows.over_time;
  Telling telling = telling_columns(trajectory, asked);
  take_out_constants(trajectory, telling.columns);
  if (telling.columns.empty())  // all of them are zero
    for (std::size_t c = 0; c < std::min(asked, trajectory.columns().size()); ++c) telling.columns.push_back(c);
  std::vector<Plot> laws;
  for (std::size_t k = 0; k < telling.columns.size() && laws.size() < kMostLaws; ++k)
    if (auto plot = law_plot(diagram, *rows.whole, telling.columns[k])) laws.push_back(std::move(*plot));
  std::vector<Plot> plots = plots_by_unit(those(trajectory, telling.columns));
  plots.resize(std::min(plots.size(), kMostPlots - laws.size()));
  for (Plot& plot : plots) {
    plot.y.resize(std::min(plot.y.size(), kMostCurves));
    plot.labels.resize(plot.y.size());
    for (std::size_t i = 0; i < plot.y.size(); ++i)
      if (const auto label = telling.labels.find(plot.y[i]); label != telling.labels.end()) plot.labels[i] = label->second;
  }
  if (const std::size_t shown = curves_of(plots); shown < telling.columns.size())
    remarks.push_back("the page has no room for " + counted(static_cast<std::int64_t>(telling.columns.size() - shown), "further output") +
                      ": the key \"plots\" of the diagram chooses");
  plots.insert(plots.end(), std::make_move_iterator(laws.begin()), std::make_move_iterator(laws.end()));
  return plots;
}

}  // namespace stribeck
