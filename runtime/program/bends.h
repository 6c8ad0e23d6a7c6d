#pragma once
// Where operators bend: what a step must not pass over unseen.
#include <limits>
#include <optional>

#include "base/operators.h"

namespace stribeck {

/// The range of an operator's argument in which the operator is not smooth to a step that is long beside it.
struct Bend {
  double low = 0, high = 0;
  double resolution = 0;   ///< to a step that changes the argument by no more than this the operator is smooth there, too
  bool is_abrupt = false;  ///< Bending::is_abrupt of the operator

  /// Whether a step at whose stages the arguments lie from `least` to `most` may have met the range in between. Where the argument is a
  /// parabola, it exceeds its values at the stages by at most 0.26 of what these span; by more, its vertex is still no nearer to the range
  /// than three quarters of the span.
  bool may_be_passed(double least, double most) const {
    const double span = most - least;
    return !(span <= resolution) && !(least - span > high) && !(most + span < low);
  }
};

/// What is known of an operator.
struct Bending {
  /// Whether an error estimate may miss what it does: it has a kink, is as steep as a square root, or saturates, so that it acts in a thin
  /// layer of its argument only.
  bool is_abrupt = false;
  bool is_smooth = false;  ///< it is a polynomial of its operands, or jumps at events alone
  /// Where it bends as a function of one argument: its first operand; the divisor of a quotient, the base of a power with a fixed exponent,
  /// and the difference of the operands of min and max. None: it is smooth, or no argument tells.
  std::optional<Bend> bend = {};
};

inline Bending bending_of(Operator op) {
  constexpr double kAll = std::numeric_limits<double>::infinity();
  // Taylor series of tan, tanh and atan gain a digit or so with each term within a quarter: their poles are one or more from the real axis.
  constexpr double kBesidePole = 0.25;
  constexpr Bending kSmooth{.is_smooth = true}, kAbrupt{.is_abrupt = true}, kUnknown{};
  const auto abrupt = [](double low, double high, double resolution) {
    return Bending{.is_abrupt = true, .bend = Bend{low, high, resolution, true}};
  };
  const auto gentle = [](double low, double high, double resolution) { return Bending{.bend = Bend{low, high, resolution, false}}; };
  switch (op) {
    case Operator::add:
    case Operator::sub:
    case Operator::mul:
    case Operator::neg:
    case Operator::floor:
    case Operator::both:
    case Operator::either:
    case Operator::opposite:
    case Operator::select:
      return kSmooth;
    case Operator::abs:
    case Operator::sign:
    case Operator::min:
    case Operator::max:
    case Operator::sqrt:
    case Operator::pow:
      return abrupt(0, 0, 0);
    case Operator::tanh:
      return abrupt(-20, 20, kBesidePole);  // beyond, it is one to the last bit
    case Operator::atan:
      return abrupt(-2, 2, kBesidePole);
    case Operator::hypot:
    case Operator::direction_cosine:
    case Operator::asin:
    case Operator::acos:
    case Operator::atan2:
      return kAbrupt;
    case Operator::div:
    case Operator::log:
    case Operator::log10:
      return gentle(0, 0, 0);
    case Operator::log1p:
      return gentle(-1, -1, 0);
    case Operator::tan:
      return gentle(-kAll, kAll, kBesidePole);
    case Operator::exp:
    case Operator::expm1:
    case Operator::sinh:
    case Operator::cosh:
    case Operator::sin:
    case Operator::cos:
      return gentle(-kAll, kAll, 1);
    default:
      return is_relation(op) ? kSmooth : is_call(op) ? kAbrupt : kUnknown;  // external functions may do anything
  }
}

}  // namespace stribeck
