// Products that are joined with what reads them keep the value that they have alone, to the last bit.
#include <bit>
#include <catch2/catch.hpp>
#include <cstdint>
#include <limits>

#include "compile/compile.h"
#include "program/snapshot.h"

namespace stribeck {
namespace {

TEST_CASE("a negated product is one instruction, with the bits of two") {
  enum : Register { time, a, b, product, negative, count };
  Program program;
  program.time = time;
  program.register_count = count;
  program.initial.assign(count, 0.0);
  program.quadratures = {negative};
  Code& code = program.code[static_cast<std::size_t>(Section::quadratures)];
  code = {{static_cast<std::uint16_t>(Operator::mul), product, a, b, 0},
          {static_cast<std::uint16_t>(Operator::neg), negative, product, 0, 0}};
  fuse_products(program, 1);
  program.separate_count = program.register_count;
  REQUIRE(code.size() == 1);
  Machine machine(program);
  const double tiny = std::numeric_limits<double>::denorm_min(), large = std::numeric_limits<double>::max();
  for (const double x : {0.0, -0.0, 0.1, -3.0, tiny, large})
    for (const double y : {0.0, -0.0, 0.3, -7.0, -tiny, -large}) {
      machine.set(a, x);
      machine.set(b, y);
      machine.run(Section::quadratures);
      CHECK(std::bit_cast<std::uint64_t>(machine.snapshot().value(negative)) == std::bit_cast<std::uint64_t>(-(x * y)));
    }
}

}  // namespace
}  // namespace stribeck
