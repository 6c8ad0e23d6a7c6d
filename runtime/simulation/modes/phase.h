#pragma once
// The modes and phases of a dry friction or a rigid contact.
#include <cstdint>

namespace stribeck {

/// The mode of an element, as its equations know it. A contact either rests (stuck) or is open.
enum class Mode : std::int8_t { backwards = -1, stuck = 0, forwards = 1, open = 2 };

/// The state of an element at the instant of an event: as before the instant, or changed by what has happened in it.
enum class Phase : std::uint8_t {
  open,      ///< transmits nothing
  opens,     ///< transmits nothing from this instant on
  slides,    ///< has a relative velocity
  sets_off,  ///< slides from this instant on: its relative velocity is still zero
  sticks,    ///< has no relative velocity; a contact rests
  closes,    ///< may stick or rest from this instant on: it has come to rest, has closed, or was struck
  lands      ///< a contact that closes, or is parted by impacts elsewhere, too slowly to collide: it may be stopped
};

inline bool is_open(Phase phase) { return phase == Phase::open || phase == Phase::opens; }
inline bool is_sliding(Phase phase) { return phase == Phase::slides || phase == Phase::sets_off; }
/// May rest from this instant on; what rested before is held as long as it can hold.
inline bool is_arriving(Phase phase) { return phase == Phase::closes || phase == Phase::lands; }

}  // namespace stribeck
