#pragma once
// Finds which results of a run depend on forces in closed loops of bodies that the motion does not determine.
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "base/archive.h"
#include "base/diagnostic.h"
#include "program/columns.h"
#include "program/snapshot.h"

namespace stribeck {

/// Found by trial: some newtons are added to each undetermined force, which usually takes the value of least norm, and all results that
/// change depend on it. This is done at the start, at the end, and at steps that lie further and further apart.
class SharedForces {
 public:
  explicit SharedForces(Machine& machine) : machine_(machine) {}
  /// Tries it at states x, which must fulfil the constraints. Leaves no trace.
  void look(double t, std::span<const double> x);
  /// Counts the calls: true at powers of two, when look() should be called.
  bool is_due() {
    ++calls_;
    return (calls_ & (calls_ - 1)) == 0 && machine_.undetermined_forces() > 0;
  }
  /// A remark that names the dependent results; none if neither the outputs nor the motion depend on such forces. `columns`: the names of
  /// the first outputs of the program.
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
