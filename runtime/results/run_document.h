#pragma once
// The summary of a run for scripts.
#include <string>
#include <utility>
#include <vector>

#include "diagram/diagram.h"
#include "results/row_summary.h"

namespace stribeck {

struct RunDocument {
  std::string version;  ///< of the program
  std::string file, title;
  std::vector<UsedLibrary> libraries;
  std::vector<std::pair<std::string, std::string>> set;  ///< --set, as it was given
  const RunSummary* summary = nullptr;
  const RowSummary* rows = nullptr;
};

/// Without wall times: the same run gives the same bytes.
std::string to_json(const RunDocument& document);
std::string run_schema();

}  // namespace stribeck
