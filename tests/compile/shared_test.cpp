// What much is made of is collected once, however many ways lead to it.
#include <catch2/catch.hpp>
#include <cmath>

#include "compiled.h"
#include "declared.h"

namespace stribeck {
namespace {

constexpr int kLevels = 80;  // 3^80 ways lead from the top to the bottom

/// Each level grows by a hundredth, ever less towards 1, and needs the one below three times.
void climb(ComponentBuilder& c) {
  const Expression y = c.output("y", "1", "the top");
  Expression value = 0.1 * exp(-c.time() / Expression(c.parameter("delay", 1, "s", "of the bottom").above(0)));
  for (int level = 0; level < kLevels; ++level) value = value + 0.01 * value * (1 - value);
  c.relation("climb", y == value);
}

TEST_CASE("an expression that uses each of its parts three times, eighty deep, is compiled at once") {
  Registry registry;
  registry.add("test.climb", test::run_declaration<climb>, "climbs", "shared_test.cpp");
  const std::string text = test::diagram_text(R"("a": {"type": "test.climb"})", "");
  const Diagram diagram = read_diagram(registry, "test.json", {}, &text);
  const Assembly assembly = assemble(diagram);
  ExprPool pool;
  const SortedSystem sorted = sort_system(flatten(assembly, pool), pool);
  ProgramRequest request;
  for (const auto& variable : sorted.flat->variables) request.outputs.push_back(variable.value);
  const Program program = compile(sorted, pool, request);
  CHECK(program.section(Section::outputs).size() < std::size_t{5} * kLevels);
  Machine machine(program);
  machine.set_parameters(parameter_values(diagram));
  machine.derivatives(0.5, nullptr, nullptr);
  machine.run(Section::outputs);
  double expected = 0.1 * std::exp(-0.5);
  for (int level = 0; level < kLevels; ++level) expected = expected + 0.01 * expected * (1 - expected);
  CHECK(machine.snapshot().value(program.outputs[0]) == Approx(expected).epsilon(1e-14));
}

}  // namespace
}  // namespace stribeck
