#pragma once
// From a sorted system to a program.
#include <cstdint>
#include <vector>

#include "program/program.h"
#include "structure/sorted_system.h"

namespace stribeck {

/// A speed and the derivative by it of a stored energy.
struct MomentumRequest {
  ExprId speed, momentum;
};
/// A position that a component holds at a given value, and the rate of that.
struct PositionRequest {
  std::int32_t variable, component;
  ExprId value, rate;
};

/// What the program must compute besides the derivatives.
struct ProgramRequest {
  std::vector<ExprId> quadratures;  ///< powers to integrate
  std::vector<ExprId> outputs;
  bool jacobian = true;            ///< large programs are compiled without, until an integrator asks for it
  bool plain = false;              ///< without shortcuts: Program::plain
  std::vector<ExprId> balances{};  ///< to integrate, but zero up to what integration leaves: of no concern to the length of steps
  std::vector<ExprId> powers{};    ///< further outputs, of the audit
  AuditCode audit{};               ///< which of them are whose
  std::vector<MomentumRequest> momenta{};
  std::vector<PositionRequest> positions{};
  /// With the Jacobian also the derivatives of these by states and parameters, and those of the state derivatives by the parameters
  /// (numbers in FlatSystem::parameter_values).
  std::vector<ExprId> linear_outputs{};
  std::vector<std::int32_t> linear_parameters{};
  bool linear_discretes = false;  ///< the same by the discrete variables
};

/// `flat`, from which `sorted` was made, is lent: it gets expressions and symbols of the compiler's own, but no variables. Both must
/// outlive the program, whose labels look there.
Program compile(const SortedSystem& sorted, FlatSystem& flat, const ProgramRequest& request);

// Steps of compile().
/// Makes trees of long sums.
void balance_sums(Program& program);
/// Joins each product that only one sum uses, in quadratures also one negation, with that; both still round, so that values stay. Where the
/// audit or what is shown uses it, too, it is computed again for that: neither has a say in what derivatives cost, and so in the method
/// that `auto` chooses. `audit_begins`: from which instruction on the quadratures serve the audit alone.
void fuse_products(Program& program, std::size_t audit_begins);
/// Lets intermediate values share registers.
void compact_registers(Program& program);

}  // namespace stribeck
