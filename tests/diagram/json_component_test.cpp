// Component types in JSON become the records that components in C++ become.
#include <string>

#include "expression/print.h"
#include "reading_helpers.h"

using namespace stribeck;
using namespace stribeck::fake;

namespace {

const std::string kPorts =
    R"("ports": { "R": { "domain": "translational", "doc": "rod" }, "C": { "domain": "translational", "doc": "case" } },
  "variables": { "v": { "unit": "m/s", "doc": "velocity" }, "F": { "unit": "N", "doc": "force", "start": "1 kN", "nominal": 20 } })";

/// A diagram that defines "part" with these sections and uses it.
std::string with_part(const std::string& sections, const std::string& use = R"({ "type": "part" })") {
  return diagram(R"("it": )" + use, R"("definitions": { "part": { "doc": "A part.",
)" + sections + "} }");
}

std::string equations(const std::string& law) {
  return kPorts + R"(, "equations": { "velocity": "v = R.v - C.v", "rod": "R.F = F", "case": "C.F = -F", "law": ")" + law + R"(" })";
}

std::string text_of(const ComponentRecord& record, ExprId id) {
  return to_text(record.pool, id, [&](std::int32_t symbol) { return symbol_name(record, symbol); });
}

}  // namespace

TEST_CASE("json component: the record of a declaration") {
  const Diagram d = read(with_part(
      R"("parameters": { "c": { "unit": "N/mm", "value": "5 N/mm", "above": 0, "at_most": "=2*d", "doc": "stiffness" },
                         "d": { "unit": "N/m", "doc": "limit" } },
         "displacements": { "x": { "of": "R", "from": "C", "doc": "position" } }, "stores": "0.5*c*x^2", "supplies": "d*x*v",
         "causality": { "F": "fixed_force_out" },)" +
          equations("F = c*x"),
      R"({ "type": "part", "parameters": { "d": "1e6 N/m" }, "initial": { "x": "1 mm" } })"));
  REQUIRE(d.instances.size() == 1);
  const ComponentRecord& record = *d.instances[0].record;
  CHECK(record.type == "part");
  CHECK(record.doc == "A part.");
  CHECK(record.origin == "test.json");
  CHECK(d.instances[0].parameters == std::vector<double>{5000, 1e6});
  CHECK(record.parameters[0].unit_factor == 1000);
  REQUIRE(record.parameters[0].limits.size() == 2);
  CHECK(text_of(record, record.parameters[0].limits[1].bound) == "2*d");
  CHECK(record.variables[1].start == 1000);
  CHECK(record.variables[1].nominal == 20);
  CHECK(d.instances[0].targets[0].value == 1e-3);
  REQUIRE(record.relations.size() == 4);
  CHECK(record.relations[3].label == "law");
  CHECK(text_of(record, record.relations[3].right) == "c*x");
  CHECK(text_of(record, record.stored) == "0.5*c*(x*x)");
  CHECK(record.displacements[0].port_c == 1);
  CHECK(record.causality[0].wish == CausalityWish::fixed_force_out);
}

TEST_CASE("json component: conditions, derivatives, modes and tables are the operators of the builder") {
  const Diagram d = read(with_part(R"json("lists": { "xs": { "unit": "m/s", "doc": "speeds", "values": [0, 1], "ascending": true },
                                                 "ys": { "unit": "N", "doc": "forces", "values": [1, 2] } },
    "tables": { "f": { "over": "xs", "of": "ys" } },
    "modes": { "way": { "doc": "where to", "states": ["forth", "back", "still"],
                        "transitions": [{ "from": "forth", "to": "back", "when": "v < 0", "set": { "z": "-z" } }] } },
    "discrete": { "n": { "doc": "counts", "start": 3 } },
    "when": [{ "condition": "v > 0 and time > 0", "label": "turns", "set": { "n": "n + 1" } },
             { "condition": "z >= 0", "fail": "too far" }],
    "ports": { "R": { "domain": "translational", "doc": "rod" } },
    "variables": { "v": { "unit": "m/s", "doc": "velocity", "value": "R.v" }, "z": { "unit": "s", "doc": "state" } },
    "equations": ["der(z) = if way.back and v > 0 then 1*n else -n", "R.F = f(v)"])json"));
  const ComponentRecord& record = *d.instances[0].record;
  REQUIRE(record.discretes.size() == 2);
  REQUIRE(record.whens.size() == 3);
  CHECK(record.whens[0].label == "way: forth to back");
  CHECK(record.whens[0].assignments.size() == 2);
  CHECK(record.whens[1].label == "turns");
  CHECK(record.whens[2].end == EndOfRun::fail);
  CHECK(record.tables.size() == 1);
  CHECK(record.variables[static_cast<std::size_t>(record.find_variable("way"))].doc == "where to: 0 forth, 1 back, 2 still");
}

TEST_CASE("json component: an error stands at its character, and is said once however often the type is used") {
  const std::string bad = with_part(equations("F = 2*v + w"), R"({ "type": "part", "count": 5 })");
  const Diagnostic d = failure(bad);
  CHECK(d.code == ErrorCode::expression_unknown_name);
  CHECK(d.where.line == 5);
  CHECK(d.where.pointer == "/definitions/part/equations/law");
  CHECK(d.remedy == "here are known time, C.F, C.v, F, R.F, R.v, v, pi and e");
  const std::string other = with_part(equations("F = 2*v"));
  CHECK(failure(other).code == ErrorCode::component_bad_declaration);
  CHECK(failure(other).where.pointer == "/definitions/part/equations/law");
}

TEST_CASE("json component: sections of the wrong kind are told, each of them") {
  for (const char* section : {"parameters", "lists", "tables", "ports", "inputs", "outputs", "variables", "displacements", "discrete",
                              "modes", "dry_frictions", "contacts", "causality"}) {
    INFO(section);
    for (const char* value : {"3", "[1]", "{ \"a\": 3 }", "{ \"1a\": {} }", "{ \"a\": {} }"}) {
      const std::string text = with_part("\"" + std::string(section) + "\": " + value + ", \"equations\": [\"1 = 2\"]");
      CHECK_FALSE(failures(text).empty());
    }
  }
}

TEST_CASE("json component: the same record, expression by expression, as the one in C++: so it costs the same") {
  const Diagram d =
      read(diagram(R"("a": { "type": "twin", "parameters": { "mass": 2 } }, "b": { "type": "fake.mass", "parameters": { "mass": 2 } })",
                   R"("definitions": { "twin": { "doc": "A mass.",
    "ports": { "M": { "domain": "translational", "doc": "the body" } },
    "parameters": { "mass": { "unit": "kg", "above": 0, "doc": "mass of the body" } },
    "variables": { "v": { "unit": "m/s", "doc": "velocity" } },
    "equations": { "velocity": "v = M.v", "Newton": "mass*der(v) = M.F" }, "stores": "0.5*mass*v*v" } })"));
  const ComponentRecord &twin = *d.instances[0].record, &built_in = *d.instances[1].record;
  REQUIRE(twin.relations.size() == built_in.relations.size());
  for (std::size_t i = 0; i < twin.relations.size(); ++i) {
    CHECK(twin.relations[i].label == built_in.relations[i].label);
    CHECK(text_of(twin, twin.relations[i].left) == text_of(built_in, built_in.relations[i].left));
    CHECK(text_of(twin, twin.relations[i].right) == text_of(built_in, built_in.relations[i].right));
  }
  CHECK(text_of(twin, twin.stored) == text_of(built_in, built_in.stored));
  CHECK(twin.pool.size() == built_in.pool.size());
  CHECK(twin.variables[0].dimension == built_in.variables[0].dimension);
}
