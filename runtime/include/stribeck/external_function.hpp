#pragma once
// How a C++ function of doubles is called over the C interface. No exception leaves it: what it says becomes the reason why there is no
// value.
#include <cstddef>
#include <cstdio>
#include <exception>
#include <limits>
#include <type_traits>
#include <utility>

#include "stribeck/plugin.h"

namespace stribeck::detail {

/// A sentence that stays until the next failure of this thread.
inline const char* kept_sentence(const char* sentence) {
  static thread_local char kept[256];
  std::snprintf(kept, sizeof kept, "%s", sentence);
  return kept;
}

template <typename Pointer, std::size_t... i>
double call_pointer(void* data, const double* arguments, const char** why, std::index_sequence<i...>) {
  try {
    return reinterpret_cast<Pointer>(data)(arguments[i]...);
  } catch (const std::exception& error) {
    *why = kept_sentence(error.what());
  } catch (...) {
    *why = "it threw something that is not a std::exception";
  }
  return std::numeric_limits<double>::quiet_NaN();
}

/// A function of doubles behind the C interface.
struct PlainFunction {
  stribeck_function value = nullptr;
  void* data = nullptr;
  std::size_t arguments = 0;
};

/// `+` turns a lambda without captures into a pointer.
template <typename... Arguments>
PlainFunction plain_function(double (*function)(Arguments...)) {
  static_assert((std::is_same_v<Arguments, double> && ...), "an external function takes doubles and returns one");
  constexpr stribeck_function kCall = [](void* data, const double* arguments, const char** why) {
    return call_pointer<double (*)(Arguments...)>(data, arguments, why, std::index_sequence_for<Arguments...>());
  };
  return {kCall, reinterpret_cast<void*>(function), sizeof...(Arguments)};
}

}  // namespace stribeck::detail
