#pragma once
// Experiments that find what a law does: it stands between what is moved or pushed and the ground, with the parameters that it has by
// default.
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "component/registry.h"
#include "pipeline.h"
#include "results/trajectory.h"

namespace stribeck::cli {

inline constexpr double kNoForce = 1e-12;      // N or N*m: rounding
inline constexpr double kOtherwise = 1;        // m/s or rad/s, where a law names no speed
inline constexpr double kOtherwiseWay = 1e-3;  // m or rad, where it names no way, or ten times that and again until the law bends

struct LawWords {
  std::string_view domain, velocity, force, way;
};
/// A type that resists or stores between two ports, or at one against what stands still.
struct Law {
  std::string type, port_r, port_c;                           // the last is empty where there is one port
  std::string force;                                          // the variable
  std::vector<std::string> inputs;                            // that need a signal
  std::vector<std::pair<std::string, std::string>> required;  // parameters without a default, and their values here: "1 N"
  bool resists = false;
  bool bends = false;    // it stores energy, before it slips or for good
  bool is_body = false;  // with friction of its own: its velocity cannot be given at once, so it is pushed
  LawWords words;
  double greatest = kOtherwise;    // velocity
  double longest = kOtherwiseWay;  // way
};

const VariableDeclaration* variable_of(const ComponentRecord& record, std::string_view name);
/// The greatest size of the parameters in this unit that have a value by default.
double greatest_default(const ComponentRecord& record, const std::string& unit);

/// Nothing for what does not act between two ports, or at one.
std::optional<Law> law_of(const ComponentRecord& record);

using Choice = std::pair<std::string, std::string>;  // an option and its word

/// Forces over velocities or ways. An infinite one is any force: what is rigid takes it.
struct Points {
  std::vector<double> v, force;
  bool is_mean = false;  // over many small slips
};
/// Of those that are finite.
double size_of(const std::vector<double>& values);

/// The forces of steady slip, each from a run at a constant speed that lasts until the force no longer changes; of what breaks and holds
/// again all along, the mean of a long run. Of what sticks, also those that it holds at rest. Nothing for what needs more than its
/// defaults, or does not slip.
std::optional<Points> steady_points(Registry& registry, const Law& law, const std::vector<Choice>& choices);

/// The force over the way, from rest and once round, with the default choices: a loop, as the law bends before it slips.
std::optional<Points> hysteresis(Registry& registry, const Law& law, double force);

/// The force over the way of what does not slip, once there and back, so slowly that nothing but the way counts. Of rigid sides, where a
/// body that is pushed comes to rest against them.
std::optional<Points> points_over_way(Registry& registry, const Law& law, const std::vector<Choice>& choices);

/// The law between what moves at the parameter "speed" and the ground; its first output is the force.
nlohmann::ordered_json law_diagram(const Law& law, const std::vector<Choice>& choices);
Trajectory rows_of(ModelPtr& model, Registry& registry, const std::string& text, std::vector<Override> overrides, double length, int rows);

/// The type with these choices of its options.
const ComponentRecord& chosen_record(Registry& registry, const Law& law, const std::vector<Choice>& choices);
/// Whether it sticks exactly, and whether any force is held that way: a velocity cannot be given there.
bool sticks(const ComponentRecord& record);
bool holds_any_force(const ComponentRecord& record);
bool has_rigid_sides(const ComponentRecord& record);
/// The most that it holds at rest, of a push that rises slowly in that direction (1 or -1) until a body moves; `scale` is about its size.
std::optional<double> held_at_rest(Registry& registry, const Law& law, const std::vector<Choice>& choices, double direction, double scale);
/// The speeds at which forces of slip are found, from slow to fast.
std::vector<double> speeds_of(const Law& law, double direction);
/// Of a body with friction, the forces at these speeds as a push that rises makes it faster, behind the most that it holds at rest.
std::optional<Points> points_of_body(Registry& registry, const Law& law, const std::vector<Choice>& choices, double direction);
/// Where a body that is pushed to and fro comes to rest against rigid sides, and no force between: the farthest way on a side where there
/// is none.
std::optional<Points> rigid_points(Registry& registry, const Law& law, const std::vector<Choice>& choices);

}  // namespace stribeck::cli
