#pragma once
// Which states a value of section `outputs` may depend on, directly or through loops, while the truths of conditions are held.
#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/index.h"
#include "program/registers.h"

namespace stribeck {

/// Follows the code back from a register. Each query costs as much as what the register depends on.
class StateDependence {
 public:
  explicit StateDependence(const Program& program);

  /// Calls visit(state) for each state that the register, as section `outputs` leaves it, may depend on.
  template <typename Visit>
  void for_states(Register r, Visit visit) {
    ++stamp_;
    queue_.clear();
    meet(source_[at(r)], visit);
    for (std::size_t head = 0; head < queue_.size(); ++head) {
      const std::size_t k = at(queue_[head]);
      for (std::int32_t operand = first_operand_[k]; operand < first_operand_[k + 1]; ++operand) meet(operands_[at(operand)], visit);
    }
  }

 private:
  template <typename Visit>
  void meet(std::int32_t source, Visit& visit) {
    if (source == kNone || seen_[at(source)] == stamp_) return;
    seen_[at(source)] = stamp_;
    if (source < states_)
      visit(source);
    else
      queue_.push_back(source - states_);
  }
  void take(const Program& program, const Instruction& i);

  static constexpr std::int32_t kNone = -1;
  std::int32_t states_;
  std::vector<std::int32_t> source_;  ///< of each register: a state, or states_ + an instruction, as the code so far leaves it
  std::vector<std::int32_t> first_operand_{0}, operands_;  ///< of each instruction: sources
  std::vector<std::uint32_t> seen_;
  std::vector<std::int32_t> queue_;
  std::uint32_t stamp_ = 0;
};

}  // namespace stribeck
