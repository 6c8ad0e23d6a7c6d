#pragma once
// Every registered component, with every choice of its parameters, compiled in a diagram around it.
#include <catch2/catch.hpp>
#include <random>

#include "around_component.h"
#include "choices.h"
#include "compiled.h"

namespace stribeck::sweep {

/// Calls check(compiled, random) for so many draws of its parameters, one in sanitized builds.
template <typename Check>
void for_every_program(int draws, Check check) {
  Registry& registry = test::builtin_registry();
  for (const std::string& type : registry.types()) {
    for (const std::vector<int>& choices : test::all_choices(registry.record(type))) {
      const ComponentRecord& record = registry.record(type, choices);
      std::mt19937 random(2);
      for (int draw = 0; draw < (test::kSanitized ? 1 : draws); ++draw) {
        CAPTURE(type, choices, draw);
        test::Compiled compiled(sweep::diagram_around(record, sweep::random_draw(record, random), {}));
        check(compiled, random);
      }
    }
  }
}

}  // namespace stribeck::sweep
