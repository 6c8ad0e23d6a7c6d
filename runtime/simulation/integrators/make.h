#pragma once
// How each integrator is made; one declaration and one row in table.cpp each. See their sources for what they are.
#include <memory>

#include "simulation/integrator.h"

namespace stribeck {

std::unique_ptr<Integrator> make_auto(Ode& ode, const IntegratorOptions& options);
std::unique_ptr<Integrator> make_dopri5(Ode& ode, const IntegratorOptions& options);
std::unique_ptr<Integrator> make_bs23(Ode& ode, const IntegratorOptions& options);
std::unique_ptr<Integrator> make_cvode(Ode& ode, const IntegratorOptions& options);
std::unique_ptr<Integrator> make_arkode(Ode& ode, const IntegratorOptions& options);
std::unique_ptr<Integrator> make_rosenbrock4(Ode& ode, const IntegratorOptions& options);
std::unique_ptr<Integrator> make_rk4(Ode& ode, const IntegratorOptions& options);
std::unique_ptr<Integrator> make_implicit_euler(Ode& ode, const IntegratorOptions& options);
/// In place of any adaptive one when there are no states.
std::unique_ptr<Integrator> make_stateless(Ode& ode, const IntegratorOptions& options);

}  // namespace stribeck
