// What a diagram wants drawn.

#include <algorithm>
#include <array>
#include <set>

#include "base/format.h"
#include "base/pattern.h"
#include "base/text.h"
#include "base/unit_text.h"
#include "diagram/observables.h"
#include "diagram/reading.h"
#include "diagram/values.h"

namespace stribeck {
namespace {

constexpr std::string_view kMode = "mode";  // a component's variable of that name is zero while it sticks

class PlotReader {
 public:
  PlotReader(Reading& reading, Json object) : reading_(reading), report_(reading.report), object_(object) {}

  Plot read() {
    check_keys(report_, object_, {"title", "x", "y", "x_unit", "y_unit", "log", "modes", "overlay"}, "a plot");
    plot_.title = optional_text(report_, object_, "title");
    plot_.position = object_.position();
    read_x();
    read_curves();
    read_units();
    read_log();
    read_modes();
    if (const Json overlays = object_.find("overlay"); overlays && is_kind(report_, overlays, JsonKind::array, "\"overlay\""))
      for (const Json overlay : overlays) read_overlay(overlay);
    return std::move(plot_);
  }

 private:
  void read_x() {
    const std::string_view x = optional_text(report_, object_, "x");
    const auto found = resolve_shown(reading_, x.empty() ? "time" : x, {x.empty() ? object_ : object_.find("x")});
    if (!found) return;
    if (!x.empty()) plot_.x = found->name;
    x_ = *found;
  }

  void read_curves() {
    const Json y = object_.find("y");
    if (!y) {
      report_.error(ErrorCode::diagram_missing_key, object_.where(), "the plot has no \"y\"", {}, "\"y\" lists the variables to draw");
    } else if (y.is(JsonKind::array)) {
      for (const Json curve : y) read_curve(curve);
    } else {
      read_curve(y);
    }
  }

  /// "load.w", "clutch*.mode" or {"of": "load.w", "label": "the load"}
  void read_curve(Json curve) {
    if (!curve.is(JsonKind::object)) {
      if (is_kind(report_, curve, JsonKind::string, "a curve of a plot")) add_curves(curve, "");
      return;
    }
    check_keys(report_, curve, {"of", "label"}, "a curve of a plot");
    const Json variable = curve.find("of");
    if (!variable) {
      report_.error(ErrorCode::diagram_missing_key, curve.where(), "the curve has no \"of\"", {}, "\"of\" names the variable to draw");
    } else if (is_kind(report_, variable, JsonKind::string, "\"of\"")) {
      add_curves(variable, optional_text(report_, curve, "label"));
    }
  }

  void add_curves(Json variable, std::string_view label) {
    const std::string_view name = variable.text();
    if (!is_pattern(reading_, name)) {
      if (const auto found = resolve_shown(reading_, name, {variable})) add_curve(found->name, label, *found, found->instances);
      return;
    }
    const std::size_t before = plot_.y.size();
    for (std::size_t i = 0; i < reading_.diagram.instances.size(); ++i) {
      Instance& instance = reading_.diagram.instances[i];
      for (const std::string& own : take_matching(reading_, instance, name))
        add_curve(instance.name + "." + own, label, *find_observable(*instance.record, own), {static_cast<std::int32_t>(i)});
    }
    if (plot_.y.size() == before)
      report_.error(ErrorCode::diagram_unknown_variable, variable.where(), fmt::format("the pattern {} fits no variable", in_quotes(name)),
                    {}, "a pattern is instance.variable, with stars for any characters: \"spring.*\"");
  }

  void add_curve(std::string_view name, std::string_view label, const Observable& observable, const std::vector<std::int32_t>& instances) {
    plot_.y.emplace_back(name);
    plot_.labels.emplace_back(label);
    drawn_.push_back(observable);
    drawn_instances_.insert(instances.begin(), instances.end());
  }

  /// The unit written at `key`, if there is one and it is a unit.
  std::optional<Unit> unit_of(Json object, std::string_view key, std::string_view& text) {
    text = optional_text(report_, object, key);
    if (text.empty()) return std::nullopt;
    std::string unknown;
    std::optional<Unit> unit = parse_unit(text, &unknown);
    note_spelling(report_, object.find(key), text);
    if (!unit)
      report_.error(ErrorCode::value_unknown_unit, object.find(key).where(), fmt::format("{} is no unit", in_quotes(text)), {},
                    "units are written as in \"N*m/rad\", \"rpm\" or \"mm\"");
    return unit;
  }

  void refuse_unit(Json place, std::string_view text, std::string_view what, std::string_view wanted) {
    report_.error(ErrorCode::value_wrong_dimension, place.where(), fmt::format("{} does not measure {}", in_quotes(text), what), {},
                  shown_unit(wanted).empty() ? "leave the unit out" : fmt::format("use a unit that converts to {}", wanted));
  }

  void read_units() {
    std::string_view text;
    if (const auto unit = unit_of(object_, "x_unit", text)) {
      plot_.x_unit = text;
      if (!agree(unit->dimension, x_.dimension)) refuse_unit(object_.find("x_unit"), text, plot_.x, x_.unit);
    }
    if (const auto unit = unit_of(object_, "y_unit", text)) {
      plot_.y_unit = text;
      const bool fits = std::any_of(drawn_.begin(), drawn_.end(), [&](const Observable& y) { return agree(unit->dimension, y.dimension); });
      if (!fits && !drawn_.empty()) refuse_unit(object_.find("y_unit"), text, "any of the curves", drawn_.front().unit);
    }
  }

  void read_log() {
    constexpr std::array<std::string_view, 3> kChoices{"x", "y", "both"};
    const std::string_view text = optional_text(report_, object_, "log");
    if (text.empty()) return;
    const auto found = std::find(kChoices.begin(), kChoices.end(), text);
    if (found == kChoices.end())
      report_.error(ErrorCode::value_bad_choice, object_.find("log").where(), fmt::format("\"log\" cannot be {}", in_quotes(text)), {},
                    "the choices are x, y, both: the axes with a logarithmic scale");
    else
      plot_.log = static_cast<LogAxes>(found - kChoices.begin() + 1);
  }

  /// Those named, or else those of the components whose variables are drawn, or else those of what is tied to them.
  void read_modes() {
    const Json modes = object_.find("modes");
    if (!modes) {
      for (const std::int32_t instance : drawn_instances_) add_mode(reading_.diagram.instances[static_cast<std::size_t>(instance)]);
      if (plot_.modes.empty()) add_neighbours();
    } else if (is_kind(report_, modes, JsonKind::array, "\"modes\"")) {
      for (const Json member : modes) {
        if (!is_kind(report_, member, JsonKind::string, "a component whose mode is shown")) continue;
        const Instance* instance = find_component(reading_, member.text(), {member}).instance;
        if (instance != nullptr && !add_mode(*instance))
          report_.error(ErrorCode::diagram_unknown_variable, member.where(),
                        fmt::format("{} ({}) has no mode", instance->name, instance->record->type), {},
                        "name components that stick or open: clutches, brakes, dry frictions");
      }
    }
  }

  /// A mass has no mode, but the friction that holds it has.
  void add_neighbours() {
    const auto& instances = reading_.diagram.instances;
    const auto instance_of = [&](const ConnectorRef& member) -> const Instance& {
      return instances[static_cast<std::size_t>(member.instance)];
    };
    for (const Connection& connection : reading_.diagram.connections) {
      const auto& members = connection.members;
      const bool drawn =
          std::any_of(members.begin(), members.end(), [&](const ConnectorRef& m) { return drawn_instances_.contains(m.instance); });
      const bool still = std::any_of(members.begin(), members.end(), [&](const ConnectorRef& m) { return is_ground(instance_of(m)); });
      if (!drawn || still) continue;
      for (const ConnectorRef& member : members) add_mode(instance_of(member));
    }
  }
  static bool is_ground(const Instance& instance) {
    return instance.record->connectors.size() == 1 && instance.record->stored == ExprId::none;
  }

  bool add_mode(const Instance& instance) {
    if (instance.record->find_variable(kMode) < 0) return false;
    std::string name = instance.name + "." + std::string(kMode);
    if (std::find(plot_.modes.begin(), plot_.modes.end(), name) == plot_.modes.end()) plot_.modes.push_back(std::move(name));
    return true;
  }

  /// {"file": "bench.csv", "y": "omega", "unit": "rpm", "label": "measured"}
  void read_overlay(Json object) {
    if (!is_kind(report_, object, JsonKind::object, "an overlay")) return;
    check_keys(report_, object, {"file", "x", "y", "x_unit", "unit", "label"}, "an overlay");
    Overlay overlay;
    overlay.position = object.position();
    overlay.file = required_text(object, "file", "the result or measurement to show");
    overlay.y = required_text(object, "y", "the column to draw");
    if (const std::string_view x = optional_text(report_, object, "x"); !x.empty()) overlay.x = x;
    overlay.label = optional_text(report_, object, "label");
    std::string_view text;
    if (const auto unit = unit_of(object, "x_unit", text)) {
      if (!agree(unit->dimension, x_.dimension)) refuse_unit(object.find("x_unit"), text, plot_.x, x_.unit);
      overlay.x_factor = unit->factor, overlay.x_offset = unit->offset;
    }
    const auto unit = unit_of(object, "unit", text);
    const auto beside =
        std::find_if(drawn_.begin(), drawn_.end(), [&](const Observable& y) { return !unit || agree(unit->dimension, y.dimension); });
    if (beside != drawn_.end())
      overlay.y_unit = beside->unit;
    else if (unit && !drawn_.empty())
      refuse_unit(object.find("unit"), text, "any of the curves", drawn_.front().unit);
    if (unit) overlay.y_factor = unit->factor, overlay.y_offset = unit->offset;
    plot_.overlays.push_back(std::move(overlay));
  }

  std::string required_text(Json object, std::string_view key, std::string_view doc) {
    if (object.find(key)) return std::string(optional_text(report_, object, key));
    report_.error(ErrorCode::diagram_missing_key, object.where(), fmt::format("the overlay has no {}", in_quotes(key)), {},
                  fmt::format("{} names {}", in_quotes(key), doc));
    return {};
  }

  Reading& reading_;
  Report& report_;
  Json object_;
  Plot plot_;
  Observable x_;
  std::vector<Observable> drawn_;  // one per curve
  std::set<std::int32_t> drawn_instances_;
};

}  // namespace

void read_plots(Reading& reading, Json plots) {
  if (!is_kind(reading.report, plots, JsonKind::array, "\"plots\"")) return;
  for (const Json plot : plots)
    if (is_kind(reading.report, plot, JsonKind::object, "a plot")) reading.diagram.plots.push_back(PlotReader(reading, plot).read());
}

}  // namespace stribeck
