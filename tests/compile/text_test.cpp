// What `explain --after program` shows: every section with its instructions, every loop.
#include <catch2/catch.hpp>

#include "compiled.h"

namespace stribeck {
namespace {

TEST_CASE("the text of a program lists every section and loop in order") {
  // A mass on a spring whose law is solved for, and a node without mass between two frictions: a loop of one unknown.
  test::Compiled compiled(test::diagram_text(
      R"("mass": {"type": "translational.mass", "parameters": {"mass": 2}}, "a": {"type": "translational.friction"},
         "b": {"type": "translational.friction", "parameters": {"coulomb_force": 3}}, "wall": {"type": "translational.ground"})",
      R"(["mass.M", "a.R"], ["a.C", "b.R"], ["b.C", "wall.W"])"));
  const std::string text = to_text(compiled.program);
  std::size_t at = text.find(" states from r" + std::to_string(compiled.program.first_state));
  CHECK(at != std::string::npos);
  std::size_t section = 0;
  for (const char* name : {"parameters", "dynamics", "quadratures", "crossings", "updates", "outputs", "histories", "start", "jacobian"}) {
    const std::string header =
        std::string("\n") + name + " (" + std::to_string(compiled.program.code[section++].size()) + " instructions)\n";
    const std::size_t next = text.find(header, at);
    INFO(name);
    REQUIRE(next != std::string::npos);
    at = next;
  }
  REQUIRE(compiled.program.blocks.size() == 1);
  const std::string loop = "\nloop 0: " + std::to_string(compiled.program.blocks[0].size) + " unknowns, Newton\n    ";
  INFO(text.substr(at));
  CHECK(text.find(loop, at) != std::string::npos);
}

TEST_CASE("the text of a sorted system tells linear loops from others") {
  // Two nodes without mass between dampers are a linear loop, between frictions another one.
  const auto blocks = [](const std::string& type) {
    test::Compiled compiled(test::diagram_text(
        R"("drive": {"type": "translational.velocity_source", "parameters": {"velocity": 1}}, "a": {"type": ")" + type +
            R"("}, "b": {"type": ")" + type + R"("}, "c": {"type": ")" + type + R"("}, "wall": {"type": "translational.ground"})",
        R"(["drive.R", "a.R"], ["a.C", "b.R"], ["b.C", "c.R"], ["c.C", "drive.C", "wall.W"])"));
    return to_text(compiled.sorted);
  };
  const std::string linear = "   (linear loop)   torn at ", nonlinear = "   (nonlinear loop)   torn at ";
  CHECK(blocks("translational.damper").find(linear) != std::string::npos);
  CHECK(blocks("translational.damper").find(nonlinear) == std::string::npos);
  CHECK(blocks("translational.friction").find(nonlinear) != std::string::npos);
  CHECK(blocks("translational.friction").find(linear) == std::string::npos);
}

}  // namespace
}  // namespace stribeck
