#pragma once
// All that changes while a program runs: any number of contexts share one program. A machine runs a program in a context of its own; what
// else it has are work areas and factors, which follow from this.
#include <cstdint>
#include <vector>

#include "base/archive.h"
#include "program/followed_root.h"
#include "program/history.h"
#include "program/program.h"

namespace stribeck {

struct Context {
  /// What evaluations write: copied and put back later, it is as if nothing had been evaluated in between.
  struct Values {
    std::vector<double> registers;
    FollowedRoots roots;     ///< of nonlinear loops
    std::uint64_t runs = 0;  ///< number of the last evaluation that may have written what section `dynamics` computes
    double operator[](Register r) const { return registers[static_cast<std::size_t>(r)]; }
  };

  std::vector<double> parameters;  ///< SI, by the numbers of Program::parameters
  Values values;
  std::vector<History> histories;  ///< what delayed expressions were, parallel to Program::histories
  std::vector<Register> told;      ///< what is held and was given another value, until the next evaluation takes the list
  std::uint64_t all_runs = 0;      ///< the largest number that an evaluation had: no two have the same

  double value(Register r) const { return values.registers[static_cast<std::size_t>(r)]; }
  void set(Register r, double value) { values.registers[static_cast<std::size_t>(r)] = value; }
  /// What has been evaluated before does not tell any more what another evaluation gives.
  void begin_run() { values.runs = ++all_runs; }

  /// As it is at the beginning of a run of that program, without parameters.
  void begin(const Program& program);
  /// Goes over to another program for the same system. Parameters, histories and what is held stay. Nonlinear loops are followed anew from
  /// where they are.
  void go_over(const Program& from, const Program& to);
  /// The same at the beginning of a run, which begins anew: of what is held only what a start is given stays, which are the inputs of
  /// frictions and discrete variables.
  void begin_again(const Program& from, const Program& to);

  /// The solutions that nonlinear loops are followed from are not among it: LoopSolver::follow() finds them again from the registers.
  void carry(Archive& archive);
};

}  // namespace stribeck
