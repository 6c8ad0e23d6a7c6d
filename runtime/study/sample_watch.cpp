#include "study/sample_watch.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <csignal>
#include <utility>

#include "base/diagnostic.h"
#include "base/format.h"
#include "base/text.h"
#include "study/ticking.h"

namespace stribeck {
namespace {

constexpr std::array<std::pair<int, const char*>, 5> kCrashes{
    {{SIGSEGV, "SIGSEGV"}, {SIGABRT, "SIGABRT"}, {SIGBUS, "SIGBUS"}, {SIGFPE, "SIGFPE"}, {SIGILL, "SIGILL"}}};
constexpr const char* kTooLong = "too long";

// A handler of signals may read what is here and write to files, nothing else.
std::array<char, 4096> name_of_mark{};
std::array<char, 65536> stack_of_handlers{};  // the usual one may be what has overflowed

void write_mark(const char* text) {
  if (name_of_mark[0] == 0) return;
  std::size_t size = 0;
  while (text[size] != 0) ++size;
  const int file = ::open(name_of_mark.data(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (file < 0) return;
  static_cast<void>(::write(file, text, size) < 0);
  ::close(file);
}

void mark_crash(int signal) {
  for (const auto& [number, name] : kCrashes)
    if (number == signal) write_mark(name);
  ::raise(signal);  // its usual effect comes after this handler
}

void handle_crashes(bool by_marks) {
  struct sigaction action {};
  action.sa_flags = by_marks ? SA_ONSTACK | static_cast<int>(SA_RESETHAND) : 0;
  if (by_marks)
    action.sa_handler = mark_crash;
  else
    action.sa_handler = SIG_DFL;
  for (const auto& crash : kCrashes) ::sigaction(crash.first, &action, nullptr);
}

}  // namespace

/// Stops a sample that takes too long; and ends the process where that does not help, as where a function of a plugin does not return.
class SampleWatch::Clock {
 public:
  Clock(double limit_s, const std::atomic<bool>& interrupted, WorkerProcess process)
      : interrupted_(interrupted),
        limit_s_(limit_s),
        process_(process),
        ticking_(std::chrono::duration<double>(std::clamp(limit_s / 20, 1e-3, 0.05)), [this] { tick(); }) {}

  void begin() {
    const std::lock_guard lock(mutex_);
    began_ = std::chrono::steady_clock::now();
    runs_ = true;
    is_too_long_ = false;
    stop_ = interrupted_.load();
  }
  void end() {
    const std::lock_guard lock(mutex_);
    runs_ = false;
  }
  const std::atomic<bool>& stop() const { return stop_; }
  bool is_too_long() const { return is_too_long_; }

 private:
  void tick() {
    const std::lock_guard lock(mutex_);
    if (!runs_) return;
    const double passed_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - began_).count();
    if (passed_s > limit_s_) is_too_long_ = true;
    stop_ = interrupted_ || is_too_long_;
    constexpr double kRest_s = 1;  // a step of a large diagram may take that long
    if (passed_s <= 2 * limit_s_ + kRest_s || process_ == WorkerProcess::others) return;
    write_mark(kTooLong);
    ::_exit(kInterruptedWorker);
  }

  const std::atomic<bool>& interrupted_;
  double limit_s_;
  WorkerProcess process_;
  std::mutex mutex_;
  std::chrono::steady_clock::time_point began_;
  bool runs_ = false;
  std::atomic<bool> stop_ = false, is_too_long_ = false;
  Ticking ticking_;  // last: begins when the rest is there
};

SampleWatch::SampleWatch(const StudyFolder& folder, double limit_s, const std::atomic<bool>& interrupted, WorkerProcess process)
    : folder_(folder),
      interrupted_(interrupted),
      process_(process),
      clock_(std::isinf(limit_s) ? nullptr : std::make_unique<Clock>(limit_s, interrupted, process)) {
  if (process == WorkerProcess::others) return;
  const stack_t stack{.ss_sp = stack_of_handlers.data(), .ss_flags = 0, .ss_size = stack_of_handlers.size()};
  ::sigaltstack(&stack, nullptr);
  handle_crashes(true);
}

SampleWatch::~SampleWatch() {
  end();
  if (process_ == WorkerProcess::own) handle_crashes(false);
}

void SampleWatch::begin(std::int64_t sample) {
  const std::string name = folder_.name_of_mark(sample);
  if (process_ == WorkerProcess::own && name.size() < name_of_mark.size()) {  // names of files are no longer
    std::copy(name.begin(), name.end(), name_of_mark.begin());
    name_of_mark[name.size()] = 0;
  }
  if (clock_) clock_->begin();
}

void SampleWatch::end() {
  if (clock_) clock_->end();
  if (process_ == WorkerProcess::own) name_of_mark[0] = 0;
}

const std::atomic<bool>& SampleWatch::stop() const { return clock_ ? clock_->stop() : interrupted_; }
bool SampleWatch::is_too_long() const { return clock_ && clock_->is_too_long(); }

MarkedSample too_long(double limit_s) {
  return {std::string(describe(ErrorCode::run_interrupted).code),
          fmt::format("the sample took longer than the time_limit of {} s", short_number(limit_s))};
}

MarkedSample marked_sample(const std::string& mark, double limit_s) {
  if (mark == kTooLong) return too_long(limit_s);
  return {std::string(describe(ErrorCode::run_crashed).code), "the program crashed in this sample" + (mark.empty() ? "" : ": " + mark)};
}

}  // namespace stribeck
