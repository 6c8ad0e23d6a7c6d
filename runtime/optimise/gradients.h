#pragma once
// How the scalars of a run change with the factors: by sensitivities, where the scalars have derivatives.
#include <atomic>
#include <optional>
#include <string>
#include <vector>

#include "study/plan.h"
#include "study/samples.h"
#include "study/scalar_slopes.h"

namespace stribeck {

class ScalarGradients {
 public:
  /// Of those scalars that `wanted` names by their numbers.
  ScalarGradients(const StudyPlan& plan, const std::vector<std::size_t>& wanted, Registry& registry);

  /// Why there are none, whatever the values; empty if there may be some.
  const std::string& why_not() const { return why_not_; }
  struct Found {
    std::vector<double> values;               ///< of all scalars; only wanted ones count
    std::vector<std::vector<double>> slopes;  ///< [scalar][factor], SI
  };
  /// Nothing, and why, where a derivative is not defined.
  std::optional<Found> at(const Sample& sample, const std::atomic<bool>* interrupted, std::string& why);

 private:
  const StudyPlan& plan_;
  std::vector<std::size_t> wanted_;
  std::vector<AskedScalar> asked_;
  Registry& registry_;
  ModelPtr model_;
  std::string why_not_;
};

}  // namespace stribeck
