#include "law_runs.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <numbers>

#include "base/index.h"
#include "base/text.h"
#include "base/unit_text.h"
#include "explain/element_form.h"

namespace stribeck::cli {
namespace {

constexpr int kSpeeds = 16;                 // of each direction, closer to one another near rest, where laws bend most
constexpr double kRangeOverSpeed = 5;       // of the greatest speed that a law names: beyond it what falls has fallen
constexpr double kFirstRun = 0.25;          // s; what has not settled is run eight times as long, and again
constexpr int kMostRuns = 6;                // what ages while it slips takes hours at the slowest of the speeds
constexpr std::int64_t kMostEvents = 100;   // of a run: what slips evenly has hardly any
constexpr std::int64_t kManyEvents = 2000;  // of a run over which an uneven slip is averaged
constexpr double kEven = 0.1;               // of the mean: how far those of its second half and of the quarter before may differ
constexpr double kSettled = 1e-3;           // of the force: what the second half of a run may change
constexpr double kSlow = 1e-3;              // of the greatest speed: there and back so slowly that nothing but the way counts
constexpr double kYields = 0.6;             // of the force of slip: where that is reached tells how far the law bends before it slips
constexpr double kFarther = 3;              // the amplitude over that way
constexpr int kWayRows = 64;                // of a run that looks for it: what yields sooner does not bend
constexpr int kMostLonger = 10;             // such runs, each eight times as long as the one before
constexpr double kTurns = 1.25;             // periods: from rest, and once round
constexpr int kLoopRows = 400;
constexpr double kRangeOverWay = 1.25;  // of the greatest way that a law without steady slip names: past its stops
constexpr double kSlowPeriod = 1e4;     // s, there and back over that range: dampers add nothing to be seen

constexpr LawWords kLawWords[] = {{"translational", "v", "F", "x"}, {"rotational", "w", "T", "phi"}};

struct SlipForce {
  double force = 0;
  bool is_mean = false;
};

/// A run at a constant speed that ends early where it has more events.
Trajectory run_of_slip(ModelPtr& model, Registry& registry, const std::string& text, double speed, double length, std::int64_t most_events,
                       bool& is_uneven) {
  RunOptions options;
  options.overrides = {{"speed", number_text(speed)}};
  options.stop = number_text(length);
  options.interval = number_text(length / 2);
  std::atomic<bool> has_more{false};
  options.interrupted = &has_more;
  options.progress = [&](double, double, std::int64_t events) { has_more = has_more || events > most_events; };
  reload(model, registry, "law.json", options, &text);
  Trajectory rows;
  run(*model, rows, options);
  is_uneven = has_more;
  return rows;
}

/// Of the first output, which is linear between rows.
double mean_of(const Trajectory& rows, double from, double to) {
  const std::vector<double>&times = rows.times_s(), &values = rows.values(0);
  double sum = 0;
  for (std::size_t row = 1; row < times.size(); ++row)
    if (times[row - 1] >= from && times[row] <= to) sum += 0.5 * (values[row - 1] + values[row]) * (times[row] - times[row - 1]);
  return sum / (to - from);
}

/// Of what breaks and holds again all along; nothing if that does not come to one mean that opposes slip.
std::optional<SlipForce> mean_force(ModelPtr& model, Registry& registry, const std::string& text, double speed, double longest) {
  bool is_uneven = false;
  const Trajectory rows = run_of_slip(model, registry, text, speed, longest, kManyEvents, is_uneven);
  const double end = rows.times_s().back(), mean = mean_of(rows, end / 2, end), before = mean_of(rows, end / 4, end / 2);
  const bool has_settled = is_uneven && std::fabs(mean - before) <= kEven * std::fabs(mean);
  return has_settled && mean * speed > kNoForce ? std::optional(SlipForce{mean, true}) : std::nullopt;
}

/// The force at a constant speed once it no longer changes.
std::optional<SlipForce> steady_force(ModelPtr& model, Registry& registry, const std::string& text, double speed, bool may_be_uneven) {
  double length = kFirstRun;
  for (int k = 0; k < kMostRuns; ++k, length *= 8) {
    bool is_uneven = false;
    const Trajectory rows = run_of_slip(model, registry, text, speed, length, kMostEvents, is_uneven);
    if (is_uneven) return may_be_uneven ? mean_force(model, registry, text, speed, kFirstRun * std::pow(8, kMostRuns)) : std::nullopt;
    const double half = rows.at(0, length / 2), end = rows.at(0, length);
    if (!std::isfinite(end)) return std::nullopt;
    if (std::fabs(end - half) <= kSettled * std::fabs(end)) return SlipForce{end};
  }
  return std::nullopt;
}

/// The forces at those speeds; nothing if it does not slip.
std::optional<Points> steady_forces(ModelPtr& model, Registry& registry, const std::string& text, const std::vector<double>& speeds,
                                    bool may_be_uneven) {
  Points points{.v = speeds, .force = {}};
  for (const double speed : speeds) {
    const std::optional<SlipForce> own = steady_force(model, registry, text, speed, may_be_uneven);
    if (!own) return std::nullopt;
    points.force.push_back(std::fabs(own->force) > kNoForce ? own->force : 0);
    points.is_mean = points.is_mean || own->is_mean;
  }
  return points;
}

/// What slips that way: outwards from rest, and at rest the most that it holds. Any force where slip is not possible.
std::optional<Points> half_of(Registry& registry, const Law& law, const std::vector<Choice>& choices, double direction) {
  if (law.is_body) return points_of_body(registry, law, choices, direction);
  const std::string text = law_diagram(law, choices).dump();
  const ComponentRecord& record = chosen_record(registry, law, choices);
  std::optional<Points> half;
  try {
    ModelPtr model = load(registry, "law.json", {}, &text);
    half = steady_forces(model, registry, text, speeds_of(law, direction), !has_rigid_sides(record));
    if (!half) return std::nullopt;
  } catch (const Failure&) {  // it needs more than its defaults, or does not slip
    if (!holds_any_force(record)) return std::nullopt;
    return Points{{0}, {direction * std::numeric_limits<double>::infinity()}};
  }
  if (!sticks(record)) return half;
  if (const std::optional<double> most = held_at_rest(registry, law, choices, direction, size_of(half->force)))
    half->v.insert(half->v.begin(), 0), half->force.insert(half->force.begin(), direction * *most);
  return half;
}

/// Below such a speed an impact does not rebound: it tells nothing of slip.
bool is_of_impacts(const ComponentRecord& record, std::size_t parameter) {
  return std::any_of(record.frictions.begin(), record.frictions.end(), [&](const FrictionDeclaration& own) {
    if (!own.is_contact()) return false;
    const Node& node = record.pool[own.contact.rest_speed];
    if (node.op != Operator::symbol) return false;
    const RecordSymbol& symbol = record.symbols[at(node.a)];
    return symbol.kind == SymbolKind::parameter && at(symbol.index) == parameter;
  });
}

/// Of a body: the force of the dry friction that it declares, or else what this velocity is multiplied by in what it turns into heat; empty
/// if there is none.
std::string friction_of(const ComponentRecord& record, std::string_view velocity) {
  const auto name_of = [&](ExprId factor) {
    const Node& node = record.pool[factor];
    return node.op == Operator::symbol && record.symbols[at(node.a)].kind == SymbolKind::variable ? symbol_name(record, node.a) : "";
  };
  for (const FrictionDeclaration& own : record.frictions)
    if (!own.is_contact() && name_of(own.velocity) == velocity) return name_of(own.force);
  if (record.dissipated == ExprId::none || record.pool[record.dissipated].op != Operator::mul) return "";
  const Node& heat = record.pool[record.dissipated];
  const std::string first = name_of(static_cast<ExprId>(heat.a)), second = name_of(static_cast<ExprId>(heat.b));
  return first == velocity ? second : second == velocity ? first : "";
}

/// The law on a drive that goes there and back: at cos(2 pi t / period) times the parameter "speed".
nlohmann::ordered_json there_and_back(const Law& law, const std::vector<Choice>& choices) {
  nlohmann::ordered_json diagram = law_diagram(law, choices);
  const std::string unit = law.words.velocity == "v" ? " m/s" : " rad/s";
  diagram["parameters"]["frequency"] = {{"value", "1 Hz"}};
  diagram["components"]["wave"] = {{"type", "signals.sine"},
                                   {"parameters", {{"amplitude", "=speed"}, {"frequency", "=frequency"}, {"phase", "90 deg"}}}};
  diagram["components"]["drive"]["parameters"] = {{"velocity", "0" + unit}};
  diagram["connections"].push_back(nlohmann::ordered_json::array({"wave.y", "drive.S"}));
  return diagram;
}

/// How far the law goes, at this speed, before it yields: it comes near the force of slip, or near the peak before that. None if it does so
/// at once, or never.
std::optional<double> way_to_yield(ModelPtr& model, Registry& registry, const std::string& text, double speed, double force) {
  double length = kFirstRun / kWayRows;
  for (int k = 0; k < kMostLonger; ++k, length *= 8) {
    const Trajectory rows = rows_of(model, registry, text, {{"speed", number_text(speed)}}, length, kWayRows);
    const std::vector<double>& forces = rows.values(0);
    const double most = std::max(force, size_of(forces));
    const bool still_rises = most > force && std::fabs(forces.back()) == most;
    const auto found = std::find_if(forces.begin(), forces.end(), [&](double own) { return std::fabs(own) >= kYields * most; });
    if (found == forces.end() || still_rises) continue;
    const double time_s = rows.times_s()[static_cast<std::size_t>(found - forces.begin())];
    return time_s > length / kWayRows ? std::optional(speed * time_s) : std::nullopt;
  }
  return std::nullopt;
}

}  // namespace

const VariableDeclaration* variable_of(const ComponentRecord& record, std::string_view name) {
  const auto found = std::find_if(record.variables.begin(), record.variables.end(), [&](const auto& own) { return own.name == name; });
  return found == record.variables.end() ? nullptr : &*found;
}

double greatest_default(const ComponentRecord& record, const std::string& unit) {
  double greatest = 0;
  for (std::size_t p = 0; p < record.parameters.size(); ++p) {
    const ParameterDeclaration& own = record.parameters[p];
    if (own.has_fallback && own.unit == unit && std::isfinite(own.fallback) && !is_of_impacts(record, p))
      greatest = std::max(greatest, std::fabs(own.fallback));
  }
  return greatest;
}

std::vector<double> speeds_of(const Law& law, double direction) {
  std::vector<double> speeds;
  for (int k = 1; k <= kSpeeds; ++k) speeds.push_back(direction * law.greatest * k * k / (kSpeeds * kSpeeds));
  return speeds;
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
  if ((!form.resists && !form.compliant) || (form.inertial && form.compliant) || form.is_source) return std::nullopt;
  const std::string_view domain = domains()[static_cast<std::size_t>(ports[0]->domain)].name;
  const auto words = std::find_if(std::begin(kLawWords), std::end(kLawWords), [&](const LawWords& own) { return own.domain == domain; });
  if (words == std::end(kLawWords)) return std::nullopt;
  const VariableDeclaration* velocity = variable_of(record, words->velocity);
  const std::string force = form.inertial ? friction_of(record, words->velocity) : std::string(words->force);
  if (velocity == nullptr || variable_of(record, force) == nullptr) return std::nullopt;
  Law law{.type = record.type,
          .port_r = ports[0]->name,
          .port_c = ports.size() == 2 ? ports[1]->name : "",
          .force = force,
          .inputs = std::move(inputs),
          .required = {},
          .resists = form.resists,
          .bends = form.compliant,
          .is_body = form.inertial,
          .words = *words};
  for (const ParameterDeclaration& own : record.parameters)
    if (own.is_named() && !own.has_fallback) law.required.emplace_back(own.name, with_unit("1", own.unit));
  if (const double named = greatest_default(record, velocity->unit); named > 0) law.greatest = kRangeOverSpeed * named;
  if (const VariableDeclaration* way = variable_of(record, words->way))
    if (const double named = greatest_default(record, way->unit); named > 0) law.longest = kRangeOverWay * named;
  return law;
}

nlohmann::ordered_json law_diagram(const Law& law, const std::vector<Choice>& choices) {
  const std::string domain(law.words.domain);
  nlohmann::ordered_json diagram = {{"format", "stribeck/1"}};
  diagram["parameters"]["speed"] = {{"value", law.words.velocity == "v" ? "1 m/s" : "1 rad/s"}};
  diagram["components"]["drive"] = {{"type", domain + ".velocity_source"}, {"parameters", {{"velocity", "=speed"}}}};
  diagram["components"]["law"] = {{"type", law.type}};
  for (const auto& [name, value] : law.required) diagram["components"]["law"]["parameters"][name] = value;
  for (const auto& [option, word] : choices) diagram["components"]["law"]["parameters"][option] = word;
  diagram["components"]["ground"] = {{"type", domain + ".ground"}};
  using Json = nlohmann::ordered_json;  // whose lists of two texts each would be an object
  Json still = Json::array({"drive.C", "ground.W"});
  if (!law.port_c.empty()) still.push_back("law." + law.port_c);
  diagram["connections"] = Json::array({Json::array({"drive.R", "law." + law.port_r}), still});
  if (!law.inputs.empty()) diagram["components"]["one"] = {{"type", "signals.constant"}, {"parameters", {{"value", 1}}}};
  for (const std::string& input : law.inputs) diagram["connections"].push_back(Json::array({"one.y", "law." + input}));
  diagram["experiment"] = {{"stop", "1 s"}, {"interval", "1 s"}};
  diagram["outputs"] = nlohmann::ordered_json::array({"law." + law.force});
  return diagram;
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

double size_of(const std::vector<double>& values) {
  double most = 0;
  for (const double value : values)
    if (std::isfinite(value)) most = std::max(most, std::fabs(value));
  return most;
}

std::optional<Points> steady_points(Registry& registry, const Law& law, const std::vector<Choice>& choices) {
  std::optional<Points> points = half_of(registry, law, choices, -1);
  const std::optional<Points> forwards = points ? half_of(registry, law, choices, 1) : std::nullopt;
  if (!forwards || points->v.size() + forwards->v.size() < static_cast<std::size_t>(kSpeeds)) return std::nullopt;
  std::reverse(points->v.begin(), points->v.end()), std::reverse(points->force.begin(), points->force.end());
  points->v.insert(points->v.end(), forwards->v.begin(), forwards->v.end());
  points->force.insert(points->force.end(), forwards->force.begin(), forwards->force.end());
  points->is_mean = points->is_mean || forwards->is_mean;
  return points;
}

std::optional<Points> hysteresis(Registry& registry, const Law& law, double force) {
  if (!law.bends) return std::nullopt;
  const std::string text = law_diagram(law, {}).dump(), wave = there_and_back(law, {}).dump();
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
    Points loop{.v = {}, .force = rows.values(0)};
    for (const double t : rows.times_s()) loop.v.push_back(amplitude * std::sin(kTwoPi * frequency * t));
    return loop;
  } catch (const Failure&) {  // it needs more than its defaults
    return std::nullopt;
  }
}

std::optional<Points> points_over_way(Registry& registry, const Law& law, const std::vector<Choice>& choices) {
  if (has_rigid_sides(chosen_record(registry, law, choices))) return rigid_points(registry, law, choices);
  nlohmann::ordered_json diagram = there_and_back(law, choices);
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
  } catch (const Failure&) {  // it needs more than its defaults
    return std::nullopt;
  }
}

}  // namespace stribeck::cli
