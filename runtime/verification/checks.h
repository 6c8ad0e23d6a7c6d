#pragma once
// What the parts of the second lane share: the values they ask the first lane for, and what they note.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "base/constants.h"
#include "equations/flat_system.h"

namespace stribeck {

/// The worst that one equation did at any row.
struct Check {
  double worst = 0, time_s = 0;  ///< |residual| relative to the terms, and when
  double peak = 0;               ///< largest terms so far

  /// Terms that are themselves the rounding of far larger ones (forces that cancelled) are measured against those: against that share.
  void note(double time, double residual, double terms, double share = kVerifiedNoise) {
    constexpr double kLeftOfZero = kNewtonFloor * kNewtonTolerance;  // by the solver of loops
    if (terms < kLeftOfZero && std::fabs(residual) < kLeftOfZero) return;
    peak = std::max(peak, terms);
    const double scale = std::max(terms, share * peak);
    const double relative = residual == 0 ? 0 : scale > 0 ? std::fabs(residual) / scale : HUGE_VAL;
    if (relative <= worst) return;  // false for what is not a number
    worst = std::isnan(relative) ? HUGE_VAL : relative;
    time_s = time;
  }
};

/// The worst of many, in words.
struct Finding {
  double residual = 0, time_s = 0;
  std::string what;            ///< "spring: spring law"
  std::int32_t instance = -1;  ///< -1: of the network
};

/// Expressions of the flat system whose values are wanted at every row, each once.
class WantedValues {
 public:
  WantedValues(const FlatSystem& flat, ExprPool& pool) : flat_(flat), differentiator_(pool) {}

  /// The column of an expression's value; -1 for none.
  std::int32_t want(ExprId expression);
  /// d/dt of an expression, none if it needs a derivative that sorting had no use for.
  ExprId known_rate(ExprId expression) { return known_time_derivative(flat_, differentiator_, expression); }
  const std::vector<ExprId>& expressions() const { return expressions_; }
  ExprPool& pool() { return differentiator_.pool(); }

 private:
  const FlatSystem& flat_;
  Differentiator differentiator_;
  std::vector<ExprId> expressions_;
  std::map<std::int32_t, std::int32_t> column_of_;  // by node of the pool
};

}  // namespace stribeck
