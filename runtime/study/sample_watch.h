#pragma once
// Samples that end the program, or that do not end: a worker leaves a mark of them in the folder, of which another one makes a row.
#include <atomic>
#include <cstdint>
#include <memory>
#include <string>

#include "study/work.h"

namespace stribeck {

/// Looks after the sample that a worker is at. One at a time in a process of its own.
class SampleWatch {
 public:
  /// A sample may take `limit_s` on the clock; infinite: as long as it wants.
  SampleWatch(const StudyFolder& folder, double limit_s, const std::atomic<bool>& interrupted, WorkerProcess process);
  ~SampleWatch();
  SampleWatch(const SampleWatch&) = delete;
  SampleWatch& operator=(const SampleWatch&) = delete;

  void begin(std::int64_t sample);
  void end();
  /// To be polled by the run of the sample: it was interrupted, or has taken too long.
  const std::atomic<bool>& stop() const;
  /// Of the sample that began last.
  bool is_too_long() const;

 private:
  class Clock;
  const StudyFolder& folder_;
  const std::atomic<bool>& interrupted_;
  WorkerProcess process_;
  std::unique_ptr<Clock> clock_;  ///< null without a limit
};

MarkedSample too_long(double limit_s);
/// By the content of a mark (StudyFolder::marks_of).
MarkedSample marked_sample(const std::string& mark, double limit_s);

}  // namespace stribeck
