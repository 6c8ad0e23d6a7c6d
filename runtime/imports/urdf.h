#pragma once
// Robots in files of the Unified Robot Description Format (URDF): links and the joints between them.
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"

namespace stribeck::imports {

using Triple = std::array<double, 3>;

/// Where a frame is in another: moved by `xyz` (m), turned by roll, pitch and yaw (rad) about the fixed axes x, y and z, in this order.
struct UrdfPlace {
  Triple xyz{}, rpy{};
};

/// About the centre of mass, in the axes of the frame of the link.
struct UrdfInertia {
  double mass = 0;                                        ///< kg
  Triple center{};                                        ///< m, in the frame of the link
  double xx = 0, yy = 0, zz = 0, xy = 0, xz = 0, yz = 0;  ///< kg m^2, entries of the tensor
};

struct UrdfLink {
  std::string name;
  int line = 0;
  std::optional<UrdfInertia> inertia;  ///< none: it has no mass
};

enum class UrdfJointType : std::uint8_t { fixed, revolute, continuous, prismatic, planar, floating };

struct UrdfJoint {
  std::string name;
  int line = 0;
  UrdfJointType type = UrdfJointType::fixed;
  std::size_t parent = 0, child = 0;  ///< links
  UrdfPlace origin;                   ///< of the child's frame in the parent's, where the joint is at zero
  Triple axis{1, 0, 0};               ///< in the child's frame; of a planar joint the normal
  bool has_limits = false;
  double lower = 0, upper = 0;       ///< rad or m
  double damping = 0, friction = 0;  ///< N m s/rad and N m, or N s/m and N
};

struct UrdfRobot {
  std::string name;
  std::vector<UrdfLink> links;
  std::vector<UrdfJoint> joints;      ///< each behind those on its way from the root
  std::size_t root = 0;               ///< link that no joint leads to
  std::vector<std::string> left_out;  ///< of what the file says, with its line
};

/// Throws Failure urdf.unreadable with all that is wrong, by lines: what is no XML or no robot, links that are no tree, numbers that are
/// none, a mass or a tensor that no body has. `file` for messages.
UrdfRobot read_urdf(std::string_view text, const std::string& file);

}  // namespace stribeck::imports
