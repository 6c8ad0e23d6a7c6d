#pragma once
// The small interface behind which every integrator library stands (design D7).
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/archive.h"
#include "program/bends.h"

namespace stribeck {

/// Sparsity of a square matrix, by columns (CSC): rows of column j are rows[starts[j]] .. rows[starts[j+1]-1], ascending.
struct SparsityPattern {
  std::int32_t size = 0;
  std::vector<std::int32_t> starts, rows;
};

/// x' = f(t, x) with all modes held, and quadratures q' = p(t, x), which are integrated beside the states.
class Ode {
 public:
  virtual ~Ode() = default;
  virtual std::int32_t states() const = 0;
  virtual std::int32_t quadratures() const = 0;
  /// dqdt is null when quadratures are not wanted. May throw Failure (an algebraic block without solution).
  virtual void derivatives(double t, const double* x, double* dxdt, double* dqdt) = 0;
  /// The derivatives for what shows a motion and does not lead it: later evaluations are as if this one had not been. False if the
  /// equations have no finite values there.
  virtual bool derivatives_aside(double t, const double* x, double* dxdt) {
    derivatives(t, x, dxdt, nullptr);
    return true;
  }
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
  /// Whether its equations hold in the present modes only: beyond the event that ends one they may lead anywhere.
  virtual bool has_modes() const { return false; }
  /// Whether its derivatives may have kinks, rise within a thin layer, or be as steep as a square root at zero. An error estimate that
  /// compares two orders supposes that they are smooth, and may miss such places.
  virtual bool has_kinks() const { return false; }
  /// Where its derivatives bend (program/bends.h), if has_kinks() and all such places are known; else nothing.
  virtual std::span<const Bend> bends() const { return {}; }
  /// The arguments of these in the last evaluation.
  virtual void read_bends(double* /*arguments*/) const {}
  /// Whether an evaluation was beyond the point at which the motion ends (LoopSolver::is_beyond()). Its values are not those of the motion:
  /// the caller must discard what it computed from them, and then call drop_beyond().
  virtual bool is_beyond() const { return false; }
  virtual void drop_beyond() {}
  /// The first so many quadratures take part in the choice of the step size.
  virtual std::int32_t steering_quadratures() const { return quadratures(); }
  /// The energy gathered by time t in quadratures that need not be integrated. The errors of those that are integrated are compared with
  /// the sum of both.
  virtual double other_energy(double) const { return 0; }
};

struct IntegratorOptions {
  double rtol = 1e-6;
  double atol = 1e-9;     ///< times nominal
  bool by_size = false;   ///< a state without declared nominal value takes the largest magnitude that it has had so far, up to 1
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
  /// Begins at (t, x, q): at the start of a run, after a change of mode, or after a jump. `direction_end` is the time that it will step
  /// towards, for the first step size. A step size known from before is kept, and corrected by the error control.
  virtual void restart(double t, std::span<const double> x, std::span<const double> q, double direction_end) = 0;
  /// Instead of restart(), where a run is cut into legs: the method begins anew, but no event has happened. What it learns from events is
  /// as if it had gone on: legs that counted as events would shorten the steps, and shorter steps make more legs.
  virtual void begin_leg(double t, std::span<const double> x, std::span<const double> q, double direction_end) {
    restart(t, x, q, direction_end);
  }
  /// Instead of restart(), after an event at the end of the last step that has changed nothing that the derivatives depend on: a method
  /// that keeps a history of more than one step goes on with it. False if it does not, and restart() must follow.
  virtual bool go_on(double /*t*/, std::span<const double> /*x*/, std::span<const double> /*q*/, double /*direction_end*/) { return false; }
  /// One accepted step that ends at or before `limit` (exactly at `limit` if it gets there).
  /// Throws Failure run.step_too_small or run.not_finite.
  virtual void step(double limit) = 0;
  /// Repeats the last step from its beginning so that it ends exactly at t, previous_time() < t <= time(): the accurate state at an event.
  virtual void retake(double t) = 0;
  /// Whether retake() takes the state from interpolate(), so that an event inside the last step can be searched by interpolation alone.
  virtual bool retakes_by_interpolation() const { return false; }
  /// Whether the last step was retaken and its error is larger than the tolerance. That happens at the edge of a thin layer, as of a law
  /// that is steep near rest: the long step may have missed the layer, and the short one does not.
  virtual bool is_retaken_poorly() const { return false; }
  /// Whether steps should end at kinks of the equations. Multistep methods should not: they would start again behind each kink at first
  /// order, and their error estimate sees kinks.
  virtual bool ends_steps_at_kinks() const { return true; }
  /// State inside the last step, as the search for events sees it.
  virtual void interpolate(double t, std::span<double> x) = 0;
  /// The same for results, where a method has something more exact. It may evaluate the derivatives, which the statistics do not count:
  /// they would differ with the rows that are asked for, and so would choices that are made by them. The step must have been accepted.
  virtual void interpolate_for_results(double t, std::span<double> x) { interpolate(t, x); }
  /// The same of these states alone, by their numbers; what the other entries of x become is left open.
  virtual void interpolate_some(double t, const std::vector<std::size_t>& /*states*/, std::span<double> x) { interpolate(t, x); }
  /// The highest degree in time of the polynomials that interpolate() evaluates in the last step; 0 if they are no polynomials.
  virtual int interpolation_degree() const { return 0; }
  /// The derivatives of these polynomials at both ends of the step; empty if the method does not store them.
  virtual EndSlopes end_slopes() const { return {}; }
  /// The coefficients of these polynomials in powers of the share of the step, counted back from its end: the constants of all states, then
  /// the coefficients of the share, then of its square, and so on; empty if the method does not store them.
  virtual std::span<const double> powers() const { return {}; }

  double previous_time() const { return previous_time_; }
  double time() const { return time_; }
  std::span<const double> previous_state() const { return previous_state_; }
  std::span<const double> state() const { return state_; }
  std::span<const double> quadratures() const { return quadratures_; }
  const IntegratorStatistics& statistics() const { return statistics_; }
  /// A remark for users, for example why `auto` chose its method; it may change during the run.
  virtual std::string remark() const { return ""; }
  /// Writes what a new integrator of the same Ode should know, such as step sizes, or reads it; restart() or begin_leg() must follow.
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
