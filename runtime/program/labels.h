#pragma once
// The names of a program's parts and their places in the diagram, for messages, notes and the labels of events. No computation depends on
// them, and they are looked up only when a message needs them.
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/archive.h"
#include "base/diagnostic.h"

namespace stribeck {

class Labels {
 public:
  Labels() = default;
  Labels(const Labels&) = delete;
  Labels& operator=(const Labels&) = delete;
  virtual ~Labels() = default;

  /// The diagram's file.
  virtual std::string file() const = 0;

  /// The name of a variable, "load.w", by its number in the program (StateFacts::variable, UnknownFacts::variable).
  virtual std::string variable(std::int32_t variable) const = 0;
  /// The place of the component that asks for a position.
  virtual Where where_of_position(std::int32_t variable) const = 0;
  /// The place of the equation that determines a derivative, by StateFacts::rate.
  virtual Where where_of_rate(std::int32_t variable) const = 0;
  /// The text of a condition, "stop: x >= upper_bound", by ConditionCode::origin.
  virtual std::string condition(std::int32_t origin) const = 0;
  /// The component that the condition belongs to, if it dissipates energy; else -1.
  virtual std::int32_t heater_of_condition(std::int32_t origin) const = 0;

  /// What happens where a table over time goes into its next piece, "open: passes one of its times", by HeldTable::table; and where a floor
  /// of time steps, "wave: begins its next part", by HeldFloor::origin.
  virtual std::string table(std::int32_t table) const = 0;
  virtual std::string floor_of_time(std::int32_t origin) const = 0;

  /// By the component's number in the diagram: "load", and "load (rotational.inertia)".
  virtual std::string component(std::int32_t component) const = 0;
  virtual std::string component_words(std::int32_t component) const = 0;
  virtual std::string component_type(std::int32_t component) const = 0;
  virtual Where where_of_component(std::int32_t component) const = 0;

  /// By number of Program::frictions: "brake", or "gear: rear" where a component has several; "the dry friction brake".
  virtual std::string friction(std::size_t friction) const = 0;
  virtual std::string friction_words(std::size_t friction) const = 0;
  virtual Where where_of_friction(std::size_t friction) const = 0;

  /// By BlockCode::block.
  struct Loop {
    std::vector<std::string> unknowns, equations;
    std::vector<std::string> units;  ///< of the unknowns, where they are known
    Where where;                     ///< of the first of the equations
    void carry(Archive& archive) { archive(unknowns, equations, units, where); }
  };
  virtual Loop loop(std::int32_t block) const = 0;
  /// A component that makes heat by a force in this loop, pressed by a signal that follows from this force.
  struct Pressed {
    std::string words;
    Where where;
    void carry(Archive& archive) { archive(words, where); }
  };
  virtual std::optional<Pressed> pressed_by_itself(std::int32_t block) const = 0;

  /// What a component does at an event, by number of Program::whens.
  struct When {
    std::string label;     ///< of the event; empty: the event is not reported
    std::string sentence;  ///< if it ends the run: why
    void carry(Archive& archive) { archive(label, sentence); }
  };
  virtual When when(std::size_t when) const = 0;

  /// The place of the component that calls functions of this type; if there are several, the diagram, and `names` lists them.
  virtual Where where_of_owner(const std::string& owner, std::string& names) const = 0;

  /// By number of StartCode::targets: "load.w", and the unit that it is asked for in: value in SI = value * factor + offset.
  virtual std::string target(std::size_t target) const = 0;
  struct Unit {
    std::string text;
    double factor = 1, offset = 0;
    void carry(Archive& archive) { archive(text, factor, offset); }
  };
  virtual Unit unit_of_target(std::size_t target) const = 0;
  virtual Where where_of_target(std::size_t target) const = 0;
  /// The components whose parameters and laws determine it, nearest first, in words.
  virtual std::vector<std::string> what_determines(std::size_t target) const = 0;
};

}  // namespace stribeck
