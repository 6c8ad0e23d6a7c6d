#include "base/name_table.h"

#include <catch2/catch.hpp>
#include <deque>
#include <map>
#include <string>

using namespace stribeck;

TEST_CASE("a table of names agrees with std::map and keeps the order of insertion") {
  std::deque<std::string> names;  // its strings never move
  NameTable table;
  std::map<std::string, std::int32_t> known;
  for (std::int32_t i = 0; i < 5000; ++i) {
    // Every third is there already; names of one length that differ in one letter, as those of a generated diagram do.
    names.push_back("m" + std::to_string(i % 3 == 0 ? i / 2 : i));
    CHECK(table.insert(names.back(), i) == known.emplace(names.back(), i).second);
  }
  REQUIRE(table.entries().size() == known.size());
  for (const auto& [name, number] : known) {
    REQUIRE(table.find(name) != nullptr);
    CHECK(*table.find(name) == number);
  }
  for (std::size_t i = 1; i < table.entries().size(); ++i) CHECK(table.entries()[i - 1].number < table.entries()[i].number);
  CHECK(table.find("absent") == nullptr);
  CHECK(NameTable().find("") == nullptr);
  table.reserve(100000);
  CHECK(*table.find("m1") == known.at("m1"));
}
