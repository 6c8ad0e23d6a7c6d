#pragma once
// Long work that Ctrl-C ends.
#include <atomic>
#include <chrono>
#include <future>
#include <optional>
#include <utility>

#include "bindings.h"

namespace stribeck::python {

/// What `call(interrupted)` returns, which runs in a thread of its own, without the interpreter. This one listens to signals meanwhile, as
/// the main thread alone can: what their handlers raise sets `interrupted`, and is raised here once the call has ended.
template <typename Call>
auto listening(Call call) {
  std::atomic<bool> interrupted = false;
  std::optional<nb::python_error> raised;
  auto result = std::async(std::launch::async, [&] { return call(std::as_const(interrupted)); });
  {
    const nb::gil_scoped_release released;
    while (result.wait_for(std::chrono::milliseconds(50)) != std::future_status::ready) {
      const nb::gil_scoped_acquire held;
      if (raised || PyErr_CheckSignals() == 0) continue;
      raised.emplace();
      interrupted = true;
    }
  }
  if (!raised) return result.get();
  try {
    result.get();
  } catch (const Failure&) {  // it says that it was interrupted
  }
  throw std::move(*raised);
}

}  // namespace stribeck::python
