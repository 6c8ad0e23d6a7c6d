// The published results of examples of the Modelica Standard Library 4.1.0 (Dymola, DASSL, tolerance 1e-6; compared there to 2e-3 of the
// range) against the diagrams of the same machines, all at rtol 1e-8: within 1e-3 of the range of each curve.
#include <catch2/catch.hpp>

#include "reference_curves.h"
#include "whole_run.h"

namespace stribeck {
namespace {

struct Published {
  const char* reference;
  const char* diagram;
  std::map<std::string, std::string> columns;  ///< theirs, ours
};

// There s_rel is the distance from mass to wall on the right, and a damper's angle runs from inertia to housing.
const std::vector<Published>& published() {
  static const std::vector<Published> all = {
      {"rotational_First",
       "rotational_first",
       {{"damper.phi_rel", "angle.phi"}, {"damper.w_rel", "damper.w"}, {"inertia3.phi", "angle3.phi"}, {"inertia3.w", "inertia3.w"}}},
      {"translational_Oscillator",
       "translational_oscillator",
       {{"damper1.s_rel", "spring2.x"}, {"damper1.v_rel", "spring2.v"}, {"mass1.s", "centre1.x"}, {"mass1.v", "mass1.v"}}},
      {"translational_ElastoGap",
       "translational_elasto_gap",
       {{"elastoGap1.v_rel", "gap1.v"},
        {"elastoGap2.s_rel", "gap2.x"},
        {"springDamper1.v_rel", "spring1.v"},
        {"springDamper2.s_rel", "spring2.x"}}}};
  return all;
}

TEST_CASE("published curves of other tools within a thousandth of their range", "[reference]") {
  for (const Published& one : published()) {
    CAPTURE(one.reference);
    const auto reference = test::reference_curves(one.reference);
    if (!reference) continue;
    RunOptions options;
    options.rtol = "1e-8";
    options.extra_times_s = reference->times_s;
    const ModelPtr model =
        load(test::builtin_registry(), STRIBECK_ROOT "/diagrams/reference/" + std::string(one.diagram) + ".json", options);
    Trajectory curves;
    run(*model, curves, options);
    for (const auto& [theirs, ours] : one.columns) {
      CAPTURE(theirs);
      CHECK(test::worst_difference(*reference, theirs, curves, ours) <= 1e-3);
    }
  }
}

}  // namespace
}  // namespace stribeck
