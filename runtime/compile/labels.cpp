#include "compile/labels.h"

#include <algorithm>
#include <mutex>
#include <set>
#include <unordered_map>
#include <utility>

#include "base/index.h"
#include "base/units.h"
#include "expression/walk.h"

namespace stribeck {

namespace {

bool makes_heat(const FlatSystem& flat, std::int32_t instance) {
  return std::any_of(flat.energy.begin(), flat.energy.end(),
                     [&](const EnergyTerms& terms) { return terms.instance == instance && terms.dissipated != ExprId::none; });
}

/// The instances whose parameters and relations determine an expression, nearest first.
class Determinants {
 public:
  Determinants(const SortedSystem& sorted, const std::vector<std::int32_t>& block_of)
      : sorted_(sorted), flat_(*sorted.flat), block_of_(block_of) {}

  std::vector<std::int32_t> of(std::int32_t instance, ExprId value) {
    constexpr std::size_t kMostNamed = 6;
    add_setters_beside(instance);
    look_at(value);
    for (std::size_t head = 0; head < queue_.size() && found_.size() < kMostNamed; ++head)
      for (const std::int32_t equation : sorted_.blocks[at(queue_[head])].equations) {
        add(instance_of_equation(flat_, equation));
        look_at(flat_.equations[at(equation)].residual);
      }
    return found_;
  }

 private:
  /// Adds the sources and grounds on the nodes of the instance, which prescribe the velocity there.
  void add_setters_beside(std::int32_t instance) {
    const Assembly& assembly = *flat_.assembly;
    for (std::int32_t c = assembly.first_connector[at(instance)]; c < assembly.first_connector[at(instance) + 1]; ++c)
      for (const std::int32_t member : assembly.nodes[at(assembly.node_of[at(c)])].members) {
        const auto& wishes = flat_.diagram().instances[at(assembly.instance_of(member))].record->causality;
        if (std::any_of(wishes.begin(), wishes.end(), [](const auto& wish) { return wish.wish == CausalityWish::fixed_velocity_out; }))
          add(assembly.instance_of(member));
      }
  }
  void add(std::int32_t instance) {
    if (instance >= 0 && seen_.insert(instance).second) found_.push_back(instance);
  }
  void look_at(ExprId expression) {
    symbols_below(*flat_.pool, walker_, expression, kUnknown | kParameter, symbols_);
    for (const std::int32_t node : symbols_) {
      const FlatSymbol& symbol = *flat_.symbol(node);
      if (symbol.kind == SymbolKind::parameter) {
        add(flat_.owner_of_parameter(symbol.index));
      } else if (symbol.kind == SymbolKind::variable) {
        const std::int32_t block = block_of_[at(symbol.index)];
        if (block >= 0 && seen_blocks_.insert(block).second) queue_.push_back(block);
      }
    }
  }

  const SortedSystem& sorted_;
  const FlatSystem& flat_;
  Walker walker_;
  const std::vector<std::int32_t>& block_of_;
  std::vector<std::int32_t> symbols_, queue_, found_;
  std::set<std::int32_t> seen_, seen_blocks_;
};

class SystemLabels : public Labels {
 public:
  SystemLabels(const SortedSystem& sorted, std::map<std::int32_t, ConditionOrigin> origins)
      : sorted_(sorted), origins_(std::move(origins)) {}

  std::string file() const override { return flat().diagram().file; }

  std::string variable(std::int32_t variable) const override { return variable_name(flat(), variable); }
  Where where_of_position(std::int32_t variable) const override {
    const auto& requests = index().requests;
    const auto of = requests.find(variable);
    return of == requests.end() ? Where{} : where_of_component(flat().assembly->requests[at(of->second)].instance);
  }
  Where where_of_rate(std::int32_t variable) const override {
    const std::int32_t number = index().block_of[at(variable)];
    if (number < 0) return {};
    const Block& block = sorted_.blocks[at(number)];
    const auto place = std::find(block.unknowns.begin(), block.unknowns.end(), variable) - block.unknowns.begin();
    return where_of_equation(flat(), block.equations[at(place)]);
  }
  std::string condition(std::int32_t origin) const override {
    return condition_name(flat(), static_cast<ExprId>(origin), source_of(origin));
  }
  std::int32_t heater_of_condition(std::int32_t origin) const override {
    const ConditionOrigin* const found = source_of(origin);
    return found != nullptr && makes_heat(flat(), found->instance) ? found->instance : -1;
  }

  std::string table(std::int32_t table) const override {
    const FlatTable& of = flat().tables[at(table)];
    const ComponentRecord& record = *instance(of.instance).record;
    const TableDeclaration& declared = record.tables[at(of.number)];
    return component(of.instance) + (declared.is_past() ? ": passes an event of what it delays"
                                                        : ": passes one of its " + record.lists[at(declared.abscissae)].name);
  }
  std::string floor_of_time(std::int32_t origin) const override {
    const ConditionOrigin* const found = source_of(origin);
    return found == nullptr ? condition(origin) : component(found->instance) + ": begins its next part";
  }

  std::string component(std::int32_t component) const override { return instance(component).name; }
  std::string component_words(std::int32_t component) const override { return instance_words(flat(), component); }
  std::string component_type(std::int32_t component) const override { return instance(component).record->type; }
  Where where_of_component(std::int32_t component) const override { return where_of_instance(flat(), component); }

  std::string friction(std::size_t friction) const override { return friction_name(flat(), static_cast<std::int32_t>(friction)); }
  std::string friction_words(std::size_t friction) const override {
    return stribeck::friction_words(flat(), static_cast<std::int32_t>(friction));
  }
  Where where_of_friction(std::size_t friction) const override { return where_of_equation(flat(), flat().frictions[friction].equation); }

  Loop loop(std::int32_t block) const override {
    const Block& of = sorted_.blocks[at(block)];
    Loop loop;
    for (const std::int32_t v : of.unknowns) {
      loop.unknowns.push_back(variable_name(flat(), v));
      const VariableDeclaration* const declared = flat().declaration_of(v);
      loop.units.push_back(declared != nullptr ? declared->unit : std::string());
    }
    for (const std::int32_t e : of.equations) loop.equations.push_back(equation_text(flat(), e));
    loop.where = where_of_equation(flat(), of.equations[0]);
    return loop;
  }
  std::optional<Pressed> pressed_by_itself(std::int32_t block) const override {
    const Block& of = sorted_.blocks[at(block)];
    Walker walker;
    std::vector<std::int32_t> symbols;
    for (const std::int32_t e : of.equations) {
      const FlatEquation& equation = flat().equations[at(e)];
      if (equation.kind != EquationKind::relation || !makes_heat(flat(), equation.owner)) continue;
      symbols_below(*flat().pool, walker, equation.residual, kUnknown, symbols);
      for (const std::int32_t symbol : symbols) {
        const std::int32_t v = flat().variable_of(symbol);
        if (v >= 0 && flat().variable(v).kind == VariableKind::signal &&
            std::find(of.unknowns.begin(), of.unknowns.end(), v) != of.unknowns.end())
          return Pressed{instance_words(flat(), instance_of_equation(flat(), e)), where_of_equation(flat(), e)};
      }
    }
    return std::nullopt;
  }

  When when(std::size_t when) const override {
    const FlatWhen& of = flat().whens[when];
    const WhenDeclaration& declared = flat().declaration_of(of);
    return {declared.label, declared.sentence};
  }

  Where where_of_owner(const std::string& owner, std::string& names) const override {
    Where where;
    Walker walker;
    for (std::size_t e = 0; e < flat().equations.size(); ++e)
      for (const std::int32_t n : walker.below(*flat().pool, flat().equations[e].residual)) {
        const Operator op = flat().pool->node(n).op;
        if (!is_call(op) || flat().pool->function(op)->owner != owner) continue;
        const Where found = where_of_equation(flat(), static_cast<std::int32_t>(e));
        if (found.instance == where.instance) continue;
        names += (names.empty() ? "" : ", ") + found.instance;
        if (where.instance.empty()) where = found;
      }
    if (names != where.instance) where = {.file = where.file, .pointer = {}, .instance = {}, .relation = {}};
    return where;
  }

  std::string target(std::size_t target) const override {
    const Asked asked = find_target(target);
    return asked.instance->name + "." + asked.declaration->name;
  }
  Unit unit_of_target(std::size_t target) const override {
    const Asked asked = find_target(target);
    if (const auto written = parse_unit(asked.target->unit); written && !asked.target->unit.empty())
      return {asked.target->unit, written->factor, written->offset};
    return {asked.declaration->unit, asked.declaration->unit_factor, 0};
  }
  Where where_of_target(std::size_t target) const override {
    const Asked asked = find_target(target);
    Where where = where_of_component(asked.number);
    where.line = static_cast<int>(asked.target->position.line);
    where.column = static_cast<int>(asked.target->position.column);
    where.pointer += "/initial/" + asked.declaration->name;
    return where;
  }
  std::vector<std::string> what_determines(std::size_t target) const override {
    const Asked asked = find_target(target);
    const ExprId value = flat().variable(flat().first_variable[at(asked.number)] + asked.target->variable).value;
    std::vector<std::string> words;
    for (const std::int32_t i : Determinants(sorted_, index().block_of).of(asked.number, value)) words.push_back(instance_words(flat(), i));
    return words;
  }

 private:
  struct Asked {
    std::int32_t number;
    const Instance* instance;
    const Target* target;
    const VariableDeclaration* declaration;
  };
  /// Targets are numbered instance by instance.
  Asked find_target(std::size_t target) const {
    const auto& [instance, number] = index().targets[target];
    const Instance& owner = this->instance(instance);
    const Target& found = owner.targets[number];
    return {instance, &owner, &found, &owner.record->variables[at(found.variable)]};
  }
  /// Made when it is first asked for.
  struct Index {
    std::vector<std::int32_t> block_of;
    std::unordered_map<std::int32_t, std::int32_t> requests;    ///< by position variable, the first that asks for it
    std::vector<std::pair<std::int32_t, std::size_t>> targets;  ///< instance, and number among its targets
  };
  const Index& index() const {
    std::call_once(is_indexed_, [this] {
      index_.block_of = sorted_.block_of();
      const std::vector<std::int32_t>& positions = flat().position_variable;
      for (std::size_t r = 0; r < positions.size(); ++r) {
        if (positions[r] < 0) continue;
        index_.requests.try_emplace(positions[r], static_cast<std::int32_t>(r));
        if (const std::int32_t alias = flat().variable(positions[r]).alias_of; alias >= 0)
          index_.requests.try_emplace(alias, static_cast<std::int32_t>(r));
      }
      const std::vector<Instance>& instances = flat().diagram().instances;
      for (std::size_t i = 0; i < instances.size(); ++i)
        for (std::size_t k = 0; k < instances[i].targets.size(); ++k) index_.targets.emplace_back(static_cast<std::int32_t>(i), k);
    });
    return index_;
  }
  const FlatSystem& flat() const { return *sorted_.flat; }
  /// Where a condition of the program comes from; null: from no component alone.
  const ConditionOrigin* source_of(std::int32_t condition) const {
    for (const auto* origins : {&origins_, &flat().condition_origins})
      if (const auto found = origins->find(condition); found != origins->end()) return &found->second;
    return nullptr;
  }
  const Instance& instance(std::int32_t component) const { return flat().diagram().instances[at(component)]; }

  const SortedSystem& sorted_;
  const std::map<std::int32_t, ConditionOrigin> origins_;  // of conditions that the compiler made
  mutable std::once_flag is_indexed_;
  mutable Index index_;
};

}  // namespace

std::shared_ptr<const Labels> labels_of(const SortedSystem& sorted, std::map<std::int32_t, ConditionOrigin> origins) {
  return std::make_shared<SystemLabels>(sorted, std::move(origins));
}

}  // namespace stribeck
