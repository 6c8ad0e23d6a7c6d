#include "terminal.h"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "base/text.h"
#include "results/layout.h"
#include "results/messages.h"

namespace stribeck::cli {
namespace {

constexpr std::chrono::milliseconds kFirst{300};  // a run that is over sooner shows none
constexpr std::chrono::milliseconds kBetween{100};
constexpr std::chrono::milliseconds kFirstLog{10'000};  // so that a log of ten thousand short runs has none
constexpr std::chrono::milliseconds kBetweenLogs{60'000};
constexpr int kBarCells = 24;

bool in_json = false;

bool is_terminal() {
  static const bool answer = ::isatty(STDERR_FILENO) == 1;
  return answer;
}

/// Two digits: more would flicker.
std::string rounded(double value, std::string_view unit) {
  if (value == 0 || !std::isfinite(value)) return with_prefix(value, unit);
  const double step = std::pow(10.0, std::floor(std::log10(std::fabs(value))) - 1);
  return with_prefix(std::round(value / step) * step, unit);
}

bool is_set(const char* variable) {
  const char* value = std::getenv(variable);
  return value && *value;
}

}  // namespace

bool colours() {
  const char* terminal = std::getenv("TERM");
  return is_terminal() && !is_set("NO_COLOR") && !(terminal && std::string_view(terminal) == "dumb");
}

void say(std::string_view text) {
  // Where standard error itself is gone there is nobody left to tell.
  static_cast<void>(std::fwrite(text.data(), 1, text.size(), stderr));
  std::fflush(stderr);
}

void say(const Diagnostic& diagnostic) { say(in_json ? to_json_line(diagnostic) : to_text(diagnostic, colours())); }

void say(const Failure& failure) {
  for (const Diagnostic& diagnostic : failure.diagnostics()) say(diagnostic);
}

void say_in_json() { in_json = true; }
bool says_json() { return in_json; }

Progress::Progress(bool wanted)
    : on_(wanted && !in_json), is_terminal_(is_terminal()), begin_(Clock::now()), next_(begin_ + (is_terminal_ ? kFirst : kFirstLog)) {}

void Progress::show(double time_s, double stop_s, std::int64_t events) {
  if (!on_) return;
  if (!has_begun_) {
    has_begun_ = true;
    begin_s_ = time_s;
    begin_events_ = events;
  }
  const Clock::time_point now = Clock::now();
  if (now < next_) return;
  next_ = now + (is_terminal_ ? kBetween : kBetweenLogs);
  if (!is_terminal_) return say(line(time_s, stop_s, events, now) + "\n");
  const double share = stop_s > 0 ? std::clamp(time_s / stop_s, 0.0, 1.0) : 0;
  const auto full = static_cast<std::size_t>(share * kBarCells);
  say("\r[" + std::string(full, '=') + std::string(kBarCells - full, ' ') + "] " + line(time_s, stop_s, events, now) + "\x1b[K");
  visible_ = true;
}

/// "12.3 s of 60 s, 4.1 s a second, 12 s left, 350 events a second"
std::string Progress::line(double time_s, double stop_s, std::int64_t events, Clock::time_point now) const {
  const double passed = std::chrono::duration<double>(now - begin_).count();
  std::string text = with_prefix(time_s, "s") + " of " + with_prefix(stop_s, "s");
  if (!(time_s > begin_s_)) return text;
  const double speed = (time_s - begin_s_) / passed;
  text += ", " + rounded(speed, "s") + " a second, " + rounded((stop_s - time_s) / speed, "s") + " left";
  if (events > begin_events_) text += ", " + rounded(static_cast<double>(events - begin_events_) / passed, "") + " events a second";
  return text;
}

void Progress::erase() {
  if (visible_) say("\r\x1b[K");
  visible_ = false;
}

}  // namespace stribeck::cli
