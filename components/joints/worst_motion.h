#pragma once
// Which motion the forces on an area would start, if they are as large as the friction of the area can hold.
#include <array>
#include <vector>

#include "joints/contact_places.h"
#include "joints/joint_friction.h"

namespace stribeck::partial {

/// An area holds what gives to no motion more than that loses, F.v + T w <= limit * mean of |v + w e x X|: what it can hold is convex, with
/// one such half-space for each motion (Goyal, Ruina, Papadopoulos (1991), Wear 143, 307-330). Beyond it are forces that give too much to
/// one motion, and that which gets most is found in rounds. In each, every place rubs in proportion to its slip, by as much as makes it
/// Coulomb friction for the motion of the round before, and the next motion is that in which the forces would then drive the area
/// (Weiszfeld's iteration). It comes nearer by less and less where the area turns about a place that bears much of the load, so that some
/// rounds go further than they point.
class WorstMotion {
 public:
  /// `still`: slip of a place, over that of the motion, below which it does not rub more in proportion. Where it is small, and the rounds
  /// are many, pads that the area turns about are found as such.
  WorstMotion(const std::vector<Place>& places, int rounds, double still) : places_(places), rounds_(rounds), still_(still) {
    Expression sum = 0;
    for (const Place& place : places) sum += place.share * (square(place.x) + square(place.y));
    const Recording recording = sum.recording();
    const Expression least(recording, recording.api->constant(recording.recorder, kLeastRadius, "m"));
    radius_ = sqrt(sum + square(least));
  }
  /// By which turning is multiplied to become a slip.
  const Expression& radius() const { return radius_; }

  /// Of length one, with turning times radius().
  std::array<Expression, 3> of(const PlanarFriction& held) const {
    const Expression torque = held.torque / radius_, scale = scale_of({held.force_2, held.force_3, torque}, "N");
    // A share that is nothing, unless all are.
    const std::array<Expression, 3> force{held.force_2 / scale + kNone, held.force_3 / scale, torque / scale};
    std::array<Expression, 3> motion = unit(force);
    for (int round = 0; round < rounds_; ++round) {
      const std::array<Expression, 3> next = driven(motion, force);
      const double further = kFurther[static_cast<std::size_t>(round) % kFurther.size()];
      std::array<Expression, 3> gone = next;
      for (std::size_t i = 0; i < 3; ++i) gone[i] = motion[i] + further * (next[i] - motion[i]);
      motion = unit(gone);
    }
    return motion;
  }

 private:
  static constexpr double kLeastRadius = 1e-9;  ///< m; places that all lie in the centre resist no torque
  static constexpr double kNone = 1e-30;
  static constexpr std::array<double, 3> kFurther{1, 1, 4};

  static std::array<Expression, 3> unit(const std::array<Expression, 3>& a) {
    const Expression size = sqrt(square(a[0]) + square(a[1]) + square(a[2]) + square(kNone));
    return {a[0] / size, a[1] / size, a[2] / size};
  }

  std::array<Expression, 3> driven(const std::array<Expression, 3>& motion, const std::array<Expression, 3>& force) const {
    Expression sum = 0, sum_x = 0, sum_y = 0, sum_square = 0;
    for (const Place& place : places_) {
      const Expression x = place.x / radius_, y = place.y / radius_;
      const Expression rubs = place.share / sqrt(square(motion[0] - motion[2] * y) + square(motion[1] + motion[2] * x) + square(still_));
      sum += rubs;
      sum_x = sum_x + rubs * x, sum_y = sum_y + rubs * y;
      sum_square += rubs * (square(x) + square(y));
    }
    constexpr double kSingle = 1e-9;  // a single place does not resist turning about itself
    const Expression x = sum_x / sum, y = sum_y / sum;
    const Expression turn = (force[2] - x * force[1] + y * force[0]) / (sum_square - x * sum_x - y * sum_y + kSingle * sum);
    const std::array<Expression, 3> next{force[0] / sum + turn * y, force[1] / sum - turn * x, turn};
    return unit(next);
  }

  std::vector<Place> places_;
  int rounds_;
  double still_;
  Expression radius_ = 1;
};

}  // namespace stribeck::partial
