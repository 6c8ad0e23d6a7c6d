#pragma once
// Frictions whose law two forces fulfil at once, because their own force presses them on (Painleve's paradox).
#include <cstddef>
#include <vector>

#include "base/diagnostic.h"
#include "simulation/modes/elements.h"

namespace stribeck {

/// Of the frictions in `slipping`, which slip in the modes that are held and evaluated: notes those whose law has a second answer. A limit
/// is the magnitude of reactions that are affine in the force of friction, so that its slope for large forces tells: where it is above one,
/// the limit meets the force twice or never, and as it has met it, twice. Painleve (1895), Comptes Rendus 121, 112-115; Genot, Brogliato
/// (1999), New results on Painleve paradoxes, Eur. J. Mech. A/Solids 18, 653-677. Leaves no trace.
void note_second_answers(const Elements& elements, const std::vector<std::size_t>& slipping, double t, std::vector<Diagnostic>& notes);

/// Notes that no force fulfils the law of these frictions, and an impulse has brought them to rest.
void note_no_answer(const Elements& elements, const std::vector<std::size_t>& jamming, double t, std::vector<Diagnostic>& notes);

}  // namespace stribeck
