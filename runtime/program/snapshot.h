#pragma once
// The values that a machine has computed at one point, as functions are given them.
#include <cmath>
#include <cstdint>
#include <span>

#include "program/machine.h"

namespace stribeck {

/// What a machine has computed at one time and state, by the values that were held then. It is read before the machine computes again; to
/// read it later is a mistake of the code that does so, and throws std::logic_error. Time, states and held values that are only set do not
/// count: what was computed stays readable, and the registers that were set have their new values.
class Snapshot {
 public:
  explicit Snapshot(const Machine& machine) : machine_(&machine), runs_(machine.runs()) {}

  const Program& program() const { return machine_->program(); }
  /// Whether it may still be read.
  bool is_current() const { return runs_ == machine_->runs(); }
  double value(Register r) const {
    require_current();
    return machine_->context().value(r);
  }
  /// Copies the values of these registers to `to`, in their order.
  void read(std::span<const Register> registers, double* to) const {
    const std::span<const double> all = this->registers();
    for (const Register r : registers) *to++ = all[static_cast<std::size_t>(r)];
  }
  /// All of them, by number.
  std::span<const double> registers() const {
    require_current();
    return machine_->context().values.registers;
  }
  double time() const { return value(program().time); }

  /// The truth of a condition by the sign of its crossing function; of a scheduled condition, by the time.
  bool truth(std::size_t condition) const;
  double crossing(std::size_t condition) const { return value(program().conditions[condition].crossing); }
  /// How far from zero the crossing function may be by rounding alone; 0 where its sign is exact.
  double noise(std::size_t condition) const {
    const Register r = program().conditions[condition].noise;
    return r < 0 ? 0 : value(r);
  }
  /// The crossing function, or zero where it is no larger than its rounding.
  double clear_crossing(std::size_t condition) const {
    const double g = crossing(condition);
    return std::fabs(g) <= noise(condition) ? 0 : g;
  }
  /// Whether the truth differs from the one that is held now.
  bool has_changed(std::size_t condition) const { return truth(condition) != machine_->held(condition); }
  /// The same, where the crossing function is larger than its rounding.
  bool differs(std::size_t condition) const;
  /// The value to be held of a condition: its truth, or the floor whose end it marks.
  double to_be_held(std::size_t condition) const;

 private:
  void require_current() const {
    if (!is_current()) fail();
  }
  [[noreturn]] static void fail();
  bool is_left(const FollowedFloor& floor, Operator relation) const;

  const Machine* machine_;
  std::uint64_t runs_;
};

inline Snapshot Machine::snapshot() const { return Snapshot(*this); }

}  // namespace stribeck
