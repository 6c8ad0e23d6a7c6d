#pragma once
// Runs a program's code over the registers of a context: arithmetic, tables, what delayed expressions were, and external functions.
#include <cstdint>
#include <string>
#include <vector>

#include "program/context.h"
#include "program/program.h"

namespace stribeck {

class Interpreter {
 public:
  explicit Interpreter(Context& context) : context_(context) {}
  void take(const Program& program);

  /// Runs linked instructions up to the first that works on a loop, and returns that, or `end`. The first reads no last result.
  const Instruction* run(const Instruction* begin, const Instruction* end);
  /// Runs code that works on no loop.
  void run(const Code& code) { run(code.data(), code.data() + code.size()); }
  /// Instructions that were run so far.
  std::int64_t executed() const { return executed_; }
  /// Number of the history that a table is, -1: it is a list of points.
  std::int32_t history_of(std::int32_t table) const { return history_of_table_[static_cast<std::size_t>(table)]; }

  /// Between these calls a loop is solved: where a function has no value, other unknowns are tried. Else that ends the run.
  void begin_search() { searches_ = true, failed_call_.clear(); }
  void end_search() { searches_ = false; }
  /// Why the last call had no value, since the search began; empty: all had one.
  const std::string& failed_call() const { return failed_call_; }
  void set_failed_call(const std::string& why) { failed_call_ = why; }
  [[noreturn]] void fail_call() const;

 private:
  void run_special(const Instruction& instruction);
  void call_function(const Instruction& instruction);
  void look_up(const Instruction& instruction);
  double look_back(const Instruction& instruction, const History& history) const;

  Context& context_;
  const Program* program_ = nullptr;
  std::vector<std::int32_t> history_of_table_;
  std::int64_t executed_ = 0;
  bool searches_ = false;
  std::string failed_call_;
  const std::string* failed_owner_ = nullptr;  // type of the component that owns its function
};

}  // namespace stribeck
