#pragma once
// All values that change while a program runs. Any number of contexts can share one program. A machine has one context; everything else in
// a machine is work area or matrix factor, and can be computed from the context.
#include <cstdint>
#include <vector>

#include "base/archive.h"
#include "program/followed_root.h"
#include "program/history.h"
#include "program/program.h"

namespace stribeck {

struct Context {
  /// The part that evaluations write. Copying it and putting the copy back undoes all evaluations in between.
  struct Values {
    std::vector<double> registers;
    FollowedRoots roots;     ///< of nonlinear loops
    std::uint64_t runs = 0;  ///< number of the last evaluation that may have written what section `dynamics` computes
    double operator[](Register r) const { return registers[static_cast<std::size_t>(r)]; }
  };

  std::vector<double> parameters;  ///< SI, by the numbers of Program::parameters
  Values values;
  std::vector<History> histories;  ///< the past of delayed expressions, parallel to Program::histories
  std::vector<Register> told;      ///< held registers that were given new values since the last evaluation
  std::uint64_t all_runs = 0;      ///< the largest number given to an evaluation so far; no two have the same

  double value(Register r) const { return values.registers[static_cast<std::size_t>(r)]; }
  void set(Register r, double value) { values.registers[static_cast<std::size_t>(r)] = value; }
  /// Marks all values computed so far as out of date.
  void begin_run() { values.runs = ++all_runs; }

  /// Takes the values that a run of the program begins with; parameters are not set.
  void begin(const Program& program);
  /// Changes to another program of the same system. Parameters, histories and held values stay; nonlinear loops are followed anew from
  /// their present solutions.
  void go_over(const Program& from, const Program& to);
  /// The same at the beginning of a run, which starts again. Of the held values only those stay that a start is given: the inputs of
  /// frictions, and discrete variables.
  void begin_again(const Program& from, const Program& to);

  /// Writes the context into the archive, or reads it. The solutions that nonlinear loops follow are left out: LoopSolver::follow() finds
  /// them again from the registers.
  void carry(Archive& archive);
};

}  // namespace stribeck
