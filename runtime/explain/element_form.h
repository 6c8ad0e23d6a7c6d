#pragma once
// What a component is to a bond graph, from its declarations alone.
#include <string>

#include "component/record.h"

namespace stribeck {

/// The letters are those of Karnopp, Margolis, Rosenberg (2012), System Dynamics, 5th ed., chapter 3.
struct ElementForm {
  /// "I" stores energy by velocity, "C" by displacement or force, "R" dissipates, "Se" and "Sf" supply with given force or velocity, "TF"
  /// and "GY" pass power on; several at once are joined, "RC". Empty: a single port of which nothing is declared.
  std::string letters;
  bool inertial = false;   ///< has an I
  bool one_force = false;  ///< two ports with equal and opposite forces and energy of its own: hangs on a 0-junction between them
  bool forceless = false;  ///< relations make the forces of all ports zero: no power flows
  bool link = false;       ///< two ports that move as one and pass a force on, with no energy of its own: all power goes through
  bool is_source = false;
};

ElementForm element_form(const ComponentRecord& record);

}  // namespace stribeck
