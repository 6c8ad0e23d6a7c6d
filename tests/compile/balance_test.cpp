// Long sums are trees.
#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "compiled.h"

namespace stribeck {
namespace {

/// A plate on so many equal springs.
std::string on_springs(int count) {
  return test::diagram_text(
      R"("bed": {"type": "translational.ground"}, "plate": {"type": "translational.velocity_source", "parameters": {"velocity": 0}},
         "leaf": {"type": "translational.spring", "count": )" +
          std::to_string(count) + R"(, "parameters": {"stiffness": 1}})",
      R"(["bed.W", "plate.C", "leaf[*].C"], ["plate.R", "leaf[*].R"])");
}

double force_on_plate(test::Compiled& compiled, double stretch) {
  std::vector<double> x(compiled.sorted.states.size(), stretch), rates(x.size());
  compiled.machine.derivatives(0, x.data(), rates.data());
  return std::fabs(compiled.value("plate", "F"));
}

TEST_CASE("rounding of a long sum does not grow with its terms") {
  // Ten times a sum is doubled, which is exact; added one after the other the tenths would be off in the thirteenth digit.
  test::Compiled many(on_springs(1024));
  CHECK(force_on_plate(many, 0.1) == 1024 * 0.1);
  double one_by_one = 0;
  for (int i = 0; i < 1024; ++i) one_by_one += 0.1;
  CHECK(one_by_one != 1024 * 0.1);
}

TEST_CASE("sums of any length have all their terms") {
  for (const int count : {2, 15, 16, 17, 31, 33, 100, 257}) {
    CAPTURE(count);
    test::Compiled compiled(on_springs(count));
    CHECK(force_on_plate(compiled, 0.5) == 0.5 * count);
  }
}

}  // namespace
}  // namespace stribeck
