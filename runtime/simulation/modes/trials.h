#pragma once
// Modes of frictions whose limits depend on the forces that they limit: a screw that is pressed on by what it drives, a guide with an
// offset load. The answer of the network to their forces is not linear, so the modes are tried out in the network itself. So are those of
// frictions with a side that has no inertia, where it is a velocity that answers.
#include <utility>
#include <vector>

#include "simulation/modes/instant.h"

namespace stribeck {

/// What slips on beside candidates, pressed on by what these transmit: without that it may have no force that fulfils its law, so that it
/// transmits nothing either while the network is asked for the motion without them.
class SlipsSilenced {
 public:
  /// Silences those that do not belong to the candidates themselves.
  SlipsSilenced(Elements& elements, const std::vector<std::size_t>& candidates);
  void silence();
  void restore();

 private:
  Elements& elements_;
  std::vector<std::pair<std::size_t, Mode>> slips_;
};

/// What the acceleration of a member of a group is the sum of, all counted positive, with the forces as last evaluated.
double terms_of(const Elements& elements, const Response& response, const Response::Group& group, std::size_t row);

/// A force that holds follows from terms which may be larger than itself: tells what of it may be their rounding, so that this does not
/// pass a limit of zero.
void tell_noise(Elements& elements, const Response& response, const Response::Group& group);

/// Throws Failure run.jammed where neither sticking nor slipping either way is consistent with the forces.
StickSlipModes decide_by_trial(Instant& instant, Elements& elements, const Response& response, const Response::Group& group,
                               const ModeProblem& problem);

/// Where a side without inertia hangs on a spring it moves at once to where the spring's force is that of the law: from the static to the
/// kinetic level, or to nothing where it opens. Friction takes the energy. Springs that are not linear need several steps.
void relax(Instant& instant, Elements& elements);

}  // namespace stribeck
