#pragma once
// Differential equations with known answers, as the integrators see them.
#include <cmath>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "base/diagnostic.h"
#include "simulation/integrator.h"

namespace stribeck::examples {

/// Any small system, written as a function; the Jacobian is dense and also a function.
class FunctionOde : public Ode {
 public:
  using Rhs = std::function<void(double t, const double* x, double* dxdt, double* dqdt)>;
  using Jacobian = std::function<void(double t, const double* x, double* column_major, double* dfdt)>;

  FunctionOde(int states, int quadratures, Rhs rhs, Jacobian jacobian)
      : states_(states),
        quadratures_(quadratures),
        rhs_(std::move(rhs)),
        jacobian_(std::move(jacobian)),
        nominal_(std::size_t(states), 1.0) {
    pattern_.size = states;
    for (int column = 0; column <= states; ++column) pattern_.starts.push_back(column * states);
    for (int entry = 0; entry < states * states; ++entry) pattern_.rows.push_back(entry % states);
  }
  std::int32_t states() const override { return states_; }
  std::int32_t quadratures() const override { return quadratures_; }
  void derivatives(double t, const double* x, double* dxdt, double* dqdt) override {
    latest = std::max(latest, t);
    ++evaluations;
    rhs_(t, x, dxdt, dqdt);
  }
  const SparsityPattern& jacobian_pattern() const override { return pattern_; }
  void jacobian(double t, const double* x, double* values, double* dfdt) override {
    std::vector<double> ignored(static_cast<std::size_t>(states_));
    jacobian_(t, x, values, dfdt != nullptr ? dfdt : ignored.data());
  }
  std::span<const double> nominal() const override { return nominal_; }
  std::string state_name(std::int32_t i) const override { return "x" + std::to_string(i); }
  double derivatives_cost() const override { return cost; }

  double latest = -1e300;  ///< latest time asked for
  long evaluations = 0;
  double cost = 20;

 private:
  int states_, quadratures_;
  Rhs rhs_;
  Jacobian jacobian_;
  SparsityPattern pattern_;
  std::vector<double> nominal_;
};

/// m x'' + c x' + k x = 0 with m = 1 kg, c = 2 N*s/m, k = 157.9 N/m, x(0) = 0.1 m, v(0) = 0 (physics.md 4.1). Quadrature: energy lost.
struct Oscillator {
  double m = 1, c = 2, k = 157.9, x0 = 0.1;

  FunctionOde ode(bool with_loss = true) const {
    const Oscillator p = *this;
    return FunctionOde(
        2, with_loss ? 1 : 0,
        [p](double, const double* x, double* dxdt, double* dqdt) {
          dxdt[0] = x[1];
          dxdt[1] = (-p.c * x[1] - p.k * x[0]) / p.m;
          if (dqdt != nullptr) dqdt[0] = p.c * x[1] * x[1];
        },
        [p](double, const double*, double* j, double* dfdt) {
          j[0] = 0;
          j[1] = -p.k / p.m;
          j[2] = 1;
          j[3] = -p.c / p.m;
          dfdt[0] = dfdt[1] = 0;
        });
  }
  std::vector<double> start() const { return {x0, 0}; }
  double decay() const { return c / (2 * m); }
  double frequency() const { return std::sqrt(k / m - decay() * decay()); }
  double position(double t) const {
    const double d = decay(), w = frequency();
    return x0 * std::exp(-d * t) * (std::cos(w * t) + d / w * std::sin(w * t));
  }
  double velocity(double t) const {
    const double d = decay(), w = frequency();
    return -x0 * std::exp(-d * t) * (w + d * d / w) * std::sin(w * t);
  }
  double energy(double t) const { return 0.5 * m * velocity(t) * velocity(t) + 0.5 * k * position(t) * position(t); }
  double loss(double t) const { return energy(0) - energy(t); }
};

/// x' = lambda (x - cos t) - sin t, x(0) = 1: x = cos t, however stiff. Prothero, Robinson (1974), Math. Comp. 28, 145.
inline FunctionOde prothero_robinson(double lambda) {
  return FunctionOde(
      1, 0, [lambda](double t, const double* x, double* dxdt, double*) { dxdt[0] = lambda * (x[0] - std::cos(t)) - std::sin(t); },
      [lambda](double t, const double*, double* j, double* dfdt) {
        j[0] = lambda;
        dfdt[0] = lambda * std::sin(t) - std::cos(t);
      });
}

/// Robertson's chemical kinetics. Hairer, Wanner (1996), Solving Ordinary Differential Equations II, p. 3.
inline FunctionOde robertson() {
  return FunctionOde(
      3, 0,
      [](double, const double* y, double* f, double*) {
        f[0] = -0.04 * y[0] + 1e4 * y[1] * y[2];
        f[2] = 3e7 * y[1] * y[1];
        f[1] = -f[0] - f[2];
      },
      [](double, const double* y, double* j, double* dfdt) {
        const double rows[3][3] = {{-0.04, 1e4 * y[2], 1e4 * y[1]}, {0.04, -1e4 * y[2] - 6e7 * y[1], -1e4 * y[1]}, {0, 6e7 * y[1], 0}};
        for (int column = 0; column < 3; ++column) {
          for (int row = 0; row < 3; ++row) j[3 * column + row] = rows[row][column];
        }
        dfdt[0] = dfdt[1] = dfdt[2] = 0;
      });
}

/// x'' = mu (1 - x^2) x' - x.
inline FunctionOde van_der_pol(double mu) {
  return FunctionOde(
      2, 0,
      [mu](double, const double* x, double* f, double*) {
        f[0] = x[1];
        f[1] = mu * (1 - x[0] * x[0]) * x[1] - x[0];
      },
      [mu](double, const double* x, double* j, double* dfdt) {
        j[0] = 0;
        j[1] = -2 * mu * x[0] * x[1] - 1;
        j[2] = 1;
        j[3] = mu * (1 - x[0] * x[0]);
        dfdt[0] = dfdt[1] = 0;
      });
}

/// Drag sled on the magic formula (physics.md 4.4 to 4.6): spring pulled at a constant speed.
inline FunctionOde drag_sled(double peak_slip_m_per_s) {
  const double pi = std::acos(-1.0), peak = 0.9, slide = 0.6, xm = peak_slip_m_per_s;
  const double c = 1 + (1 - 2 / pi * std::asin(slide / peak)), slope = peak / (xm / 2), b = slope / (c * peak);
  const double e = (b * xm - std::tan(pi / (2 * c))) / (b * xm - std::atan(b * xm));
  const double m = 12.5, k = 742.5, g = 9.81, pull = 0.034;
  return FunctionOde(
      2, 0,
      [=](double t, const double* x, double* f, double*) {
        const double s = b * x[1], mu = peak * std::sin(c * std::atan(s - e * (s - std::atan(s))));
        f[0] = x[1];
        f[1] = (k * (pull * t - x[0]) - mu * m * g) / m;
      },
      [=](double, const double* x, double* j, double* dfdt) {
        const double s = b * x[1], q = s - e * (s - std::atan(s));
        const double mu_slope = peak * std::cos(c * std::atan(q)) * c / (1 + q * q) * b * (1 - e + e / (1 + s * s));
        j[0] = 0;
        j[1] = -k / m;
        j[2] = 1;
        j[3] = -mu_slope * g;
        dfdt[0] = 0;
        dfdt[1] = k * pull / m;
      });
}

/// Heat along a rod of n cells with both ends at 0: x_i' = a (x_{i-1} - 2 x_i + x_{i+1}); tridiagonal.
class HeatChain : public Ode {
 public:
  HeatChain(int n, double a) : n_(n), a_(a), nominal_(std::size_t(n), 1.0) {
    pattern_.size = n;
    pattern_.starts.push_back(0);
    for (int column = 0; column < n; ++column) {
      for (int row = std::max(0, column - 1); row <= std::min(n - 1, column + 1); ++row) pattern_.rows.push_back(row);
      pattern_.starts.push_back(static_cast<int>(pattern_.rows.size()));
    }
  }
  std::int32_t states() const override { return n_; }
  std::int32_t quadratures() const override { return 0; }
  void derivatives(double, const double* x, double* dxdt, double*) override {
    for (int i = 0; i < n_; ++i) dxdt[i] = a_ * ((i > 0 ? x[i - 1] : 0) - 2 * x[i] + (i < n_ - 1 ? x[i + 1] : 0));
  }
  const SparsityPattern& jacobian_pattern() const override { return pattern_; }
  void jacobian(double, const double*, double* values, double* dfdt) override {
    for (int column = 0; column < n_; ++column) {
      for (int k = pattern_.starts[std::size_t(column)]; k < pattern_.starts[std::size_t(column) + 1]; ++k) {
        values[k] = pattern_.rows[std::size_t(k)] == column ? -2 * a_ : a_;
      }
    }
    for (int i = 0; dfdt != nullptr && i < n_; ++i) dfdt[i] = 0;
  }
  std::span<const double> nominal() const override { return nominal_; }
  double derivatives_cost() const override { return 5.0 * n_; }
  double jacobian_cost() const override { return 3.0 * n_; }

  /// The slowest mode, an eigenvector of the matrix, and its rate.
  std::vector<double> mode() const {
    std::vector<double> x;
    for (int i = 0; i < n_; ++i) x.push_back(std::sin((i + 1) * std::acos(-1.0) / (n_ + 1)));
    return x;
  }
  double rate() const {
    const double s = std::sin(std::acos(-1.0) / (2 * (n_ + 1)));
    return -4 * a_ * s * s;
  }

 private:
  int n_;
  double a_;
  std::vector<double> nominal_;
  SparsityPattern pattern_;
};

/// Runs from 0 to `stop` and leaves the integrator there.
inline void run(Integrator& integrator, const std::vector<double>& x, std::size_t quadratures, double stop) {
  integrator.restart(0, x, std::vector<double>(quadratures, 0.0), stop);
  while (integrator.time() < stop) integrator.step(stop);
}

}  // namespace stribeck::examples
