#pragma once
// The relations of every instance, as its component recorded them.
#include <memory>

#include "verification/checks.h"
#include "verification/record_values.h"

namespace stribeck {

class RelationChecks {
 public:
  RelationChecks(FlatSystem& flat, WantedValues& wanted, double condition_slack);
  void check(double time_s, const double* values);
  void find_worst(Finding& worst) const;
  std::int64_t count() const { return static_cast<std::int64_t>(checks_.size()); }

 private:
  struct InstanceChecks {
    RecordValues* record;
    std::vector<std::int32_t> leaves, held;  ///< columns
    std::vector<double> peaks;               ///< of the sides of each comparison
    std::size_t first_check;
  };

  FlatSystem& flat_;
  double condition_slack_;
  std::map<const ComponentRecord*, std::unique_ptr<RecordValues>> records_;
  std::vector<InstanceChecks> instances_;
  std::vector<Check> checks_;  // relations, instance by instance
  std::vector<double> leaves_, held_;
  Check condition_;  // the comparison that was held furthest from its edge
  std::int32_t condition_instance_ = -1, condition_node_ = -1;
};

}  // namespace stribeck
