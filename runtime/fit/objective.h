#pragma once
// What is left between measured and computed, and how it changes with the free parameters.
#include <cstdint>
#include <string>
#include <vector>

#include "fit/plan.h"

namespace stribeck {

/// How a parameter's derivatives were had.
struct DerivativeCount {
  std::int64_t exact = 0, differences = 0;  ///< of runs with it
  std::string why;                          ///< of the first ones by differences
};

/// One experiment computed: gain * variable + offset at the rows of its columns, then the instants of its events on the clock that
/// measured.
struct Computed {
  std::vector<std::vector<double>> columns, events;
};

/// Throws Failure fit.failed.
[[noreturn]] void refuse_fit(std::string message, std::string remedy, std::string because = {});

class FitObjective {
 public:
  FitObjective(const FitPlan& plan, Registry& registry);

  /// How many.
  std::size_t residuals() const { return count_; }
  /// Computed less measured, over the standard deviation: of each experiment its columns, then its events. `values`: of the parameters, SI.
  /// Throws Failure where a run fails, or has not the events that were measured.
  void evaluate(const std::vector<double>& values, std::vector<double>& residuals, Matrix* jacobian);
  std::vector<Computed> computed(const std::vector<double>& values);
  const std::vector<DerivativeCount>& derivatives() const { return derivatives_; }
  /// How often a diagram was run.
  std::int64_t runs() const { return runs_; }
  /// The overrides with which an experiment runs.
  std::vector<Override> settings(const FitExperiment& experiment, const std::vector<double>& values) const;

 private:
  struct Experiment {
    const FitExperiment* asked = nullptr;
    ModelPtr model;
    std::size_t first = 0, rows = 0;  ///< of its residuals
    std::vector<bool> is_used;        ///< one a free parameter: it acts here
  };

  RunOptions options_of(const FitExperiment& experiment, const std::vector<double>& values) const;
  double value_of(const FitValue& value, const std::vector<double>& values) const;
  std::vector<double> instants(const FitExperiment& experiment, double delay_s) const;
  Computed computed(Experiment& experiment, const std::vector<double>& values);
  bool follow(Experiment& experiment, const std::vector<double>& values, double* residuals, Matrix& jacobian,
              std::vector<std::string>& open);
  void fill(const Experiment& experiment, const Computed& computed, double* residuals) const;
  void by_differences(Experiment& experiment, std::size_t parameter, const std::vector<double>& values, Matrix& jacobian);
  void prepare(Experiment& experiment) const;

  const FitPlan& plan_;
  Registry& registry_;
  std::vector<Experiment> experiments_;
  std::vector<DerivativeCount> derivatives_;
  std::size_t count_ = 0;
  std::int64_t runs_ = 0;
};

}  // namespace stribeck
