#include "imports/urdf.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>

#include "base/format.h"
#include "base/text.h"
#include "imports/xml_tree.h"

namespace stribeck::imports {
namespace {

using Rows = std::array<Triple, 3>;

/// Of roll, pitch and yaw: Rz(yaw) Ry(pitch) Rx(roll).
Rows rotation_of(const Triple& rpy) {
  const double cr = std::cos(rpy[0]), sr = std::sin(rpy[0]), cp = std::cos(rpy[1]), sp = std::sin(rpy[1]), cy = std::cos(rpy[2]),
               sy = std::sin(rpy[2]);
  return {{{cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr},
           {sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr},
           {-sp, cp * sr, cp * cr}}};
}

/// R I R^T.
Rows turned(const Rows& r, const Rows& inertia) {
  Rows result{};
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t k = 0; k < 3; ++k)
      for (std::size_t p = 0; p < 3; ++p)
        for (std::size_t q = 0; q < 3; ++q) result.at(i).at(k) += r.at(i).at(p) * inertia.at(p).at(q) * r.at(k).at(q);
  return result;
}

/// The integrals of x x dm, x y dm and so on, half the trace minus the tensor, make a matrix without negative eigenvalues.
bool is_of_a_body(double xx, double yy, double zz, double xy, double xz, double yz) {
  constexpr double kRounding = 1e-9;  // of a thin rod, as files write it
  const double x = 0.5 * (yy + zz - xx), y = 0.5 * (xx + zz - yy), z = 0.5 * (xx + yy - zz),
               size = std::abs(xx) + std::abs(yy) + std::abs(zz);
  const double of_one = std::min({x, y, z}), of_two = std::min({x * y - xy * xy, x * z - xz * xz, y * z - yz * yz});
  const double of_all = x * y * z - 2 * xy * xz * yz - x * yz * yz - y * xz * xz - z * xy * xy;
  return of_one >= -kRounding * size && of_two >= -kRounding * size * size && of_all >= -kRounding * size * size * size;
}

class Reader {
 public:
  explicit Reader(const std::string& file) : file_(file) {}

  UrdfRobot read(const XmlElement& root) {
    if (root.name != "robot") refuse(root.line, fmt::format("the file describes a {}, and no robot", in_quotes(root.name)));
    errors_.throw_if_errors();
    robot_.name = root.text("name");
    for (const XmlElement& element : root.children)
      if (element.name == "link") read_link(element);
    for (const XmlElement& element : root.children) {
      if (element.name == "joint")
        read_joint(element);
      else if (element.name != "link" && element.name != "material")
        leave_out(element, fmt::format("<{}>", element.name));
    }
    if (robot_.links.empty()) refuse(root.line, "the robot has no links");
    errors_.throw_if_errors();
    order();
    errors_.throw_if_errors();
    return std::move(robot_);
  }

 private:
  void refuse(int line, std::string message, std::string remedy = {}) {
    Diagnostic diagnostic;
    diagnostic.code = ErrorCode::urdf_unreadable;
    diagnostic.message = std::move(message);
    diagnostic.remedy = std::move(remedy);
    diagnostic.where.file = file_;
    diagnostic.where.line = line;
    diagnostic.where.column = 1;
    errors_.add(std::move(diagnostic));
  }
  void leave_out(const XmlElement& element, const std::string& what) {
    robot_.left_out.push_back(fmt::format("{}:{}: {}", file_, element.line, what));
  }

  std::string name_of(const XmlElement& element, std::map<std::string, std::size_t>& known, std::size_t number) {
    std::string name = element.text("name");
    if (name.empty())
      refuse(element.line, fmt::format("a {} has no name", element.name));
    else if (!known.try_emplace(name, number).second)
      refuse(element.line, fmt::format("there are two {}s {}", element.name, in_quotes(name)));
    return name;
  }

  /// As many numbers as there are places; they stay as they are where the attribute is left out.
  template <std::size_t count>
  void numbers(const XmlElement& element, std::string_view key, std::array<double, count>& values, bool is_required = false) {
    const std::string* written = element.attribute(key);
    if (written == nullptr) {
      if (is_required) refuse(element.line, fmt::format("<{}> has no {}", element.name, in_quotes(key)));
      return;
    }
    std::array<double, count> found{};
    std::size_t read = 0;
    for (const char *at = written->data(), *end = at + written->size(); at != end;) {
      if (*at == ' ' || *at == '\t' || *at == '\n' || *at == '\r') {
        ++at;
        continue;
      }
      if (*at == '+') ++at;
      double value = 0;
      const auto [next, problem] = std::from_chars(at, end, value);
      if (problem != std::errc{} || !std::isfinite(value) || read == count) {
        read = count + 1;
        break;
      }
      found.at(read++) = value;
      at = next;
    }
    if (read == count) {
      values = found;
      return;
    }
    refuse(element.line,
           fmt::format("{} of <{}> is {}, and not {}", in_quotes(key), element.name, in_quotes(*written),
                       count == 1 ? "a number" : fmt::format("{} numbers", count)),
           written->find("${") != std::string::npos ? "this is a xacro file: have xacro write the URDF first" : "");
  }
  double number(const XmlElement& element, std::string_view key, double otherwise, bool is_required = false) {
    std::array<double, 1> value{otherwise};
    numbers(element, key, value, is_required);
    return value[0];
  }

  UrdfPlace place(const XmlElement& parent) {
    UrdfPlace result;
    if (const XmlElement* origin = parent.child("origin")) numbers(*origin, "xyz", result.xyz), numbers(*origin, "rpy", result.rpy);
    return result;
  }

  void read_link(const XmlElement& element) {
    UrdfLink link;
    link.name = name_of(element, links_, robot_.links.size());
    link.line = element.line;
    for (const XmlElement& part : element.children) {
      if (part.name == "inertial")
        read_inertia(part, link);
      else
        leave_out(part, fmt::format("<{}> of link {}{}", part.name, in_quotes(link.name), mesh_in(part)));
    }
    robot_.links.push_back(std::move(link));
  }

  static std::string mesh_in(const XmlElement& part) {
    const XmlElement* geometry = part.child("geometry");
    const XmlElement* mesh = geometry == nullptr ? nullptr : geometry->child("mesh");
    return mesh == nullptr ? "" : ", mesh " + in_quotes(mesh->text("filename"));
  }

  void read_inertia(const XmlElement& element, UrdfLink& link) {
    const std::size_t before = errors_.list().size();
    const UrdfPlace origin = place(element);
    const XmlElement *mass = element.child("mass"), *tensor = element.child("inertia");
    if (mass == nullptr || tensor == nullptr)
      return refuse(element.line,
                    fmt::format("<inertial> of link {} has no <{}>", in_quotes(link.name), mass == nullptr ? "mass" : "inertia"));
    UrdfInertia inertia;
    inertia.mass = number(*mass, "value", 0, true);
    const auto entry = [&](const char* key) { return number(*tensor, key, 0, true); };
    const double xx = entry("ixx"), yy = entry("iyy"), zz = entry("izz"), xy = entry("ixy"), xz = entry("ixz"), yz = entry("iyz");
    if (errors_.list().size() > before) return;
    const bool has_tensor = xx != 0 || yy != 0 || zz != 0 || xy != 0 || xz != 0 || yz != 0;
    if (inertia.mass < 0 || (inertia.mass == 0 && has_tensor))
      return refuse(mass->line, fmt::format("the mass of link {} is {}", in_quotes(link.name), short_number(inertia.mass)));
    if (!is_of_a_body(xx, yy, zz, xy, xz, yz))
      return refuse(tensor->line, fmt::format("no body has the tensor of link {}: a principal moment is more than both others together",
                                              in_quotes(link.name)));
    if (inertia.mass == 0) return;
    const Rows about = turned(rotation_of(origin.rpy), {{{xx, xy, xz}, {xy, yy, yz}, {xz, yz, zz}}});
    inertia.center = origin.xyz;
    inertia.xx = about[0][0], inertia.yy = about[1][1], inertia.zz = about[2][2];
    inertia.xy = about[0][1], inertia.xz = about[0][2], inertia.yz = about[1][2];
    link.inertia = inertia;
  }

  std::size_t end_of(const XmlElement& joint, std::string_view which) {
    const XmlElement* end = joint.child(which);
    if (end == nullptr) {
      refuse(joint.line, fmt::format("joint {} has no <{}>", in_quotes(joint.text("name")), which));
      return 0;
    }
    const std::string name = end->text("link");
    const auto found = links_.find(name);
    if (found != links_.end()) return found->second;
    std::vector<std::string> names;
    for (const auto& [known, number] : links_) names.push_back(known);
    refuse(end->line, fmt::format("there is no link {}", in_quotes(name)), did_you_mean(name, names));
    return 0;
  }

  void read_joint(const XmlElement& element) {
    static const std::map<std::string, UrdfJointType> kTypes{
        {"fixed", UrdfJointType::fixed},         {"revolute", UrdfJointType::revolute}, {"continuous", UrdfJointType::continuous},
        {"prismatic", UrdfJointType::prismatic}, {"planar", UrdfJointType::planar},     {"floating", UrdfJointType::floating}};
    UrdfJoint joint;
    joint.name = name_of(element, joints_, robot_.joints.size());
    joint.line = element.line;
    const auto type = kTypes.find(element.text("type"));
    if (type == kTypes.end())
      refuse(element.line,
             fmt::format("joint {} is of the type {}, which there is not", in_quotes(joint.name), in_quotes(element.text("type"))),
             "types are fixed, revolute, continuous, prismatic, planar and floating");
    else
      joint.type = type->second;
    joint.parent = end_of(element, "parent"), joint.child = end_of(element, "child");
    joint.origin = place(element);
    if (const XmlElement* axis = element.child("axis")) {
      numbers(*axis, "xyz", joint.axis, true);
      if (joint.axis == Triple{}) refuse(axis->line, fmt::format("the axis of joint {} is zero", in_quotes(joint.name)));
    }
    read_limits(element, joint);
    read_dynamics(element, joint);
    constexpr std::array<std::string_view, 6> kRead{"parent", "child", "origin", "axis", "limit", "dynamics"};
    for (const XmlElement& part : element.children)
      if (std::ranges::find(kRead, part.name) == kRead.end())
        leave_out(part,
                  fmt::format("<{}> of joint {}{}", part.name, in_quotes(joint.name), part.name == "mimic" ? ": it moves by itself" : ""));
    robot_.joints.push_back(std::move(joint));
  }

  void read_limits(const XmlElement& element, UrdfJoint& joint) {
    const bool is_bounded = joint.type == UrdfJointType::revolute || joint.type == UrdfJointType::prismatic;
    const XmlElement* limit = element.child("limit");
    if (limit == nullptr) {
      if (is_bounded)
        refuse(element.line, fmt::format("joint {} is {} and has no <limit>", in_quotes(joint.name), element.text("type")),
               joint.type == UrdfJointType::revolute ? "one that turns without end is of the type continuous" : "");
      return;
    }
    for (const char* key : {"effort", "velocity"})
      if (limit->attribute(key) != nullptr)
        leave_out(*limit, fmt::format("\"{}\" of <limit> of joint {}: it bounds a drive, which the file does not tell", key,
                                      in_quotes(joint.name)));
    if (!is_bounded) return;
    joint.has_limits = true;
    joint.lower = number(*limit, "lower", 0), joint.upper = number(*limit, "upper", 0);
    if (joint.lower > joint.upper)
      refuse(limit->line, fmt::format("joint {} ends at {} before it begins at {}", in_quotes(joint.name), short_number(joint.upper),
                                      short_number(joint.lower)));
  }

  void read_dynamics(const XmlElement& element, UrdfJoint& joint) {
    const XmlElement* dynamics = element.child("dynamics");
    if (dynamics == nullptr) return;
    joint.damping = number(*dynamics, "damping", 0), joint.friction = number(*dynamics, "friction", 0);
    if (joint.damping < 0 || joint.friction < 0)
      refuse(dynamics->line, fmt::format("damping or friction of joint {} is below zero", in_quotes(joint.name)));
    const bool has_one_freedom =
        joint.type == UrdfJointType::revolute || joint.type == UrdfJointType::continuous || joint.type == UrdfJointType::prismatic;
    if (has_one_freedom || (joint.damping == 0 && joint.friction == 0)) return;
    leave_out(*dynamics, fmt::format("<dynamics> of joint {}, which has not one freedom", in_quotes(joint.name)));
    joint.damping = joint.friction = 0;
  }

  /// Puts the joints in an order from the root; every link but that is the child of one joint.
  void order() {
    std::vector<int> leads_to(robot_.links.size(), -1);
    for (std::size_t j = 0; j < robot_.joints.size(); ++j) {
      const UrdfJoint& joint = robot_.joints[j];
      int& known = leads_to[joint.child];
      if (known >= 0)
        refuse(joint.line, fmt::format("joints {} and {} both lead to link {}: links make a tree",
                                       in_quotes(robot_.joints[static_cast<std::size_t>(known)].name), in_quotes(joint.name),
                                       in_quotes(robot_.links[joint.child].name)));
      known = static_cast<int>(j);
    }
    std::vector<std::size_t> roots;
    for (std::size_t i = 0; i < leads_to.size(); ++i)
      if (leads_to[i] < 0) roots.push_back(i);
    if (roots.size() != 1) {
      const UrdfLink& link = robot_.links[roots.empty() ? 0 : roots[1]];
      return refuse(link.line, roots.empty() ? "the joints go round in a ring: no link is the root"
                                             : fmt::format("no joint leads to link {}, nor to {}: a robot has one root",
                                                           in_quotes(link.name), in_quotes(robot_.links[roots[0]].name)));
    }
    robot_.root = roots[0];
    std::vector<UrdfJoint> ordered;
    std::vector<std::size_t> open{robot_.root};
    for (std::size_t next = 0; next < open.size(); ++next)
      for (const UrdfJoint& joint : robot_.joints)
        if (joint.parent == open[next]) open.push_back(joint.child), ordered.push_back(joint);
    if (ordered.size() != robot_.joints.size()) {
      const auto apart =
          std::ranges::find_if(robot_.joints, [&](const UrdfJoint& joint) { return std::ranges::find(open, joint.child) == open.end(); });
      return refuse(apart->line,
                    fmt::format("joint {} does not hang on the root: the joints there go round in a ring", in_quotes(apart->name)));
    }
    robot_.joints = std::move(ordered);
  }

  const std::string& file_;
  Diagnostics errors_;
  UrdfRobot robot_;
  std::map<std::string, std::size_t> links_, joints_;
};

}  // namespace

UrdfRobot read_urdf(std::string_view text, const std::string& file) {
  try {
    return Reader(file).read(parse_xml(text, file, ""));
  } catch (const Failure& failure) {
    if (failure.diagnostics().front().code == ErrorCode::urdf_unreadable) throw;
    Diagnostic diagnostic = failure.diagnostics().front();
    diagnostic.code = ErrorCode::urdf_unreadable;
    diagnostic.where.column = 1;
    throw Failure(std::move(diagnostic));
  }
}

}  // namespace stribeck::imports
