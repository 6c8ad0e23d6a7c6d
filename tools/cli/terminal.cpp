#include "terminal.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "results/layout.h"

namespace stribeck::cli {
namespace {

constexpr std::chrono::milliseconds kFirst{300};  // a run that is over sooner shows none
constexpr std::chrono::milliseconds kBetween{100};
constexpr int kBarCells = 24;

bool is_terminal() {
  static const bool answer = ::isatty(STDERR_FILENO) == 1;
  return answer;
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

void say(const Failure& failure) {
  std::string text;
  for (const Diagnostic& diagnostic : failure.diagnostics()) text += to_text(diagnostic, colours());
  say(text);
}

Progress::Progress(bool wanted) : on_(wanted && is_terminal()), next_(std::chrono::steady_clock::now() + kFirst) {}

void Progress::show(double time_s, double stop_s) {
  if (!on_) return;
  const auto now = std::chrono::steady_clock::now();
  if (now < next_) return;
  next_ = now + kBetween;
  const double share = stop_s > 0 ? std::clamp(time_s / stop_s, 0.0, 1.0) : 0;
  const auto full = static_cast<std::size_t>(share * kBarCells);
  say("\r[" + std::string(full, '=') + std::string(kBarCells - full, ' ') + "] " + with_prefix(time_s, "s") + " of " +
      with_prefix(stop_s, "s") + "\x1b[K");
  visible_ = true;
}

void Progress::erase() {
  if (visible_) say("\r\x1b[K");
  visible_ = false;
}

}  // namespace stribeck::cli
