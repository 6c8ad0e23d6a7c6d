#pragma once
// The small interface behind which every integrator library stands (design D7).
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/archive.h"

namespace stribeck {

/// Sparsity of a square matrix, by columns (CSC): rows of column j are rows[starts[j]] .. rows[starts[j+1]-1], ascending.
struct SparsityPattern {
  std::int32_t size = 0;
  std::vector<std::int32_t> starts, rows;
};

/// x' = f(t, x) with all modes frozen, and quadratures q' = p(t, x) that ride along outside the error control.
class Ode {
 public:
  virtual ~Ode() = default;
  virtual std::int32_t states() const = 0;
  virtual std::int32_t quadratures() const = 0;
  /// dqdt is null when quadratures are not wanted. May throw Failure (an algebraic block without solution).
  virtual void derivatives(double t, const double* x, double* dxdt, double* dqdt) = 0;
  virtual const SparsityPattern& jacobian_pattern() const = 0;
  /// df/dx at the pattern's entries, in its order; dfdt (states() values) only if not null.
  virtual void jacobian(double t, const double* x, double* values, double* dfdt) = 0;
  /// Typical magnitudes of the states; atol is multiplied by them. They may change from step to step.
  virtual std::span<const double> nominal() const = 0;
  /// For messages to people: "load.w"; empty if it has none.
  virtual std::string state_name(std::int32_t) const { return ""; }
  /// What one call costs, in operations of the compiled program: deterministic, for choosing solvers.
  virtual double derivatives_cost() const { return 1; }
  virtual double jacobian_cost() const { return static_cast<double>(states()); }
  /// Its equations are those of frozen modes: beyond the change of one they may lead anywhere.
  virtual bool has_modes() const { return false; }
  /// Its derivatives may have kinks or be as steep as a root at zero: an error estimate that compares two orders supposes that they are
  /// smooth, and may be blind to those.
  virtual bool has_kinks() const { return false; }
  /// Whether an evaluation lies beyond where the motion ends, and says nothing of it but that; from then on until the caller has thrown
  /// away what it has made of it.
  virtual bool is_beyond() const { return false; }
  virtual void drop_beyond() {}
  /// The first so many quadratures may have a say in the length of steps.
  virtual std::int32_t steering_quadratures() const { return quadratures(); }
  /// What has been gathered by then beside these by what need not be integrated: their errors are to be seen against that, too.
  virtual double other_energy(double) const { return 0; }
};

struct IntegratorOptions {
  double rtol = 1e-6;
  double atol = 1e-9;     ///< times nominal
  bool by_size = false;   ///< where no nominal value is declared, the size that a state has had so far takes its place, up to 1
  double step_s = 0;      ///< fixed-step methods: the step
  double max_step_s = 0;  ///< 0: no limit
};

struct IntegratorStatistics {
  std::int64_t steps = 0;
  std::int64_t rejected = 0;
  std::int64_t evaluations = 0;
  std::int64_t jacobians = 0;
  std::int64_t factorisations = 0;
  std::int64_t restarts = 0;
  void carry(Archive& archive) {
    for (std::int64_t* count : {&steps, &rejected, &evaluations, &jacobians, &factorisations, &restarts}) archive(*count);
  }
  IntegratorStatistics& operator+=(const IntegratorStatistics& other) {
    steps += other.steps, rejected += other.rejected, evaluations += other.evaluations;
    jacobians += other.jacobians, factorisations += other.factorisations, restarts += other.restarts;
    return *this;
  }
  IntegratorStatistics operator-(const IntegratorStatistics& other) const {
    return {steps - other.steps,
            rejected - other.rejected,
            evaluations - other.evaluations,
            jacobians - other.jacobians,
            factorisations - other.factorisations,
            restarts - other.restarts};
  }
};

/// Derivatives at both ends of a step.
struct EndSlopes {
  std::span<const double> begin, end;
};

/// One integration method bound to one Ode.
class Integrator {
 public:
  virtual ~Integrator() = default;
  /// Begins at (t, x, q) after a start, a change of mode or a jump. `direction_end` is a time it will go towards (sets the first step).
  /// A step size that survived from before is kept and left to the error control.
  virtual void restart(double t, std::span<const double> x, std::span<const double> q, double direction_end) = 0;
  /// One accepted step that ends at or before `limit` (exactly at `limit` if it gets there).
  /// Throws Failure run.step_too_small or run.not_finite.
  virtual void step(double limit) = 0;
  /// Repeats the last step from its beginning so that it ends exactly at t, previous_time() < t <= time(): the accurate state at an event.
  virtual void retake(double t) = 0;
  /// Whether retake() takes the state from interpolate(): then a time in the last step can be looked for by the latter alone.
  virtual bool retakes_by_interpolation() const { return false; }
  /// Whether the last step was retaken, and its error is known to be more than the tolerance: where a layer begins, as that of a law that
  /// is steep near rest, a long step may see less of it than a short one.
  virtual bool is_retaken_poorly() const { return false; }
  /// Whether it is better off with steps that end at the kinks of the equations. A method of several steps begins anew behind each, at
  /// first order, while its error estimate sees kinks well.
  virtual bool ends_steps_at_kinks() const { return true; }
  /// State inside the last step.
  virtual void interpolate(double t, std::span<double> x) = 0;
  /// In the last step interpolate() gives polynomials of the time of this degree at most; 0 if it may give others.
  virtual int interpolation_degree() const { return 0; }
  /// Those of these polynomials, where the method has them at hand; else empty.
  virtual EndSlopes end_slopes() const { return {}; }
  /// Their coefficients by the share of the step back from its end: all states' constants, then factors of the share, of its square, ...;
  /// where the method has them at hand, else empty.
  virtual std::span<const double> powers() const { return {}; }

  double previous_time() const { return previous_time_; }
  double time() const { return time_; }
  std::span<const double> previous_state() const { return previous_state_; }
  std::span<const double> state() const { return state_; }
  std::span<const double> quadratures() const { return quadratures_; }
  const IntegratorStatistics& statistics() const { return statistics_; }
  /// What it would tell a person, for example why `auto` chose: may change during the run.
  virtual std::string remark() const { return ""; }
  /// What it has learned that a new one for the same Ode is to know; restart() follows.
  virtual void carry(Archive&) {}

 protected:
  double previous_time_ = 0, time_ = 0;
  std::vector<double> previous_state_, state_, quadratures_;
  IntegratorStatistics statistics_;
};

struct IntegratorRow {
  std::string_view name;         ///< "dopri5"
  std::string_view description;  ///< one line
  bool fixed_step;
  int order;
  bool stiff;
  std::unique_ptr<Integrator> (*make)(Ode& ode, const IntegratorOptions& options);
};

/// Every integrator, one row each; `auto` first.
std::span<const IntegratorRow> integrators();
const IntegratorRow* find_integrator(std::string_view name);

}  // namespace stribeck
