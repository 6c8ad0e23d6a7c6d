#pragma once
// Whether the derivative that an author gives for an external function is one of its values.
#include <array>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/external_function.h"

namespace stribeck {

struct WrongDerivative {
  int argument = 0;
  double given = 0;     ///< what the derivative says there
  double quotient = 0;  ///< the difference quotient nearest to that
};

/// Of the first derivative that no difference quotient at these arguments comes near; none if all may be right, or cannot be judged.
std::optional<WrongDerivative> wrong_derivative(const ExternalFunction& function, std::span<const double> arguments);

/// While it lives, the calls that its thread makes are noted.
class CallNotes {
 public:
  struct Call {
    const ExternalFunction* function;
    std::array<double, kMostArguments> arguments;
  };
  CallNotes();
  ~CallNotes();
  CallNotes(const CallNotes&) = delete;
  CallNotes& operator=(const CallNotes&) = delete;
  /// The calls so far; those from here on are noted anew.
  std::vector<Call> take() { return std::exchange(calls_, {}); }
  static void note(const ExternalFunction& function, std::span<const double> arguments);

 private:
  std::vector<Call> calls_;
  CallNotes* outer_;
};

}  // namespace stribeck
