#pragma once
// Code in which each instruction knows which of its operands the one before it has just computed.
#include <cstdint>
#include <utility>

#include "program/program.h"

namespace stribeck {

/// Values of Instruction::last: a or b, or both; or c. Where c is the last result as well as a or b, it is read from its register.
enum LastResult : std::uint8_t { kNotLast = 0, kLastIsA = 1, kLastIsB = 2, kLastIsC = 4 };

/// Notes Instruction::last of all instructions. What is changed in the code later, and copies of some of it, must be linked anew.
void link(Code& code);
/// The same for all code of the program.
void link(Program& program);

/// A part of a program's code in an order of its own, linked.
class LinkedCode {
 public:
  LinkedCode() = default;
  explicit LinkedCode(Code code) : code_(std::move(code)) { link(code_); }
  Code::const_iterator begin() const { return code_.begin(); }
  Code::const_iterator end() const { return code_.end(); }
  const Instruction& operator[](std::size_t k) const { return code_[k]; }
  std::size_t size() const { return code_.size(); }

 private:
  Code code_;
};

}  // namespace stribeck
