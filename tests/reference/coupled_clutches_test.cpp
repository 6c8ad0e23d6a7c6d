// Against curves that another tool published, read from beside the project where they are. They are good to about 1e-5 of their range
// (tolerance 1e-6); the published comparison allows 2e-3.
#include <catch2/catch.hpp>
#include <cmath>

#include "reference_curves.h"
#include "whole_run.h"

namespace stribeck {
namespace {

/// The largest difference over the range of the reference; ours is sign * the sum of signed columns. At events the reference has rows
/// before and after, between which a value that jumps may be either.
double worst(const test::WholeRun& run, const test::ReferenceCurves& reference, const std::string& column, const std::string& ours,
             double sign) {
  const std::vector<double>&times = reference.times_s, &values = reference.values.at(column);
  double difference = 0;
  for (std::size_t i = 0; i < times.size(); ++i) {
    const std::size_t c = run.trajectory.find(ours).value();
    const double before = sign * run.trajectory.at(c, times[i], EventSide::before) - values[i];
    const double after = sign * run.trajectory.at(c, times[i], EventSide::after) - values[i];
    difference = std::max(difference, std::min(std::fabs(before), std::fabs(after)));
  }
  return difference / reference.range(column);
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
  const auto reference = test::reference_curves("rotational_CoupledClutches");
  if (!reference) return;
  const ModelPtr model = load(test::builtin_registry(), STRIBECK_ROOT "/diagrams/reference/coupled_clutches.json", {});
  test::WholeRun run;
  run.summary = stribeck::run(*model, run.trajectory, {});
  CHECK(worst(run, *reference, "J1.phi", "J1.I.position", 1) < 2e-3);
  CHECK(worst(run, *reference, "J1.w", "J1.w", 1) < 2e-3);
  for (const std::string clutch : {"clutch1", "clutch2", "clutch3"}) {  // theirs is flange b minus flange a, ours R minus C
    CAPTURE(clutch);
    CHECK(worst(run, *reference, clutch + ".w_rel", clutch + ".w", -1) < 2e-3);
    CHECK(sequence(run[clutch + ".mode"], -1) == sequence(reference->values.at(clutch + ".mode"), 1));
  }
  CHECK(run.summary.statistics.steps < 515);
}

}  // namespace
}  // namespace stribeck
