#pragma once
// Exact expressions of "expect": functions of t and the diagram's parameters.
#include <memory>
#include <string_view>
#include <vector>

#include "diagram/diagram.h"
#include "expression/formula.h"
#include "expression/parse.h"

namespace stribeck {

/// An expression in t made ready for many evaluations. t is in s and takes every dimension, so that exp(-t) may be written.
class ExactExpression {
 public:
  /// Null and `error` if the text is no expression. `dimension` receives the dimension, unchecked where t or bare numbers leave it open.
  static std::shared_ptr<const ExactExpression> compile(const std::vector<DiagramParameter>& parameters, std::string_view text,
                                                        Dimension& dimension, ParseError& error);
  double at(double t_s) const;

 private:
  Formula formula_;
};

/// The value of an exact expectation at a time, SI. Not a number if its expression cannot be read.
double evaluate_expectation(const Diagram& diagram, const ExpectedValue& expected, double t_s);

}  // namespace stribeck
