#pragma once
// What the rows of a study say of all variants: means and quantiles, how often something happens, which factor decides.
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "study/folder.h"

namespace stribeck {

/// A number with its interval of 95 % confidence; an end that is not there is not bounded by so few samples.
struct ConfidentEstimate {
  double value = 0;
  std::optional<double> low = {}, high = {};
};

struct ScalarStatistics {
  std::string name, unit;
  std::int64_t count = 0;  ///< of samples that have it
  std::optional<double> least, greatest, deviation;
  /// Quantiles of 5 %, 50 %, 95 %, of type 7 by Hyndman and Fan (1996), Am. Stat. 50(4), pp. 361-365.
  std::optional<ConfidentEstimate> mean, low_quantile, median, high_quantile;
};

/// First-order index: the share of the variance that the factor alone explains. Total: what would be left if only it were unknown.
struct FactorIndices {
  std::string scalar, factor;
  std::int64_t points = 0, all_points = 0;  ///< that have all their samples, and of the plan
  /// Not there where fewer than half of the points are left, or nothing varies.
  std::optional<ConfidentEstimate> first, total;
};

/// The scalars of all rows; not a number where there is none.
class StudyValues {
 public:
  StudyValues(const StudyFolder& folder, const StudyPlan& plan);
  /// [scalar][sample]
  const std::vector<std::vector<double>>& values() const { return values_; }
  const StudyPlan& plan() const { return plan_; }
  std::int64_t samples() const { return static_cast<std::int64_t>(values_.front().size()); }
  /// Of so many samples, the first ones.
  StudyValues first(std::int64_t samples) const;

 private:
  const StudyPlan& plan_;
  std::vector<std::vector<double>> values_;
};

/// Intervals are those of samples drawn at random. Those of a mean are Student's, those of quantiles lie between samples by
/// the binomial distribution of ranks.
std::vector<ScalarStatistics> statistics_of(const StudyValues& values);

/// How often a formula in the scalars holds, of the samples that have them all. Wilson (1927), J. Am. Stat. Assoc. 22, pp. 209-212.
/// Throws Failure expression.syntax and its like; `label` is what messages call the formula.
struct Frequency {
  std::int64_t held = 0, of = 0;
  std::optional<ConfidentEstimate> share;  ///< of no samples there is none
};
Frequency frequency_of(const StudyValues& values, const std::string& formula, const std::string& label);
/// The same of held out of so many.
ConfidentEstimate share_of(std::int64_t held, std::int64_t of);

/// Of a study whose sampling is saltelli. Saltelli et al. (2010), Comput. Phys. Commun. 181, pp. 259-270; total by Jansen (1999), ibid.
/// 117, pp. 35-43; intervals by a bootstrap of the points. Empty for other samplings.
std::vector<FactorIndices> indices_of(const StudyValues& values);

}  // namespace stribeck
