#pragma once
// Workers: each takes chunks of a study that nobody has taken, until all are done.
#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <string>

#include "study/folder.h"

namespace stribeck {

/// Whose process a worker runs in. In its own it ends the process where a sample does not return, and leaves a mark where one crashes; in
/// that of others, as a Python interpreter, it leaves signals alone, several may work at once, and a time limit ends what can be
/// interrupted.
enum class WorkerProcess { own, others };

/// Takes part in a study until it is complete; chunks that others are at work on are waited for. False if it was interrupted. Throws
/// Failure where rows cannot be written.
bool work(StudyFolder& folder, const StudyPlan& plan, Registry& registry, const std::atomic<bool>& interrupted,
          WorkerProcess process = WorkerProcess::own);

/// How many samples a worker should take at once: about half a second of work, measured on some that run to their end, in a process of its
/// own; 1 if one of them crashes.
std::int64_t suitable_chunk(const StudyPlan& plan, Registry& registry);
/// The same, measured in this process.
std::int64_t measured_chunk(const StudyPlan& plan, Registry& registry);

/// How far a study is.
class StudyTally {
 public:
  explicit StudyTally(const StudyFolder& folder) : folder_(folder), counted_(static_cast<std::size_t>(folder.chunks()), false) {}
  /// Looks into the folder for chunks that are new.
  void update();

  bool is_complete() const { return rows() == folder_.record().samples; }
  std::int64_t rows() const { return done + failed + excluded; }
  std::int64_t done = 0, failed = 0, excluded = 0;
  std::map<std::string, std::int64_t> by_code;  ///< of those that failed

 private:
  const StudyFolder& folder_;
  std::vector<bool> counted_;
};

/// What the process of a worker exits with where a signal made it end early.
inline constexpr int kInterruptedWorker = 130;

/// Runs `worker` in so many processes of its own and replaces those that are killed or told to end, until the study is complete, it is
/// interrupted or all have ended; `told` is called now and then. `worker` returns what its process exits with. True if the study is
/// complete.
bool supervise(const StudyFolder& folder, int workers, const std::function<int()>& worker, const std::atomic<bool>& interrupted,
               const std::function<void(const StudyTally&)>& told);

/// Writes the rows that are there, in their order, as one table; - is standard output.
StudyTally write_table(const StudyFolder& folder, const StudyPlan& plan, const std::string& path);

}  // namespace stribeck
