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
  bool is_abrupt = false;  ///< is_abrupt()

  /// Whether a step at whose stages the arguments lie from `least` to `most` may have met the range in between. Where the argument is a
  /// parabola, it exceeds its values at the stages by at most 0.26 of what these span; by more, its vertex is still no nearer to the range
  /// than three quarters of the span.
  bool may_be_passed(double least, double most) const {
    const double span = most - least;
    return !(span <= resolution) && !(least - span > high) && !(most + span < low);
  }
};

/// Whether an error estimate may miss what an operator does: it has a kink, is as steep as a square root, or saturates, so that it acts in
/// a thin layer of its argument only. External functions may do anything.
inline bool is_abrupt(Operator op) {
  switch (op) {
    case Operator::abs:
    case Operator::sign:
    case Operator::min:
    case Operator::max:
    case Operator::sqrt:
    case Operator::hypot:
    case Operator::direction_cosine:
    case Operator::pow:
    case Operator::asin:
    case Operator::acos:
    case Operator::tanh:
    case Operator::atan:
    case Operator::atan2:
      return true;
    default:
      return is_call(op);
  }
}

/// Where an operator bends, as a function of one argument: its first operand; the divisor of a quotient, the base of a power with a fixed
/// exponent, and the difference of the operands of min and max. None: no argument tells, or it is smooth (is_smooth()).
inline std::optional<Bend> bend_of(Operator op) {
  constexpr double kAll = std::numeric_limits<double>::infinity();
  // Taylor series of tan, tanh and atan gain a digit or so with each term within a quarter: their poles are one or more from the real axis.
  constexpr double kBesidePole = 0.25;
  const auto bend = [op](double low, double high, double resolution) { return Bend{low, high, resolution, is_abrupt(op)}; };
  switch (op) {
    case Operator::abs:
    case Operator::sign:
    case Operator::min:
    case Operator::max:
    case Operator::sqrt:
    case Operator::pow:
    case Operator::div:
    case Operator::log:
    case Operator::log10:
      return bend(0, 0, 0);
    case Operator::log1p:
      return bend(-1, -1, 0);
    case Operator::tanh:
      return bend(-20, 20, kBesidePole);  // beyond, it is one to the last bit
    case Operator::atan:
      return bend(-2, 2, kBesidePole);
    case Operator::tan:
      return bend(-kAll, kAll, kBesidePole);
    case Operator::exp:
    case Operator::expm1:
    case Operator::sinh:
    case Operator::cosh:
    case Operator::sin:
    case Operator::cos:
      return bend(-kAll, kAll, 1);
    default:
      return std::nullopt;
  }
}

/// Whether an operator is a polynomial of its operands, or jumps at events alone.
inline bool is_smooth(Operator op) {
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
      return true;
    default:
      return is_relation(op);
  }
}

}  // namespace stribeck
