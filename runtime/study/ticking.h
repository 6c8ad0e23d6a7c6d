#pragma once
// A function that is called every so often, by a thread of its own.
#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>
#include <utility>

namespace stribeck {

/// As long as it lives.
class Ticking {
 public:
  using Seconds = std::chrono::duration<double>;
  Ticking(Seconds every, std::function<void()> call) : thread_([this, every, call = std::move(call)] { tick(every, call); }) {}
  ~Ticking() {
    {
      const std::lock_guard lock(mutex_);
      ended_ = true;
    }
    wake_.notify_one();
    thread_.join();
  }
  Ticking(const Ticking&) = delete;
  Ticking& operator=(const Ticking&) = delete;

 private:
  void tick(Seconds every, const std::function<void()>& call) {
    std::unique_lock lock(mutex_);
    while (!wake_.wait_for(lock, every, [this] { return ended_; })) call();
  }
  std::mutex mutex_;
  std::condition_variable wake_;
  bool ended_ = false;
  std::thread thread_;  // last: begins when the rest is there
};

}  // namespace stribeck
