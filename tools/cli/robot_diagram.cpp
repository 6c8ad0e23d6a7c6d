#include "robot_diagram.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

#include "base/text.h"

namespace stribeck::cli {
namespace {

using imports::Triple;
using imports::UrdfInertia;
using imports::UrdfJoint;
using imports::UrdfJointType;
using imports::UrdfPlace;
using imports::UrdfRobot;
using OrderedJson = nlohmann::ordered_json;

struct AxisAngle {
  Triple axis{0, 0, 1};
  double angle = 0;  ///< rad
};

/// The one rotation that roll, pitch and yaw are, by quaternions.
AxisAngle axis_and_angle(const Triple& rpy) {
  const auto only = std::count_if(rpy.begin(), rpy.end(), [](double angle) { return angle != 0; });
  for (std::size_t k = 0; k < 3; ++k) {
    if (only != 1 || rpy.at(k) == 0) continue;
    AxisAngle about{{}, rpy.at(k)};  // exactly as it is written
    about.axis.at(k) = 1;
    return about;
  }
  const double cr = std::cos(rpy[0] / 2), sr = std::sin(rpy[0] / 2), cp = std::cos(rpy[1] / 2), sp = std::sin(rpy[1] / 2),
               cy = std::cos(rpy[2] / 2), sy = std::sin(rpy[2] / 2);
  const Triple part{cy * cp * sr - sy * sp * cr, cy * sp * cr + sy * cp * sr, sy * cp * cr - cy * sp * sr};
  const double size = std::sqrt(part[0] * part[0] + part[1] * part[1] + part[2] * part[2]);
  if (size == 0) return {};
  return {{part[0] / size, part[1] / size, part[2] / size}, 2 * std::atan2(size, cy * cp * cr + sy * sp * sr)};
}

bool turns(const UrdfJoint& joint) { return joint.type == UrdfJointType::revolute || joint.type == UrdfJointType::continuous; }
bool has_axis(const UrdfJoint& joint) { return turns(joint) || joint.type == UrdfJointType::prismatic; }

class Making {
 public:
  Making(const UrdfRobot& robot, bool is_free) : robot_(robot), is_free_(is_free) {}

  RobotDiagram make() {
    add("world", {{"type", "spatial.world"}});
    begin();
    add_body(robot_.root);
    for (const UrdfJoint& joint : robot_.joints) add_joint(joint);
    for (const std::size_t link : massless_ends())
      result_.notes.push_back("nothing from link " + in_quotes(robot_.links[link].name) +
                              " on has a mass: give it one, or leave its joint out");
    OrderedJson connections = OrderedJson::array();
    for (const std::vector<std::string>& node : nodes_)
      if (node.size() > 1) connections.push_back(node);
    OrderedJson diagram = {
        {"format", "stribeck/1"}, {"title", robot_.name.empty() ? "A robot" : robot_.name}, {"components", std::move(components_)}};
    diagram["connections"] = std::move(connections);
    diagram["experiment"] = {{"stop", "1 s"}, {"rtol", 1e-8}, {"atol", 1e-10}};
    if (!outputs_.empty()) diagram["outputs"] = outputs_;
    result_.text = diagram.dump(2) + "\n";
    return std::move(result_);
  }

 private:
  /// Letters, digits and underscores, once each.
  std::string named(const std::string& wanted) {
    std::string name;
    for (const char letter : wanted)
      name += (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') || (letter >= '0' && letter <= '9') ? letter : '_';
    if (name.empty() || (name[0] >= '0' && name[0] <= '9')) name.insert(0, 1, '_');
    std::string unique = name;
    for (int i = 2; names_.contains(unique); ++i) unique = name + "_" + std::to_string(i);
    names_.insert(unique);
    if (unique != wanted) result_.notes.push_back(in_quotes(wanted) + " is called " + unique);
    return unique;
  }
  std::string add(const std::string& wanted, OrderedJson component) {
    std::string name = named(wanted);
    components_[name] = std::move(component);
    return name;
  }
  std::size_t node(const std::string& connector) {
    nodes_.push_back({connector});
    return nodes_.size() - 1;
  }
  void join(std::size_t at, const std::string& connector) { nodes_[at].push_back(connector); }

  void begin() {
    frames_.assign(robot_.links.size(), 0);
    const std::size_t world = node("world.frame");
    frames_[robot_.root] = world;
    if (!is_free_) return;
    const std::string base = add("base_motion", {{"type", "spatial.free"}});
    join(world, base + ".a");
    frames_[robot_.root] = node(base + ".b");
    outputs_.push_back(base + ".r*");
  }

  void add_body(std::size_t link) {
    const auto& inertia = robot_.links[link].inertia;
    if (!inertia) return;
    const UrdfInertia& i = *inertia;
    OrderedJson parameters = {{"mass", i.mass}, {"center", i.center}, {"inertia_xx", i.xx}, {"inertia_yy", i.yy}, {"inertia_zz", i.zz}};
    if (i.xy != 0) parameters["inertia_xy"] = i.xy;
    if (i.xz != 0) parameters["inertia_xz"] = i.xz;
    if (i.yz != 0) parameters["inertia_yz"] = i.yz;
    join(frames_[link], add(robot_.links[link].name, {{"type", "spatial.body"}, {"parameters", parameters}}) + ".frame");
  }

  /// A frame there, on the same body; the same one if it is at the same place.
  std::size_t moved(std::size_t from, const std::string& name, const UrdfPlace& place) {
    const AxisAngle about = axis_and_angle(place.rpy);
    OrderedJson parameters = OrderedJson::object();
    if (place.xyz != Triple{}) parameters["offset"] = place.xyz;
    if (about.angle != 0) parameters["axis"] = about.axis, parameters["angle"] = about.angle;
    if (parameters.empty()) return from;
    const std::string transform = add(name, {{"type", "spatial.transform"}, {"parameters", parameters}});
    join(from, transform + ".a");
    return node(transform + ".b");
  }

  void add_joint(const UrdfJoint& joint) {
    const bool is_fixed = joint.type == UrdfJointType::fixed;
    const std::size_t there = moved(frames_[joint.parent], is_fixed ? joint.name : joint.name + "_origin", joint.origin);
    frames_[joint.child] = there;
    if (!is_fixed) {
      OrderedJson component = {{"type", type_of(joint)}};
      if (has_axis(joint)) component["parameters"]["axis_direction"] = joint.axis;
      if (joint.type == UrdfJointType::planar) component["parameters"]["normal_direction"] = joint.axis;
      const std::string way = turns(joint) ? "phi" : "s", rate = turns(joint) ? "w" : "v";
      if (has_axis(joint)) component["initial"] = {{way, start_of(joint)}, {rate, 0}};
      const std::string name = add(joint.name, component);
      join(there, name + ".a");
      frames_[joint.child] = node(name + ".b");
      if (has_axis(joint)) add_axis(joint, name, way);
    }
    add_body(joint.child);
  }

  static const char* type_of(const UrdfJoint& joint) {
    if (turns(joint)) return "spatial.revolute";
    return joint.type == UrdfJointType::prismatic ? "spatial.prismatic"
           : joint.type == UrdfJointType::planar  ? "spatial.planar"
                                                  : "spatial.free";
  }

  double start_of(const UrdfJoint& joint) {
    if (!joint.has_limits || (joint.lower <= 0 && joint.upper >= 0)) return 0;
    const double start = joint.lower > 0 ? joint.lower : joint.upper;
    result_.notes.push_back("joint " + in_quotes(joint.name) + " begins at its limit " + short_number(start) + ", as zero is beyond it");
    return start;
  }

  /// What acts at the axis, between b and a.
  void add_axis(const UrdfJoint& joint, const std::string& name, const std::string& way) {
    outputs_.push_back(name + "." + way);
    const std::string domain = turns(joint) ? "rotational" : "translational", force = turns(joint) ? "torque" : "force";
    std::size_t axis = nodes_.size();
    nodes_.push_back({name + ".axis"});
    const auto act = [&](const std::string& what, const std::string& type, const OrderedJson& parameters) {
      const std::string acting = add(joint.name + "_" + what, {{"type", domain + "." + type}, {"parameters", parameters}});
      join(axis, acting + ".R");
      join(ground(domain), acting + ".C");
    };
    if (joint.damping > 0) act("damper", "damper", {{"damping", joint.damping}});
    if (joint.friction > 0) act("friction", "dry_friction", {{"coulomb_" + force, joint.friction}, {"static_" + force, joint.friction}});
    if (!joint.has_limits) return;
    if (joint.lower < joint.upper)
      return act("stop", "hard_stop", {{"upper_bound", joint.upper}, {"lower_bound", joint.lower}, {"model", "restitution"}});
    result_.notes.push_back("joint " + in_quotes(joint.name) + " has both limits at one place, and so none here: make it fixed");
  }

  std::size_t ground(const std::string& domain) {
    std::size_t& known = domain == "rotational" ? rotational_ground_ : translational_ground_;
    if (known == kNone) known = node(add(domain + "_ground", {{"type", domain + ".ground"}}) + ".W");
    return known;
  }

  /// Links behind a joint that moves, from which on nothing has mass.
  std::vector<std::size_t> massless_ends() const {
    std::vector<bool> has_mass(robot_.links.size());
    for (std::size_t i = 0; i < has_mass.size(); ++i) has_mass[i] = robot_.links[i].inertia.has_value();
    for (auto joint = robot_.joints.rbegin(); joint != robot_.joints.rend(); ++joint)
      if (has_mass[joint->child]) has_mass[joint->parent] = true;
    std::vector<std::size_t> result;
    for (const UrdfJoint& joint : robot_.joints)
      if (joint.type != UrdfJointType::fixed && !has_mass[joint.child]) result.push_back(joint.child);
    return result;
  }

  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);
  const UrdfRobot& robot_;
  bool is_free_;
  RobotDiagram result_;
  std::set<std::string> names_;
  OrderedJson components_ = OrderedJson::object();
  std::vector<std::vector<std::string>> nodes_;
  std::vector<std::size_t> frames_;  // of links: nodes
  std::vector<std::string> outputs_;
  std::size_t rotational_ground_ = kNone, translational_ground_ = kNone;
};

}  // namespace

RobotDiagram diagram_of(const UrdfRobot& robot, bool is_free) { return Making(robot, is_free).make(); }

}  // namespace stribeck::cli
