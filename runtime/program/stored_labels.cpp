#include "program/stored_labels.h"

#include <algorithm>
#include <set>

namespace stribeck {

namespace {

/// The numbers by which a program's labels may be asked.
struct Asked {
  std::set<std::int32_t> variables, positions, rates, conditions, tables, floors, components, loops;
  std::set<std::string> owners;

  explicit Asked(const Program& program) {
    for (const StateFacts& state : program.state_facts) {
      variables.insert({state.variable, state.rate});
      positions.insert(state.variable);
      rates.insert(state.rate);
    }
    for (const BlockCode& block : program.blocks) {
      loops.insert(block.block);
      for (const UnknownFacts& unknown : block.facts) variables.insert(unknown.variable);
    }
    for (const ConditionCode& condition : program.conditions) conditions.insert(condition.origin);
    for (const HeldTable& held : program.held_tables) tables.insert(held.table);
    for (const HeldFloor& held : program.held_floors) floors.insert(held.origin);
    for (const AuditCode::Account& account : program.audit.accounts) components.insert(account.component);
    for (const WhenCode& when : program.whens) components.insert(when.component);
    const StartCode& start = program.start;
    for (const PrescribedPosition& position : start.positions) variables.insert(position.variable), components.insert(position.component);
    for (const LoosePosition& loose : start.loose) variables.insert(loose.variable);
    for (const LooseLoop& loop : start.loose_loops) variables.insert(loop.follows.variable), components.insert(loop.component);
    for (const ExchangeablePosition& pair : start.exchangeable) variables.insert(pair.other);
    for (const auto& function : program.functions) owners.insert(function->owner);
  }
};

template <typename Keys, typename Map>
bool has_all(const Keys& keys, const Map& map) {
  return std::all_of(keys.begin(), keys.end(), [&](const auto& key) { return map.contains(key); });
}

}  // namespace

StoredLabels::StoredLabels(const Program& program) {
  const Labels& labels = *program.labels;
  Asked asked(program);
  file_ = labels.file();
  for (const std::int32_t v : asked.variables) variables_[v] = labels.variable(v);
  for (const std::int32_t v : asked.positions) positions_[v] = labels.where_of_position(v);
  for (const std::int32_t v : asked.rates) rates_[v] = labels.where_of_rate(v);
  for (const std::int32_t origin : asked.conditions) {
    conditions_[origin] = {labels.condition(origin), labels.heater_of_condition(origin)};
    if (conditions_[origin].heater >= 0) asked.components.insert(conditions_[origin].heater);
  }
  for (const std::int32_t table : asked.tables) tables_[table] = labels.table(table);
  for (const std::int32_t origin : asked.floors) floors_[origin] = labels.floor_of_time(origin);
  asked.components.insert(program.constraints.component.begin(), program.constraints.component.end());
  for (const std::int32_t c : asked.components)
    components_[c] = {labels.component(c), labels.component_words(c), labels.component_type(c), labels.where_of_component(c)};
  for (std::size_t f = 0; f < program.frictions.size(); ++f)
    frictions_.push_back({labels.friction(f), labels.friction_words(f), labels.where_of_friction(f)});
  for (const std::int32_t block : asked.loops) {
    loops_[block] = labels.loop(block);
    if (const auto pressed = labels.pressed_by_itself(block)) pressed_[block] = *pressed;
  }
  for (std::size_t w = 0; w < program.whens.size(); ++w) whens_.push_back(labels.when(w));
  for (const std::string& owner : asked.owners) {
    Owner& of = owners_[owner];
    of.where = labels.where_of_owner(owner, of.names);
  }
  for (std::size_t t = 0; t < program.start.targets.size(); ++t)
    targets_.push_back({labels.target(t), labels.unit_of_target(t), labels.where_of_target(t), labels.what_determines(t)});
}

void StoredLabels::carry(Archive& archive) {
  archive(file_, variables_, positions_, rates_, conditions_, tables_, floors_, components_, frictions_, loops_, pressed_, whens_, owners_,
          targets_);
}

bool StoredLabels::serves(const Program& program) const {
  Asked asked(program);
  for (const auto& [origin, condition] : conditions_)
    if (condition.heater >= 0) asked.components.insert(condition.heater);
  return has_all(asked.variables, variables_) && has_all(asked.positions, positions_) && has_all(asked.rates, rates_) &&
         has_all(asked.conditions, conditions_) && has_all(asked.tables, tables_) && has_all(asked.floors, floors_) &&
         has_all(asked.components, components_) && has_all(asked.loops, loops_) && has_all(asked.owners, owners_) &&
         frictions_.size() == program.frictions.size() && whens_.size() == program.whens.size() &&
         targets_.size() == program.start.targets.size();
}

std::optional<Labels::Pressed> StoredLabels::pressed_by_itself(std::int32_t block) const {
  const auto found = pressed_.find(block);
  return found == pressed_.end() ? std::nullopt : std::optional(found->second);
}

Where StoredLabels::where_of_owner(const std::string& owner, std::string& names) const {
  const Owner& of = owners_.at(owner);
  names += of.names;
  return of.where;
}

}  // namespace stribeck
