#pragma once
// Every registered component, with every choice of its options and random parameters.
#include <algorithm>
#include <catch2/catch.hpp>
#include <random>

#include "around_component.h"
#include "choices.h"
#include "compiled.h"

namespace stribeck::sweep {

/// Calls check(record, draw, random) for so many draws of its parameters, one in sanitized builds. For each, random numbers begin anew.
template <typename Check>
void for_every_draw(int draws, unsigned seed, Check check) {
  Registry& registry = test::builtin_registry();
  for (const std::string& type : registry.types()) {
    for (const std::vector<int>& choices : test::all_choices(registry.record(type))) {
      const ComponentRecord& record = registry.record(type, choices);
      // What closes a loop of bodies holds where its ends meet alone, and no diagram at random brings them together:
      // networks/spatial_loops_test.py and diagrams/verify have loops.
      if (!record.constraints.empty()) continue;
      // A mesh stands in a file: networks/spatial_input_test.py has some.
      if (std::ranges::any_of(record.lists, &ListDeclaration::is_mesh)) continue;
      std::mt19937 random(seed);
      for (int draw = 0; draw < (test::kSanitized ? 1 : draws); ++draw) {
        CAPTURE(type, choices, draw);
        check(record, random_draw(record, random), random);
      }
    }
  }
}

/// Calls check(compiled, random) for the diagram around each.
template <typename Check>
void for_every_program(int draws, Check check) {
  for_every_draw(draws, 2, [&](const ComponentRecord& record, const Draw& draw, std::mt19937& random) {
    test::Compiled compiled(diagram_around(record, draw, {}));
    check(compiled, random);
  });
}

}  // namespace stribeck::sweep
