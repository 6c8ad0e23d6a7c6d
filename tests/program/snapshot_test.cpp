// Values of one point are read as long as the machine has computed no others.
#include "program/snapshot.h"

#include <catch2/catch.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "compiled.h"

namespace stribeck {
namespace {

/// A block on a spring and on rough ground.
std::string block() {
  return test::diagram_text(
      R"("wall": {"type": "translational.ground"}, "block": {"type": "translational.mass"},
         "spring": {"type": "translational.spring", "parameters": {"stiffness": "3 N/m"}}, "rub": {"type": "translational.dry_friction"})",
      R"(["block.M", "rub.R", "spring.R"], ["wall.W", "rub.C", "spring.C"])");
}

TEST_CASE("a snapshot is read before the machine computes again, and once more where its values have been put back") {
  test::Compiled compiled(block());
  Machine& machine = compiled.machine;
  const Program& program = machine.program();
  REQUIRE(program.states() == 2);
  const auto at = [&](double x0, double x1) {
    const std::vector<double> x{x0, x1};
    std::vector<double> rates(x.size());
    machine.derivatives(0, x.data(), rates.data());
    CHECK(machine.snapshot().value(program.derivatives[0]) == rates[0]);
    return machine.snapshot();
  };
  const Snapshot here = at(0.25, 0.5);
  const double rate = here.value(program.derivatives[0]);
  CHECK(here.is_current());
  machine.run(Section::outputs);  // of the same point
  machine.tell(program.frictions[0].input(ModeInput::stuck), 1 - machine.held_value(program.frictions[0].input(ModeInput::stuck)));
  CHECK(here.value(program.derivatives[0]) == rate);
  Machine::Values kept;
  machine.keep(kept);
  const Snapshot there = at(0.75, -1);
  CHECK(there.is_current());
  CHECK_FALSE(here.is_current());
  CHECK_THROWS_AS(here.value(program.derivatives[0]), std::logic_error);
  CHECK_THROWS_AS(here.registers(), std::logic_error);
  CHECK_THROWS_AS(here.truth(0), std::logic_error);
  machine.put_back(kept);
  CHECK(here.value(program.derivatives[0]) == rate);
  CHECK_FALSE(there.is_current());
  const Snapshot again = at(0.75, -1);
  CHECK_FALSE(there.is_current());  // the same point, and another computation
  CHECK(again.is_current());
}

TEST_CASE("what code runs by itself makes another snapshot, and so does a change of parameters") {
  test::Compiled compiled(block());
  Machine& machine = compiled.machine;
  const std::vector<double> x(2);
  std::vector<double> rates(2);
  machine.derivatives(0, x.data(), rates.data());
  const Snapshot first = machine.snapshot();
  machine.run(LinkedCode(machine.program().section(Section::crossings)));
  CHECK_FALSE(first.is_current());
  const Snapshot second = machine.snapshot();
  machine.set_parameters(std::vector<double>(machine.parameters().begin(), machine.parameters().end()));
  CHECK_FALSE(second.is_current());
}

}  // namespace
}  // namespace stribeck
