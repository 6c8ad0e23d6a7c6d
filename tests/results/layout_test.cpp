#include "results/layout.h"

#include <catch2/catch.hpp>
#include <cmath>

using namespace stribeck;

TEST_CASE("numbers take the prefix that keeps them between 1 and 1000") {
  CHECK(with_prefix(0, "J") == "0 J");
  CHECK(with_prefix(1, "J") == "1 J");
  CHECK(with_prefix(0.00123, "s") == "1.23 ms");
  CHECK(with_prefix(-45678, "N") == "-45.68 kN");
  CHECK(with_prefix(1000, "J") == "1 kJ");
  CHECK(with_prefix(999.99, "J") == "1 kJ");
  CHECK(with_prefix(2.5e-6, "m") == "2.5 µm");
  CHECK(with_prefix(3e-15, "J") == "3 fJ");
  CHECK(with_prefix(3e-16, "J") == "3e-16 J");
  CHECK(with_prefix(1e40, "J") == "1e+40 J");
  CHECK(with_prefix(86400, "s") == "86400 s");
  CHECK(with_prefix(std::nan(""), "J") == "nan J");
}

TEST_CASE("counts agree with their nouns") {
  CHECK(counted(1, "row") == "1 row");
  CHECK(counted(0, "row") == "0 rows");
  CHECK(counted(2, "inertia", "inertiae") == "2 inertiae");
}

TEST_CASE("the first sentence ends at its full stop, not at a decimal point, and not later than its paragraph") {
  CHECK(first_sentence("A spring, 2.5 turns\nlong. And more.") == "A spring, 2.5 turns long.");
  CHECK(first_sentence("No stop\n\nNext paragraph.") == "No stop");
  CHECK(first_sentence("") == "");
}

TEST_CASE("tables line up, whatever the letters take in bytes") {
  TextTable table("lrl");
  table.add({"µ", "1", "one"});
  table.add({"longer", "100", ""});
  CHECK(table.to_text(1, kPage) == " µ         1  one\n longer  100\n");
}

TEST_CASE("the last column wraps below itself") {
  TextTable table("ll");
  table.add({"key", std::string(29, 'a') + " bbb ccc"});
  CHECK(table.to_text(0, 10) == "key  " + std::string(29, 'a') + "\n     bbb ccc\n");
}

TEST_CASE("a terminal that is too narrow for a table gets its rows on several lines") {
  TextTable words("lll");
  words.add({"breakaway_torque", "25 N*m", "peak of friction, Coulomb plus static"});
  words.add({"", "2", "second"});
  CHECK(words.to_text(0, kOneLine, {.columns = 24}) ==
        "breakaway_torque\n  25 N*m\n  peak of friction,\n  Coulomb plus static\n  2  second\n");
  CHECK(words.to_text(0, kOneLine, {.columns = 63}) ==
        "breakaway_torque  25 N*m  peak of friction, Coulomb plus static\n                  2       second\n");

  TextTable numbers("llrrr");
  numbers.head({"energy", "", "stored", "lost", "rest"});
  numbers.add({"spring", "translational.spring", "12 J", "1.5 J", "0 J"});
  numbers.add({"total", "", "120 J", "-", "3 nJ"});
  CHECK(numbers.to_text(0, kOneLine, {.columns = 34}) ==
        "energy         stored   lost  rest\n"
        "spring  translational.spring\n"
        "                 12 J  1.5 J   0 J\n"
        "total           120 J      -  3 nJ\n");
  CHECK(numbers.to_text(0, kOneLine, {.columns = 20}) ==
        "energy\n"
        "spring\n"
        "    translational.spring\n"
        "  stored:  12 J\n"
        "  lost:   1.5 J\n"
        "  rest:     0 J\n"
        "total\n"
        "  stored: 120 J\n"
        "  lost:       -\n"
        "  rest:    3 nJ\n");
}

TEST_CASE("wrapping keeps long words and line breaks") {
  CHECK(wrapped("aaa bbb", 3) == std::vector<std::string>{"aaa", "bbb"});
  CHECK(wrapped("aaaaaaaa b", 3) == std::vector<std::string>{"aaaaaaaa", "b"});
  CHECK(wrapped("a\n\nb", 9) == std::vector<std::string>{"a", "", "b"});
  CHECK(wrapped("µµµ µµµ", 7) == std::vector<std::string>{"µµµ µµµ"});
  CHECK(wrapped("µµµ µµµ", 6) == std::vector<std::string>{"µµµ", "µµµ"});
}

TEST_CASE("a number stays with its unit") {
  CHECK(wrapped("lost 1.25 mJ, kept 2 J", 11) == std::vector<std::string>{"lost", "1.25 mJ,", "kept 2 J"});
  CHECK(wrapped("outside 12.5 % of it", 12) == std::vector<std::string>{"outside", "12.5 % of it"});
  CHECK(wrapped("there are 12 others", 12) == std::vector<std::string>{"there are 12", "others"});
}

TEST_CASE("a product that is longer than the line goes on behind its signs, a path does not") {
  CHECK(wrapped("T = k*exp(-(w/(2*w_St)))*w", 12) == std::vector<std::string>{"T =", "k*", "exp(-(w/(2*", "w_St)))*w"});
  CHECK(wrapped("exp(velocity*w)", 6) == std::vector<std::string>{"exp(velocity*", "w)"});
  CHECK(wrapped("in some/long/folder/*.json", 12) == std::vector<std::string>{"in", "some/long/folder/*.json"});
}

TEST_CASE("lines that are too long go on below what they are about") {
  CHECK(fitted("ok  a b c\n\nshort\n", 8) == "ok  a b\n    c\n\nshort\n");
  CHECK(fitted("no gap in it", 8) == "no gap\n    in\n    it");
  CHECK(fitted("  command and options     what they do", 20) == "  command and\n      options\n      what they do");
  CHECK(fitted("\x1b[1;31merror\x1b[0m: ab", 9) == "\x1b[1;31merror\x1b[0m: ab");  // colours take no room
  CHECK(fitted("a b", kOneLine) == "a b");
}

TEST_CASE("prose flows, its formulas and its short lines do not") {
  const std::string full = std::string(59, 'a') + " " + std::string(60, 'b');
  CHECK(refilled(full + "\ncc dd\n  x = 1\nend", 200) == full + " cc dd\n  x = 1\nend");
  CHECK(refilled("one\ntwo\n", 20) == "one\ntwo\n");
  CHECK(refilled(full + "\ncc", kOneLine) == full + "\ncc");
  CHECK(refilled("one two three", 7) == "one two\nthree");
}

TEST_CASE("no prefix without a unit, nor where a power would be raised with it, and no unit where there is none") {
  CHECK(with_prefix(0.2, "") == "0.2");
  CHECK(with_prefix(0.2, "1") == "0.2");
  CHECK(with_prefix(-1, "any:u") == "-1");
  CHECK(with_prefix(0, "1") == "0");
  CHECK(with_prefix(1234, "1") == "1234");
  CHECK(with_prefix(123456, "any") == "123456");
  CHECK(with_prefix(0.0123456, "m^2") == "0.01235 m^2");  // 12.35 mm^2 would be (mm)^2
  CHECK(with_prefix(0.002, "kg") == "0.002 kg");
  CHECK(with_prefix(250, "1/s") == "250 1/s");
  CHECK(with_prefix(45.5, "deg") == "45.5 deg");
  CHECK(with_prefix(0.002, "m/s^2") == "2 mm/s^2");
}
