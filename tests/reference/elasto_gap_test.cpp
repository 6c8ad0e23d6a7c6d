// The published result of Translational.Examples.ElastoGap (Modelica Standard Library 4.1.0, Dymola, DASSL, tolerance 1e-6; compared there
// to 2e-3 of the range) against diagrams/reference/translational_elasto_gap.json.
#include <catch2/catch.hpp>

#include "reference_curves.h"
#include "whole_run.h"

namespace stribeck {
namespace {

constexpr int kReferenceSteps = 515;  // that the other tool took

TEST_CASE("masses on springs and between one-sided contacts move as another tool has them") {
  const auto reference = test::reference_curves("translational_ElastoGap");
  if (!reference) return;
  RunOptions options;
  options.extra_times_s = reference->times_s;
  const ModelPtr model = load(test::builtin_registry(), STRIBECK_ROOT "/diagrams/reference/translational_elasto_gap.json", options);
  Trajectory curves;
  const RunSummary summary = run(*model, curves, options);
  CHECK(summary.statistics.steps < kReferenceSteps);
  // There s_rel is the distance from mass to wall on the right.
  const std::map<std::string, std::string> columns = {{"elastoGap1.v_rel", "gap1.v"},
                                                      {"elastoGap2.s_rel", "gap2.x"},
                                                      {"springDamper1.v_rel", "spring1.v"},
                                                      {"springDamper2.s_rel", "spring2.x"}};
  for (const auto& [theirs, ours] : columns) {
    CAPTURE(theirs);
    CHECK(test::worst_difference(*reference, theirs, curves, ours) <= 2e-3);
  }
}

}  // namespace
}  // namespace stribeck
