#pragma once
// The samples of a study: sample i follows from the plan and i alone.
#include <cstdint>
#include <string>
#include <vector>

#include "diagram/shown_formula.h"
#include "study/plan.h"

namespace stribeck {

struct Sample {
  std::vector<std::string> values;  ///< one a factor, as --set takes them
  bool is_allowed = true;           ///< meets the constraints
};

class Samples {
 public:
  explicit Samples(const StudyPlan& plan);

  Sample at(std::int64_t i) const;
  /// The same with other values.
  Sample with(std::vector<std::string> values) const;
  /// The command that runs the sample by itself.
  std::string command(const Sample& sample) const;
  /// The parts of it before and after the values of the factors.
  std::string command_before(const std::string& diagram) const;
  std::string command_after() const;
  const StudyPlan& plan() const { return plan_; }

 private:
  const StudyPlan& plan_;
  std::vector<SampledFactor> factors_;
  struct Constraint {
    ReadFormula formula;
    std::vector<std::size_t> factors;  ///< of its symbols
  };
  std::vector<Constraint> constraints_;
};

/// A value as --set takes it, as a table shows it: a number in SI, or a word.
std::string shown_value(const std::string& value);
/// The same as a number; not a number if it is a word.
double number_of(const std::string& value);
/// A field of CSV.
std::string csv_field(const std::string& text);

}  // namespace stribeck
