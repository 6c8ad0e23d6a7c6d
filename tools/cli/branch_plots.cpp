#include "branch_plots.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "arguments.h"
#include "base/path.h"
#include "orbit_documents.h"

namespace stribeck::cli {
namespace {

/// Points of branches joined by lines, each in the style of its stability.
class BranchCurves {
 public:
  BranchCurves(const std::string& stable, const std::string& unstable, std::size_t colour, bool one_colour)
      : stable_{.label = stable, .colour = colour, .style = CurveStyle::line, .x = {}, .y = {}},
        unstable_{.label = unstable, .colour = one_colour ? colour : colour + 1, .style = CurveStyle::dashed, .x = {}, .y = {}} {}

  /// `continues`: the branch of the point before goes on to this one.
  void add(double x, double y, bool is_stable, bool continues) {
    if (!continues) interrupt();
    Curve& own = is_stable ? stable_ : unstable_;
    if (continues && has_last_ && is_stable != was_stable_) {
      break_off(is_stable ? unstable_ : stable_);
      put(own, last_x_, last_y_);
    }
    put(own, x, y);
    last_x_ = x, last_y_ = y, was_stable_ = is_stable, has_last_ = true;
  }
  void move_to(Panel& panel) {
    for (Curve* curve : {&stable_, &unstable_})
      if (!curve->x.empty()) panel.curves.push_back(std::move(*curve));
  }

 private:
  static void break_off(Curve& curve) {
    if (!curve.x.empty()) curve.x.push_back(std::nan("")), curve.y.push_back(std::nan(""));
  }
  void interrupt() { break_off(stable_), break_off(unstable_), has_last_ = false; }
  static void put(Curve& curve, double x, double y) { curve.x.push_back(x), curve.y.push_back(y); }
  Curve stable_, unstable_;
  double last_x_ = 0, last_y_ = 0;
  bool was_stable_ = false, has_last_ = false;
};

/// A curve of points for each kind of mark.
void add_marks(Panel& panel, std::size_t colour, const auto& each) {
  std::vector<std::string> words;
  std::vector<Curve> curves;
  each([&](BranchMark mark, double x, double y) {
    if (mark == BranchMark::none) return;
    const std::string word = mark == BranchMark::neimark_sacker ? "complex pair"
                             : mark == BranchMark::branch_point ? "branch point"
                             : mark == BranchMark::vanishes     ? "vanishes (Hopf)"
                                                                : word_of(mark);
    auto found = std::find(words.begin(), words.end(), word);
    if (found == words.end()) {
      const CurveStyle style = words.size() % 2 == 0 ? CurveStyle::points : CurveStyle::crosses;
      curves.push_back({.label = word, .colour = colour + words.size(), .style = style, .x = {}, .y = {}});
      found = words.insert(words.end(), word);
    }
    Curve& curve = curves[static_cast<std::size_t>(found - words.begin())];
    curve.x.push_back(x), curve.y.push_back(y);
  });
  for (Curve& curve : curves) panel.curves.push_back(std::move(curve));
}

void fit_ranges(Panel& panel) {
  panel.x = panel.y = {HUGE_VAL, -HUGE_VAL};
  for (const Curve& curve : panel.curves)
    for (std::size_t k = 0; k < curve.x.size(); ++k) {
      if (std::isnan(curve.x[k])) continue;
      panel.x = {std::min(panel.x.low, curve.x[k]), std::max(panel.x.high, curve.x[k])};
      panel.y = {std::min(panel.y.low, curve.y[k]), std::max(panel.y.high, curve.y[k])};
    }
  const double margin = panel.y.high > panel.y.low ? 0.05 * (panel.y.high - panel.y.low) : 1;
  panel.y = {panel.y.low - margin, panel.y.high + margin};
}

}  // namespace

SavedCurve saved_curve(const std::string& path, const std::string& output) {
  const std::string name = file_name(path);
  SavedCurve curve{name.substr(0, name.rfind('.')), {}};
  std::ifstream stream(path);
  if (!stream) refuse("--beside: there is no file " + path, "write one with stribeck continue --format json");
  try {
    const nlohmann::json document = nlohmann::json::parse(stream);
    for (const nlohmann::json& point : document.at("points")) {
      const nlohmann::json& orbit = point.at("orbit");
      for (const nlohmann::json& one : orbit.at("outputs"))
        if (one.at("name").get<std::string>() == output)
          curve.points.push_back({point.at("parameter").get<double>(), one.at("least").get<double>(), one.at("most").get<double>(),
                                  orbit.at("stability").get<std::string>() == "stable"});
    }
  } catch (const nlohmann::json::exception& error) {
    refuse("--beside: " + path + " is no branch: " + error.what(), "write one with stribeck continue --format json");
  }
  if (curve.points.empty()) refuse("--beside: " + path + " has no orbits with the output " + output, "name another one with --of");
  return curve;
}

PlotPage page_of_branch(const OrbitBranch& branch, std::size_t output, const std::vector<SavedCurve>& others) {
  const auto label = [](const std::string& name, const std::string& unit) { return name + (unit.empty() ? "" : " [" + unit + "]"); };
  Panel panel;
  panel.title = (branch.steady.empty()   ? "Periodic motions over "
                 : branch.points.empty() ? "Steady motions over "
                                         : "Motions over ") +
                branch.parameter.name;
  panel.x_label = label(branch.parameter.name, branch.parameter.unit);
  if (branch.steady.empty())
    panel.y_label = label(branch.points.front().orbit.outputs[output].name, branch.points.front().orbit.outputs[output].unit);
  else
    panel.y_label = label(branch.steady.front().outputs[output].name, branch.steady.front().outputs[output].unit);
  panel.over_time = false;
  BranchCurves curves("stable", "not stable", 0, !others.empty());
  for (std::size_t k = 0; k < branch.steady.size(); ++k) {
    const BranchSteady& point = branch.steady[k];
    curves.add(point.parameter, point.outputs[output].value, point.is_stable, k > 0);
  }
  for (const bool least : {false, true})
    for (std::size_t k = 0; k < branch.points.size(); ++k) {
      const BranchOrbit& point = branch.points[k];
      const OrbitOutput& out = point.orbit.outputs[output];
      curves.add(point.parameter, least ? out.least : out.most, point.orbit.stability == OrbitStability::stable,
                 k > 0 && point.mark != BranchMark::hopf);
    }
  curves.move_to(panel);
  for (std::size_t n = 0; n < others.size(); ++n) {
    BranchCurves beside(others[n].label, others[n].label + ", not stable", n + 1, true);
    for (const bool least : {false, true})
      for (std::size_t k = 0; k < others[n].points.size(); ++k) {
        const SavedCurve::Point& point = others[n].points[k];
        beside.add(point.parameter, least ? point.least : point.most, point.is_stable, k > 0);
      }
    beside.move_to(panel);
  }
  add_marks(panel, others.empty() ? 2 : others.size() + 1, [&](const auto& put) {
    for (const BranchSteady& point : branch.steady) put(point.mark, point.parameter, point.outputs[output].value);
    for (const BranchOrbit& point : branch.points)
      for (const bool least : {false, true}) {
        const OrbitOutput& out = point.orbit.outputs[output];
        put(point.mark, point.parameter, least ? out.least : out.most);
      }
  });
  fit_ranges(panel);
  return {.title = panel.title, .panels = {panel}, .times_s = {}, .remarks = {}};
}

}  // namespace stribeck::cli
