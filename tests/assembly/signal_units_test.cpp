// Units along chains of blocks: what is declared, written or follows from an equation must agree at every connection.
#include <catch2/catch.hpp>
#include <string>
#include <vector>

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
}

TEST_CASE("units of signals: a gain that nobody wrote is a pure number") {
  for (const char* type : {"gain", "integrator", "derivative", "first_order", "second_order", "pi_controller"}) {
    INFO(type);
    const std::string block = R"("g": {"type": "signals.)" + std::string(type) + R"(")";
    CHECK(code_of(block + "}", "", "g.u", "g.y") == kMismatch);
    CHECK(code_of(block + R"(, "parameters": {"gain": 1}})", "", "g.u", "g.y").empty());
  }
  const std::string integral =
      R"("i": {"type": "signals.integrator"}, "rate": {"type": "signals.gain", "parameters": {"gain": "2 N/m/s"}})";
  CHECK(code_of(integral, R"(["rate.y", "i.u"])", "rate.u", "i.y").empty());
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

TEST_CASE("units of signals: in somebody's formula bare and pure numbers fit any unit, what else there is is followed") {
  const auto formula = [](const std::string& text) {
    return code_of(R"("f": {"type": "signals.expression", "parameters": {"inputs": 1, "expression": ")" + text + R"("}})", "", "f.u1",
                   "f.y");
  };
  CHECK(formula("tanh(u1 - 1)").empty());
  CHECK(formula("20*u1").empty());
  CHECK(formula("u1/0.1").empty());
  CHECK(formula("sin(t) + 1").empty());
  CHECK(formula("u1 + t") == kMismatch);
  CHECK(formula("u1 + u1*u1").empty());
  CHECK(formula("u1") == kMismatch);
  CHECK(formula("u1*u1") == kMismatch);
  CHECK(formula("if u1 > 0.1 then u1 else 0") == kMismatch);
}

TEST_CASE("units of signals: what goes out says what must come in") {
  // Backwards: newtons out of 3 N/s times the integral of pure numbers, of which the sum takes one from metres.
  const std::string chain = R"("add": {"type": "signals.sum"}, "c": {"type": "signals.constant", "parameters": {"value": 1}},
      "i": {"type": "signals.integrator", "parameters": {"gain": "3 N/s"}})";
  CHECK(code_of(chain, R"(["c.y", "add.u2"], ["add.y", "i.u"])", "add.u1", "i.y") == kMismatch);
  const std::string fits = R"("add": {"type": "signals.sum"}, "c": {"type": "signals.constant", "parameters": {"value": 1}},
      "i": {"type": "signals.integrator", "parameters": {"gain": "3 N/s/m"}})";
  CHECK(code_of(fits, R"(["c.y", "add.u2"], ["add.y", "i.u"])", "add.u1", "i.y").empty());
}

TEST_CASE("units of signals: lists bring the units in which they are written") {
  const auto table = [](const std::string& arguments, const std::string& values) {
    return code_of(R"("f": {"type": "signals.table_1d", "parameters": {"arguments": [)" + arguments + R"(], "values": [)" + values + "]}}",
                   "", "f.u", "f.y");
  };
  CHECK(table(R"("0 mm", "5 mm")", R"("1 N", "2 N")").empty());
  CHECK(table("0, 5", "1, 2").empty());
  CHECK(table(R"("0 N", "5 N")", "1, 2") == kMismatch);
  CHECK(table("0, 5", R"("1 m", "2 m")") == kMismatch);
  CHECK(table("0, 5", R"(0, "2 kN")").empty());
  CHECK(table("0, 5", R"("1 N", "2 m")") == "value.wrong_dimension");
}

/// All that is wrong with a diagram, one line each.
std::vector<Diagnostic> faults_of(const std::string& components, const std::string& connections) {
  const std::string text = test::diagram_text(components, connections, "");
  const Diagram diagram = read_diagram(test::builtin_registry(), "test.json", {}, &text);
  try {
    assemble(diagram);
  } catch (const Failure& failure) {
    return failure.diagnostics();
  }
  return {};
}

TEST_CASE("units of signals: one fault is one error, which tells how both units came there") {
  const std::string parts = R"("body": {"type": "translational.mass"}, "push": {"type": "translational.force_source"},
      "s": {"type": "translational.absolute_motion_sensor"}, "wall": {"type": "translational.ground"},
      "add": {"type": "signals.sum"}, "limit": {"type": "signals.limiter"},
      "one": {"type": "signals.gain", "parameters": {"gain": "2 N/N"}},
      "wish": {"type": "signals.constant", "parameters": {"value": "3 N"}})";
  const std::vector<Diagnostic> faults =
      faults_of(parts, R"(["body.M", "push.R", "s.R"], ["push.C", "wall.W"], ["s.x", "add.u1"], ["wish.y", "add.u2"], ["add.y", "one.u"],
                          ["one.y", "limit.u"], ["limit.y", "push.S"])");
  REQUIRE(faults.size() == 1);
  REQUIRE(faults[0].details.size() == 2);
  const std::string told = faults[0].details[0].second + "; " + faults[0].details[1].second;
  CHECK(told == R"(in m from "s.x", through add; in N from "push.S", through limit and one)");
}

}  // namespace
}  // namespace stribeck
