#pragma once
// The labels of a program that is read from a program file.
#include <map>

#include "program/program.h"

namespace stribeck {

class StoredLabels : public Labels {
 public:
  StoredLabels() = default;
  /// Copies every label that may be asked for of this program.
  explicit StoredLabels(const Program& program);
  void carry(Archive& archive);
  /// Whether it has every label that may be asked for of this program.
  bool serves(const Program& program) const;

  std::string file() const override { return file_; }
  std::string variable(std::int32_t variable) const override { return variables_.at(variable); }
  Where where_of_position(std::int32_t variable) const override { return positions_.at(variable); }
  Where where_of_rate(std::int32_t variable) const override { return rates_.at(variable); }
  std::string condition(std::int32_t origin) const override { return conditions_.at(origin).name; }
  std::int32_t heater_of_condition(std::int32_t origin) const override { return conditions_.at(origin).heater; }
  std::string table(std::int32_t table) const override { return tables_.at(table); }
  std::string floor_of_time(std::int32_t origin) const override { return floors_.at(origin); }
  std::string component(std::int32_t component) const override { return components_.at(component).name; }
  std::string component_words(std::int32_t component) const override { return components_.at(component).words; }
  std::string component_type(std::int32_t component) const override { return components_.at(component).type; }
  Where where_of_component(std::int32_t component) const override { return components_.at(component).where; }
  std::string friction(std::size_t friction) const override { return frictions_[friction].name; }
  std::string friction_words(std::size_t friction) const override { return frictions_[friction].words; }
  Where where_of_friction(std::size_t friction) const override { return frictions_[friction].where; }
  Loop loop(std::int32_t block) const override { return loops_.at(block); }
  std::optional<Pressed> pressed_by_itself(std::int32_t block) const override;
  When when(std::size_t when) const override { return whens_[when]; }
  Where where_of_owner(const std::string& owner, std::string& names) const override;
  std::string target(std::size_t target) const override { return targets_[target].name; }
  Unit unit_of_target(std::size_t target) const override { return targets_[target].unit; }
  Where where_of_target(std::size_t target) const override { return targets_[target].where; }
  std::vector<std::string> what_determines(std::size_t target) const override { return targets_[target].determinants; }

 private:
  struct Condition {
    std::string name;
    std::int32_t heater = -1;
    void carry(Archive& archive) { archive(name, heater); }
  };
  struct Component {
    std::string name, words, type;
    Where where;
    void carry(Archive& archive) { archive(name, words, type, where); }
  };
  struct Friction {
    std::string name, words;
    Where where;
    void carry(Archive& archive) { archive(name, words, where); }
  };
  struct Target {
    std::string name;
    Unit unit;
    Where where;
    std::vector<std::string> determinants;
    void carry(Archive& archive) { archive(name, unit, where, determinants); }
  };
  struct Owner {
    Where where;
    std::string names;
    void carry(Archive& archive) { archive(where, names); }
  };

  std::string file_;
  std::map<std::int32_t, std::string> variables_;
  std::map<std::int32_t, Where> positions_, rates_;
  std::map<std::int32_t, Condition> conditions_;
  std::map<std::int32_t, std::string> tables_, floors_;
  std::map<std::int32_t, Component> components_;
  std::vector<Friction> frictions_;
  std::map<std::int32_t, Loop> loops_;
  std::map<std::int32_t, Pressed> pressed_;
  std::vector<When> whens_;
  std::map<std::string, Owner> owners_;
  std::vector<Target> targets_;
};

}  // namespace stribeck
