// Which ports go against what their components declare, and of which that is told.
#include "explain/overruled.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <set>

#include "assembly/assembly.h"
#include "base/file_names.h"
#include "diagram/read.h"
#include "explain/causality.h"
#include "stages.h"

namespace stribeck {
namespace {

struct Told {
  std::vector<Diagnostic> remarks;
  std::set<std::string> against;  ///< components of which explain tells a port against its fixed causality
};

Told told_of(const std::string& file, const std::string* text = nullptr) {
  const Diagram diagram = read_diagram(test::builtin_registry(), file, {}, text);
  const Assembly assembly = assemble(diagram);
  ExprPool pool;
  const SortedSystem sorted = sort_system(flatten(assembly, pool), pool);
  Told told{overruled_causalities(sorted), {}};
  for (const PortFact& port : causality_of(sorted).ports) {
    const bool force = port.side == PortSide::force_out;
    if (port.declared == (force ? CausalityWish::fixed_velocity_out : CausalityWish::fixed_force_out) && !port.open)
      told.against.insert(port.port.substr(0, port.port.rfind('.')));
  }
  return told;
}

std::vector<Diagnostic> remarks_of(const std::string& components, const std::string& connections, const std::string& rest = "") {
  const std::string text = test::diagram_text(components, connections, rest);
  return told_of("test.json", &text).remarks;
}

const std::string kOwnMass = R"("definitions": {"block": {"doc": "A mass.",
  "parameters": {"m": {"unit": "kg", "value": 1, "at_least": 0, "doc": "mass"}}, "ports": {"M": {"domain": "translational", "doc": "flange"}},
  "equations": ["m*der(M.v) = M.F"], "stores": "m*M.v^2/2", "causality": {"M.v": "preferred_velocity_out"}}})";

}  // namespace

TEST_CASE("overruled causality: of two frictions in series one is solved for its velocity, and that is told once") {
  const auto remarks = remarks_of(
      R"("body": {"type": "translational.mass"}, "a": {"type": "translational.friction"}, "b": {"type": "translational.friction"},
         "wall": {"type": "translational.ground"})",
      R"(["body.M", "a.R"], ["a.C", "b.R"], ["b.C", "wall.W"])");
  REQUIRE(remarks.size() == 1);
  CHECK(remarks[0].severity == Severity::note);
  const bool is_a = remarks[0].where.instance == "a (translational.friction)";
  CHECK(remarks[0].message == (is_a ? "a is declared to set the force at a.C, but sets the velocity there"
                                    : "b is declared to set the force at b.R, but sets the velocity there"));
  CHECK(remarks[0].because.find(is_a ? "(b.R)" : "(a.C)") != std::string::npos);
}

TEST_CASE("overruled causality: a mass that follows is nothing to tell of, unless the diagram's own type asks for more") {
  const std::string drive = R"("drive": {"type": "translational.velocity_source", "parameters": {"velocity": 1}},
      "wall": {"type": "translational.ground"}, "load": {"type": ")";
  const std::string connections = R"(["drive.R", "load.M"], ["drive.C", "wall.W"])";
  CHECK(remarks_of(drive + "translational.mass\"}", connections).empty());
  const auto remarks = remarks_of(drive + "block\"}", connections, kOwnMass);
  REQUIRE(remarks.size() == 1);
  CHECK(remarks[0].message == "load would rather set the velocity at load.M, but sets the force there");
  CHECK(remarks[0].because == "the velocity of that node is set at drive.R");
  // where it has what it asks for, nothing is said
  CHECK(remarks_of(R"("load": {"type": "block"}, "spring": {"type": "translational.spring"}, "wall": {"type": "translational.ground"})",
                   R"(["load.M", "spring.R"], ["spring.C", "wall.W"])", kOwnMass)
            .empty());
}

TEST_CASE("overruled causality: every diagram tells of the components whose fixed causality explain shows against them") {
  const std::string root = STRIBECK_ROOT;
  std::size_t diagrams = 0, found = 0;
  for (const char* folder : {"start", "gallery", "verify"})
    for (const auto& entry : std::filesystem::directory_iterator(root + "/diagrams/" + folder)) {
      if (!is_json_file(entry.path().native())) continue;
      CAPTURE(entry.path().filename().string());
      const Told told = told_of(entry.path().string());
      std::set<std::string> components;
      for (const Diagnostic& remark : told.remarks) components.insert(remark.where.instance.substr(0, remark.where.instance.find(' ')));
      CHECK(components == told.against);
      ++diagrams, found += components.size();
    }
  CHECK(diagrams >= 100);
  CHECK(found >= 3);
}

}  // namespace stribeck
