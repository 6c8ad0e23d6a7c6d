// "friction_tools >= 1.2": what is asked of a library.
#include "diagram/wanted_library.h"

#include <catch2/catch.hpp>

using namespace stribeck;

TEST_CASE("libraries: versions are compared number by number") {
  const auto takes = [](const char* wanted, const char* version) {
    INFO(wanted << ", " << version);
    return parse_wanted_library(wanted)->takes(*parse_version(version));
  };
  CHECK(takes("a", "0"));
  CHECK(takes("a >= 1.9", "1.10"));
  CHECK_FALSE(takes("a >= 1.10", "1.9"));
  CHECK(takes("a = 1.2", "1.2.0"));
  CHECK_FALSE(takes("a = 1.2", "1.2.1"));
  CHECK(takes("a > 1, <= 2", "2"));
  CHECK_FALSE(takes("a > 1, <= 2", "1.0"));
  CHECK_FALSE(takes("a < 2", "2.0.0"));
  CHECK(takes("a<2,>=1", "1.99.99"));
}

TEST_CASE("libraries: what is no version and no library") {
  for (const char* text : {"", ".", "1.", ".1", "1..2", "v1", "1.x", "-1", "+1", "1 2", "99999999999"}) {
    INFO(text);
    CHECK_FALSE(parse_version(text));
  }
  for (const char* text :
       {"", "1a", "-a", "a.b", "a/b", "..", "a 1", "a >=", "a >= 1,", "a >= 1 < 2", "a == 1", "a,b", "a >= 1,, < 2", "a !"}) {
    INFO(text);
    CHECK_FALSE(parse_wanted_library(text));
  }
  CHECK(parse_wanted_library(" friction-tools_2 ")->name == "friction-tools_2");
}
