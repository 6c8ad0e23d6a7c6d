#pragma once
// Compiles a sorted system into a program.
#include <cstdint>
#include <vector>

#include "program/program.h"
#include "structure/sorted_system.h"

namespace stribeck {

/// A speed and the derivative by it of a stored energy.
struct MomentumRequest {
  ExprId speed, momentum;
};
/// A position that a component prescribes, and its rate.
struct PositionRequest {
  std::int32_t variable, component;
  ExprId value, rate;
};

/// What the program must compute besides the derivatives.
struct ProgramRequest {
  std::vector<ExprId> quadratures;  ///< powers to integrate
  std::vector<ExprId> outputs;
  bool jacobian = true;            ///< large programs are compiled without one until an integrator needs it
  bool plain = false;              ///< see Program::plain
  std::vector<ExprId> balances{};  ///< also integrated; their integrals are zero but for errors, and do not influence the step size
  std::vector<ExprId> powers{};    ///< further outputs, for the audit
  AuditCode audit{};               ///< which component each of these belongs to
  std::vector<MomentumRequest> momenta{};
  std::vector<PositionRequest> positions{};
  /// With the Jacobian, also compiles the derivatives of these outputs by states and parameters, and those of the state derivatives by
  /// parameters (by their numbers in parameter_values()).
  std::vector<ExprId> linear_outputs{};
  std::vector<std::int32_t> linear_parameters{};
  bool linear_discretes = false;  ///< the same derivatives by the discrete variables
};

/// `pool`: that of the flat system, lent for expressions and symbols of the program. `sorted` must outlive the program, whose labels refer
/// to it.
Program compile(const SortedSystem& sorted, ExprPool& pool, const ProgramRequest& request);

// Steps of compile().
/// Rearranges long sums into balanced trees: a change of one term then affects few additions, and rounding errors grow with the depth of
/// the tree instead of the number of terms.
void balance_sums(Program& program);
/// Replaces a product and the only sum that uses it by one instruction; in quadratures also a product and a negation. Product and sum are
/// still rounded separately, so that values do not change. A product that the audit or an output uses as well is computed again for these,
/// so that they do not influence the cost of the derivatives, by which `auto` chooses a method. `audit_begins`: the first instruction of
/// section quadratures that serves the audit alone.
void fuse_products(Program& program, std::size_t audit_begins);
/// Renumbers registers so that intermediate values which are not needed at the same time share one.
void compact_registers(Program& program);

}  // namespace stribeck
