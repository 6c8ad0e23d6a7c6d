#pragma once
// Tables that are no run's rows, as HDF5: a branch, a survey.
#include <string>
#include <vector>

#include "results/result_writer.h"

namespace stribeck::cli {

struct NumberTable {
  OutputColumn first;  ///< what the rows are over
  std::vector<OutputColumn> columns;
  std::vector<std::vector<double>> rows;  ///< with the first column in front
};

/// Throws Failure arguments.invalid where a name does not end in .h5.
void require_tables(const std::vector<std::string>& paths);
/// Throws Failure output.unwritable.
void write_tables(const std::vector<std::string>& paths, const std::string& title, const NumberTable& table);

}  // namespace stribeck::cli
