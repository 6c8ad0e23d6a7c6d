#pragma once
// The loop that all one-step methods with an embedded error estimate share: try, reject, shrink, accept, grow.
#include <exception>
#include <vector>

#include "simulation/integrator.h"
#include "simulation/integrators/weights.h"

namespace stribeck {

/// A derived class supplies one trial step and the rules for the step size.
class AdaptiveOneStep : public Integrator {
 public:
  void restart(double t, std::span<const double> x, std::span<const double> q, double direction_end) final;
  void step(double limit) final;
  void retake(double t) final;
  bool is_retaken_poorly() const override { return retaken_error_ > 1; }
  void carry(Archive& archive) override { archive(next_step_), archive(measured_step_); }

 protected:
  /// A step is stretched to reach the limit if `stretch` times its length would get there.
  AdaptiveOneStep(Ode& ode, const IntegratorOptions& options, double stretch, double largest_growth);

  /// state_ has been set at time_: evaluate what a first stage needs.
  virtual void begin() = 0;
  /// The first step ever, at most `span` long.
  virtual double first_step(double span) = 0;
  /// state_ becomes the past: move what belongs to its end to its beginning.
  virtual void turn() = 0;
  /// From previous_state_ at previous_time_ to `end`: fills state_ and error_.
  virtual void attempt(double end) = 0;
  /// The step to `end` stands: quadratures, dense output.
  virtual void complete(double end) = 0;
  /// Whether the step that stands is wrong in a way that no error shows; asked of steps that are shortened.
  virtual bool passes_over() { return false; }
  /// A step has been taken, and not to find an event: what its length says.
  virtual void watch() {}
  /// Length of the next try after a step of length h was rejected with this error (> 1).
  virtual double shrink(double h, double error) = 0;
  /// Length of the next step after h was accepted; `rejected` if it had not been at once.
  virtual double grow(double h, double error, bool rejected) = 0;
  /// After retake() or restart() an error control that remembers must forget.
  virtual void forget() {}
  virtual double error_norm() const { return weights_.norm(error_.data(), previous_state_.data(), state_.data()); }

  Ode& ode_;
  ErrorWeights weights_;
  std::vector<double> error_, previous_quadratures_;
  double max_step_;

 private:
  double end_of(double h, double limit) const;
  double guarded_attempt(double end);
  double after_rejection(double h, double error);
  void accept(double end, double error, bool rejected);

  double stretch_, largest_growth_;
  double next_step_ = 0;
  double retaken_error_ = 0;    ///< of the last step, if it was retaken
  double measured_step_ = 0;    ///< the last that followed from an error, not from there being none
  std::exception_ptr failure_;  // what the model said to the last trial state
};

/// First step of an explicit method of this order. Hairer, Norsett, Wanner (1993), Solving Ordinary Differential Equations I, p. 169.
/// `dxdt` are the derivatives at (t, x); costs one evaluation, not later than t + span.
double starting_step(Ode& ode, const ErrorWeights& weights, double t, const double* x, const double* dxdt, int order, double span);

/// Copies where `from` may be `to` itself: a caller may restart an integrator with its own state.
void copy_values(std::span<const double> from, std::vector<double>& to);

}  // namespace stribeck
