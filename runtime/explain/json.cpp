// The causality as one JSON document for pipelines; docs/explain.md describes it.
#include <nlohmann/json.hpp>

#include "explain/causality.h"

namespace stribeck {

namespace {

using Json = nlohmann::ordered_json;  // keys in the order in which they are written here

template <typename Fact, typename Write>
Json list(const std::vector<Fact>& facts, Write write) {
  Json array = Json::array();
  for (const Fact& fact : facts) array.push_back(write(fact));
  return array;
}

Json of_state(const StateFact& fact) {
  Json json = {{"variable", fact.variable}, {"because", fact.because}, {"instead_of", fact.instead}};
  json["preferred"] = fact.preferred.empty() ? Json(nullptr) : Json(fact.preferred);
  return json;
}

Json of_wish(const std::optional<CausalityWish>& wish) {
  if (!wish) return nullptr;
  return kCausalityWishes[static_cast<std::size_t>(*wish)];
}

Json of_port(const PortFact& fact) {
  const bool sets_force = fact.side == PortSide::force_out;
  return {{"port", fact.port},
          {"causality", sets_force ? "force_out" : "velocity_out"},
          {"sets", sets_force ? fact.force : fact.velocity},
          {"takes", sets_force ? fact.velocity : fact.force},
          {"open", fact.open},
          {"declared", of_wish(fact.declared)}};
}

const char* kind_word(BlockKind kind) {
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

Json of_block(const BlockFact& fact) {
  const auto of_equation = [](const EquationFact& equation) -> Json {
    return {{"solved_for", equation.solved_for}, {"equation", equation.text}, {"name", equation.name}};
  };
  return {{"kind", kind_word(fact.kind)}, {"size", fact.equations.size()}, {"equations", list(fact.equations, of_equation)},
          {"tearing", fact.tearing},      {"needs_blocks", fact.needs},    {"needs_states", fact.states}};
}

}  // namespace

std::string to_json(const Causality& causality) {
  Json json;
  json["format"] = "stribeck-explain/1";
  json["title"] = causality.title;
  json["nodes"] = list(causality.nodes, [](const NodeFact& fact) -> Json {
    return {{"domain", fact.domain}, {"variable", fact.variable}, {"connectors", fact.connectors}};
  });
  json["ports"] = list(causality.ports, of_port);
  json["storage"] = list(causality.storage, [](const StorageFact& fact) -> Json {
    return {{"component", fact.instance},
            {"type", fact.type},
            {"causality", fact.integral ? "integral" : "derivative"},
            {"energy_of", fact.energy_of}};
  });
  json["states"] = list(causality.states, of_state);
  json["index"] = causality.index;
  json["differentiated"] = list(causality.differentiated, [](const ConstraintFact& fact) -> Json {
    return {{"name", fact.name}, {"equation", fact.text}, {"times", fact.times}};
  });
  json["dummy_derivatives"] = list(causality.dummies, [](const DummyFact& fact) -> Json {
    return {{"derivative", fact.derivative}, {"taken_by", fact.taken_by}};
  });
  json["aliases"] = list(causality.aliases, [](const AliasFact& fact) -> Json {
    return {{"variable", fact.variable}, {"equals", fact.value}};
  });
  json["blocks"] = list(causality.blocks, of_block);
  return json.dump(2) + "\n";
}

}  // namespace stribeck
