#pragma once
// The linear model of a compiled program at a point of its motion.
#include <span>

#include "analysis/linear_model.h"
#include "compile/compile.h"
#include "compile/outputs.h"
#include "program/snapshot.h"

namespace stribeck {

/// Of a variable, "" where it has none.
std::string unit_of(const FlatSystem& flat, std::int32_t variable);

/// Closed loops of bodies have more states than freedoms, which not everything can tell apart. Throws Failure spatial.loop for them.
void refuse_closed_loops(const FlatSystem& flat, const char* what);

/// A parameter of a component, or an input of the boundary, as an input.
struct LinearInput {
  std::int32_t parameter = -1;  ///< in parameter_values()
  std::int32_t level = -1;      ///< instead: the discrete variable that the input of the boundary has as its value
  std::int32_t component = -1;  ///< that has it, an instance
  LinearVariable variable;
};
/// "motor.torque". Throws Failure diagram.unknown_parameter.
LinearInput linear_input(const FlatSystem& flat, const std::string& name);

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
std::vector<LinearKink> linear_kinks(ExprPool& pool, const std::vector<KinkCode>& kinks);

/// Asks for what linear_model() reads: derivatives of `outputs`, of what may be held and of what decides at kinks, by states and by
/// `parameters` (numbers in parameter_values()).
void request_linear(const FlatSystem& flat, const std::vector<LinearOutput>& outputs, const std::vector<std::int32_t>& parameters,
                    const std::vector<LinearKink>& kinks, ProgramRequest& request);

/// What a linear model was asked for.
struct LinearAsked {
  const std::vector<LinearOutput>& outputs;
  const std::vector<LinearInput>& inputs;
  const std::vector<std::int32_t>& parameters;
  const std::vector<LinearKink>& kinks;
  double resolution = 0;  ///< of the states: the absolute tolerance of the run
};
/// At time t and these states, with all modes as `machine` holds them, whose program was asked for the same; inputs of the boundary among
/// them need ProgramRequest::linear_discretes, too. Throws Failure run.not_finite where a derivative has no value.
SparseModel linear_model(const FlatSystem& flat, Machine& machine, double t, std::span<const double> states, const LinearAsked& asked);

}  // namespace stribeck
