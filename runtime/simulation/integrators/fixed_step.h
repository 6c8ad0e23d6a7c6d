#pragma once
// Steps on the grid start + k h, shortened only where a limit falls inside one.
#include <vector>

#include "simulation/integrator.h"

namespace stribeck {

/// A derived class supplies the step itself.
class FixedStep : public Integrator {
 public:
  void restart(double t, std::span<const double> x, std::span<const double> q, double direction_end) final;
  void step(double limit) final;
  void retake(double t) override;
  void carry(Archive& archive) final { archive(origin_), archive(has_origin_); }

 protected:
  FixedStep(Ode& ode, const IntegratorOptions& options);

  /// state_ has been set at time_.
  virtual void begin() = 0;
  /// state_ becomes the past: move what belongs to its end to its beginning.
  virtual void turn() = 0;
  /// From previous_state_ at previous_time_ to `end`: fills state_ and quadratures_. Returns the time reached: `end`, or an earlier one if
  /// the whole step is too long to be taken.
  virtual double advance(double end) = 0;

  Ode& ode_;
  std::vector<double> previous_quadratures_;

 private:
  double next_on_grid() const;
  void advance_checked(double end);

  double h_;
  double origin_ = 0;
  bool has_origin_ = false;  // the grid begins at the first start and outlives events
};

}  // namespace stribeck
