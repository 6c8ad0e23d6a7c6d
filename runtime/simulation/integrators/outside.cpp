#include "simulation/integrators/outside.h"

#include "base/index.h"
#include "simulation/integrators/adaptive.h"

namespace stribeck {

OutsideIntegrator::OutsideIntegrator(Ode& ode) : ode_(ode) {
  const std::size_t n = at(ode.states());
  for (std::vector<double>* values : {&state_, &previous_state_, &begin_slopes_, &end_slopes_}) values->assign(n, 0.0);
  quadratures_.assign(at(ode.quadratures()), 0.0);
}

void OutsideIntegrator::place(double t, std::span<const double> x) {
  time_ = t;
  copy_values(x, state_);
}

void OutsideIntegrator::complete() {
  ode_.derivatives(time_, state_.data(), end_slopes_.data(), nullptr);
  ++statistics_.steps;
}

void OutsideIntegrator::begin_step() {
  previous_time_ = time_;
  previous_state_ = state_;
  begin_slopes_ = end_slopes_;
}

void OutsideIntegrator::restart(double t, std::span<const double> x, std::span<const double> q, double /*direction_end*/) {
  place(t, x);
  copy_values(q, quadratures_);
  ++statistics_.restarts;
  ode_.derivatives(time_, state_.data(), end_slopes_.data(), nullptr);
  begin_step();
}

void OutsideIntegrator::step(double /*limit*/) {}
void OutsideIntegrator::retake(double /*t*/) {}

/// Hermite's cubics.
void OutsideIntegrator::interpolate(double t, std::span<double> x) {
  const double h = time_ - previous_time_, s = h > 0 ? (t - previous_time_) / h : 1;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double change = state_[i] - previous_state_[i];
    x[i] = (1 - s) * previous_state_[i] + s * state_[i] +
           s * (s - 1) * ((1 - 2 * s) * change + (s - 1) * h * begin_slopes_[i] + s * h * end_slopes_[i]);
  }
}

}  // namespace stribeck
