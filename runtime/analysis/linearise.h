#pragma once
// The linear model of a compiled program at a point of its motion.
#include <span>

#include "analysis/linear_model.h"
#include "compile/compile.h"
#include "compile/outputs.h"
#include "program/machine.h"

namespace stribeck {

/// Of a variable, "" where it has none.
std::string unit_of(const FlatSystem& flat, std::int32_t variable);

/// A parameter of a component as an input.
struct ParameterInput {
  std::int32_t number;  ///< in FlatSystem::parameter_values
  LinearVariable variable;
};
/// "motor.torque". Throws Failure diagram.unknown_parameter.
ParameterInput parameter_input(const FlatSystem& flat, const std::string& name);

/// A column that is a variable.
struct LinearOutput {
  OutputColumn column;
  ExprId expression;
  std::size_t place;                                                      ///< in Program::outputs
  static constexpr std::size_t kNotShown = static_cast<std::size_t>(-1);  ///< a place that tells no value
};
std::vector<LinearOutput> linear_outputs(const OutputSelection& selection);
/// Tells that formulas and heats are left out.
void note_other_columns(const OutputSelection& selection, Diagnostics& notes);

/// What decides at a kink of the equations (KinkCode): its slope jumps where this is zero.
struct LinearKink {
  ExprId node, difference;
};
std::vector<LinearKink> linear_kinks(FlatSystem& flat, const std::vector<KinkCode>& kinks);

/// Asks for what linear_model() reads: derivatives of `outputs`, of what may be held and of what decides at kinks, by states and by
/// `parameters` (numbers in FlatSystem::parameter_values).
void request_linear(const FlatSystem& flat, const std::vector<LinearOutput>& outputs, const std::vector<std::int32_t>& parameters,
                    const std::vector<LinearKink>& kinks, ProgramRequest& request);

/// At time t and these states, with all modes as `machine` holds them. `outputs`, `kinks` and the parameters, which `inputs` name, are
/// those that were asked for. Throws Failure run.not_finite where a derivative has no value.
SparseModel linear_model(const FlatSystem& flat, Machine& machine, double t, std::span<const double> states,
                         const std::vector<LinearOutput>& outputs, const std::vector<LinearVariable>& inputs,
                         const std::vector<LinearKink>& kinks);

}  // namespace stribeck
