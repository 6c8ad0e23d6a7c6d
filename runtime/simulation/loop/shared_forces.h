#pragma once
// What of a run depends on forces in closed loops of bodies that the motion does not determine.
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "base/archive.h"
#include "base/diagnostic.h"
#include "program/columns.h"
#include "program/machine.h"

namespace stribeck {

/// Found by trial: each force that is not determined is given some newtons beside those of least norm, at the start, at the end and at
/// steps that lie further and further apart, and what changes depends on it.
class SharedForces {
 public:
  explicit SharedForces(Machine& machine) : machine_(machine) {}
  /// States x, which are on the constraints. All is as before then.
  void look(double t, std::span<const double> x);
  /// Whether to look after so many calls: at powers of two.
  bool is_due() {
    ++calls_;
    return (calls_ & (calls_ - 1)) == 0 && machine_.undetermined_forces() > 0;
  }
  /// None if nothing that is shown depends on them, and nothing that moves. `columns`: names of the first outputs of the program.
  std::optional<Diagnostic> note(std::span<const OutputColumn> columns) const;
  void carry(Archive& archive) { archive(calls_, forces_, moves_, outputs_); }

 private:
  bool evaluate(std::vector<double>& rates, std::vector<double>& outputs);

  Machine& machine_;
  std::uint64_t calls_ = 0;
  std::size_t forces_ = 0;
  bool moves_ = false;
  std::set<std::size_t> outputs_;
};

}  // namespace stribeck
