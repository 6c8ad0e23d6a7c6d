// Units along chains of blocks: what is declared, written or follows from an equation must agree at every connection.
#include <catch2/catch.hpp>

#include "assembly/assembly.h"
#include "diagram/read.h"
#include "stages.h"

namespace stribeck {
namespace {

/// A position in m goes through `blocks`, which begin at `in` and end at `out`, into an input for forces.
std::string code_of(const std::string& blocks, const std::string& joints, const std::string& in, const std::string& out) {
  const std::string text = test::diagram_text(blocks + (blocks.empty() ? "" : ",") +
                                                  R"("body": {"type": "translational.mass"}, "push": {"type": "translational.force_source"},
             "s": {"type": "translational.absolute_motion_sensor"}, "wall": {"type": "translational.ground"})",
                                              R"(["body.M", "push.R", "s.R"], ["push.C", "wall.W"], ["s.x", ")" + in + R"("], [")" + out +
                                                  R"(", "push.S"])" + (joints.empty() ? "" : ",") + joints,
                                              R"("parameters": {"k": "20 N/m", "bare": 20})");
  return test::error_of([&] {
    const Diagram diagram = read_diagram(test::builtin_registry(), "test.json", {}, &text);
    assemble(diagram);
  });
}

std::string through_gain(const std::string& gain) {
  return code_of(R"("g": {"type": "signals.gain", "parameters": {"gain": )" + gain + "}}", "", "g.u", "g.y");
}

constexpr const char* kMismatch = "connection.unit_mismatch";

TEST_CASE("units of signals: what a gain makes of metres") {
  CHECK(through_gain(R"("20 N/m")").empty());
  CHECK(through_gain(R"("20 kN/mm")").empty());
  CHECK(through_gain(R"("20 1/s")") == kMismatch);
  CHECK(through_gain(R"("20 N")") == kMismatch);
}

TEST_CASE("units of signals: a bare number may be in any unit, wherever it stands") {
  CHECK(through_gain("20").empty());
  CHECK(through_gain(R"("=bare")").empty());
  CHECK(through_gain(R"("=20*2*pi*k/k")").empty());
  CHECK(code_of(R"("g": {"type": "signals.gain"})", "", "g.u", "g.y").empty());
}

TEST_CASE("units of signals: they flow through chains, whatever the order of the blocks") {
  const std::string rate = R"("rate": {"type": "signals.gain", "parameters": {"gain": "2 1/s"}})";
  const std::string mass = R"("mass": {"type": "signals.gain", "parameters": {"gain": "3 kg/s"}})";
  const std::string wrong = R"("mass": {"type": "signals.gain", "parameters": {"gain": "3 kg"}})";
  for (const bool turned : {false, true}) {
    const auto chain = [&](const std::string& second) {
      return code_of(turned ? second + "," + rate : rate + "," + second, R"(["rate.y", "mass.u"])", "rate.u", "mass.y");
    };
    CHECK(chain(mass).empty());
    CHECK(chain(wrong) == kMismatch);
  }
}

TEST_CASE("units of signals: products, controllers, integrators") {
  const std::string product = R"("p": {"type": "signals.product"}, "c": {"type": "signals.constant", "parameters": {"value": )";
  CHECK(code_of(product + R"("3 N/m"}})", R"(["c.y", "p.u2"])", "p.u1", "p.y").empty());
  CHECK(code_of(product + R"("3 N"}})", R"(["c.y", "p.u2"])", "p.u1", "p.y") == kMismatch);
  CHECK(code_of(product + "3}}", R"(["c.y", "p.u2"])", "p.u1", "p.y").empty());
  const std::string integrator = R"("i": {"type": "signals.integrator", "parameters": {"gain": )";
  CHECK(code_of(integrator + R"("3 N/m/s"
}
})",
                "", "i.u", "i.y")
            .empty());
  CHECK(code_of(integrator + R"("3 N/m"}})", "", "i.u", "i.y") == kMismatch);
  const std::string controller = R"("i": {"type": "signals.pi_controller", "parameters": {"gain": )";
  CHECK(code_of(controller + R"("3 N/m", "integral_time": "1 s"}})", "", "i.u", "i.y").empty());
  CHECK(code_of(controller + R"("3 N", "integral_time": "1 s"}})", "", "i.u", "i.y") == kMismatch);
}

TEST_CASE("units of signals: somebody's formula takes plain numbers") {
  const auto formula = [](const std::string& text) {
    return code_of(R"("f": {"type": "signals.expression", "parameters": {"inputs": 1, "expression": ")" + text + R"("}})", "", "f.u1",
                   "f.y");
  };
  CHECK(formula("tanh(u1 - 1)").empty());
  CHECK(formula("u1").empty());
  CHECK(formula("u1*u1").empty());
}

}  // namespace
}  // namespace stribeck
