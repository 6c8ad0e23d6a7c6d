#pragma once
// A diagram taken as far as the compiled program, with every stage at hand. For tests that look inside.
#include <stdexcept>

#include "assembly/assembly.h"
#include "compile/compile.h"
#include "diagram/read.h"
#include "equations/flat_system.h"
#include "equations/retune.h"
#include "program/snapshot.h"
#include "stages.h"
#include "structure/sorted_system.h"

namespace stribeck::test {

/// Stages point at those before them: it stays where it is made.
struct Compiled {
  explicit Compiled(const std::string& text)
      : diagram(read_diagram(builtin_registry(), "test.json", {}, &text)),
        assembly(assemble(diagram)),
        sorted(sort_system(flatten(assembly, pool), pool)),
        flat(*sorted.flat),
        program(compile(sorted, pool, request())),
        machine(program) {
    machine.set_parameters(parameter_values(diagram));
  }
  Compiled(const Compiled&) = delete;
  Compiled& operator=(const Compiled&) = delete;

  std::size_t instance(std::string_view name) const {
    for (std::size_t i = 0; i < diagram.instances.size(); ++i)
      if (diagram.instances[i].name == name) return i;
    throw std::out_of_range("no instance " + std::string(name));
  }
  /// Value of a declared variable, after derivatives were computed.
  double value(std::string_view of, std::string_view name) {
    const std::size_t i = instance(of);
    machine.run(Section::outputs);
    const auto output = flat.first_variable[i] + diagram.instances[i].record->find_variable(name);
    return machine.snapshot().value(program.outputs[static_cast<std::size_t>(output)]);
  }

  Diagram diagram;
  Assembly assembly;
  ExprPool pool;
  SortedSystem sorted;
  const FlatSystem& flat;
  Program program;
  Machine machine;

 private:
  /// Outputs: every declared variable of every instance, as in FlatSystem::variables. Quadratures: dissipated powers.
  ProgramRequest request() const {
    ProgramRequest request;
    for (std::size_t i = 0; i < diagram.instances.size(); ++i)
      for (std::size_t v = 0; v < diagram.instances[i].record->variables.size(); ++v)
        request.outputs.push_back(flat.variable(flat.first_variable[i] + static_cast<std::int32_t>(v)).value);
    for (const EnergyTerms& terms : flat.energy)
      if (terms.dissipated != ExprId::none) request.quadratures.push_back(terms.dissipated);
    return request;
  }
};

}  // namespace stribeck::test
