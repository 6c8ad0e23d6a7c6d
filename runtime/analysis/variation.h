#pragma once
// The linear equation that small changes of a motion obey, integrated along it.
#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "analysis/linear_model.h"
#include "program/program.h"
#include "program/sparse_lu.h"

namespace stribeck {

/// Row and column of an entry.
using Place = std::pair<std::size_t, std::size_t>;
/// Where the rates of a program depend on its states.
std::vector<Place> places_of(const Program& program);

/// dS/dt = A S + B at one time. A is zero but at the places that the integrator knows.
struct Variation {
  std::vector<double> a;
  Matrix b;
};

/// S at `to` from S at `from`, in as many steps as it takes. Where a step is short for the fastest component, as steps of explicit
/// integrators are, A and B are replaced by polynomials of degree three in time through Lobatto's four points of the step, and the equation
/// with these is solved by the power series of its solution: no accuracy is lost by what is fast but by how much A and B bend. A polynomial
/// of degree two through the ends and the middle tells the error (as Simpson's rule beside Lobatto's of order six), and serves alone where
/// it has just been exact enough. Else by Radau IIA of order five, which damps what is faster than the step (Hairer, Wanner (1996), Solving
/// Ordinary Differential Equations II, section IV.5). Errors of a step are at most so many parts of the largest that each entry has been
/// since A or B have jumped; of what is smaller than a ten-thousandth of the largest of its column, measured in the scales of the states,
/// as many parts of that.
class VariationIntegrator {
 public:
  using At = std::function<void(double t, Variation& variation)>;
  enum class Method : std::uint8_t { by_length, radau };

  /// `places`: of the entries of A, each once. `jumps_at_ends`: A may jump just before the end of a step.
  void begin(std::size_t states, std::size_t directions, std::vector<Place> places, bool jumps_at_ends);
  /// For comparisons.
  void use(Method method) { method_ = method; }
  /// Of each direction: a derivative of a state that is so small, in units of the state's scale, need not be exact to parts of itself.
  void neglect(std::vector<double> below) { negligible_ = std::move(below); }
  /// A or B may have jumped since the last step.
  void forget();
  void integrate(Matrix& s, double from, double to, const At& at, const std::vector<double>& scales, double rtol);

 private:
  /// Linear equations of one pattern.
  struct Equations {
    /// Of so many unknowns, with entries at those places and on the diagonal, for so many right sides.
    void begin(std::size_t unknowns, std::size_t sides, const std::vector<Place>& places);
    /// The unit matrix.
    void clear();
    bool solve();
    std::optional<SparseLu> lu;
    std::vector<double> entries, right;
    std::vector<std::size_t> ones, slots;  // in the entries: of the diagonal, of the places
    int sides = 0;
  };
  /// Of the polynomial of an entry: by powers of the share of the step.
  using Coefficients = std::array<double, 4>;
  struct Polynomial {
    std::size_t to, from;  // of A: where in S the products of its entry begin to go, and to come from; of B the entry itself
    Coefficients by;
  };

  void part(Matrix& s, double from, double to, const At& at, int depth);
  bool short_part(Matrix& s, double from, double to, const At& at, int depth);
  /// Of a step: its ends and its middle; its ends and Lobatto's points.
  enum class Points : std::uint8_t { three, four };
  /// Polynomials of degree two or three through the stages there, times the length of the step.
  void take_polynomials(double h, Points points);
  /// The solution at the end of the step with these. False where its series does not converge well: S stays.
  bool series(Matrix& s, std::size_t degree);
  /// to += factor A S for some of the entries of A.
  void add_product(const std::vector<Polynomial>& entries, std::size_t power, const double* s, double* to) const;
  bool radau(Matrix& s, double from, double to, const At& at);
  double length(double h, const Variation& one, const Variation& other);
  /// The largest difference in units of the tolerance.
  double distance(const Matrix& a, const Matrix& b);
  /// One over what errors of each entry may be, as parts of its size and that of others in its column.
  void take_error_weights(const Matrix& s);

  std::vector<Place> places_;
  Method method_ = Method::by_length;
  bool jumps_at_ends_ = false;
  Equations stages_at_once_;                            // of Radau's method: those of a state beside one another
  std::array<Variation, 5> stages_;                     // at the beginning of a part, its left point, its middle, its right point, its end
  std::vector<Polynomial> constant_, bending_, sides_;  // of A: the entries that do not change in the step, and others; of B
  std::vector<Matrix> terms_;                           // of the series
  Matrix coarse_, exact_, sum_, peaks_;
  Matrix largest_;        // of each entry, since A or B have jumped
  Matrix error_weights_;  // as found last
  std::vector<double> sums_, negligible_;
  std::span<const double> scales_;
  double rtol_ = 0;
  double known_s_ = 0;  // where stages_[0] has been evaluated; not a number: nowhere
  int unchecked_ = 0;   // steps to be taken by Radau's method without a look at their error, which was small
  double checked_s_ = 0;
  int series_unchecked_ = 0;      // the same, by power series
  bool is_coarse_exact_ = false;  // these with polynomials of degree two
  double series_checked_s_ = 0;
  int too_coarse_ = 0;  // steps that are divided at once, since one as long as this was too long
  double too_coarse_s_ = 0;
  double too_long_ = HUGE_VAL;  // a step in units of length() whose series did not converge
};

}  // namespace stribeck
