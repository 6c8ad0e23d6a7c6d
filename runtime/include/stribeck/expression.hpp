#pragma once
// Expressions of components: recorded by the operators and functions that they are written with.
#include <array>
#include <cmath>
#include <limits>

#include "stribeck/plugin.h"

namespace stribeck {

inline constexpr double e = 2.718281828459045235;
inline constexpr double pi = 3.141592653589793238;
inline constexpr double unbounded = std::numeric_limits<double>::infinity();  ///< a static level that holds any force
inline constexpr double required = std::numeric_limits<double>::quiet_NaN();  ///< a parameter without default

/// The recorder of the declaration that runs, with its interface.
struct Recording {
  const stribeck_interface* api = nullptr;
  stribeck_recorder* recorder = nullptr;
};

/// A recorded expression, or a plain number until it meets one.
class Expression {
 public:
  Expression(double value) : value_(value) {}  // NOLINT(google-explicit-constructor): numbers mix with expressions
  Expression(int value) : value_(value) {}     // NOLINT(google-explicit-constructor)
  Expression(Recording recording, stribeck_expression id) : recording_(recording), id_(id) {}

  bool is_number() const { return recording_.recorder == nullptr; }
  double number() const { return value_; }
  Recording recording() const { return recording_; }
  stribeck_expression id_in(const Recording& recording) const {
    return is_number() ? recording.api->constant(recording.recorder, value_, "") : id_;
  }
  explicit operator bool() const = delete;  // a C++ `if` on a symbolic value is a mistake: use if_else

 private:
  Recording recording_;
  stribeck_expression id_ = -1;
  double value_ = 0;
};

/// What `==` makes; has no truth value.
struct Equation {
  Expression left, right;
  explicit operator bool() const = delete;
};

/// What comparisons make: true or false during the run; each change of it is an event.
class Condition {
 public:
  explicit Condition(Expression truth) : truth_(truth) {}
  const Expression& truth() const { return truth_; }
  explicit operator bool() const = delete;

 private:
  Expression truth_;
};

namespace detail {
template <typename... Operands>
Expression apply(const char* operation, const Operands&... operands) {
  Recording recording;
  ((recording = operands.is_number() ? recording : operands.recording()), ...);
  const std::array<stribeck_expression, sizeof...(Operands)> ids{operands.id_in(recording)...};
  return {recording, recording.api->apply(recording.recorder, operation, ids.data(), static_cast<int32_t>(ids.size()))};
}
}  // namespace detail

#define STRIBECK_BINARY(symbol, name)                                           \
  inline Expression operator symbol(const Expression& a, const Expression& b) { \
    if (a.is_number() && b.is_number()) return a.number() symbol b.number();    \
    return detail::apply(name, a, b);                                           \
  }
STRIBECK_BINARY(+, "add")
STRIBECK_BINARY(-, "sub")
STRIBECK_BINARY(*, "mul")
STRIBECK_BINARY(/, "div")
#undef STRIBECK_BINARY
inline Expression& operator+=(Expression& a, const Expression& b) { return a = a + b; }
inline Expression& operator-=(Expression& a, const Expression& b) { return a = a - b; }
inline Expression& operator*=(Expression& a, const Expression& b) { return a = a * b; }
inline Expression& operator/=(Expression& a, const Expression& b) { return a = a / b; }
inline Expression operator-(const Expression& a) { return a.is_number() ? Expression(-a.number()) : detail::apply("neg", a); }

#define STRIBECK_FUNCTION(name, value) \
  inline Expression name(const Expression& a) { return a.is_number() ? Expression(value) : detail::apply(#name, a); }
STRIBECK_FUNCTION(sqrt, std::sqrt(a.number()))
STRIBECK_FUNCTION(exp, std::exp(a.number()))
STRIBECK_FUNCTION(expm1, std::expm1(a.number()))
STRIBECK_FUNCTION(log, std::log(a.number()))
STRIBECK_FUNCTION(log1p, std::log1p(a.number()))
STRIBECK_FUNCTION(sin, std::sin(a.number()))
STRIBECK_FUNCTION(cos, std::cos(a.number()))
STRIBECK_FUNCTION(tan, std::tan(a.number()))
STRIBECK_FUNCTION(asin, std::asin(a.number()))
STRIBECK_FUNCTION(acos, std::acos(a.number()))
STRIBECK_FUNCTION(atan, std::atan(a.number()))
STRIBECK_FUNCTION(sinh, std::sinh(a.number()))
STRIBECK_FUNCTION(cosh, std::cosh(a.number()))
STRIBECK_FUNCTION(tanh, std::tanh(a.number()))
STRIBECK_FUNCTION(abs, std::fabs(a.number()))
STRIBECK_FUNCTION(sign, (a.number() > 0) - (a.number() < 0))
STRIBECK_FUNCTION(floor, std::floor(a.number()))
#undef STRIBECK_FUNCTION
inline Expression pow(const Expression& a, const Expression& b) {
  return a.is_number() && b.is_number() ? Expression(std::pow(a.number(), b.number())) : detail::apply("pow", a, b);
}
inline Expression square(const Expression& a) { return a * a; }
/// The root of a^2 + b^2, whose derivatives are the direction's cosines, and 0 where both are 0.
inline Expression hypot(const Expression& a, const Expression& b) {
  return a.is_number() && b.is_number() ? Expression(std::hypot(a.number(), b.number())) : detail::apply("hypot", a, b);
}
inline Expression atan2(const Expression& a, const Expression& b) { return detail::apply("atan2", a, b); }
inline Expression min(const Expression& a, const Expression& b) { return detail::apply("min", a, b); }
inline Expression max(const Expression& a, const Expression& b) { return detail::apply("max", a, b); }
/// Number `count` (rounded down) of the random sequence `seed`, evenly distributed in 0 to 1, or normally with mean 0 and variance 1:
/// functions, so that every run and every machine has the same numbers.
inline Expression uniform_random(const Expression& seed, const Expression& count) { return detail::apply("uniform_random", seed, count); }
inline Expression normal_random(const Expression& seed, const Expression& count) { return detail::apply("normal_random", seed, count); }
/// Time derivative.
inline Expression der(const Expression& a) { return a.is_number() ? Expression(0) : detail::apply("der", a); }

inline Equation operator==(const Expression& a, const Expression& b) { return {a, b}; }
inline Condition operator<(const Expression& a, const Expression& b) { return Condition(detail::apply("lt", a, b)); }
inline Condition operator<=(const Expression& a, const Expression& b) { return Condition(detail::apply("le", a, b)); }
inline Condition operator>(const Expression& a, const Expression& b) { return Condition(detail::apply("gt", a, b)); }
inline Condition operator>=(const Expression& a, const Expression& b) { return Condition(detail::apply("ge", a, b)); }
inline Condition operator&&(const Condition& a, const Condition& b) { return Condition(detail::apply("both", a.truth(), b.truth())); }
inline Condition operator||(const Condition& a, const Condition& b) { return Condition(detail::apply("either", a.truth(), b.truth())); }
inline Condition operator!(const Condition& a) { return Condition(detail::apply("opposite", a.truth())); }
/// a where the condition holds, b elsewhere; the integrator stops exactly where it changes.
inline Expression if_else(const Condition& condition, const Expression& a, const Expression& b) {
  return detail::apply("select", condition.truth(), a, b);
}

}  // namespace stribeck
