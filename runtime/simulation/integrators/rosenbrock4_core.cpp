// Built as C++17: see rosenbrock4_core.h. The integrator around it is rosenbrock4.cpp.
#define BOOST_UBLAS_NDEBUG 1  // else every element access is checked, also in release builds

#include <algorithm>
#include <boost/numeric/odeint/stepper/rosenbrock4.hpp>
#include <utility>

#include "simulation/integrators/rosenbrock4_core.h"

namespace stribeck {

namespace {

using Vector = boost::numeric::ublas::vector<double>;
using Matrix = boost::numeric::ublas::matrix<double>;

/// RODAS as published. Odeint's own table has d4 with the wrong sign (up to 1.74 at least), which costs two orders whenever
/// time enters the right-hand side.
struct RodasCoefficients : boost::numeric::odeint::default_rosenbrock_coefficients<double> {
  const double d4 = -0.3620000000000023e-01;
};

struct Derivatives {
  RosenbrockSystem system;
  void operator()(const Vector& x, Vector& dxdt, double t) const { system.derivatives(system.owner, t, &x[0], &dxdt[0]); }
};

struct Jacobian {
  RosenbrockSystem system;
  void operator()(const Vector& x, Matrix& values, double t, Vector& dfdt) const {
    std::fill(values.data().begin(), values.data().end(), 0.0);
    system.jacobian(system.owner, t, &x[0], &values.data()[0], &dfdt[0]);
  }
};

void copy_in(const double* from, Vector& to) { std::copy(from, from + to.size(), to.begin()); }
void copy_out(const Vector& from, double* to) { std::copy(from.begin(), from.end(), to); }

}  // namespace

struct RosenbrockCore::Stepper {
  Stepper(std::size_t states, RosenbrockSystem s) : system(Derivatives{s}, Jacobian{s}), x(states), x_new(states), error(states) {}

  std::pair<Derivatives, Jacobian> system;
  boost::numeric::odeint::rosenbrock4<double, RodasCoefficients> method;
  Vector x, x_new, error;
};

RosenbrockCore::RosenbrockCore(std::size_t states, RosenbrockSystem system) : stepper_(new Stepper(states, system)) {}
RosenbrockCore::~RosenbrockCore() = default;

void RosenbrockCore::attempt(double t, const double* x, double h, double* x_new, double* error) {
  copy_in(x, stepper_->x);
  stepper_->method.do_step(stepper_->system, stepper_->x, t, stepper_->x_new, h, stepper_->error);
  copy_out(stepper_->x_new, x_new);
  copy_out(stepper_->error, error);
}

void RosenbrockCore::prepare_dense_output() { stepper_->method.prepare_dense_output(); }

void RosenbrockCore::interpolate(double t, double* x, double t0, const double* x0, double t1, const double* x1) {
  Vector old_state(stepper_->x.size());
  copy_in(x0, old_state);
  copy_in(x1, stepper_->x_new);
  stepper_->method.calc_state(t, stepper_->x, old_state, t0, stepper_->x_new, t1);
  copy_out(stepper_->x, x);
}

}  // namespace stribeck
