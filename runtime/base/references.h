#pragma once
// How a struct lists what it refers to, once, for all that substitutes, compiles, renumbers, stores or checks references. A reference is an
// expression before a diagram is compiled and a register after that. The struct has a function
//
//     static void each(const auto& visit, auto&... same) {
//       visit(kFixed, same.start...), visit(kHeld, same.value...);   // references, arrays and vectors of them
//       visit.parts("a side", same.sides...);                        // vectors and arrays of structs that have such a function, too
//     }
//
// which visits one struct, or several in parallel: an expression and the register that it becomes.
#include <algorithm>
#include <cstdint>
#include <utility>

#include "base/archive.h"

namespace stribeck {

/// When the value of a reference is found.
enum class RefRole : std::uint8_t {
  given,     ///< not by code: time and parameters, what is solved for
  held,      ///< not by code: at events, and it stays the same between them
  fixed,     ///< of parameters alone
  watched,   ///< with the crossing functions, to see whether an event is due
  assigned,  ///< at events
  recorded,  ///< after each step
  computed   ///< wherever it is wanted
};

struct Use {
  RefRole role;
  bool needed = true;  ///< else there need not be one
  constexpr Use where(bool condition) const { return {role, condition}; }
};
inline constexpr Use kGiven{RefRole::given}, kHeld{RefRole::held}, kFixed{RefRole::fixed}, kWatched{RefRole::watched},
    kAssigned{RefRole::assigned}, kRecorded{RefRole::recorded}, kComputed{RefRole::computed};
inline constexpr Use kIfAny{RefRole::computed, false};

/// No expression, no register.
template <typename Ref>
inline constexpr Ref kNone = static_cast<Ref>(-1);
template <typename Ref>
constexpr bool is_any(Ref reference) {
  return reference != kNone<Ref>;
}

template <typename First, typename... Rest>
constexpr First& first_of(First& first, Rest&... /*rest*/) {
  return first;
}

/// Lists of structs in parallel have as many elements as the first; where they are constant, those that all have are visited.
template <typename List>
void fit(std::size_t& size, List& list) {
  if constexpr (requires { list.resize(size); })
    if (list.size() != size) list.resize(size);
  size = std::min(size, list.size());
}

/// Calls f(use, reference...) for each reference below.
template <typename F>
class EachReference {
 public:
  explicit EachReference(F f) : f_(std::move(f)) {}

  template <typename First, typename... Rest>
  void operator()(Use use, First& first, Rest&... rest) const {
    if constexpr (requires { first.size(); }) {
      std::size_t size = first.size();
      (fit(size, rest), ...);
      for (std::size_t i = 0; i < size; ++i) f_(use, first[i], rest[i]...);
    } else {
      f_(use, first, rest...);
    }
  }
  template <typename First, typename... Rest>
  void parts(const char* /*name*/, First& first, Rest&... rest) const {
    std::size_t size = first.size();
    (fit(size, rest), ...);
    for (std::size_t i = 0; i < size; ++i) First::value_type::each(*this, first[i], rest[i]...);
  }

 private:
  F f_;
};

/// Stores or reads the references of a struct.
struct CarryReferences {
  Archive& archive;
  void operator()(Use /*use*/, auto& references) const { archive(references); }
  void parts(const char* /*name*/, auto& list) const { archive(list); }
};

}  // namespace stribeck
