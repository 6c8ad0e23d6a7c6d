#pragma once
// What `stribeck explain` tells: the causality of a diagram as facts, each made once and written as text, JSON or DOT.
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "explain/port_causality.h"
#include "results/layout.h"
#include "structure/sorted_system.h"

namespace stribeck {

struct NodeFact {
  std::string domain;                   ///< "rotational", "signal"
  std::string variable;                 ///< its velocity or signal, as people know it
  std::vector<std::string> connectors;  ///< everything that meets there
};

struct StateFact {
  std::string variable;
  std::string because;               ///< why it is one: "energy of spring"
  std::vector<std::string> instead;  ///< variables that could have been the state in its place
  std::string preferred;             ///< why it was chosen over them; empty if there were none
};

/// A derivative that became algebraic because a constraint ties what it derives from to states.
struct DummyFact {
  std::string derivative;
  std::vector<std::string> taken_by;  ///< the states it depends on
};

struct StorageFact {
  std::string instance, type;
  bool integral = true;                ///< else its motion is given from outside, in derivative causality
  std::vector<std::string> energy_of;  ///< variables that its energy depends on
};

struct PortFact {
  std::string port;
  PortSide side = PortSide::force_out;
  bool open = false;            ///< nothing is connected
  std::string force, velocity;  ///< the domain's words: "torque", "angular velocity"
  /// What its component declares, where that says something about this port: a fixed causality holds, a preferred one may have been
  /// refused.
  std::optional<CausalityWish> declared;
};

struct AliasFact {
  std::string variable, value;
};

/// Of what rubs or touches: what its equation is in one mode.
struct CaseFact {
  std::string mode;        ///< "slips forwards"; empty: there is no other
  std::string text;        ///< the equation
  std::string while_true;  ///< in words or as a condition, how long it lasts; empty: until another begins
};

struct EquationFact {
  std::string name, text;
  std::string solved_for;       ///< the unknown matched with it
  std::vector<CaseFact> cases;  ///< none: it has no modes
  /// Of a long one: with names for its parts, and what these are where they are used first. Empty: it is short.
  std::string shown{};
  std::vector<std::string> where{};
};

enum class BlockKind : std::uint8_t { assignment, linear_loop, nonlinear_loop };

struct BlockFact {
  BlockKind kind = BlockKind::assignment;
  std::vector<EquationFact> equations;  ///< one an unknown
  std::vector<std::string> tearing;     ///< what the solver iterates on, if not on all unknowns
  std::vector<std::int32_t> needs;      ///< earlier blocks, counted from 0
  std::vector<std::string> states;      ///< states it reads
  std::vector<std::string> integrated;  ///< states whose derivatives it determines
};

struct ConstraintFact {
  std::string name, text;
  int times = 1;  ///< how often it was differentiated
};

struct Causality {
  std::string title;
  std::vector<NodeFact> nodes;
  std::vector<StateFact> states;
  std::vector<StorageFact> storage;
  std::vector<PortFact> ports;
  int index = 0;  ///< differential index found
  std::vector<ConstraintFact> differentiated;
  std::vector<DummyFact> dummies;
  std::vector<AliasFact> aliases;
  std::vector<BlockFact> blocks;  ///< in the order in which they are solved
};

Causality causality_of(const SortedSystem& sorted);

/// What a person is told under one heading: rows of cells, each with a name first, or lines.
struct CausalitySection {
  std::string heading;  ///< empty: the verdict, which comes first
  std::vector<std::vector<std::string>> rows{};
  struct Line {
    std::size_t indent;
    std::string text;
  };
  std::vector<Line> lines{};
  std::size_t widest = kPage;  ///< of the rows, as text

  void add(std::vector<std::string> row) { rows.push_back(std::move(row)); }
  void add_line(std::size_t indent, std::string text) { lines.push_back({indent, std::move(text)}); }
};
std::vector<CausalitySection> sections_of(const Causality& causality);

std::string to_text(const Causality& causality, const TextStyle& style = {});
/// One document, keys always in the same order; its form stands in docs/explain.md.
std::string to_json(const Causality& causality);
std::string explain_schema();
/// A Graphviz digraph: states, blocks, and what flows between them.
std::string to_dot(const Causality& causality);

/// The words for a domain's variables: "force" and "velocity", "torque" and "angular velocity".
std::string force_word(const Domain& domain);
std::string velocity_word(const Domain& domain);

}  // namespace stribeck
