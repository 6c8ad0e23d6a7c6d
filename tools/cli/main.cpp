// The process of the program `stribeck`.
#include <pthread.h>
#include <sys/resource.h>

#include <functional>

#include "base/memory.h"
#include "process.h"
#include "program.h"

namespace stribeck::cli {
namespace {

/// Calls it on a stack of its own where the one that the process has is limited (ulimit -s) to less than a run may need.
int on_sufficient_stack(const std::function<int()>& call) {
  constexpr rlim_t kSufficient = rlim_t{1} << 20;  // bytes; runs of all diagrams of the project take less than 96 kB
  rlimit limit{};
  if (::getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY || limit.rlim_cur >= kSufficient) return call();
  struct Work {
    const std::function<int()>& call;
    int result = 1;
  } work{call};
  pthread_attr_t attributes;
  pthread_t thread;
  ::pthread_attr_init(&attributes);
  const auto begin = [](void* data) -> void* {
    auto& own = *static_cast<Work*>(data);
    own.result = own.call();
    return nullptr;
  };
  const bool has_begun =
      ::pthread_attr_setstacksize(&attributes, 8 * kSufficient) == 0 && ::pthread_create(&thread, &attributes, begin, &work) == 0;
  ::pthread_attr_destroy(&attributes);
  if (!has_begun) return call();
  ::pthread_join(thread, nullptr);
  return work.result;
}

}  // namespace
}  // namespace stribeck::cli

int main(int count, char** arguments) {
  stribeck::keep_freed_memory();
  stribeck::cli::prepare_process();
  return stribeck::cli::on_sufficient_stack([&] { return stribeck::cli::exit_status_of({arguments + 1, arguments + count}); });
}
