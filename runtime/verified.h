#pragma once
// In builds for development each stage's struct is looked at before the next stage gets it.
#include <stdexcept>
#include <string>

#include "assembly/verify.h"
#include "diagram/verify.h"
#include "equations/verify.h"
#include "program/verify.h"
#include "structure/verify.h"

namespace stribeck {

#ifdef STRIBECK_VERIFIES_STAGES
inline constexpr bool kVerifiesStages = true;
#else
inline constexpr bool kVerifiesStages = false;
#endif

/// Throws if what a stage hands on breaks its invariants, where broken_invariant() knows some: a fault of ours.
template <typename Made>
void verify(const char* stage, const Made& made) {
  if constexpr (kVerifiesStages && requires { broken_invariant(made); })
    if (const std::string what = broken_invariant(made); !what.empty())
      throw std::logic_error(std::string("what stage \"") + stage + "\" hands on has " + what);
}

}  // namespace stribeck
