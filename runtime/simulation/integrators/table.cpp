// Every integrator, one row each.
#include <array>

#include "simulation/integrators/make.h"

namespace stribeck {

namespace {

using Maker = std::unique_ptr<Integrator> (*)(Ode&, const IntegratorOptions&);

/// Without states there is nothing to control an error of.
template <Maker make>
std::unique_ptr<Integrator> with_states(Ode& ode, const IntegratorOptions& options) {
  return ode.states() == 0 ? make_stateless(ode, options) : make(ode, options);
}

constexpr auto kIntegrators = std::to_array<IntegratorRow>({
    {"auto", "begins explicit, notices stiffness and keeps what costs less", false, 5, true, with_states<make_auto>},
    {"dopri5", "Dormand-Prince 5(4), explicit, adaptive: for what is not stiff", false, 5, false, with_states<make_dopri5>},
    {"bs23", "Bogacki-Shampine 3(2), explicit, adaptive: low accuracy, steps like ode23", false, 3, false, with_states<make_bs23>},
#ifndef STRIBECK_WITHOUT_SUNDIALS  // kernels may do without
    {"cvode", "SUNDIALS BDF of order 1 to 5 with sparse Jacobian: stiff, few events", false, 5, true, with_states<make_cvode>},
    {"arkode", "SUNDIALS ESDIRK 4(3), one-step implicit with sparse Jacobian: stiff, many events", false, 4, true,
     with_states<make_arkode>},
#endif
    {"rosenbrock4", "Rosenbrock 4(3) (RODAS) with dense Jacobian: stiff, few states", false, 4, true, with_states<make_rosenbrock4>},
    {"rk4", "classical Runge-Kutta of order 4 with a fixed step", true, 4, false, make_rk4},
    {"implicit_euler", "backward Euler with a fixed step and sparse Jacobian: stiff, real time", true, 1, true, make_implicit_euler},
});

}  // namespace

std::span<const IntegratorRow> integrators() { return kIntegrators; }

const IntegratorRow* find_integrator(std::string_view name) {
  for (const IntegratorRow& row : kIntegrators) {
    if (row.name == name) return &row;
  }
  return nullptr;
}

}  // namespace stribeck
