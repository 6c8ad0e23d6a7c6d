#include "law_picture.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <functional>
#include <nlohmann/json.hpp>
#include <numbers>
#include <optional>
#include <utility>
#include <vector>

#include "base/index.h"
#include "base/text.h"
#include "drawing/axis_unit.h"
#include "explain/element_form.h"
#include "pipeline.h"
#include "results/trajectory.h"

namespace stribeck::cli {
namespace {

constexpr int kSpeeds = 16;                // of each direction, closer to one another near rest, where laws bend most
constexpr double kRangeOverSpeed = 5;      // of the greatest speed that a law names: beyond it what falls has fallen
constexpr double kOtherwise = 1;           // m/s or rad/s, where it names none
constexpr double kFirstRun = 0.25;         // s; what has not settled is run eight times as long, and again
constexpr int kMostRuns = 6;               // what ages while it slips takes hours at the slowest of the speeds
constexpr std::int64_t kMostEvents = 100;  // of a run: what slips evenly has hardly any
constexpr double kSettled = 1e-3;          // of the force: what the second half of a run may change
constexpr double kSame = 0.01;             // of the range of forces: curves nearer than that are one
constexpr std::size_t kMostCurves = 7;     // as many as there are colours that can be told apart
constexpr double kFree = 0.05;             // of the range, around the curves
constexpr double kSlow = 1e-3;             // of the greatest speed: there and back so slowly that nothing but the way counts
constexpr double kYields = 0.6;            // of the force of slip: where that is reached tells how far the law bends before it slips
constexpr double kFarther = 3;             // the amplitude over that way
constexpr int kWayRows = 64;               // of a run that looks for it: what yields sooner does not bend
constexpr int kMostLonger = 10;            // such runs, each eight times as long as the one before
constexpr double kTurns = 1.25;            // periods: from rest, and once round
constexpr int kLoopRows = 400;
constexpr double kRangeOverWay = 1.25;  // of the greatest way that a law without steady slip names: past its stops
constexpr double kOtherwiseWay = 1e-3;  // m or rad, where it names none, or ten times that and again until the law bends
constexpr double kLongestWay = 1;
constexpr double kSlowPeriod = 1e4;  // s, there and back over that range: dampers add nothing to be seen

struct LawWords {
  std::string_view domain, velocity, force, way;
};
constexpr LawWords kLawWords[] = {{"translational", "v", "F", "x"}, {"rotational", "w", "T", "phi"}};

/// A type that resists or stores between two ports, or at one against what stands still.
struct Law {
  std::string type, port_r, port_c;  // the last is empty where there is one port
  std::vector<std::string> inputs;   // that need a signal
  bool resists = false;
  bool bends = false;  // it stores energy, before it slips or for good
  LawWords words;
  double greatest = kOtherwise;    // velocity
  double longest = kOtherwiseWay;  // way
};

const VariableDeclaration* variable_of(const ComponentRecord& record, std::string_view name) {
  const auto found = std::find_if(record.variables.begin(), record.variables.end(), [&](const auto& own) { return own.name == name; });
  return found == record.variables.end() ? nullptr : &*found;
}

/// The greatest size of the parameters in this unit that have a value by default.
double greatest_default(const ComponentRecord& record, const std::string& unit) {
  double greatest = 0;
  for (const ParameterDeclaration& own : record.parameters)
    if (own.has_fallback && own.unit == unit && std::isfinite(own.fallback)) greatest = std::max(greatest, std::fabs(own.fallback));
  return greatest;
}

std::optional<Law> law_of(const ComponentRecord& record) {
  std::vector<const ConnectorDeclaration*> ports;
  std::vector<std::string> inputs;
  for (const ConnectorDeclaration& own : record.named_connectors()) {
    if (own.kind == ConnectorKind::port) ports.push_back(&own);
    if (own.kind == ConnectorKind::input && own.fallback == ExprId::none) inputs.push_back(own.name);
  }
  if (ports.empty() || ports.size() > 2 || ports.front()->domain != ports.back()->domain) return std::nullopt;
  const ElementForm form = element_form(record);
  if ((!form.resists && !form.compliant) || form.inertial || form.is_source) return std::nullopt;
  const std::string_view domain = domains()[static_cast<std::size_t>(ports[0]->domain)].name;
  const auto words = std::find_if(std::begin(kLawWords), std::end(kLawWords), [&](const LawWords& own) { return own.domain == domain; });
  if (words == std::end(kLawWords)) return std::nullopt;
  const VariableDeclaration* velocity = variable_of(record, words->velocity);
  if (velocity == nullptr || variable_of(record, words->force) == nullptr) return std::nullopt;
  Law law{.type = record.type,
          .port_r = ports[0]->name,
          .port_c = ports.size() == 2 ? ports[1]->name : "",
          .inputs = std::move(inputs),
          .resists = form.resists,
          .bends = form.compliant,
          .words = *words};
  if (const double named = greatest_default(record, velocity->unit); named > 0) law.greatest = kRangeOverSpeed * named;
  if (const VariableDeclaration* way = variable_of(record, words->way))
    if (const double named = greatest_default(record, way->unit); named > 0) law.longest = kRangeOverWay * named;
  return law;
}

using Choice = std::pair<std::string, std::string>;  // an option and its word

/// The law between what moves at the parameter "speed" and the ground.
std::string text_of(const Law& law, const std::vector<Choice>& choices) {
  const std::string domain(law.words.domain);
  nlohmann::ordered_json diagram = {{"format", "stribeck/1"}};
  diagram["parameters"]["speed"] = {{"value", law.words.velocity == "v" ? "1 m/s" : "1 rad/s"}};
  diagram["components"]["drive"] = {{"type", domain + ".velocity_source"}, {"parameters", {{"velocity", "=speed"}}}};
  diagram["components"]["law"] = {{"type", law.type}};
  for (const auto& [option, word] : choices) diagram["components"]["law"]["parameters"][option] = word;
  diagram["components"]["ground"] = {{"type", domain + ".ground"}};
  using Json = nlohmann::ordered_json;  // whose lists of two texts each would be an object
  Json still = Json::array({"drive.C", "ground.W"});
  if (!law.port_c.empty()) still.push_back("law." + law.port_c);
  diagram["connections"] = Json::array({Json::array({"drive.R", "law." + law.port_r}), still});
  if (!law.inputs.empty()) diagram["components"]["one"] = {{"type", "signals.constant"}, {"parameters", {{"value", 1}}}};
  for (const std::string& input : law.inputs) diagram["connections"].push_back(Json::array({"one.y", "law." + input}));
  diagram["experiment"] = {{"stop", "1 s"}, {"interval", "1 s"}};
  diagram["outputs"] = nlohmann::ordered_json::array({"law." + std::string(law.words.force)});
  return diagram.dump();
}

/// The force at a constant speed once it no longer changes.
std::optional<double> steady_force(ModelPtr& model, Registry& registry, const std::string& text, double speed) {
  double length = kFirstRun;
  for (int k = 0; k < kMostRuns; ++k, length *= 8) {
    RunOptions options;
    options.overrides = {{"speed", number_text(speed)}};
    options.stop = number_text(length);
    options.interval = number_text(length / 2);
    std::atomic<bool> is_uneven{false};
    options.interrupted = &is_uneven;
    options.progress = [&](double, double, std::int64_t events) { is_uneven = is_uneven || events > kMostEvents; };
    reload(model, registry, "law.json", options, &text);
    Trajectory rows;
    run(*model, rows, options);
    const double half = rows.at(0, length / 2), end = rows.at(0, length);
    if (is_uneven || !std::isfinite(end)) return std::nullopt;
    if (std::fabs(end - half) <= kSettled * std::fabs(end)) return end;
  }
  return std::nullopt;
}

struct Points {
  std::vector<double> v, force;
};

std::optional<Points> steady_points(Registry& registry, const Law& law, const std::vector<Choice>& choices) {
  const std::string text = text_of(law, choices);
  try {
    ModelPtr model = load(registry, "law.json", {}, &text);
    Points points;
    for (int k = -kSpeeds; k <= kSpeeds; ++k) {
      if (k == 0) continue;
      const double speed = law.greatest * k * std::abs(k) / (kSpeeds * kSpeeds);
      const std::optional<double> force = steady_force(model, registry, text, speed);
      if (!force) return std::nullopt;
      points.v.push_back(speed), points.force.push_back(*force);
    }
    return points;
  } catch (const Failure&) {  // it needs more than its defaults, or does not slip
    return std::nullopt;
  }
}

double size_of(const std::vector<double>& values) {
  double most = 0;
  for (const double value : values) most = std::max(most, std::fabs(value));
  return most;
}

bool are_one(const Points& a, const Points& b) {
  const double within = kSame * std::max(size_of(a.force), size_of(b.force));
  for (std::size_t i = 0; i < a.force.size(); ++i)
    if (std::fabs(a.force[i] - b.force[i]) > within) return false;
  return true;
}

bool is_straight(const Points& points) {
  const double slope = points.force.back() / points.v.back();
  Points line = points;
  for (std::size_t i = 0; i < line.v.size(); ++i) line.force[i] = slope * line.v[i];
  return are_one(points, line);
}

struct NamedPoints {
  std::string name;
  Points points;
};

using FindPoints = std::function<std::optional<Points>(const std::vector<Choice>&)>;

/// By default, and what single choices of options make else.
std::vector<NamedPoints> curves_of(const ComponentRecord& record, const FindPoints& find) {
  std::vector<Choice> always;
  for (const OptionDeclaration& option : record.options)
    if (option.name == "start" && std::find(option.choices.begin(), option.choices.end(), "sliding") != option.choices.end())
      always.emplace_back("start", "sliding");
  std::vector<NamedPoints> curves;
  const auto add = [&](const std::string& name, const std::vector<Choice>& choices) {
    auto points = find(choices);
    if (!points || size_of(points->force) == 0) return;
    const bool is_new = std::none_of(curves.begin(), curves.end(), [&](const NamedPoints& own) { return are_one(own.points, *points); });
    if (is_new && curves.size() < kMostCurves) curves.push_back({name, std::move(*points)});
  };
  add("", always);
  if (curves.empty()) return curves;
  for (const OptionDeclaration& option : record.options)
    for (std::size_t c = 0; c < option.choices.size(); ++c) {
      if (option.name == "start" || c == at(option.fallback)) continue;
      std::vector<Choice> choices = always;
      choices.emplace_back(option.name, option.choices[c]);
      add(option.name + " = " + option.choices[c], choices);
      if (curves.size() == 2 && curves[0].name.empty()) curves[0].name = option.name + " = " + option.choices[at(option.fallback)];
    }
  return curves;
}

/// The law on a drive that goes there and back: at cos(2 pi t / period) times the parameter "speed".
std::string there_and_back(const Law& law, const std::string& text) {
  nlohmann::ordered_json diagram = nlohmann::ordered_json::parse(text);
  const std::string unit = law.words.velocity == "v" ? " m/s" : " rad/s";
  diagram["parameters"]["frequency"] = {{"value", "1 Hz"}};
  diagram["components"]["wave"] = {{"type", "signals.sine"},
                                   {"parameters", {{"amplitude", "=speed"}, {"frequency", "=frequency"}, {"phase", "90 deg"}}}};
  diagram["components"]["drive"]["parameters"] = {{"velocity", "0" + unit}};
  diagram["connections"].push_back(nlohmann::ordered_json::array({"wave.y", "drive.S"}));
  return diagram.dump();
}

Trajectory rows_of(ModelPtr& model, Registry& registry, const std::string& text, std::vector<Override> overrides, double length, int rows) {
  RunOptions options;
  options.overrides = std::move(overrides);
  options.stop = number_text(length);
  options.interval = number_text(length / rows);
  reload(model, registry, "law.json", options, &text);
  Trajectory trajectory;
  run(*model, trajectory, options);
  return trajectory;
}

/// How far the law goes, at this speed, before it yields; none if it does so at once, or never.
std::optional<double> way_to_yield(ModelPtr& model, Registry& registry, const std::string& text, double speed, double force) {
  double length = kFirstRun / kWayRows;
  for (int k = 0; k < kMostLonger; ++k, length *= 8) {
    const Trajectory rows = rows_of(model, registry, text, {{"speed", number_text(speed)}}, length, kWayRows);
    const std::vector<double>& forces = rows.values(0);
    const auto found = std::find_if(forces.begin(), forces.end(), [&](double own) { return std::fabs(own) >= kYields * force; });
    if (found == forces.end()) continue;
    const double time_s = rows.times_s()[static_cast<std::size_t>(found - forces.begin())];
    return time_s > length / kWayRows ? std::optional(speed * time_s) : std::nullopt;
  }
  return std::nullopt;
}

/// The force over the way, from rest and once round, with the default choices: a loop, as the law bends before it slips.
std::optional<Points> hysteresis(Registry& registry, const Law& law, double force) {
  if (!law.bends) return std::nullopt;
  const std::string text = text_of(law, {}), wave = there_and_back(law, text);
  const double speed = kSlow * law.greatest;
  constexpr double kTwoPi = 2 * std::numbers::pi;
  try {
    ModelPtr model = load(registry, "law.json", {}, &text);
    const std::optional<double> way = way_to_yield(model, registry, text, speed, force);
    if (!way) return std::nullopt;
    const double amplitude = kFarther * *way, frequency = speed / (kTwoPi * amplitude);
    model = load(registry, "law.json", {}, &wave);
    const Trajectory rows = rows_of(model, registry, wave, {{"speed", number_text(speed)}, {"frequency", number_text(frequency)}},
                                    kTurns / frequency, kLoopRows);
    Points loop{{}, rows.values(0)};
    for (const double t : rows.times_s()) loop.v.push_back(amplitude * std::sin(kTwoPi * frequency * t));
    return loop;
  } catch (const Failure&) {  // it needs more than its defaults
    return std::nullopt;
  }
}

/// The force over the way of what does not slip, once there and back, so slowly that nothing but the way counts.
std::optional<Points> points_over_way(Registry& registry, const Law& law, const std::vector<Choice>& choices) {
  nlohmann::ordered_json diagram = nlohmann::ordered_json::parse(there_and_back(law, text_of(law, choices)));
  const std::string way = "law." + std::string(law.words.way);
  diagram["outputs"].push_back(way);
  const std::string text = diagram.dump();
  const double speed = 2 * std::numbers::pi * law.longest / kSlowPeriod;
  try {
    ModelPtr model = load(registry, "law.json", {}, &text);
    const Trajectory rows = rows_of(model, registry, text, {{"speed", number_text(speed)}, {"frequency", number_text(1 / kSlowPeriod)}},
                                    kSlowPeriod, kLoopRows);
    const auto found = rows.find(way);
    if (!found) return std::nullopt;
    Points points;  // at even times, whatever rows events add: so curves can be compared
    for (int k = 0; k <= kLoopRows; ++k) {
      const double time_s = kSlowPeriod * k / kLoopRows;
      points.v.push_back(rows.at(*found, time_s)), points.force.push_back(rows.at(0, time_s));
    }
    return points;
  } catch (const Failure&) {  // it is rigid, or needs more than its defaults
    return std::nullopt;
  }
}

/// Whether no point is farther from the line between those of the shortest and the longest way than two curves that are one.
bool is_straight_over_way(const Points& points) {
  const auto [low, high] = std::minmax_element(points.v.begin(), points.v.end());
  const double x = *low, f = points.force[static_cast<std::size_t>(low - points.v.begin())],
               slope = (points.force[static_cast<std::size_t>(high - points.v.begin())] - f) / (*high - x);
  Points line = points;
  for (std::size_t i = 0; i < line.v.size(); ++i) line.force[i] = f + slope * (line.v[i] - x);
  return are_one(points, line);
}

/// One panel: what is drawn over a velocity or a way, both scaled for their axes.
Panel panel_of(const std::string& title, const std::string& x_unit, const std::string& force_unit, double widest, double highest) {
  const AxisUnit x_axis = axis_unit(x_unit, "", widest), f_axis = axis_unit(force_unit, "", highest);
  Panel panel;
  panel.over_time = false;
  panel.title = title;
  panel.x_label = axis_label(quantity_of(x_unit), x_axis);
  panel.y_label = axis_label(quantity_of(force_unit), f_axis);
  panel.x = {-(1 + kFree) * x_axis.shown(widest), (1 + kFree) * x_axis.shown(widest)};
  panel.y = {-(1 + kFree) * f_axis.shown(highest), (1 + kFree) * f_axis.shown(highest)};
  return panel;
}

/// What the title adds where signals come in.
std::string at_one(const Law& law) { return law.inputs.empty() ? "" : ", " + joined(law.inputs) + " = 1"; }

void add_curve(Panel& panel, const std::string& label, const Points& points, const AxisUnit& x_axis, const AxisUnit& f_axis) {
  Curve curve;
  curve.label = label;
  curve.colour = panel.curves.size();
  for (const double x : points.v) curve.x.push_back(x_axis.shown(x));
  for (const double y : points.force) curve.y.push_back(f_axis.shown(y));
  panel.curves.push_back(std::move(curve));
}

/// Where a law names no way: the shortest, in powers of ten, over which it is not straight.
double way_that_bends(Registry& registry, Law law) {
  for (; law.longest < kLongestWay; law.longest *= 10) {
    const std::optional<Points> points = points_over_way(registry, law, {});
    if (!points || !is_straight_over_way(*points)) break;
  }
  return law.longest;
}

/// Of what does not slip: its force over the way.
std::optional<PlotPage> way_plot(Registry& registry, const ComponentRecord& record, Law law) {
  const VariableDeclaration* way = variable_of(record, law.words.way);
  if (!law.bends || way == nullptr) return std::nullopt;
  if (greatest_default(record, way->unit) == 0) law.longest = way_that_bends(registry, law);
  const std::vector<NamedPoints> curves =
      curves_of(record, [&](const std::vector<Choice>& choices) { return points_over_way(registry, law, choices); });
  if (curves.empty() || (curves.size() == 1 && is_straight_over_way(curves[0].points))) return std::nullopt;
  double widest = 0, low = 0, high = 0;
  for (const NamedPoints& own : curves) {
    widest = std::max(widest, size_of(own.points.v));
    const auto [least, most] = std::minmax_element(own.points.force.begin(), own.points.force.end());
    low = std::min(low, *least), high = std::max(high, *most);
  }
  const double highest = std::max(-low, high);
  const std::string force_unit = variable_of(record, law.words.force)->unit, f(law.words.force);
  const AxisUnit x_axis = axis_unit(way->unit, "", widest), f_axis = axis_unit(force_unit, "", highest);
  PlotPage page;
  page.panels.push_back(panel_of(f + " over " + way->name + ", there and back slowly, default parameters" + at_one(law), way->unit,
                                 force_unit, widest, highest));
  page.panels[0].y = {f_axis.shown(low - kFree * (high - low)), f_axis.shown(high + kFree * (high - low))};
  for (const NamedPoints& own : curves) add_curve(page.panels[0], own.name.empty() ? f : own.name, own.points, x_axis, f_axis);
  return page;
}

/// Of what slips evenly: its force over the velocity.
std::vector<NamedPoints> curves_over_velocity(Registry& registry, const ComponentRecord& record, const Law& law) {
  if (!law.resists) return {};
  return curves_of(record, [&](const std::vector<Choice>& choices) { return steady_points(registry, law, choices); });
}

}  // namespace

std::optional<PlotPage> law_plot(Registry& registry, const ComponentRecord& record) {
  const std::optional<Law> law = law_of(record);
  if (!law) return std::nullopt;
  const std::vector<NamedPoints> curves = curves_over_velocity(registry, record, *law);
  if (curves.empty()) return way_plot(registry, record, *law);
  if (curves.size() == 1 && is_straight(curves[0].points)) return std::nullopt;
  double force = 0;
  for (const NamedPoints& own : curves) force = std::max(force, size_of(own.points.force));
  const std::string velocity_unit = variable_of(record, law->words.velocity)->unit,
                    force_unit = variable_of(record, law->words.force)->unit, f(law->words.force);
  PlotPage page;
  page.panels.push_back(panel_of(f + " over " + std::string(law->words.velocity) + " in steady slip, default parameters" + at_one(*law),
                                 velocity_unit, force_unit, law->greatest, force));
  for (const NamedPoints& own : curves)
    add_curve(page.panels.back(), own.name.empty() ? f : own.name, own.points, axis_unit(velocity_unit, "", law->greatest),
              axis_unit(force_unit, "", force));
  if (const std::optional<Points> loop = hysteresis(registry, *law, size_of(curves[0].points.force))) {
    const std::string way_unit = law->words.velocity == "v" ? "m" : "rad";
    const double widest = size_of(loop->v), highest = size_of(loop->force);
    page.panels.push_back(
        panel_of(f + " over the way, from rest and there and back slowly" + at_one(*law), way_unit, force_unit, widest, highest));
    add_curve(page.panels.back(), f, *loop, axis_unit(way_unit, "", widest), axis_unit(force_unit, "", highest));
  }
  return page;
}

}  // namespace stribeck::cli
