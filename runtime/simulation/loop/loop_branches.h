#pragma once
// Notes where closed loops of bodies may have gone over from one branch of their positions to another.
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "base/archive.h"
#include "base/diagnostic.h"
#include "program/loop_branch.h"
#include "program/machine.h"

namespace stribeck {

/// Looks at the loops after each step. Steps whose error is controlled are shortened until they stay on their branch (LoopBranch), so that
/// what is left is exactly singular as far as rounding lets it be known; of fixed steps all is noted.
class LoopBranches {
 public:
  explicit LoopBranches(Machine& machine) : machine_(machine) {}
  /// At the start and the end of a step, with states that fulfil the constraints.
  void look(double t, std::span<const double> x);
  const LoopBranch& branch() const { return branch_; }
  /// A remark if such a position was passed.
  std::optional<Diagnostic> note() const;
  void carry(Archive& archive) { archive(branch_, before_s_, passed_, from_s_, to_s_, joint_); }

 private:
  Machine& machine_;
  LoopBranch branch_;
  double before_s_ = 0;  // of the last look
  std::int64_t passed_ = 0;
  double from_s_ = 0, to_s_ = 0;  // the first one lies between
  std::int32_t joint_ = -1;       // the state of the joint that is freest there
};

}  // namespace stribeck
