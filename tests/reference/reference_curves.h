#pragma once
// Curves made by other tools, which lie beside the project and are no part of it: ../shared/reference/modelica/NAME.csv.
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "results/trajectory.h"

namespace stribeck::test {

struct ReferenceCurves {
  std::vector<double> times_s;
  std::map<std::string, std::vector<double>> values;  ///< by column, parallel to times_s

  double range(const std::string& column) const {
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (const double value : values.at(column)) low = std::min(low, value), high = std::max(high, value);
    return high - low;
  }
};

/// The largest difference of a column and ours, over the column's range.
inline double worst_difference(const ReferenceCurves& reference, const std::string& column, const Trajectory& curves,
                               const std::string& ours) {
  const std::vector<double>& expected = reference.values.at(column);
  double worst = 0;
  for (std::size_t i = 0; i < expected.size(); ++i)
    worst = std::max(worst, std::fabs(curves.at(*curves.find(ours), reference.times_s[i]) - expected[i]));
  return worst / reference.range(column);
}

/// Nothing where the file is absent, which fails the test under continuous integration: there the curves lie beside the project.
inline std::optional<ReferenceCurves> reference_curves(const std::string& name) {
  std::ifstream file(STRIBECK_ROOT "/../shared/reference/modelica/" + name + ".csv");
  std::string line, cell;
  if (!std::getline(file, line)) {
    const std::string absent = "../shared/reference/modelica/" + name + ".csv is absent";
    if (std::getenv("CI") != nullptr) FAIL_CHECK(absent);
    SUCCEED(absent);
    WARN("skipped: " << absent);
    return std::nullopt;
  }
  std::vector<std::string> columns;
  for (std::istringstream header(line); std::getline(header, cell, ',');) columns.push_back(cell.substr(1, cell.size() - 2));
  ReferenceCurves curves;
  while (std::getline(file, line)) {
    std::istringstream cells(line);
    for (const std::string& column : columns) {
      std::getline(cells, cell, ',');
      (column == "time" ? curves.times_s : curves.values[column]).push_back(std::stod(cell));
    }
  }
  return curves;
}

}  // namespace stribeck::test
