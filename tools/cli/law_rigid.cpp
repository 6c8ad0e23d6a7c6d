// What is rigid or sticks, which no given motion can show: a body is pushed against it.
#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "law_runs.h"

namespace stribeck::cli {
namespace {

constexpr double kLongestPush = 10;  // s: it rises to so many times the scale
constexpr int kPushRows = 1000;
constexpr double kLongestWalk = 100;  // s: by far enough for a body of 1 kg that 1 N pushes to the farthest side and that rebounds there
constexpr double kBeside = 1.5;       // of the farthest side: how much of the free way is shown

/// The law, unless it is a body itself with one of one unit of inertia on it, pushed by the parameter "push" once that has risen for the
/// parameter "rise".
nlohmann::ordered_json pushed(const Law& law, const std::vector<Choice>& choices) {
  using Json = nlohmann::ordered_json;
  Json diagram = law_diagram(law, choices);
  const bool turns = law.words.velocity != "v";
  const std::string domain(law.words.domain);
  Json& components = diagram["components"];
  components.erase("drive");
  const std::string port = "law." + law.port_r;
  if (!law.is_body)
    components["body"] = turns ? Json{{"type", domain + ".inertia"}, {"parameters", {{"inertia", "1 kg*m^2"}}}}
                               : Json{{"type", domain + ".mass"}, {"parameters", {{"mass", "1 kg"}}}};
  components["source"] = {{"type", domain + (turns ? ".torque_source" : ".force_source")}};
  components["ramp"] = {{"type", "signals.ramp"}, {"parameters", {{"height", "=push"}, {"duration", "=rise"}}}};
  diagram["parameters"] = {{"push", {{"value", turns ? "1 N*m" : "1 N"}}}, {"rise", {{"value", "1 s"}}}};
  Json& connections = diagram["connections"];
  connections[0] = law.is_body ? Json::array({"source.R", port}) : Json::array({"source.R", turns ? "body.I" : "body.M", port});
  connections[1][0] = "source.C";
  connections.push_back(Json::array({"ramp.y", "source.S"}));
  diagram["outputs"].push_back("law." + std::string(law.words.velocity));
  return diagram;
}

Trajectory rows_of_push(Registry& registry, const nlohmann::ordered_json& diagram, double push, double rise, double length) {
  const std::string text = diagram.dump();
  ModelPtr model = load(registry, "law.json", {}, &text);
  return rows_of(model, registry, text, {{"push", number_text(push)}, {"rise", number_text(rise)}}, length, kPushRows);
}

/// Where the body rests at the end, if it does.
std::optional<double> side(Registry& registry, const Law& law, const std::vector<Choice>& choices, double direction) {
  nlohmann::ordered_json diagram = pushed(law, choices);
  diagram["outputs"].push_back("law." + std::string(law.words.way));
  const Trajectory rows = rows_of_push(registry, diagram, direction, kLongestWalk / kPushRows, kLongestWalk);
  if (rows.at(1, kLongestWalk) != 0) return std::nullopt;
  return rows.at(2, kLongestWalk);
}

}  // namespace

const ComponentRecord& chosen_record(Registry& registry, const Law& law, const std::vector<Choice>& choices) {
  std::vector<int> chosen;
  return registry.record(
      law.type,
      [&](const OptionDeclaration& option) {
        for (const auto& [name, word] : choices)
          if (const auto found = std::find(option.choices.begin(), option.choices.end(), word);
              name == option.name && found != option.choices.end())
            return static_cast<int>(found - option.choices.begin());
        return option.fallback;
      },
      chosen);
}

bool sticks(const ComponentRecord& record) {
  return std::any_of(record.frictions.begin(), record.frictions.end(),
                     [](const FrictionDeclaration& own) { return !own.is_contact() && own.creep == ExprId::none; });
}

bool holds_any_force(const ComponentRecord& record) {
  const auto is_unbounded = [&](const auto& side) {
    return record.pool.is_constant(side.static_level) && std::isinf(record.pool.constant_value(side.static_level));
  };
  return std::any_of(record.frictions.begin(), record.frictions.end(), [&](const FrictionDeclaration& own) {
    return !own.is_contact() && own.creep == ExprId::none && std::any_of(own.sides.begin(), own.sides.end(), is_unbounded);
  });
}

bool has_rigid_sides(const ComponentRecord& record) {
  return std::any_of(record.frictions.begin(), record.frictions.end(), [](const FrictionDeclaration& own) { return own.is_contact(); });
}

std::optional<double> held_at_rest(Registry& registry, const Law& law, const std::vector<Choice>& choices, double direction, double scale) {
  const double most = kLongestPush * (scale > 0 ? scale : 1);
  try {
    const Trajectory rows = rows_of_push(registry, pushed(law, choices), direction * most, kLongestPush, kLongestPush);
    double held = 0;
    bool moved = false;
    for (std::size_t row = 0; row < rows.values(0).size(); ++row) {
      moved = moved || rows.values(1)[row] != 0;
      if (rows.values(1)[row] == 0) held = std::max(held, std::fabs(rows.values(0)[row]));
    }
    return moved ? std::optional(held > kNoForce ? held : 0) : std::nullopt;
  } catch (const Failure&) {  // it needs more than its defaults
    return std::nullopt;
  }
}

std::optional<Points> points_of_body(Registry& registry, const Law& law, const std::vector<Choice>& choices, double direction) {
  const ComponentRecord& record = chosen_record(registry, law, choices);
  const double named = greatest_default(record, variable_of(record, law.force)->unit);
  const double most = direction * kLongestPush * (named > 0 ? named : 1);
  const nlohmann::ordered_json diagram = pushed(law, choices);
  try {
    double length = kLongestPush;
    Trajectory rows = rows_of_push(registry, diagram, most, kLongestPush, length);
    const auto is_fast = [&](double own) { return std::fabs(own) >= law.greatest; };
    const auto fast = std::find_if(rows.values(1).begin(), rows.values(1).end(), is_fast);
    if (fast == rows.values(1).end()) return std::nullopt;
    length = rows.times_s()[static_cast<std::size_t>(fast - rows.values(1).begin())];
    rows = rows_of_push(registry, diagram, most, kLongestPush, length);  // with rows as close as that time allows
    const std::vector<double>&forces = rows.values(0), &speeds = rows.values(1);
    Points points{.v = {0}, .force = {0}};
    for (std::size_t row = 0; row < speeds.size() && speeds[row] == 0; ++row)
      points.force[0] = direction * std::max(std::fabs(points.force[0]), std::fabs(forces[row]));
    std::size_t row = 1;
    for (const double speed : speeds_of(law, direction)) {
      while (row + 1 < speeds.size() && std::fabs(speeds[row]) < std::fabs(speed)) ++row;
      const double step = speeds[row] - speeds[row - 1], share = step == 0 ? 1 : std::min((speed - speeds[row - 1]) / step, 1.0);
      points.v.push_back(speed), points.force.push_back(forces[row - 1] + share * (forces[row] - forces[row - 1]));
    }
    return points;
  } catch (const Failure&) {  // it needs more than its defaults
    return std::nullopt;
  }
}

std::optional<Points> rigid_points(Registry& registry, const Law& law, const std::vector<Choice>& choices) {
  constexpr double kAny = std::numeric_limits<double>::infinity();
  try {
    const std::optional<double> low = side(registry, law, choices, -1), high = side(registry, law, choices, 1);
    if (!low && !high) return std::nullopt;
    const double most = std::max(std::fabs(low.value_or(0)), std::fabs(high.value_or(0))), edge = most > 0 ? kBeside * most : law.longest;
    Points points;
    if (low) points.v.push_back(*low), points.force.push_back(-kAny);
    points.v.push_back(low.value_or(-edge)), points.force.push_back(0);
    points.v.push_back(high.value_or(edge)), points.force.push_back(0);
    if (high) points.v.push_back(*high), points.force.push_back(kAny);
    return points;
  } catch (const Failure&) {  // it needs more than its defaults
    return std::nullopt;
  }
}

}  // namespace stribeck::cli
