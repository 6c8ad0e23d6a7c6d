// Intermediate values of `dynamics` that no other section reads share a few registers. A right-hand side then only moves instructions,
// parameters and states through memory, which determines its time for large diagrams. In programs with modes a second form of the section
// has a register for each value, since most values need not be computed again while modes are held.
#include <algorithm>

#include "base/index.h"
#include "compile/compile.h"
#include "program/registers.h"

namespace stribeck {

namespace {

/// Calls visit(register) for each register that something other than a plain instruction of `dynamics` reads or writes.
template <typename Visit>
void for_others(Program& program, Visit visit) {
  const auto code = [&](Code& instructions) {
    for (Instruction& i : instructions) {
      for_operands(i, visit);
      if (i.result >= 0) visit(i.result);
    }
  };
  for (std::size_t s = 0; s < program.code.size(); ++s)
    if (s != static_cast<std::size_t>(Section::dynamics)) code(program.code[s]);
  for (BlockCode& block : program.blocks) code(block.evaluate), code(block.sizing);
  for_read_outside(program, visit);
  for_written_outside(program, visit);
}

class Compaction {
 public:
  explicit Compaction(Program& program)
      : program_(program),
        dynamics_(program.code[static_cast<std::size_t>(Section::dynamics)]),
        is_shared_(at(program.register_count), false) {}

  void run() {
    find_temporaries();
    share();
    renumber();
  }

 private:
  /// Finds the results of plain instructions of `dynamics` that only such instructions read.
  void find_temporaries() {
    for (const Instruction& i : dynamics_)
      if (is_plain(i)) is_shared_[at(i.result)] = true;
    for_others(program_, [&](Register& r) { is_shared_[at(r)] = false; });
  }

  /// Gives each temporary a shared register, which is free again after its last use.
  void share() {
    std::vector<std::int32_t> last_use(is_shared_.size(), -1);
    for (std::size_t k = 0; k < dynamics_.size(); ++k)
      for_operands(dynamics_[k], [&](Register& r) { last_use[at(r)] = static_cast<std::int32_t>(k); });
    new_number_.assign(is_shared_.size(), -1);
    std::vector<Register> free;
    for (std::size_t k = 0; k < dynamics_.size(); ++k) {
      Instruction& i = dynamics_[k];
      for_operands(i, [&](Register& r) {
        if (!is_shared_[at(r)] || last_use[at(r)] != static_cast<std::int32_t>(k)) return;
        last_use[at(r)] = -1;  // an operand may occur twice
        free.push_back(new_number_[at(r)]);
      });
      if (!is_plain(i) || !is_shared_[at(i.result)]) continue;
      if (free.empty()) free.push_back(shared_++);
      new_number_[at(i.result)] = free.back();
      free.pop_back();
    }
  }

  /// Shared registers come first, the others keep their order.
  void renumber() {
    Register next = shared_;
    for (std::size_t r = 0; r < is_shared_.size(); ++r)
      if (!is_shared_[r]) new_number_[r] = next++;
    std::vector<double> initial(at(next), 0.0);
    for (std::size_t r = 0; r < is_shared_.size(); ++r)
      if (!is_shared_[r]) initial[at(new_number_[r])] = program_.initial[r];
    program_.initial = std::move(initial);
    program_.register_count = next;
    keep_separate();
    const auto rename = [&](Register& r) { r = new_number_[at(r)]; };
    for_others(program_, rename);
    if (program_.states() > 0) rename(program_.first_state);
    for (Instruction& i : dynamics_) {
      for_operands(i, rename);
      if (i.result >= 0) rename(i.result);
    }
  }

  void keep_separate() {
    program_.separate_count = program_.register_count;
    if (!program_.has_modes()) return;
    program_.separate_dynamics = dynamics_;
    std::vector<Register> number = new_number_;
    for (std::size_t r = 0; r < is_shared_.size(); ++r)
      if (is_shared_[r]) number[r] = program_.separate_count++;
    const auto rename = [&](Register& r) { r = number[at(r)]; };
    for (Instruction& i : program_.separate_dynamics) {
      for_operands(i, rename);
      if (i.result >= 0) rename(i.result);
    }
  }

  Program& program_;
  Code& dynamics_;
  std::vector<bool> is_shared_;  // by old number
  std::vector<Register> new_number_;
  Register shared_ = 0;
};

}  // namespace

void compact_registers(Program& program) { Compaction(program).run(); }

}  // namespace stribeck
