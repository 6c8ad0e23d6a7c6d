#pragma once
// The linear equation that small changes of a motion obey, integrated along it.
#include <array>
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

/// S at `to` from S at `from`, by two collocation methods (Hairer, Wanner (1996), Solving Ordinary Differential Equations II, section
/// IV.5). Where a step is short for the fastest component, as steps of explicit integrators are, by Lobatto IIIA of order four,
/// extrapolated from a whole step and two half ones: the stages at the ends of steps are shared, and there are as many equations as states.
/// Else by Radau IIA of order five, which damps what is faster. In as many steps as it takes for the half ones to agree with the whole one
/// to so many parts of the largest that each entry has been since A or B have jumped; what is smaller than a ten-thousandth of the largest
/// of its column, measured in the scales of the states, to as many of that.
class VariationIntegrator {
 public:
  using At = std::function<void(double t, Variation& variation)>;
  enum class Method : std::uint8_t { by_length, radau };

  /// `places`: of the entries of A, each once. `jumps_at_ends`: A may jump just before the end of a step.
  void begin(std::size_t states, std::size_t directions, std::vector<Place> places, bool jumps_at_ends);
  /// For comparisons.
  void use(Method method) { method_ = method; }
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
  struct Product {
    std::size_t left, right, slot;
  };
  struct Span {
    double from, to;
    const Variation &begin, &middle, &end;
  };

  void part(Matrix& s, double from, double to, const At& at, int depth);
  bool short_part(Matrix& s, double from, double to, const At& at, int depth);
  bool lobatto(Matrix& s, const Span& span);
  bool radau(Matrix& s, double from, double to, const At& at);
  double length(double h, const Variation& one, const Variation& other);
  /// The largest difference in units of the tolerance.
  double distance(const Matrix& a, const Matrix& b) const;
  /// to = A S + B.
  void rates(const Variation& variation, const Matrix& s, Matrix& to) const;

  std::vector<Place> places_;
  Method method_ = Method::by_length;
  bool jumps_at_ends_ = false;
  Equations stages_at_once_, end_alone_;  // of Radau's method: those of a state beside one another; of Lobatto's
  std::vector<Product> products_;         // of entries of A in the middle and at the end
  std::array<Variation, 5> stages_;       // at the beginning of a part, its quarters, and its end
  Matrix whole_, halves_, begin_rates_, middle_;
  Matrix largest_;  // of each entry, since A or B have jumped
  std::vector<double> sums_;
  std::span<const double> scales_;
  double rtol_ = 0;
  double known_s_ = 0;  // where stages_[0] has been evaluated; not a number: nowhere
  int unchecked_ = 0;   // steps to be taken by Radau's method without a look at their error, which was small
  double checked_s_ = 0;
};

}  // namespace stribeck
