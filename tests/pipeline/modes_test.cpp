// Modes against closed forms, and against vectors computed with forty digits elsewhere.
#include <catch2/catch.hpp>
#include <cmath>
#include <complex>
#include <numbers>

#include "analysis/modes.h"
#include "stages.h"
#include "whole_run.h"

namespace stribeck {
namespace {

using test::diagram_text;
using Complex = std::complex<double>;

Modes modes_of(const std::string& text, ModesWanted wanted = {}) {
  const ModelPtr model = load(test::builtin_registry(), "test.json", {}, &text);
  return modes(*model, {true, wanted}, {});
}

std::string part(const std::string& name, const std::string& type, const std::string& parameters, const std::string& initial = "") {
  return "\"" + name + "\": {\"type\": \"" + type + "\", \"parameters\": {" + parameters + "}, \"initial\": {" + initial + "}}";
}

Complex amount(const NaturalMode& mode, const std::string& node) {
  for (const ModePlace& place : mode.shape)
    if (place.name == node) return place.amount;
  FAIL("no node " << node);
  return 0;
}

double share(const std::vector<ModeShare>& shares, const std::string& name) {
  for (const ModeShare& one : shares)
    if (one.name == name) return one.share;
  return 0;
}

/// Several chains of inertias and springs beside one another, each on a wall at its first end.
std::string chains(int count, int length, double inertia, double stiffness) {
  std::string components = part("wall", "rotational.ground", ""), connections;
  for (int c = 0; c < count; ++c) {
    std::string last = "wall.W";
    for (int i = 0; i < length; ++i) {
      const std::string number = std::to_string(c) + "_" + std::to_string(i);
      components += "," + part("j" + number, "rotational.inertia", "\"inertia\": " + std::to_string(inertia)) + "," +
                    part("s" + number, "rotational.spring", "\"stiffness\": " + std::to_string(stiffness));
      connections +=
          (connections.empty() ? "" : ", ") + ("[\"" + last) + "\", \"s" + number + ".R\"], [\"s" + number + ".C\", \"j" + number + ".I\"]";
      last = "j" + number + ".I";
    }
  }
  return diagram_text(components, connections, R"("experiment": {"stop": "1 s"}, "outputs": ["j0_0.w"])");
}

double chain_frequency(int length, int mode, double inertia, double stiffness) {
  return 2 * std::sqrt(stiffness / inertia) * std::sin((2 * mode - 1) * std::numbers::pi / (2 * (2 * length + 1)));
}

TEST_CASE("shapes of three masses with dampers", "[modes]") {
  const auto link = [](const std::string& name, const std::string& k, const std::string& c) {
    return part(name, "translational.spring_damper", "\"stiffness\": " + k + ", \"damping\": " + c);
  };
  const Modes modes = modes_of(diagram_text(
      part("m1", "translational.mass", "\"mass\": 1") + "," + part("m2", "translational.mass", "\"mass\": 2") + "," +
          part("m3", "translational.mass", "\"mass\": 3") + "," + link("s1", "100", "0.5") + "," + link("s2", "200", "1") + "," +
          link("s3", "300", "0.2") + "," + part("wall", "translational.ground", ""),
      R"(["m1.M", "s1.R", "s2.C"], ["m2.M", "s2.R", "s3.C"], ["m3.M", "s3.R"], ["s1.C", "wall.W"])", R"("experiment": {"stop": "1 s"})"));
  const std::vector<std::array<Complex, 3>> expected{
      // the pole, x1/x3, x2/x3
      {Complex(-0.0267925340306, 3.3762928731387), Complex(0.614004123999, -0.001100510218), Complex(0.886008111889, -0.001552636567)},
      {Complex(-0.2107153555259, 14.149077482291), Complex(-1.99340522670, 0.081379096764), Complex(-1.00218555379, -0.040748229670)},
      {Complex(-0.8458254437768, 20.912936269886), Complex(4.84961342338, 0.793643763577), Complex(-3.37290524332, -0.29297221515)}};
  REQUIRE(modes.modes.size() == 3);
  for (std::size_t k = 0; k < 3; ++k) {
    const NaturalMode& mode = modes.modes[k];
    CHECK(std::abs(mode.pole - expected[k][0]) < 1e-11 * std::abs(mode.pole));
    CHECK(std::abs(amount(mode, "m1.M") / amount(mode, "m3.M") - expected[k][1]) < 1e-10);
    CHECK(std::abs(amount(mode, "m2.M") / amount(mode, "m3.M") - expected[k][2]) < 1e-10);
  }
}

TEST_CASE("two inertias on a shaft share its energy by their inverse", "[modes]") {
  const double j1 = 0.2, j2 = 0.6, k = 30;
  const Modes modes = modes_of(diagram_text(part("j1", "rotational.inertia", "\"inertia\": 0.2") + "," +
                                                part("j2", "rotational.inertia", "\"inertia\": 0.6") + "," +
                                                part("k", "rotational.spring", "\"stiffness\": 30"),
                                            R"(["j1.I", "k.R"], ["k.C", "j2.I"])", R"("experiment": {"stop": "1 s"})"));
  REQUIRE(modes.modes.size() == 2);
  CHECK(modes.modes[0].pole == Complex(0));  // it turns as a whole
  CHECK(std::abs(amount(modes.modes[0], "j1.I") - 1.0) < 1e-12);
  CHECK(share(modes.modes[0].energy, "j1") == Approx(j1 / (j1 + j2)).epsilon(1e-12));
  const NaturalMode& torsion = modes.modes[1];
  CHECK(torsion.pole.imag() == Approx(std::sqrt(k * (1 / j1 + 1 / j2))).epsilon(1e-13));
  CHECK(std::abs(amount(torsion, "j2.I") / amount(torsion, "j1.I") + j1 / j2) < 1e-12);
  CHECK(share(torsion.energy, "k") == Approx(0.5).epsilon(1e-12));
  CHECK(share(torsion.energy, "j1") == Approx(0.5 * j2 / (j1 + j2)).epsilon(1e-12));
  CHECK(share(torsion.participation, "k.phi") == Approx(0.5).epsilon(1e-12));
}

TEST_CASE("modes of what hangs on a stuck friction", "[modes]") {
  const Modes modes = modes_of(
      diagram_text(part("m1", "translational.mass", "\"mass\": 3") + "," + part("m2", "translational.mass", "\"mass\": 2") + "," +
                       part("k1", "translational.spring", "\"stiffness\": 150", "\"x\": 0") + "," +
                       part("k2", "translational.spring_damper", "\"stiffness\": 80, \"damping\": 0.6", "\"x\": 0") + "," +
                       part("f", "translational.dry_friction", "\"coulomb_force\": 5, \"static_force\": 6") + "," +
                       part("wall", "translational.ground", ""),
                   R"(["m1.M", "k1.R", "k2.C", "f.R"], ["m2.M", "k2.R"], ["k1.C", "f.C", "wall.W"])", R"("experiment": {"stop": "1 s"})"));
  REQUIRE(modes.modes.size() == 1);
  REQUIRE(modes.held.size() == 1);
  CHECK(std::abs(modes.modes[0].pole - Complex(-0.15, 6.3227762889414)) < 1e-11);
  CHECK(share(modes.modes[0].energy, "m1") == 0);
}

TEST_CASE("a chain of 1000 inertias", "[modes]") {
  ModesWanted wanted;
  wanted.count = 6;
  const std::string text = chains(1, 1000, 0.5, 200);
  const Modes slow = modes_of(text, wanted);
  CHECK_FALSE(slow.all);
  REQUIRE(slow.modes.size() == 6);
  for (int k = 0; k < 6; ++k) {
    CHECK(slow.modes[static_cast<std::size_t>(k)].pole.imag() == Approx(chain_frequency(1000, k + 1, 0.5, 200)).epsilon(1e-9));
    CHECK(slow.modes[static_cast<std::size_t>(k)].pole.real() == 0);
  }
  wanted.near_rad_s = 20;
  std::vector<double> all;
  for (int k = 1; k <= 1000; ++k) all.push_back(chain_frequency(1000, k, 0.5, 200));
  for (const NaturalMode& mode : modes_of(text, wanted).modes) {
    double nearest = HUGE_VAL;
    for (const double w : all) nearest = std::min(nearest, std::fabs(w - mode.pole.imag()));
    CHECK(nearest < 1e-9);
    CHECK(std::fabs(mode.pole.imag() - 20) < 0.3);  // they lie 0.054 apart
  }
}

TEST_CASE("equal chains beside one another have their modes as often as they are", "[modes]") {
  ModesWanted wanted;
  wanted.count = 6;
  const Modes modes = modes_of(chains(3, 100, 0.5, 200), wanted);
  REQUIRE(modes.modes.size() == 6);
  for (int k = 0; k < 6; ++k)
    CHECK(modes.modes[static_cast<std::size_t>(k)].pole.imag() == Approx(chain_frequency(100, k / 3 + 1, 0.5, 200)).epsilon(1e-8));
}

}  // namespace
}  // namespace stribeck
