#pragma once
// What the rows of a study say of all variants: means and quantiles, how often something happens, which factor decides.
#include <cstdint>
#include <string>
#include <vector>

#include "study/folder.h"

namespace stribeck {

/// A number with its interval of 95 % confidence.
struct ConfidentEstimate {
  double value = 0, low = 0, high = 0;
};

struct ScalarStatistics {
  std::string name, unit;
  std::int64_t count = 0;  ///< of samples that have it
  double least = 0, greatest = 0, deviation = 0;
  ConfidentEstimate mean, low_quantile, median, high_quantile;  ///< quantiles of 5 %, 50 %, 95 %
};

/// First-order index: the share of the variance that the factor alone explains. Total: what would be left if only it were unknown.
struct FactorIndices {
  std::string scalar, factor;
  ConfidentEstimate first, total;
};

/// The scalars of all rows; not a number where there is none.
class StudyValues {
 public:
  StudyValues(const StudyFolder& folder, const StudyPlan& plan);
  /// [scalar][sample]
  const std::vector<std::vector<double>>& values() const { return values_; }
  const StudyPlan& plan() const { return plan_; }

 private:
  const StudyPlan& plan_;
  std::vector<std::vector<double>> values_;
};

/// Intervals are those of samples drawn at random. Those of a mean follow from the central limit theorem, those of quantiles from the
/// binomial distribution of ranks.
std::vector<ScalarStatistics> statistics_of(const StudyValues& values);

/// How often a formula in the scalars holds, of the samples that have them all. Wilson (1927), J. Am. Stat. Assoc. 22, pp. 209-212.
/// Throws Failure expression.syntax and its like; `label` is what messages call the formula.
struct Frequency {
  std::int64_t held = 0, of = 0;
  ConfidentEstimate share;
};
Frequency frequency_of(const StudyValues& values, const std::string& formula, const std::string& label);
/// The same of held out of so many.
ConfidentEstimate share_of(std::int64_t held, std::int64_t of);

/// Of a study whose sampling is saltelli. Saltelli et al. (2010), Comput. Phys. Commun. 181, pp. 259-270; total by Jansen (1999), ibid.
/// 117, pp. 35-43; intervals by a bootstrap of the points. Empty for other samplings.
std::vector<FactorIndices> indices_of(const StudyValues& values);

}  // namespace stribeck
