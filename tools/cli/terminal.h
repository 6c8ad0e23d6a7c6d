#pragma once
// What a person reads: text on standard output, messages on standard error. Both fit into the width of the terminal; colours and progress
// only if standard error is one.
#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "base/diagnostic.h"
#include "results/layout.h"

namespace stribeck::cli {

/// Columns: the variable COLUMNS, or else those of the terminal, or else no limit. Colours: where standard error is a terminal that
/// understands them and its user has not set NO_COLOR.
TextStyle style_of_output(Digits digits = Digits::four);
TextStyle style_of_messages(Digits digits = Digits::four);
/// Text to standard output; what a program reads goes there by write_to_standard_output(). Throws Failure output.unwritable.
void print(std::string_view text);
void say(std::string_view text);
void say(const Diagnostic& diagnostic);
void say(const Failure& failure);
/// From now on diagnostics are told as lines of JSON, and no progress is.
void say_in_json();
bool says_json();

/// How far a run is, how fast it goes and how long it will take: on a terminal a line that is rewritten in place and erased when the run
/// ends; elsewhere a plain line a minute.
class Progress {
 public:
  explicit Progress(bool wanted);
  ~Progress() { erase(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void show(double time_s, double stop_s, std::int64_t events);
  /// The same of anything else: the share that is done, and a line that tells it.
  void show(double share, const std::function<std::string()>& line);
  void erase();

 private:
  using Clock = std::chrono::steady_clock;
  std::string line(double time_s, double stop_s, std::int64_t events, Clock::time_point now) const;

  bool on_, is_terminal_;
  bool visible_ = false;
  Clock::time_point begin_, next_;
  bool has_begun_ = false;
  double begin_s_ = 0;  ///< simulated time at begin_, and the events until then: a resumed run does not begin at zero
  std::int64_t begin_events_ = 0;
};

}  // namespace stribeck::cli
