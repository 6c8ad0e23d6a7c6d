#include "drawing/modes.h"

#include <catch2/catch.hpp>

#include "stages.h"

using namespace stribeck;

TEST_CASE("modes: their words stand in the documentation of the variable") {
  const auto words = mode_words("1 slips forwards, -1 slips backwards, 0 sticks");
  REQUIRE(words.size() == 3);
  CHECK(words[0].mode == 1);
  CHECK(words[1].mode == -1);
  CHECK(words[1].words == "slips backwards");
  CHECK(words[2].words == "sticks");
}

TEST_CASE("modes: what they are about may stand before their words") {
  const auto words = mode_words("what is done: 0 fill, 1 drain");
  REQUIRE(words.size() == 2);
  CHECK(words[0].words == "fill");
  CHECK(words[1].mode == 1);
  CHECK(mode_words("what is done: nothing, 1 drain").empty());
}

TEST_CASE("modes: other documentation is no list of modes") {
  CHECK(mode_words("").empty());
  CHECK(mode_words("relative speed, positive forwards").empty());
  CHECK(mode_words("1 slips, and then some").empty());
  CHECK(mode_words("2").empty());
}

TEST_CASE("modes: every built-in variable called mode is one") {
  Registry& registry = test::builtin_registry();
  int found = 0;
  for (const std::string& type : registry.types()) {
    const ComponentRecord& record = registry.record(type, {});
    const int mode = record.find_variable("mode");
    if (mode < 0) continue;
    INFO(type);
    ++found;
    CHECK_FALSE(mode_words(record.variables[static_cast<std::size_t>(mode)].doc).empty());
  }
  CHECK(found >= 10);
}

TEST_CASE("modes: spans last from event to event") {
  // rows at 0, 1, 2-, 2+, 3: sticks until 2, then slips
  const auto spans = mode_spans({0, 1, 2, 2, 3}, {0, 0, 0, 1, 1});
  REQUIRE(spans.size() == 2);
  CHECK(spans[0].mode == 0);
  CHECK(spans[0].span.from == 0);
  CHECK(spans[0].span.to == 2);
  CHECK(spans[1].span.from == 2);
  CHECK(spans[1].span.to == 3);
  CHECK(holding_spans(spans, holding_modes("1 slips, 0 sticks", false)).size() == 1);
}

TEST_CASE("modes: what lasts no time has no span, and does not part what it interrupts") {
  const auto spans = mode_spans({0, 1, 1, 1, 2}, {0, 0, 1, 0, 0});
  REQUIRE(spans.size() == 1);
  CHECK(spans[0].span.from == 0);
  CHECK(spans[0].span.to == 2);
  CHECK(mode_spans({}, {}).empty());
  CHECK(mode_spans({1}, {0}).empty());
}

TEST_CASE("modes: a friction holds while it sticks, a contact while it rests on a side, not while there is a gap") {
  const auto modes_of = [](const char* type, const char* variable) {
    const ComponentRecord& record = test::builtin_registry().record(type, {});
    const VariableDeclaration& own = record.variables[static_cast<std::size_t>(record.find_variable(variable))];
    std::vector<double> modes;
    for (const ModeWord& word : holding_modes(own.doc, tells_contact(record, variable))) modes.push_back(word.mode);
    return modes;
  };
  CHECK(modes_of("rotational.clutch", "mode") == std::vector<double>{0});
  CHECK(modes_of("rotational.dry_friction", "mode") == std::vector<double>{0});
  CHECK(modes_of("translational.contact", "mode") == std::vector<double>{1});
  CHECK(modes_of("rotational.ratchet", "mode") == std::vector<double>{1});
  CHECK(modes_of("translational.backlash", "mode") == std::vector<double>{1, -1});
  CHECK(modes_of("translational.mass_with_stop_and_friction", "mode") == std::vector<double>{0});
  CHECK(modes_of("translational.mass_with_stop_and_friction", "stop_mode") == std::vector<double>{1, -1});
  const std::vector<ModeWord> untold = holding_modes("no list of modes", false);
  REQUIRE(untold.size() == 1);
  CHECK(untold.front().mode == 0);
}
