#pragma once
// The relations of every instance, as its component recorded them.
#include <memory>

#include "verification/checks.h"
#include "verification/record_values.h"

namespace stribeck {

/// How far from its edge a comparison may be held otherwise: by a share of the largest that its sides have been, or of the terms of which
/// these are sums, and by `least` in SI units, as a side that has been next to nothing in all rows is known no better.
struct ConditionSlack {
  double share = 0, least = 0;
};

class RelationChecks {
 public:
  RelationChecks(const FlatSystem& flat, WantedValues& wanted, const ConditionSlack& slack);
  /// `strongest`: by domain, the largest force of the network so far. Forces that are next to nothing beside it are known to its rounding.
  void check(double time_s, const double* values, const std::vector<double>& strongest);
  /// Takes what is worse than `worst`. Comparisons are judged now, by how large their sides became in the whole run.
  void find_worst(Finding& worst) const;
  std::int64_t count() const { return static_cast<std::int64_t>(checks_.size()); }

 private:
  struct InstanceChecks;
  void check_in_space(double time_s);
  void find_worst_held(std::size_t i, Finding& worst) const;
  std::string held_otherwise(std::size_t i, std::int32_t node) const;

  struct InstanceChecks {
    RecordValues* record;
    std::vector<std::int32_t> leaves, held;  ///< columns
    std::vector<RecordValues::Comparison> comparisons;
    std::size_t first_check;
  };

  const FlatSystem& flat_;
  ConditionSlack slack_;
  std::map<const ComponentRecord*, std::unique_ptr<RecordValues>> records_;
  std::vector<InstanceChecks> instances_;
  std::vector<Check> checks_;          // relations, instance by instance
  std::vector<std::int32_t> domains_;  // of each, whose forces it compares; -1: of none
  struct InSpace {
    std::size_t check;
    double residual, terms;
  };
  std::map<std::string, double> largest_by_unit_;  // terms of relations in space so far
  std::vector<double*> largest_in_space_;          // of each relation, which of these; null: it is of no component in space
  std::vector<InSpace> in_space_;                  // at this row
  std::vector<double> leaves_, held_;
  Check step_;  // the floor of time that was furthest outside its step
  std::int32_t step_instance_ = -1, step_node_ = -1;
};

}  // namespace stribeck
