// How those at fault are listed in a message.
#include "structure/culprits.h"

#include <catch2/catch.hpp>

namespace stribeck {
namespace {

std::vector<std::string> letters(char last) {
  std::vector<std::string> names;
  for (char c = 'a'; c <= last; ++c) names.emplace_back(1, c);
  return names;
}

TEST_CASE("names are listed in full up to eight, then counted") {
  CHECK(listed({}).empty());
  CHECK(listed(letters('a')) == "a");
  CHECK(listed(letters('b')) == "a and b");
  CHECK(listed(letters('c')) == "a, b and c");
  CHECK(listed(letters('h')) == "a, b, c, d, e, f, g and h");
  CHECK(listed(letters('i')) == "a, b, c, d, e, f, g, h and 1 more");
}

}  // namespace
}  // namespace stribeck
