#pragma once
// The diagram that a robot of a URDF file is.
#include <string>
#include <vector>

#include "imports/urdf.h"

namespace stribeck::cli {

struct RobotDiagram {
  std::string text;                ///< JSON, not laid out
  std::vector<std::string> notes;  ///< what a person should know besides what was left out
};

/// `is_free`: its root flies; else it is fixed to the world.
RobotDiagram diagram_of(const imports::UrdfRobot& robot, bool is_free);

}  // namespace stribeck::cli
