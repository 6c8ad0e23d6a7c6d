#pragma once
// How a limit of a parameter is said.
#include <string_view>

#include "base/operators.h"

namespace stribeck {

/// "at least" of >=, "above" of >, "at most" of <=, "below" of others.
inline std::string_view limit_words(Operator relation) {
  switch (relation) {
    case Operator::ge:
      return "at least";
    case Operator::gt:
      return "above";
    case Operator::le:
      return "at most";
    default:
      return "below";
  }
}

}  // namespace stribeck
