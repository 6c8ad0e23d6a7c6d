#pragma once
// stribeck study statistics: what the rows of a study say of all variants.
#include <string>
#include <vector>

#include "format.h"
#include "study/folder.h"

namespace stribeck::cli {

struct StatisticsArguments {
  std::vector<std::string> shares;  ///< formulas in the scalars
  bool convergence = false;
  OutputFormat format;
  Digits digits = Digits::four;
};

int tell_statistics(const StudyFolder& folder, const StudyPlan& plan, const StatisticsArguments& arguments);

}  // namespace stribeck::cli
