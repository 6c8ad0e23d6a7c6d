#pragma once
// Functions that wait for something outside end when the run that they are called by is interrupted.
#include <atomic>

namespace stribeck {

/// While it lives what waits in this thread looks at that flag.
class Waiting {
 public:
  explicit Waiting(const std::atomic<bool>* interrupted) : before_(flag_) { flag_ = interrupted; }
  ~Waiting() { flag_ = before_; }
  Waiting(const Waiting&) = delete;
  Waiting& operator=(const Waiting&) = delete;
  static bool is_interrupted() { return flag_ != nullptr && *flag_; }

 private:
  static inline thread_local const std::atomic<bool>* flag_ = nullptr;
  const std::atomic<bool>* before_;
};

}  // namespace stribeck
