#include "simulation/model_ode.h"

#include <algorithm>

namespace stribeck {

namespace {

double nominal_of(const FlatSystem& flat, std::int32_t v) {
  const VariableDeclaration* declared = flat.declaration_of(flat.undifferentiated(v));
  return declared != nullptr ? declared->nominal : 1;
}

}  // namespace

ModelOde::ModelOde(Machine& machine) : machine_(machine) {
  const Program& program = machine.program();
  pattern_.size = -1;
  for (const std::int32_t v : program.sorted->states) nominal_.push_back(nominal_of(*program.sorted->flat, v));
}

const SparsityPattern& ModelOde::jacobian_pattern() const {
  if (pattern_.size >= 0) return pattern_;
  machine_.require_jacobian();
  const Program& program = machine_.program();
  pattern_ = {program.states(), program.jacobian.starts, program.jacobian.rows};
  return pattern_;
}

/// Of the dry frictions: a fingerprint of what they are told.
std::uint64_t ModelOde::modes() const {
  if (machine_.program().frictions.empty()) return 0;
  Fingerprint fingerprint;
  for (const FrictionCode& friction : machine_.program().frictions)
    for (const ModeInput input : {ModeInput::stuck, ModeInput::direction, ModeInput::share}) {
      const double told = machine_.value(friction.inputs[static_cast<std::size_t>(input)]);
      fingerprint.add({reinterpret_cast<const char*>(&told), sizeof told});
    }
  return fingerprint.value();
}

void ModelOde::derivatives(double t, const double* x, double* dxdt, double* dqdt) {
  machine_.derivatives(t, x, dxdt);
  if (dqdt == nullptr) return;
  machine_.run(Section::quadratures);
  for (const Register r : machine_.program().quadratures) *dqdt++ = machine_.value(r);
}

void ModelOde::jacobian(double t, const double* x, double* values, double* dfdt) {
  machine_.require_jacobian();
  machine_.set_time(t);
  machine_.set_state(x);
  machine_.run(Section::dynamics);
  machine_.run(Section::jacobian);
  const JacobianCode& jacobian = machine_.program().jacobian;
  for (const Register r : jacobian.values) *values++ = machine_.value(r);
  if (dfdt == nullptr) return;
  std::fill_n(dfdt, states(), 0.0);
  for (std::size_t i = 0; i < jacobian.time_rows.size(); ++i) dfdt[jacobian.time_rows[i]] = machine_.value(jacobian.time_values[i]);
}

}  // namespace stribeck
