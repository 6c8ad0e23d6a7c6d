// The data of what others call our components.
#include "diagram/other_names.h"

#include <algorithm>
#include <catch2/catch.hpp>

using namespace stribeck;

namespace {

constexpr std::string_view kData = R"json({ "tables": [
  { "heading": "Simscape", "column": "there", "rows": [
    { "there": ["Hard Stop", "Stop (PB)"], "here": "`r.stop`, `t.stop`", "differs": "all 2*3" },
    { "there": ["Add", "Gain"], "here": "`s.sum`, `s.gain`", "each": true } ] },
  { "heading": "In plain words", "column": "word", "rows": [ { "there": ["pump"], "here": "no such part", "differs": "a `port`" } ] } ] })json";

}  // namespace

TEST_CASE("other names: rows tell the types of each name") {
  const std::vector<OtherNamesTable> tables = read_other_names(kData);
  REQUIRE(tables.size() == 2);
  const OtherNamesRow& stops = tables[0].rows[0];
  CHECK(stops.types ==
        std::vector<std::vector<std::string>>{{"rotational.stop", "translational.stop"}, {"rotational.stop", "translational.stop"}});
  CHECK(tables[0].rows[1].types == std::vector<std::vector<std::string>>{{"signals.sum"}, {"signals.gain"}});
  CHECK(tables[1].rows[0].types == std::vector<std::vector<std::string>>{{}});
  const auto by_type = other_names_by_type(tables);
  CHECK(by_type.size() == 4);
  CHECK(by_type.at("rotational.stop") == std::vector<OtherName>{{"Simscape", "Hard Stop, Stop (PB)", "all 2*3"}});
  CHECK(by_type.at("signals.gain") == std::vector<OtherName>{{"Simscape", "Gain", ""}});
}

TEST_CASE("other names: the tables of the page are written anew, and nothing else of it") {
  const std::vector<OtherNamesTable> tables = read_other_names(kData);
  const std::string page =
      "# A page\n| my | own |\n| --- | --- |\n\n## Simscape\n\nWords.\n\n| old | table |\n| --- | --- |\n| a | b |\n\nEnd.\n";
  const std::string written = with_tables(page, tables);
  CHECK(written ==
        "# A page\n| my | own |\n| --- | --- |\n\n## Simscape\n\nWords.\n\n| there | here | what differs |\n| --- | --- | --- |\n"
        "| Hard Stop, Stop (PB) | `r.stop`, `t.stop` | all 2\\*3 |\n| Add, Gain | `s.sum`, `s.gain` | |\n\nEnd.\n");
  CHECK(with_tables(written, tables) == written);
}

TEST_CASE("other names: a part of what others have in one block does not bear its name") {
  const auto by_type = other_names_by_type(other_names());
  const auto names_of = [&](const std::string& type) {
    std::string names;
    for (const OtherName& own : by_type.at(type)) names += own.name + "; ";
    return names;
  };
  const auto has = [](const std::string& text, const char* name) { return text.find(name) != std::string::npos; };
  CHECK(has(names_of("translational.force_sensor"), "ForceSensor"));
  for (const char* type : {"translational.force_sensor", "rotational.position_source", "translational.absolute_motion_sensor"})
    CHECK_FALSE(has(names_of(type), "Adaptor"));                          // "position_source with torque_sensor"
  CHECK_FALSE(has(names_of("signals.step"), "TorqueStep"));               // "step into torque_source"
  CHECK_FALSE(has(names_of("rotational.power_sensor"), "MultiSensor"));   // "power_sensor and motion_sensor"
  CHECK_FALSE(has(names_of("mechanisms.planetary_gear"), "Ravigneaux"));  // "two of planetary_gear"
  CHECK_FALSE(has(names_of("rotational.torque_source"), "Force"));        // the other domain's
  CHECK_FALSE(has(names_of("translational.ground"), "Rotational"));
  const auto differs = [&](const std::string& type, const char* name) {
    for (const OtherName& own : by_type.at(type))
      if (own.name.find(name) != std::string::npos) return own.differs;
    return std::string();
  };
  CHECK(differs("translational.dry_friction", "stiction") == "sticks exactly");
  CHECK(differs("translational.friction", "stiction") == "creeps");
  CHECK(types_of(meanings_of("TorqueStep")).size() == 2);  // the search tells both
}

TEST_CASE("other names: words are those that a person would see") {
  using Words = std::vector<std::string>;
  CHECK(search_words("SpringDamper (PB)") == Words{"spring", "damper"});
  CHECK(search_words("PS Lookup Table (2D)") == Words{"lookup", "table"});
  CHECK(search_words("DCMotor") == Words{"dc", "motor"});
  CHECK(search_words("rotational.dry_friction") == Words{"rotational", "dry", "friction"});
  CHECK(search_words("bearings mass bus") == Words{"bearing", "mass", "bus"});
  CHECK(search_words("!?").empty());
}

TEST_CASE("other names: a block is of its own library, whatever table it stands in") {
  const auto library_of = [](std::string_view name) { return meanings_of(name).at(0).tool; };
  CHECK(library_of("PS Gain") == "Simscape, Physical Signals");
  CHECK(library_of("Discrete PID Controller") == "Simulink");
  CHECK(library_of("HeatCapacitor") == "Modelica Standard Library 4.1, Thermal");
  CHECK(library_of("SM_PermanentMagnet") == "Modelica Standard Library 4.1, Electrical");
  CHECK(library_of("ElastoGap") == "Modelica Standard Library 4.1, Mechanics");
}

TEST_CASE("other names: every name is found by itself, with all its types") {
  for (const OtherNamesTable& table : other_names()) {
    for (const OtherNamesRow& row : table.rows) {
      for (std::size_t i = 0; i < row.names.size(); ++i) {
        INFO(row.names[i]);
        const std::vector<NameElsewhere> meanings = meanings_of(row.names[i]);
        REQUIRE_FALSE(meanings.empty());
        CHECK(meanings.front().is_whole);
        const auto own = [&](const NameElsewhere& meaning) { return meaning.tool == row.library && meaning.name == row.names[i]; };
        CHECK(std::any_of(meanings.begin(), meanings.end(), own));
        const bool is_here =
            std::any_of(meanings.begin(), meanings.end(), [](const NameElsewhere& meaning) { return !meaning.types.empty(); });
        CHECK(remedy_by_meaning(row.names[i], true).starts_with("here it is ") == is_here);
      }
    }
  }
}
