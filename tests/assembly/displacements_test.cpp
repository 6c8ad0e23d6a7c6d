#include <catch2/catch.hpp>

#include "assembly/assembly.h"
#include "diagram/read.h"
#include "stages.h"

namespace stribeck {
namespace {

using Role = DisplacementRequest::Role;

/// A diagram down to its displacement forest.
struct Assembled {
  explicit Assembled(const std::string& text)
      : diagram(read_diagram(test::builtin_registry(), "test.json", {}, &text)), assembly(assemble(diagram)) {}
  Assembled(const Assembled&) = delete;

  /// The displacement of an instance, or of a position output "load.M".
  std::size_t request(const std::string& name) const {
    for (std::size_t r = 0; r < assembly.requests.size(); ++r) {
      const DisplacementRequest& request = assembly.requests[r];
      if (request.declaration < 0 ? assembly.connector_name(request.connector) == name
                                  : diagram.instances[static_cast<std::size_t>(request.instance)].name == name)
        return r;
    }
    throw std::out_of_range("no displacement of " + name);
  }
  const DisplacementRequest& operator[](const std::string& name) const { return assembly.requests[request(name)]; }
  std::size_t states() const {
    return static_cast<std::size_t>(std::count_if(assembly.requests.begin(), assembly.requests.end(), [](const DisplacementRequest& r) {
      return r.role == Role::tree && r.kind == DisplacementDeclaration::Kind::free;
    }));
  }

  Diagram diagram;
  Assembly assembly;
};

std::string spring(const std::string& name, const std::string& rest = "") {
  return '"' + name + R"(": {"type": "translational.spring")" + rest + "}";
}
const std::string kWall = R"("wall": {"type": "translational.ground"}, "load": {"type": "translational.mass"}, )";

TEST_CASE("parallel springs share a state, whichever way round they are") {
  const Assembled a(test::diagram_text(kWall + spring("one") + ", " + spring("two") + ", " + spring("turned"),
                                       R"(["wall.W", "one.C", "two.C", "turned.R"], ["load.M", "one.R", "two.R", "turned.C"])"));
  CHECK(a.states() == 1);
  CHECK(a["one"].role == Role::tree);
  using Path = std::vector<std::pair<std::int32_t, int>>;
  const auto one = static_cast<std::int32_t>(a.request("one"));
  CHECK(a["two"].path == Path{{one, 1}});
  CHECK(a["turned"].path == Path{{one, -1}});
}

TEST_CASE("a loop of three springs has two states, and the third is their sum") {
  const Assembled a(
      test::diagram_text(kWall + R"("body": {"type": "translational.mass"}, )" + spring("ab") + ", " + spring("bc") + ", " + spring("ca"),
                         R"(["wall.W", "ab.R", "ca.C"], ["load.M", "ab.C", "bc.R"], ["body.M", "bc.C", "ca.R"])"));
  CHECK(a.states() == 2);
  CHECK(a["ca"].role == Role::chord);
  // x_ca = x_c - x_a = -(x_ab + x_bc)
  REQUIRE(a["ca"].path.size() == 2);
  for (const auto& [request, sign] : a["ca"].path) CHECK(sign == -1);
}

TEST_CASE("the displacement with a target becomes the state") {
  const Assembled a(test::diagram_text(kWall + spring("plain") + ", " +
                                           spring("low", R"(, "initial": {"x": {"value": 0.1, "priority": "low"}})") + ", " +
                                           spring("high", R"(, "initial": {"x": 0.1})"),
                                       R"(["wall.W", "plain.C", "low.C", "high.C"], ["load.M", "plain.R", "low.R", "high.R"])"));
  CHECK(a["high"].role == Role::tree);
  CHECK(a["low"].role == Role::chord);
  CHECK(a["plain"].role == Role::chord);
}

TEST_CASE("a spring with both ends at one node is always relaxed") {
  const Assembled a(
      test::diagram_text(kWall + spring("idle") + ", " + spring("one"), R"(["wall.W", "one.C"], ["load.M", "one.R", "idle.R", "idle.C"])"));
  CHECK(a["idle"].role == Role::loop);
  CHECK(a.states() == 1);
}

TEST_CASE("a position is paid for only by who asks for it") {
  const std::string components =
      kWall + spring("one") + R"(, "free": {"type": "translational.mass"}, "drag": {"type": "translational.damper"})";
  const std::string connections = R"(["wall.W", "one.C", "drag.C"], ["load.M", "one.R"], ["free.M", "drag.R"])";
  CHECK(Assembled(test::diagram_text(components, connections, R"("outputs": ["*.v"])")).states() == 1);
  const Assembled load(test::diagram_text(components, connections, R"("outputs": ["load.M.position"])"));
  CHECK(load.states() == 1);  // the wall is at the origin, and the spring between
  CHECK(load["load.M"].role == Role::chord);
  const Assembled loose(test::diagram_text(components, connections, R"("outputs": ["free.M.position"])"));
  CHECK(loose.states() == 2);
  CHECK(loose["free.M"].role == Role::tree);
}

TEST_CASE("a long chord goes through the potentials of its ends") {
  constexpr int kLength = 30;
  std::string components = kWall + spring("long"), connections = R"(["wall.W", "s0.C", "long.C"])";
  for (int i = 0; i < kLength; ++i) {
    const std::string n = std::to_string(i);
    components += ", " + spring("s" + n, R"(, "initial": {"x": 0.1})") + R"(, "m)" + n + R"(": {"type": "translational.mass"})";
    connections += R"(, ["s)" + n + R"(.R", "m)" + n + R"(.M", )" +
                   (i + 1 < kLength ? R"("s)" + std::to_string(i + 1) + R"(.C"])" : R"("long.R", "load.M"])");
  }
  const Assembled a(test::diagram_text(components, connections));
  CHECK(a.states() == kLength);
  CHECK(a["long"].role == Role::chord);
  CHECK(a["long"].path.empty());
  CHECK(a.assembly.potentials.size() >= kLength);
  for (std::size_t p = 0; p < a.assembly.potentials.size(); ++p) {  // parents first
    const std::int32_t parent = a.assembly.potentials[p].parent;
    const bool before = std::any_of(a.assembly.potentials.begin(), a.assembly.potentials.begin() + static_cast<std::ptrdiff_t>(p),
                                    [&](const Potential& q) { return q.vertex == parent; });
    CHECK((parent == -1 || before));
  }
}

}  // namespace
}  // namespace stribeck
