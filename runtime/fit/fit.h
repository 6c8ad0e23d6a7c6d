#pragma once
// The parameters with which a diagram agrees best with what was measured, how sure they are, and what the data cannot see.
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "fit/objective.h"
#include "fit/plan.h"

namespace stribeck {

/// Where a parameter ended.
enum class FitPlace : std::uint8_t { inside, at_low, at_high };

struct FoundParameter {
  double value = 0;  ///< SI
  FitPlace place = FitPlace::inside;
  std::optional<double> error;      ///< standard error; none at a bound, or where the data do not tell
  std::optional<double> low, high;  ///< the true value lies between with a probability of 95 %
  bool is_seen = true;              ///< the interval is smaller than the parameter itself
  DerivativeCount derivatives;
};

/// Parameters that can change together, each by so much, without more than the noise would hide.
struct UnseenChange {
  std::vector<std::pair<std::size_t, double>> changes;  ///< parameter, and its share of the change, SI
};

/// What is left of a column or of events.
struct LeftOver {
  std::string experiment, variable, unit;  ///< of events the label, and s
  std::size_t rows = 0;
  double deviation = 0;             ///< standard deviation of what is left, SI
  double correlation = 0;           ///< of neighbouring ones
  std::optional<double> whiteness;  ///< how probable such correlations are in white noise; none of fewer than 20 rows
  std::vector<double> times_s, measured, computed, scaled;  ///< scaled: over sigma
  bool is_events = false;
};

struct FitStart {
  std::vector<double> start, end;  ///< SI
  double cost = 0;                 ///< half the sum of losses
  int iterations = 0;
  LeastSquaresEnd::How how = LeastSquaresEnd::How::failed;
  std::string why;
};

struct Fit {
  FitPlan plan;
  std::vector<FoundParameter> parameters;
  Matrix correlations;        ///< of the estimates; zero for those without error
  double sum_of_squares = 0;  ///< of residuals over sigma
  double deviation = 0;       ///< sqrt(sum_of_squares / freedom); 1 where sigma is right
  std::size_t rows = 0;
  std::int64_t freedom = 0;
  double condition = 0;  ///< of the Jacobian with columns of length 1; infinite if it is singular
  std::vector<UnseenChange> unseen;
  std::vector<LeftOver> left;
  std::vector<FitStart> starts;  ///< in their order
  std::size_t best = 0;
  std::int64_t runs = 0;
  Diagnostics notes;
};

/// Calls `progress` before each start, with its number from zero. Throws Failure fit.failed where the diagram cannot be run at any start,
/// or there are fewer rows than parameters; tool.missing without Ceres.
Fit fit(FitPlan plan, Registry& registry, const std::function<void(std::int64_t start)>& progress = {});

/// The text of the diagram with the values that were found, in the units in which it has them. Throws Failure fit.failed for a parameter
/// that stands nowhere in its own text.
std::string fitted_diagram(const Fit& fit, Registry& registry);

}  // namespace stribeck
