#pragma once
// The invariants of programs.
#include <string>

#include "program/program.h"

namespace stribeck {

/// The first invariant that the program breaks, in words; empty if it breaks none. They ensure that a machine reads and writes only its own
/// registers and lists, even if the program comes from a damaged or hostile file.
///
///  1. Instructions are operators with registers for operands, table look-ups, calls, or work on loops; code of loops has none of the last.
///  2. Registers are within register_count; of separate_dynamics, within separate_count.
///  3. States are consecutive registers; there is a derivative and a description of each.
///  4. What the parts of a program refer to has a register, but for references that need not be there.
///  5. The matrix of a loop is a pattern by columns; dense factors have room of their own; sparse ones are numbered in the loops' order.
///  6. Tangents have as many right sides and results as their loop has unknowns, and are solved in section jacobian alone.
///  7. Conditions compare; floors that they end are there.
///  8. Look-ups in held pieces use the piece of their own table; what is held has a register of its own, which no instruction writes.
///  9. Frictions have a guard unless they creep; a contact has all of its terms.
/// 10. Events assign discrete variables and states that are there.
/// 11. Jacobian and pattern of outputs are by columns, ascending.
/// 12. Stores, powers and balances of the audit are among outputs and quadratures.
/// 13. What starts, watches and targets name is there.
/// 14. In the code of modes (separate_dynamics, quadratures, crossings) each register is made once, before it is read.
std::string broken_invariant(const Program& program);

}  // namespace stribeck
