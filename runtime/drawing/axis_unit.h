#pragma once
// In which unit an axis counts, and what is written beside it.
#include <string>
#include <string_view>

namespace stribeck {

/// shown = (SI - offset) / factor
struct AxisUnit {
  std::string symbol;  ///< "kN", "rad/s"; empty for pure numbers
  double factor = 1, offset = 0;

  double shown(double si) const { return (si - offset) / factor; }
};

/// The unit asked for or, if `asked` is empty, the SI unit with the prefix that suits numbers up to `largest` (in SI). `asked` must be a
/// unit of the dimension of `si_unit`.
AxisUnit axis_unit(std::string_view si_unit, std::string_view asked, double largest);
/// "force", "angular velocity"; empty where the unit does not tell.
std::string quantity_of(std::string_view si_unit);
/// "J" for "kg*m^2/s^2": the name that people know of a unit, energy before torque. Of turns and pure numbers the unit itself.
std::string known_unit(std::string_view si_unit);

/// "torque [kN·m]", "time [s]", "[1/K]", ""
std::string axis_label(std::string_view quantity, const AxisUnit& unit);
/// "N*m/(rad/s^2)" as a person writes it: "N·m/(rad/s²)".
std::string pretty_unit(std::string_view unit);

}  // namespace stribeck
