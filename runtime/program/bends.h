#pragma once
// Where operators bend: what a step must not pass over unseen.
#include <algorithm>
#include <limits>
#include <optional>

#include "base/operators.h"

namespace stribeck {

/// The range of an operator's argument in which its value is not smooth, or changes within a length that steps must resolve. Outside of it
/// the operator is as smooth as the distance from it is long.
struct Bend {
  double low = 0, high = 0;
  double resolution = 0;  ///< a step that changes the argument by no more than this finds the operator smooth
  bool is_kink = false;   ///< an error estimate may miss it; else only where the operator changes much in a step

  /// Whether a step in which arguments from `least` to `most` were met may have passed over the range, or some of it, between them. Of a
  /// parabola that is evaluated at the stages of a step, the vertex lies beyond the values met by less than half of what they span.
  bool may_be_passed(double least, double most) const {
    const double span = most - least;
    return !(span <= resolution) && !(least - 0.5 * span > high) && !(most + 0.5 * span < low);
  }
};

/// Of a function of one argument, or of the difference of two; none: it bends nowhere, or elsewhere (bends_elsewhere()).
inline std::optional<Bend> bend_of(Operator op) {
  constexpr double kAll = std::numeric_limits<double>::infinity();
  // The nearest pole of tanh and atan is 1.6 or 1 from the real axis: within a quarter, their Taylor series gain a digit or so with each
  // term. tanh is one to the last bit beyond 20, and so is exp below -40 beside one.
  constexpr double kWithinPole = 0.25;
  switch (op) {
    case Operator::abs:
    case Operator::sign:
    case Operator::min:
    case Operator::max:
    case Operator::sqrt:
    case Operator::pow:
      return Bend{.low = 0, .high = 0, .resolution = 0, .is_kink = true};
    case Operator::tanh:
      return Bend{.low = -20, .high = 20, .resolution = kWithinPole, .is_kink = true};
    case Operator::atan:
      return Bend{.low = -2, .high = 2, .resolution = kWithinPole, .is_kink = true};
    case Operator::exp:
    case Operator::expm1:
      return Bend{.low = -40, .high = kAll, .resolution = 1, .is_kink = false};
    case Operator::sin:
    case Operator::cos:
      return Bend{.low = -kAll, .high = kAll, .resolution = 1, .is_kink = false};
    default:
      return std::nullopt;
  }
}

/// Whether an operator has kinks that no single argument tells. External functions may have any.
inline bool bends_elsewhere(Operator op) {
  switch (op) {
    case Operator::hypot:
    case Operator::direction_cosine:
    case Operator::asin:
    case Operator::acos:
    case Operator::atan2:
      return true;
    default:
      return is_call(op);
  }
}

}  // namespace stribeck
