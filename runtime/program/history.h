#pragma once
// The past of a delayed expression: a polynomial for each step, and the instants (breaks) at which the expression may jump or have a kink.
#include <array>
#include <cstddef>
#include <vector>

#include "base/archive.h"

namespace stribeck {

class History {
 public:
  /// Samples of a step are taken at these places, from -1, its beginning, to 1, its end (Chebyshev's points of the second kind): the
  /// polynomial through them is as exact as the integrators' own within a step.
  static constexpr std::array kPlaces = {-1.0, -0.70710678118654752440, 0.0, 0.70710678118654752440, 1.0};
  using Samples = std::array<double, kPlaces.size()>;

  /// Begins anew: before the first break the expression had the value `before`.
  void begin(double before);
  void add(double from, double to, const Samples& samples);
  /// The value, at place `s` from -1 to 1, of the polynomial through the samples of a step.
  static double between(const Samples& samples, double s);
  /// Adds a break at t, where the last step ended.
  void add_break(double t);
  /// Removes the last break if the steps before and after it join smoothly, for changes within `span_s`. False if it stays, or if there are
  /// no steps on both sides of it.
  bool drop_smooth_break(double span_s);
  /// Values before t will not be asked for any more.
  void forget(double t);

  /// The time at which a section begins, which is that of the break with its number; minus infinity for -1, infinity behind the last.
  double begin_of(std::ptrdiff_t section) const;
  /// The section that t lies in: the number of the last break not after t, -1 before the first.
  std::ptrdiff_t section_of(double t) const;
  /// The value, or a derivative, at t in this section; at the ends of the section, the limit from inside it.
  double value(std::ptrdiff_t section, double t, int order) const;
  void carry(Archive& archive) { archive(before_), archive(breaks_), archive(pieces_), archive(first_); }

 private:
  struct Piece {
    double from, to;
    Samples powers;  ///< coefficients of the powers of the place
    void carry(Archive& archive) {
      archive(from), archive(to);
      for (double& power : powers) archive(power);
    }
  };
  static Samples powers_of(const Samples& samples);
  static double value_of(const Piece& piece, double place, int order);
  const Piece* piece_at(std::ptrdiff_t section, double t) const;

  double before_ = 0;
  std::vector<double> breaks_;
  std::vector<Piece> pieces_;
  std::size_t first_ = 0;  ///< the first piece that may still be asked for
};

}  // namespace stribeck
