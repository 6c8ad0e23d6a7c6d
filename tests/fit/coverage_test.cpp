// Whether intervals hold what they say: twelve laws of friction, each fitted to its own motion under noise many times over.
// STRIBECK_FIT_CASES=500 makes so many records of each law and prints the table (docs/guide/fit.md).
#include <catch2/catch.hpp>
#include <cstdio>
#include <cstdlib>

#include "base/text.h"
#include "choices.h"
#include "fitted.h"

namespace stribeck {
namespace {

using namespace test;

struct Law {
  const char* name;
  const char* type;
  const char* given;                                 ///< parameters of the friction that stay
  std::vector<std::pair<const char*, double>> free;  ///< to be found, with the truth
};

const std::vector<Law>& laws() {
  static const std::vector<Law> all{
      {"Coulomb",
       "dry_friction",
       "\"coulomb_force\": \"=level\", \"static_force\": \"=level\",",
       {{"level", 1.0}, {"friction.viscous_coefficient", 0.5}}},
      {"static and Coulomb", "dry_friction", "", {{"friction.coulomb_force", 0.8}, {"friction.static_force", 1.4}}},
      {"Stribeck, exact rest",
       "dry_friction",
       "\"law\": \"stribeck\", \"static_force\": 1.4,",
       {{"friction.coulomb_force", 0.8}, {"friction.stribeck_velocity", 0.1}}},
      {"hyperbolic",
       "dry_friction",
       "\"law\": \"hyperbolic\", \"stribeck_velocity\": 0.2,",
       {{"friction.coulomb_force", 0.6}, {"friction.static_force", 1.4}}},
      {"smooth",
       "friction",
       "\"breakaway_velocity\": 0.05,",
       {{"friction.breakaway_force", 1.4}, {"friction.coulomb_force", 0.9}, {"friction.viscous_coefficient", 0.5}}},
      {"LuGre",
       "lugre_friction",
       "\"static_force\": 1.3, \"bristle_damping\": 5,",
       {{"friction.coulomb_force", 0.9}, {"friction.bristle_stiffness", 300}}},
      {"Dahl", "dahl_friction", "", {{"friction.coulomb_force", 1.0}, {"friction.bristle_stiffness", 200}}},
      {"elasto-plastic",
       "elasto_plastic_friction",
       "\"static_force\": 1.3, \"bristle_damping\": 5,",
       {{"friction.coulomb_force", 0.9}, {"friction.bristle_stiffness", 300}}},
      {"Brown and McPhee",
       "smooth_friction",
       "\"stribeck_velocity\": 0.1,",
       {{"friction.coulomb_force", 0.8}, {"friction.static_force", 1.3}}},
      {"Stribeck, rounded",
       "stribeck_friction",
       "\"static_force\": 1.3,",
       {{"friction.coulomb_force", 0.8}, {"friction.stribeck_velocity", 0.1}, {"friction.viscous_coefficient", 0.4}}},
      {"Bliman and Sorine",
       "bliman_sorine_friction",
       "\"overshoot\": 0.5,",
       {{"friction.coulomb_force", 1.0}, {"friction.settling_distance", 0.01}}},
      {"Gonthier",
       "gonthier_friction",
       "\"static_force\": 1.3, \"bristle_damping\": 5,",
       {{"friction.coulomb_force", 0.9}, {"friction.bristle_stiffness", 300}}}};
  return all;
}

/// A mass on a spring, pushed to and fro so that it slides, turns and rests.
std::string diagram_of(const Law& law) {
  std::string own, parameters = law.given;
  for (const auto& [name, value] : law.free) {
    const std::string last = std::string(name).substr(std::string_view(name).rfind('.') + 1);
    (last == name ? own : parameters) += "\"" + last + "\": " + number_text(value) + ",";
  }
  for (std::string* const list : {&own, &parameters})
    if (!list->empty()) list->pop_back();
  return R"json({"format": "stribeck/1", "parameters": {)json" + own + R"json(}, "components": {
    "force": {"type": "signals.expression", "parameters": {"inputs": 0, "expression": "3*sin(5*t) + sin(2.3*t)"}},
    "push": {"type": "translational.force_source"},
    "body": {"type": "translational.mass", "parameters": {"mass": 1}, "initial": {"v": {"value": 0, "priority": "high"}}},
    "spring": {"type": "translational.spring", "parameters": {"stiffness": 20}, "initial": {"x": {"value": 0.1, "priority": "high"}}},
    "friction": {"type": "translational.)json" +
         std::string(law.type) + R"json(", "parameters": {)json" + parameters + R"json(}},
    "ground": {"type": "translational.ground"}},
  "connections": [["force.y", "push.S"], ["push.R", "body.M", "spring.R", "friction.R"], ["friction.C", "push.C", "spring.C", "ground.W"]],
  "experiment": {"stop": 4, "interval": 0.5, "rtol": 1e-8, "atol": 1e-10}, "outputs": ["spring.x"]})json";
}

struct Coverage {
  std::vector<int> inside;  ///< one a parameter
  int without = 0, by_differences = 0, white = 0;
};

Coverage coverage_of(const Law& law, int repeats) {
  const auto first_seed = static_cast<std::uint64_t>(100'000 * (&law - laws().data() + 1));  // no two records have the same noise
  const FitFolder folder;
  folder.diagram(diagram_of(law));
  Rows rows{{"time", "x"}, {instants(0.04, 100, 0.02), {}}};
  rows.columns[1] = folder.run("spring.x", rows.columns[0]);
  folder.data(rows);
  std::string free;
  for (const auto& [name, value] : law.free)
    free += (free.empty() ? "" : ", ") + ("\"" + std::string(name) + "\": " + number_text(1.02 * value));
  const FitPlan plan = folder.plan(R"("data": "data.csv", "compare": {"spring.x": "x"}, "parameters": {)" + free + "}");
  Coverage coverage{std::vector<int>(law.free.size(), 0)};
  for (int repeat = 0; repeat < repeats; ++repeat) {
    FitPlan noisy = plan;
    add_noise(noisy.experiments[0].columns[0].values, 1e-3, first_seed + static_cast<std::uint64_t>(repeat));
    const Fit found = fit(std::move(noisy), builtin_registry());
    for (std::size_t p = 0; p < law.free.size(); ++p) {
      const FoundParameter& one = found.parameters[p];
      if (!one.low)
        ++coverage.without;
      else if (*one.low <= law.free[p].second && law.free[p].second <= *one.high)
        ++coverage.inside[p];
      coverage.by_differences += one.derivatives.differences > 0 ? 1 : 0;
    }
    coverage.white += *found.left[0].whiteness >= 0.05 ? 1 : 0;
  }
  return coverage;
}

TEST_CASE("the truth lies inside 95 % intervals of twelve laws as often as they say") {
  const char* const asked = std::getenv("STRIBECK_FIT_CASES");
  const char* const only = std::getenv("STRIBECK_FIT_LAW");
  const int repeats = asked != nullptr ? std::atoi(asked) : kSanitized ? 1 : 3;
  int inside = 0, all = 0, white = 0, records = 0;
  for (const Law& law : laws()) {
    if (only != nullptr && std::string(only) != law.name) continue;
    INFO(law.name);
    const Coverage coverage = coverage_of(law, repeats);
    CHECK(coverage.without == 0);
    white += coverage.white, records += repeats;
    for (std::size_t p = 0; p < law.free.size(); ++p) {
      inside += coverage.inside[p], all += repeats;
      const double share = static_cast<double>(coverage.inside[p]) / repeats;
      if (asked != nullptr)
        std::printf("%-22s %-22s %5.1f %%  white %5.1f %%, by differences %d\n", law.name, law.free[p].first, 100 * share,
                    100.0 * coverage.white / repeats, coverage.by_differences);
      if (repeats >= 500) CHECK(share == Approx(0.95).margin(0.03));
    }
  }
  // Of so few the share of all laws together: less by chance in one of ten thousand.
  if (repeats < 500) CHECK(inside >= 0.95 * all - 3.7 * std::sqrt(0.95 * 0.05 * all));
  // Ljung and Box's statistic is a little too large in records of a hundred rows.
  CHECK(white >= 0.93 * records - 3.7 * std::sqrt(0.93 * 0.07 * records));
}

}  // namespace
}  // namespace stribeck
