#pragma once
// What a component is to a bond graph, from its declarations alone.
#include <cstdint>
#include <string>

#include "component/record.h"

namespace stribeck {

/// The letters are those of Karnopp, Margolis, Rosenberg (2012), System Dynamics, 5th ed., chapter 3.
struct ElementForm {
  /// How power goes between several ports.
  enum class Between : std::uint8_t {
    none,         ///< a single port, or one force between two
    transformer,  ///< velocities are tied to one another
    gyrator,      ///< a velocity gives a force elsewhere
    field         ///< stores or dissipates what depends on the motion of all its ports
  };

  /// "R" dissipates, "C" stores energy by displacement or force, "I" by velocity, momentum or current, "Se" and "Sf" supply with given
  /// force or velocity, "TF", "GY" pass power on, "MTF" by a modulus that varies; several at once are joined, "RC". Empty: a single port of
  /// which nothing is declared.
  std::string letters;
  bool resists = false, compliant = false, inertial = false;  ///< R, C, I
  bool is_source = false;
  std::string source{};       ///< "Se" or "Sf", if that is declared
  bool modulated = false;     ///< signals come in
  bool shares_motion = true;  ///< what it stores depends on the motion of its ports alone: R, C and I have one velocity
  bool one_force = false;     ///< two ports with equal and opposite forces and energy of its own: hangs on a 0-junction between them
  bool forceless = false;     ///< relations make the forces of all ports zero: no power flows
  bool link = false;          ///< two ports that move as one and pass a force on, with no energy of its own: all power goes through
  Between between = Between::none;
  bool varies = false;  ///< of transformers: the modulus depends on positions or signals
};

ElementForm element_form(const ComponentRecord& record);

}  // namespace stribeck
