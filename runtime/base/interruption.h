#pragma once
// How long work is ended in the middle: when somebody asks for its end, or when it has taken as much as it may.
#include <atomic>
#include <cstdint>

#include "base/diagnostic.h"

namespace stribeck {

/// What a piece of work may still take. Work is counted in instructions of compiled code, so that where it ends does not depend on the
/// machine; what takes time otherwise is charged as the instructions that take as long.
struct Allowance {
  const std::atomic<bool>* interrupted = nullptr;  ///< set by whoever wants an end; null: nobody does
  std::int64_t instructions = INT64_MAX;           ///< that are left
  /// That are left once an end is wanted: a tenth of a second or so. Steps mostly end within it, and a run that ends between two steps
  /// keeps all that it has. Larger: who waits gets impatient.
  std::int64_t respite = 100'000'000;

  bool is_interrupted() const { return interrupted != nullptr && *interrupted; }
};

/// Thrown where the work is broken off. It is no Failure, as code that tries another way where one fails would then go on.
struct Interruption {};

/// While it lives, what this thread does is charged to an allowance, which must outlive it.
class Interruptible {
 public:
  explicit Interruptible(Allowance& allowance) : before_(current_) { current_ = &allowance; }
  ~Interruptible() { current_ = before_; }
  Interruptible(const Interruptible&) = delete;
  Interruptible& operator=(const Interruptible&) = delete;

  static bool is_interrupted() { return current_ != nullptr && current_->is_interrupted(); }
  /// Charges so many instructions. Called now and then by all that may take long. Throws Interruption where nothing is left.
  static void spend(std::int64_t instructions) {
    if (current_ == nullptr) return;
    current_->instructions -= instructions;
    if (current_->is_interrupted()) current_->respite -= instructions;
    if (current_->instructions < 0 || current_->respite < 0) throw Interruption();
  }

 private:
  static inline thread_local Allowance* current_ = nullptr;
  Allowance* before_;
};

/// Whether it says that somebody has ended a run: then no other way is tried.
inline bool is_interruption(const Failure& failure) { return failure.diagnostics().front().code == ErrorCode::run_interrupted; }

}  // namespace stribeck
