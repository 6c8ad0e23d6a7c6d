#pragma once
// The data flow of a program: which instruction of the code for derivatives, powers and conditions reads the results of which.
#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "base/index.h"
#include "program/linked_code.h"
#include "program/registers.h"

namespace stribeck {

/// The code of sections dynamics, quadratures and crossings in one list, in which each value has a register of its own, with the
/// instruction that writes each register and those that read it.
class Dataflow {
 public:
  explicit Dataflow(const Program& program);

  const LinkedCode& code() const { return code_; }
  /// The instruction that writes a register; -1 if none does, because it holds a state, a held value or one that is given.
  std::int32_t maker(Register r) const { return makers_[at(r)]; }
  /// The instructions that read a register, ascending.
  std::span<const std::int32_t> readers(Register r) const {
    return std::span(readers_).subspan(at(first_reader_[at(r)]), at(first_reader_[at(r) + 1] - first_reader_[at(r)]));
  }
  /// Calls visit(register) for each register that instruction k reads; if it solves a loop, for those that are written outside the loop.
  template <typename Visit>
  void for_reads(std::size_t k, Visit visit) const {
    if (is_plain(code_[k])) return for_operands(code_[k], visit);
    for (const Register r : loops_[at(code_[k].a)].reads) visit(r);
  }
  template <typename Visit>
  void for_writes(std::size_t k, Visit visit) const {
    if (is_plain(code_[k])) return visit(code_[k].result);
    for (const Register r : loops_[at(code_[k].a)].writes) visit(r);
  }

 private:
  struct Loop {
    std::vector<Register> reads, writes;
  };

  LinkedCode code_;
  std::vector<Loop> loops_;  // parallel to Program::blocks
  std::vector<std::int32_t> makers_, first_reader_, readers_;
};

/// A worklist of data-flow analysis: instructions that are still to be visited, in the order of the code.
class Worklist {
 public:
  explicit Worklist(const Dataflow& flow) : flow_(flow), bits_(flow.code().size() / kBits + 1, 0) {}
  void add(std::size_t k) { bits_[k / kBits] |= std::uint64_t{1} << (k % kBits); }
  void add_readers(Register r) {
    for (const std::int32_t k : flow_.readers(r)) add(at(k));
  }
  void clear() { std::fill(bits_.begin(), bits_.end(), 0); }
  /// Visits the instructions from the first to the last: calls look(k), which may add instructions behind k, until none is left.
  template <typename Look>
  void work_off(Look look) {
    for (std::size_t word = 0; word < bits_.size(); ++word)
      while (bits_[word] != 0) {
        const std::size_t k = word * kBits + at(std::countr_zero(bits_[word]));
        bits_[word] &= bits_[word] - 1;
        look(k);
      }
  }
  /// The same from the last to the first; look(k) may add instructions before k.
  template <typename Look>
  void work_back(Look look) {
    for (std::size_t word = bits_.size(); word-- > 0;)
      while (bits_[word] != 0) {
        const std::size_t bit = kBits - 1 - at(std::countl_zero(bits_[word]));
        bits_[word] ^= std::uint64_t{1} << bit;
        look(word * kBits + bit);
      }
  }

 private:
  static constexpr std::size_t kBits = 64;
  const Dataflow& flow_;
  std::vector<std::uint64_t> bits_;
};

}  // namespace stribeck
