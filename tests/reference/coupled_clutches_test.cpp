// Against curves that another tool published, read from beside the project where they are. They are good to about 1e-5 of their range
// (tolerance 1e-6); the published comparison allows 2e-3.
#include <catch2/catch.hpp>
#include <cmath>
#include <fstream>
#include <map>
#include <sstream>

#include "whole_run.h"

namespace stribeck {
namespace {

using Table = std::map<std::string, std::vector<double>>;

/// Columns by name; empty if there is no such file.
Table read_csv(const std::string& path) {
  std::ifstream file(path);
  Table table;
  std::vector<std::string> names;
  std::string line, cell;
  for (bool head = true; std::getline(file, line); head = false) {
    std::istringstream cells(line);
    for (std::size_t column = 0; std::getline(cells, cell, ','); ++column) {
      if (head)
        names.push_back(cell.substr(1, cell.size() - 2));
      else
        table[names[column]].push_back(std::stod(cell));
    }
  }
  return table;
}

/// The largest difference over the range of the reference; ours is sign * the sum of signed columns. At events the reference has rows
/// before and after, between which a value that jumps may be either.
double worst(const test::WholeRun& run, const Table& reference, const std::string& column, const std::string& ours, double sign) {
  const std::vector<double>&times = reference.at("time"), &values = reference.at(column);
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  double difference = 0;
  for (std::size_t i = 0; i < times.size(); ++i) {
    const std::size_t c = run.trajectory.find(ours).value();
    const double before = sign * run.trajectory.at(c, times[i], EventSide::before) - values[i];
    const double after = sign * run.trajectory.at(c, times[i], EventSide::after) - values[i];
    difference = std::max(difference, std::min(std::fabs(before), std::fabs(after)));
  }
  return difference / (*high - *low);
}

std::vector<int> sequence(const std::vector<double>& modes, double sign) {
  std::vector<int> found;
  for (const double mode : modes) {
    const int value = static_cast<int>(std::lround(mode == 2 ? 2 : sign * mode));
    if (found.empty() || found.back() != value) found.push_back(value);
  }
  return found;
}

TEST_CASE("coupled clutches follow the published curves, mode by mode, in fewer steps") {
  const Table reference = read_csv(STRIBECK_ROOT "/../shared/reference/modelica/rotational_CoupledClutches.csv");
  if (reference.empty()) {
    WARN("skipped: the reference curves are not beside the project (../shared/reference)");
    return;
  }
  const ModelPtr model = load(test::builtin_registry(), STRIBECK_ROOT "/diagrams/reference/coupled_clutches.json", {});
  test::WholeRun run;
  run.summary = stribeck::run(*model, run.trajectory, {});
  CHECK(worst(run, reference, "J1.phi", "J1.I.position", 1) < 2e-3);
  CHECK(worst(run, reference, "J1.w", "J1.w", 1) < 2e-3);
  for (const std::string clutch : {"clutch1", "clutch2", "clutch3"}) {  // theirs is flange b minus flange a, ours R minus C
    CAPTURE(clutch);
    CHECK(worst(run, reference, clutch + ".w_rel", clutch + ".w", -1) < 2e-3);
    CHECK(sequence(run[clutch + ".mode"], -1) == sequence(reference.at(clutch + ".mode"), 1));
  }
  CHECK(run.summary.statistics.steps < 515);
}

}  // namespace
}  // namespace stribeck
