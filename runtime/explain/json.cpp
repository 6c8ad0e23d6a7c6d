// The causality as one JSON document for pipelines; docs/explain.md describes it.
#include "explain/causality.h"
#include "results/document.h"

namespace stribeck {

using document::if_any;
using document::Json;
using document::one_of;
using document::Shape;

static const Shape<NodeFact>& shape_of(const NodeFact*) {
  static const auto shape = Shape<NodeFact>()
                                .key("domain", "of what meets there; signal for signals", &NodeFact::domain)
                                .key("variable", "its velocity or signal", &NodeFact::variable)
                                .key("connectors", "all that meet there", &NodeFact::connectors);
  return shape;
}

static std::optional<std::string> wish_word(const PortFact& port) {
  if (!port.declared) return std::nullopt;
  return std::string(kCausalityWishes[static_cast<std::size_t>(*port.declared)]);
}

static const Shape<PortFact>& shape_of(const PortFact*) {
  using Port = PortFact;
  const auto sets_force = [](const Port& port) { return port.side == PortSide::force_out; };
  const Json wishes = {{"anyOf", Json::array({{{"enum", kCausalityWishes}}, {{"type", "null"}}})}};
  static const auto shape =
      Shape<Port>()
          .key("port", "component and port", &Port::port)
          .key(
              "causality", "what the component sets there",
              [=](const Port& port) { return sets_force(port) ? "force_out" : "velocity_out"; }, one_of({"force_out", "velocity_out"}))
          .key("sets", "the domain's word for it", [=](const Port& port) { return sets_force(port) ? port.force : port.velocity; })
          .key("takes", "the word for what its node sets", [=](const Port& port) { return sets_force(port) ? port.velocity : port.force; })
          .key("open", "whether nothing is connected", &Port::open)
          .key("declared", "what the component asks for; null if nothing", wish_word, wishes);
  return shape;
}

static const Shape<StorageFact>& shape_of(const StorageFact*) {
  using Storage = StorageFact;
  static const auto shape =
      Shape<Storage>()
          .key("component", "its name", &Storage::instance)
          .key("type", "its component type", &Storage::type)
          .key(
              "causality", "derivative where its motion is given from outside",
              [](const Storage& s) { return s.integral ? "integral" : "derivative"; }, one_of({"integral", "derivative"}))
          .key("energy_of", "variables that its energy depends on", &Storage::energy_of);
  return shape;
}

static const Shape<StateFact>& shape_of(const StateFact*) {
  using State = StateFact;
  static const auto shape =
      Shape<State>()
          .key("variable", "what is integrated", &State::variable)
          .key("because", "why it is a state", &State::because)
          .key("instead_of", "variables that could have been the state", &State::instead)
          .key("preferred", "why it was chosen over them; null if there were none", [](const State& s) { return if_any(s.preferred); });
  return shape;
}

static const Shape<ConstraintFact>& shape_of(const ConstraintFact*) {
  static const auto shape = Shape<ConstraintFact>()
                                .key("name", "whose equation it is", &ConstraintFact::name)
                                .key("equation", "as text", &ConstraintFact::text)
                                .key("times", "how often it was differentiated", &ConstraintFact::times);
  return shape;
}

static const Shape<DummyFact>& shape_of(const DummyFact*) {
  static const auto shape = Shape<DummyFact>()
                                .key("derivative", "which became algebraic", &DummyFact::derivative)
                                .key("taken_by", "the states that it follows from; none: from time alone", &DummyFact::taken_by);
  return shape;
}

static const Shape<AliasFact>& shape_of(const AliasFact*) {
  static const auto shape =
      Shape<AliasFact>().key("variable", "which was eliminated", &AliasFact::variable).key("equals", "what it is", &AliasFact::value);
  return shape;
}

static const Shape<CaseFact>& shape_of(const CaseFact*) {
  static const auto shape = Shape<CaseFact>()
                                .key("mode", "touches, sticks, slips forwards, slips backwards or open; null if it has no other",
                                     [](const CaseFact& c) { return if_any(c.mode); })
                                .key("equation", "as text", &CaseFact::text)
                                .key("while", "what holds as long as the mode lasts; null where the other modes say it",
                                     [](const CaseFact& c) { return if_any(c.while_true); });
  return shape;
}

static const Shape<EquationFact>& shape_of(const EquationFact*) {
  static const auto shape = Shape<EquationFact>()
                                .key("solved_for", "the unknown matched with it", &EquationFact::solved_for)
                                .key("equation", "as text", &EquationFact::text)
                                .key("name", "whose equation it is", &EquationFact::name)
                                .key("cases", "of what rubs or touches, a mode each", &EquationFact::cases);
  return shape;
}

static const char* word_of(BlockKind kind) {
  switch (kind) {
    case BlockKind::assignment:
      return "assignment";
    case BlockKind::linear_loop:
      return "linear_loop";
    case BlockKind::nonlinear_loop:
      return "nonlinear_loop";
  }
  return "";
}

static const Shape<BlockFact>& shape_of(const BlockFact*) {
  static const auto shape = Shape<BlockFact>()
                                .key(
                                    "kind", "how it is solved", [](const BlockFact& b) { return word_of(b.kind); },
                                    one_of({"assignment", "linear_loop", "nonlinear_loop"}))
                                .key("size", "how many equations", [](const BlockFact& b) { return b.equations.size(); })
                                .key("equations", "one for each unknown", &BlockFact::equations)
                                .key("tearing", "unknowns that the solver iterates on, if not on all", &BlockFact::tearing)
                                .key("needs_blocks", "earlier ones, counted from 0", &BlockFact::needs)
                                .key("needs_states", "those that it reads", &BlockFact::states);
  return shape;
}

static const Shape<Causality>& shape_of(const Causality*) {
  using All = Causality;
  static const auto shape = Shape<All>()
                                .key("title", "of the diagram, or its file", &All::title)
                                .key("nodes", "equal velocities, forces that sum to zero", &All::nodes)
                                .key("ports", "who sets what", &All::ports)
                                .key("storage", "components that store energy", &All::storage)
                                .key("states", "what is integrated, and why", &All::states)
                                .key("index", "the differential index found", &All::index)
                                .key("differentiated", "constraints that had to be", &All::differentiated)
                                .key("dummy_derivatives", "algebraic, because a constraint gives them", &All::dummies)
                                .key("aliases", "eliminated, because they equal others", &All::aliases)
                                .key("blocks", "in the order in which they are solved", &All::blocks);
  return shape;
}

std::string to_json(const Causality& causality) { return document::text_of("explain", causality); }

std::string explain_schema() { return document::schema_text<Causality>("explain", "What stribeck explain --format json prints"); }

}  // namespace stribeck
