#pragma once
// What an expression was along a run, for delays: polynomials over the steps, and the instants at which it jumped or had a kink.
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

  /// Forgets all; until the first break it was `before`.
  void begin(double before);
  void add(double from, double to, const Samples& samples);
  /// Between two samples of a step the polynomial through them: at its place `s`, -1 to 1.
  static double between(const Samples& samples, double s);
  /// It may jump or have a kink at t, where the last step ended.
  void add_break(double t);
  /// Takes the last break back if the steps on both sides of it join smoothly; `span_s` is a time that matters. False if there is none to
  /// judge, or it stays.
  bool drop_smooth_break(double span_s);
  /// What lies before t will not be asked for.
  void forget(double t);

  /// Time of that break; minus infinity and infinity where there is none.
  double begin_of(std::ptrdiff_t section) const;
  /// Number of the last break not after t, -1 before the first.
  std::ptrdiff_t section_of(double t) const;
  /// Value or derivative at t, which belongs to the section behind that break: at its ends the value of its own side.
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
  std::size_t first_ = 0;  ///< of the pieces that are still wanted
};

}  // namespace stribeck
