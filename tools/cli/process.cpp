#include "process.h"

#include <fcntl.h>
#include <unistd.h>

#include <csignal>

namespace stribeck::cli {
namespace {

std::atomic<bool> interrupted{false};
static_assert(std::atomic<bool>::is_always_lock_free, "set by a signal handler");

void note_interrupt(int) { interrupted.store(true, std::memory_order_relaxed); }

void occupy_closed_stream(int descriptor) {
  if (::fcntl(descriptor, F_GETFD) != -1) return;
  // Opened the wrong way round: whoever uses it gets EBADF, as if it were still closed.
  const int opened = ::open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY);
  if (opened != -1 && opened != descriptor) ::close(opened);
}

}  // namespace

void prepare_process() {
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) occupy_closed_stream(descriptor);
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
}

const std::atomic<bool>& interrupts() {
  struct sigaction action {};
  action.sa_handler = note_interrupt;
  action.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
  ::sigemptyset(&action.sa_mask);
  ::sigaction(SIGINT, &action, nullptr);
  ::sigaction(SIGTERM, &action, nullptr);
  // A terminal that closes, and Ctrl-backslash; not where nohup has had them ignored.
  for (const int signal : {SIGHUP, SIGQUIT}) {
    struct sigaction before {};
    if (::sigaction(signal, nullptr, &before) == 0 && before.sa_handler != SIG_IGN) ::sigaction(signal, &action, nullptr);
  }
  return interrupted;
}

}  // namespace stribeck::cli
