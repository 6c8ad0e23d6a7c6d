#pragma once
// The compiled program as the Ode that integrators see.
#include <vector>

#include "program/machine.h"
#include "simulation/integrator.h"

namespace stribeck {

class ModelOde : public Ode {
 public:
  explicit ModelOde(Machine& machine);
  std::int32_t states() const override { return machine_.program().states(); }
  std::int32_t quadratures() const override { return static_cast<std::int32_t>(machine_.program().quadratures.size()); }
  std::int32_t steering_quadratures() const override { return machine_.program().steering; }
  bool has_modes() const override { return !machine_.program().conditions.empty() || !machine_.program().frictions.empty(); }
  std::uint64_t modes() const override;
  void derivatives(double t, const double* x, double* dxdt, double* dqdt) override;
  const SparsityPattern& jacobian_pattern() const override;
  void jacobian(double t, const double* x, double* values, double* dfdt) override;
  std::span<const double> nominal() const override { return nominal_; }
  double derivatives_cost() const override { return static_cast<double>(machine_.program().section(Section::dynamics).size()) + 1; }
  double jacobian_cost() const override {
    machine_.require_jacobian();
    return derivatives_cost() + static_cast<double>(machine_.program().section(Section::jacobian).size());
  }

 private:
  Machine& machine_;
  mutable SparsityPattern pattern_;  // empty until it is asked for
  std::vector<double> nominal_;
};

}  // namespace stribeck
