#pragma once
// Modes of frictions whose limits depend on their own forces, as of a screw that its load presses on, or a guide with an offset load. The
// accelerations are then no linear function of the forces, so that sets of modes are evaluated in the network itself. The same holds for
// frictions with a side that has no inertia, where forces change velocities instead of accelerations, and where a force is fed back through
// a function: there sets of modes are evaluated once no set is found that agrees with answers in proportion to the forces.
#include <optional>
#include <utility>
#include <vector>

#include "simulation/modes/instant.h"

namespace stribeck {

/// Frictions that slip beside the candidates, with normal forces that depend on the candidates' forces. While the network is evaluated
/// without the candidates' forces they may have no force that fulfils their law; so they transmit nothing then, either.
class SlipsSilenced {
 public:
  /// Finds these frictions; candidates themselves are left out.
  SlipsSilenced(Elements& elements, const std::vector<std::size_t>& candidates);
  void silence();
  void restore();

 private:
  Elements& elements_;
  std::vector<std::pair<std::size_t, Mode>> slips_;
};

/// The sum of the magnitudes of the terms of a member's acceleration, with the forces that elements have now.
double terms_of(const Elements& elements, const Response& response, const Response::Group& group, std::size_t row);

/// Sets the rounding of each holding force, which follows from terms that may be larger than the force itself: rounding alone must not make
/// it pass a limit of zero.
void tell_noise(Elements& elements, const Response& response, const Response::Group& group);

/// Modes that the network itself confirms: forces within their limits where it sticks, accelerations along the slip; none if there are
/// none.
std::optional<StickSlipModes> try_modes(Instant& instant, Elements& elements, const Response& response, const Response::Group& group,
                                        const ModeProblem& problem);

/// The same; throws Failure run.jammed where neither sticking nor slipping either way is consistent with the forces.
StickSlipModes decide_by_trial(Instant& instant, Elements& elements, const Response& response, const Response::Group& group,
                               const ModeProblem& problem);

/// A side without inertia that hangs on a spring moves at once to where the force of the spring equals that of the law: from the static to
/// the kinetic level, or to zero if a contact opens. The energy is dissipated by the friction. Springs that are not linear take several
/// steps.
void relax(Instant& instant, Elements& elements);

}  // namespace stribeck
