#include "terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>

#include "base/text.h"
#include "results/messages.h"
#include "results/output_file.h"

namespace stribeck::cli {
namespace {

constexpr std::chrono::milliseconds kFirst{300};  // a run that is over sooner shows none
constexpr std::chrono::milliseconds kBetween{100};
constexpr std::chrono::milliseconds kFirstLog{10'000};  // so that a log of ten thousand short runs has none
constexpr std::chrono::milliseconds kBetweenLogs{60'000};
constexpr std::size_t kBarCells = 24;
constexpr std::size_t kFewestColumns = 20;  // narrower, there is nothing to read

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

std::size_t columns_of(int descriptor) {
  const char* asked = std::getenv("COLUMNS");
  std::size_t columns = asked ? std::strtoul(asked, nullptr, 10) : 0;  // 0 of what is no number
  winsize size{};
  if (columns == 0 && ::ioctl(descriptor, TIOCGWINSZ, &size) == 0) columns = size.ws_col;
  return columns == 0 ? kOneLine : std::clamp(columns, kFewestColumns, kOneLine);
}

/// The clock of progress to a few milliseconds: it is looked at in every step, and the exact one would take a hundredth of a short step.
std::chrono::steady_clock::time_point coarse_now() {
  timespec now{};
  ::clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
  return std::chrono::steady_clock::time_point(std::chrono::seconds(now.tv_sec) + std::chrono::nanoseconds(now.tv_nsec));
}

void write_to_standard_error(std::string_view text) {
  // Where standard error itself is gone there is nobody left to tell.
  static_cast<void>(std::fwrite(text.data(), 1, text.size(), stderr));
  std::fflush(stderr);
}

bool colours() {
  const char* terminal = std::getenv("TERM");
  return is_terminal() && !is_set("NO_COLOR") && !(terminal && std::string_view(terminal) == "dumb");
}

}  // namespace

TextStyle style_of_output(Digits digits) { return {.columns = columns_of(STDOUT_FILENO), .digits = digits, .colour = false}; }

TextStyle style_of_messages(Digits digits) { return {.columns = columns_of(STDERR_FILENO), .digits = digits, .colour = colours()}; }

void print(std::string_view text) { write_to_standard_output(fitted(text, style_of_output().columns)); }

void say(std::string_view text) { write_to_standard_error(fitted(text, style_of_messages().columns)); }

void say(const Diagnostic& diagnostic) {
  if (in_json) return write_to_standard_error(to_json_line(diagnostic));
  say(to_text(diagnostic, colours()));
}

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
  show(stop_s > 0 ? time_s / stop_s : 0, [&] { return line(time_s, stop_s, events, Clock::now()); });
}

void Progress::show(double share, const std::function<std::string()>& line) {
  if (!on_) return;
  const Clock::time_point now = coarse_now();
  if (now < next_) return;
  next_ = now + (is_terminal_ ? kBetween : kBetweenLogs);
  if (!is_terminal_) return say(line() + "\n");
  const std::size_t room = columns_of(STDERR_FILENO) - 1;  // a line that fills the terminal would begin a new one
  std::string text = line();
  if (kBarCells + 3 + display_width(text) <= room) {
    const auto full = static_cast<std::size_t>(std::clamp(share, 0.0, 1.0) * kBarCells);
    text = "[" + std::string(full, '=') + std::string(kBarCells - full, ' ') + "] " + text;
  }
  while (display_width(text) > room && text.rfind(", ") != std::string::npos) text.erase(text.rfind(", "));
  write_to_standard_error("\r" + text + "\x1b[K");
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
  if (visible_) write_to_standard_error("\r\x1b[K");
  visible_ = false;
}

}  // namespace stribeck::cli
