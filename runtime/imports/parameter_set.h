#pragma once
// Parameter sets of SSP 1.0 (System Structure and Parameterization, Modelica Association, chapter 6), as files of their own: .ssv.
#include <string>
#include <vector>

namespace stribeck::imports {

struct NamedValue {
  std::string name;
  std::string value;  ///< as it would be written in a diagram: "0.25 kg*m^2", "forward"
};

/// A number without a unit is a pure one: of a parameter that has a unit it is refused where it is used. Throws Failure file.missing,
/// fmu.unreadable.
std::vector<NamedValue> read_parameter_set(const std::string& file);

}  // namespace stribeck::imports
