#include "diagram/json_tree.h"

#include <catch2/catch.hpp>
#include <random>

using namespace stribeck;

namespace {

Diagnostic fault(const std::string& text) {
  INFO(text);
  try {
    const JsonTree tree(text, "t");
  } catch (const Failure& failure) {
    REQUIRE(failure.diagnostics().size() == 1);
    return failure.diagnostics()[0];
  }
  FAIL("read without an error");
  return {};
}

/// "line:column message"
std::string told(const std::string& text) {
  const Diagnostic d = fault(text);
  return std::to_string(d.where.line) + ":" + std::to_string(d.where.column) + " " + d.message;
}

}  // namespace

TEST_CASE("json tree: every value and key knows its place") {
  const std::string text = "{ \"a\": [1, -2.5e1,\n  true, null, \"x\"],\n  \"b\\\"\": {\"c\": \"d\\n\"} }";
  const JsonTree tree(text, "t");
  const Json root = tree.root();
  REQUIRE(root.is(JsonKind::object));
  CHECK(root.count() == 2);
  const Json a = root.find("a");
  CHECK(a.position().column == 8);
  CHECK(a.key_position().column == 3);
  std::vector<std::string> places;
  for (const Json entry : a) places.push_back(std::to_string(entry.position().line) + ":" + std::to_string(entry.position().column));
  CHECK(places == std::vector<std::string>{"1:9", "1:12", "2:3", "2:9", "2:15"});
  const Json b = root.find("b\"");
  REQUIRE(b);
  CHECK(b.key_position().line == 3);
  CHECK(b.key_position().column == 3);
  CHECK(b.find("c").text() == "d\n");
  CHECK(b.find("c").where().pointer == "/b\"/c");
  CHECK_FALSE(root.find("c"));
}

TEST_CASE("json tree: a number at the very end of the text, and one before each delimiter") {
  CHECK(JsonTree("12", "t").root().number() == 12);
  for (const std::string text : {"[12]", "[12 ]", "[12,1]", "[12\n]", "[12/**/]"}) {
    const JsonTree tree(text, "t");
    CHECK((*tree.root().begin()).position().column == 2);
    CHECK((*tree.root().begin()).number() == 12);
  }
}

TEST_CASE("json tree: comments and a byte order mark are accepted") {
  const std::string text = "\xEF\xBB\xBF// first\n/* second */ {\"a\" /*x*/ : // y\n 1}";
  const JsonTree tree(text, "t");
  CHECK(tree.root().position().line == 2);
  CHECK(tree.root().position().column == 14);
  CHECK(tree.root().find("a").position().line == 3);
}

TEST_CASE("json tree: pointers escape as RFC 6901 says") {
  const JsonTree tree(R"({"a/b": {"c~d": [0, {"e": 1}]}})", "t");
  const Json list = tree.root().find("a/b").find("c~d");
  Json last;
  for (const Json entry : list) last = entry;
  CHECK(last.find("e").where().pointer == "/a~1b/c~0d/1/e");
}

TEST_CASE("json tree: faults have their exact place and a sentence") {
  CHECK(told("") == "1:1 the file is empty");
  CHECK(told("// nothing") == "1:11 the file is empty");
  CHECK(told("{\"a\": 1,}") == "1:8 after this comma nothing follows before }");
  CHECK(told("[1, 2,\n]") == "1:6 after this comma nothing follows before ]");
  CHECK(told("{\"a\": 1\n \"b\": 2}") == "2:2 a comma or } is expected, but there is a string");
  CHECK(told("{a: 1}") == "1:2 a key is expected, but there is \"a\"");
  CHECK(told("{'a': 1}") == "1:2 a key is expected, but there is \"'\"");
  CHECK(told("{\"a\" 1}") == "1:6 \":\" is expected after the key, but there is \"1\"");
  CHECK(told("{\"a\":\n}") == "2:1 a value is missing before \"}\"");
  CHECK(told("{\"a\": 'x'}") == "1:7 a string begins with a single quote");
  CHECK(told("{\"a\": True}") == "1:7 \"True\" is no value");
  CHECK(told("{\"a\": NaN}") == "1:7 \"NaN\" is no value");
  CHECK(told("{\"a\": 10 rpm}") == "1:10 \"rpm\" follows a number");
  CHECK(told("{\"a\": .5}") == "1:7 \".5\" is not a number as JSON writes it");
  CHECK(told("{\"a\": +5}") == "1:7 \"+5\" is not a number as JSON writes it");
  CHECK(told("{\"a\": 5.}") == "1:7 \"5.\" is not a number as JSON writes it");
  CHECK(told("{\"a\": [1}") == "1:9 \"}\" closes what [ opened");
  CHECK(told("{\"a\": 1]") == "1:8 \"]\" closes what { opened");
  CHECK(told("{\n\"a\": {\"b\": 1\n") == "3:1 the file ends inside the object that begins in line 2");
  CHECK(told("[1, 2") == "1:6 the file ends inside the list that begins in line 1");
  CHECK(told("{} x") == "1:4 \"x\" stands after the end of the diagram");
  CHECK(told("{\"a\": \"b}\n") == "1:7 this string is not closed in its line");
  CHECK(told("{\"a\": \"b\tc\"}") == "1:9 a string holds the control character 0x09");
  CHECK(told("{\"a\": \"\\q\"}") == "1:8 a string holds an unknown escape");
  CHECK(told("{\"a\": \"\\u12x4\"}") == "1:8 \\u needs four hexadecimal digits");
  CHECK(told("{\"a\": \"\\ud800\"}") == "1:8 half of a surrogate pair stands alone");
  CHECK(told("{\"a\": \"x\xff\"}") == "1:9 the text is not valid UTF-8 here");
  CHECK(told("{\"a\": 1 /* never closed") == "1:9 this comment is not closed");
  CHECK(told("{,}") == "1:2 a comma stands here without anything before it");
}

TEST_CASE("json tree: a number beyond double is told apart from bad syntax") {
  const Diagnostic d = fault("{\n \"a\": 1e999}");
  CHECK(d.code == ErrorCode::value_not_finite);
  CHECK(d.where.line == 2);
  CHECK(d.where.column == 7);
}

TEST_CASE("json tree: a number too small for a double is refused, and zero is none of them") {
  for (const char* text : {"[1e-400]", "[-0.0001e-321]"}) {
    try {
      const JsonTree tree(text, "t");
      FAIL_CHECK(text);
    } catch (const Failure& failure) {
      CHECK(failure.diagnostics().front().message == "this number is too small for a double");
      CHECK(failure.diagnostics().front().where.column == 2);
    }
  }
  CHECK((*JsonTree("[5e-324]", "t").root().begin()).number() == 5e-324);
  CHECK((*JsonTree("[0.0e-400]", "t").root().begin()).number() == 0);
}

TEST_CASE("json tree: control characters of escapes are kept as text") {
  const JsonTree tree(R"({"\u001b[2J": "a\u0007b\u009bc\n\td\u007f\u00e4"})", "t");
  const Json member = *tree.root().begin();
  CHECK(member.key() == "\\x1B[2J");
  CHECK(member.text() == "a\\x07b\\x9Bc\n\td\\x7F\xC3\xA4");
}

TEST_CASE("json tree: nesting is limited") {
  CHECK(told(std::string(1000000, '[')) == "1:101 brackets are nested more than 100 deep");
  std::string objects;
  for (int i = 0; i < 1000; ++i) objects += "{\"a\":";
  CHECK(fault(objects).code == ErrorCode::json_syntax);
}

TEST_CASE("json tree: values of the command line are numbers, lists, objects or strings") {
  CHECK(JsonTree::of_argument("2.5", "x").root().number() == 2.5);
  CHECK(JsonTree::of_argument("3 rpm", "x").root().text() == "3 rpm");
  CHECK(JsonTree::of_argument("=2*k", "x").root().text() == "=2*k");
  CHECK(JsonTree::of_argument(".5", "x").root().text() == ".5");
  CHECK(JsonTree::of_argument("[1, \"2 m\"]", "x").root().count() == 2);
  CHECK(JsonTree::of_argument("{\"file\": \"a.csv\"}", "x").root().find("file").text() == "a.csv");
  CHECK(JsonTree::of_argument("1e-400", "x").root().is(JsonKind::string));  // told with the name of what it is for
  CHECK(JsonTree::of_argument("1", "--set a=1").root().where().file == "--set a=1");
  CHECK_THROWS_AS(JsonTree::of_argument("[1, ", "x"), Failure);
}

TEST_CASE("json tree: random damage is an error with a place, never a crash") {
  const std::string good = "{ \"a\": [1, -2.5e1, true, null, \"x\\n\\u0041\"], /* c */ \"b\": {\"c\": \"d\"} } // end";
  std::mt19937 random(5);
  int refused = 0;
  for (int i = 0; i < 20000; ++i) {
    std::string text = good;
    for (auto edits = random() % 3 + 1; edits > 0; --edits) {
      const std::size_t at = random() % text.size();
      if (random() % 2 == 0)
        text.erase(at, 1);
      else
        text[at] = static_cast<char>(random() % 256);
    }
    try {
      const JsonTree tree(text, "t");
    } catch (const Failure& failure) {
      ++refused;
      const Diagnostic& d = failure.diagnostics().front();
      CHECK_FALSE(d.message.empty());
      CHECK(d.where.line >= 1);
      CHECK(d.where.column >= 1);
      CHECK(static_cast<std::size_t>(d.where.column) <= text.size() + 1);
    }
  }
  CHECK(refused > 1000);
}
