#pragma once
// Bond graphs of diagrams, and what every one of them obeys.
#include <algorithm>
#include <catch2/catch.hpp>
#include <set>
#include <string>
#include <vector>

#include "assembly/assembly.h"
#include "diagram/read.h"
#include "explain/bond_graph.h"
#include "stages.h"

namespace stribeck::test {

/// A diagram taken as far as the sorted system; stages point at those before them.
struct Sorted {
  explicit Sorted(const std::string& file, const std::string* text = nullptr)
      : diagram(read_diagram(builtin_registry(), file, {}, text)),
        assembly(assemble(diagram)),
        sorted(sort_system(flatten(assembly, pool), pool)),
        flat(*sorted.flat) {}
  Sorted(const Sorted&) = delete;
  Sorted& operator=(const Sorted&) = delete;

  Diagram diagram;
  Assembly assembly;
  ExprPool pool;
  SortedSystem sorted;
  const FlatSystem& flat;
};

inline BondGraph graph_of(const std::string& components, const std::string& connections) {
  const std::string text = diagram_text(components, connections);
  const Sorted sorted("test.json", &text);
  return bond_graph(sorted.sorted);
}

inline std::size_t vertex(const BondGraph& graph, const std::string& name) {
  const auto found = std::find_if(graph.vertices.begin(), graph.vertices.end(), [&](const BondVertex& v) { return v.name == name; });
  REQUIRE(found != graph.vertices.end());
  return static_cast<std::size_t>(found - graph.vertices.begin());
}

struct Strokes {
  int here = 0, away = 0;
};

inline std::vector<Strokes> strokes_of(const BondGraph& graph) {
  std::vector<Strokes> strokes(graph.vertices.size());
  for (const Bond& bond : graph.bonds) {
    const auto from = static_cast<std::size_t>(bond.from), to = static_cast<std::size_t>(bond.to);
    ++(bond.stroke_at_to ? strokes[to].here : strokes[from].here);
    ++(bond.stroke_at_to ? strokes[from].away : strokes[to].away);
  }
  return strokes;
}

inline bool is_source(const std::string& letters) { return letters.ends_with("Se") || letters.ends_with("Sf"); }

/// One bond gives a 1-junction its velocity (its stroke is away), one gives a 0-junction its force, a transformer turns one force into one.
/// Power goes into what stores and dissipates, out of sources, through what passes it on.
inline void check_rules(const BondGraph& graph) {
  const std::vector<Strokes> strokes = strokes_of(graph);
  std::vector<int> in(graph.vertices.size()), out(graph.vertices.size());
  for (const Bond& bond : graph.bonds) {
    ++out[static_cast<std::size_t>(bond.from)];
    ++in[static_cast<std::size_t>(bond.to)];
  }
  for (std::size_t v = 0; v < graph.vertices.size(); ++v) {
    const BondVertex& vertex = graph.vertices[v];
    const std::string& letters = vertex.letters;
    CAPTURE(letters, vertex.name);
    const auto [here, away] = strokes[v];
    if (vertex.kind == BondVertexKind::one_junction) CHECK(away == 1);
    if (vertex.kind == BondVertexKind::zero_junction) {
      CHECK(here == 1);
      CHECK(away >= 2);
    }
    if (vertex.kind == BondVertexKind::signal) CHECK(here + away == 0);
    if (vertex.kind != BondVertexKind::element) continue;
    if (is_source(letters)) {
      CHECK((in[v] == 0 && out[v] == 1));
      CHECK(here == (letters.ends_with("Sf") ? 1 : 0));
    } else if (letters == "TF" || letters == "MTF" || letters == "GY") {
      CHECK((in[v] == 1 && out[v] == 1));
      CHECK(here == (letters == "GY" ? 2 * (here / 2) : 1));
    } else {
      const bool is_modulated = letters == "MR";
      CHECK((is_modulated || letters.find_first_not_of("RCI") == std::string::npos));
      CHECK(out[v] == 0);
      if (letters == "I") CHECK((here == 1) == (vertex.causality == BondVertex::Causality::integral));
      if (letters == "C") CHECK((here == 0) == (vertex.causality == BondVertex::Causality::integral));
    }
  }
}

/// "1 load.w |- I load": power flows from the left to the right where it is positive, the bar stands at the end with the stroke. A junction
/// without a name is told by what hangs on it.
inline std::multiset<std::string> bonds_of(const BondGraph& graph) {
  std::vector<std::string> names;
  for (std::size_t v = 0; v < graph.vertices.size(); ++v) {
    std::set<std::string> hang;
    for (const Bond& bond : graph.bonds) {
      const auto from = static_cast<std::size_t>(bond.from), to = static_cast<std::size_t>(bond.to);
      const std::size_t other = from == v ? to : to == v ? from : v;
      if (other != v && !graph.vertices[other].name.empty()) hang.insert(graph.vertices[other].name);
    }
    std::string name = graph.vertices[v].letters + " " + graph.vertices[v].name;
    if (graph.vertices[v].name.empty())
      for (const std::string& one : hang) name += (one == *hang.begin() ? "" : "+") + one;
    names.push_back(name);
  }
  std::multiset<std::string> bonds;
  for (const Bond& bond : graph.bonds)
    bonds.insert(names[static_cast<std::size_t>(bond.from)] + (bond.stroke_at_to ? " -| " : " |- ") +
                 names[static_cast<std::size_t>(bond.to)]);
  return bonds;
}

}  // namespace stribeck::test
