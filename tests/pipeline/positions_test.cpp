// Positions where people look for them: of ports, by word and by letter, and of sensors.
#include <array>
#include <catch2/catch.hpp>
#include <string>

#include "whole_run.h"

namespace stribeck {
namespace {

using test::diagram_text;
using test::run_text;
using test::WholeRun;

TEST_CASE("start: a port's position is a target and an output, by the word or by the letter") {
  for (const auto& [domain, body, port, letter] : {std::array{"translational", "mass", "M", "x"}, {"rotational", "inertia", "I", "phi"}}) {
    for (const std::string& word : {std::string(letter), std::string("position")}) {
      const std::string own = std::string("body.") + port + ".";
      const std::string components = std::string(R"("body": {"type": ")") + domain + "." + body + R"(", "initial": {")" + port + "." +
                                     word + R"(": 3}}, "wall": {"type": ")" + domain + R"(.ground"})";
      const WholeRun run = run_text(diagram_text(components, "", R"("outputs": [")" + own + letter + R"(", ")" + own + R"(position"])"));
      INFO(own << word);
      CHECK(run.first(own + letter) == 3);
      CHECK(run.first(own + "position") == 3);
    }
  }
}

TEST_CASE("start: the target of a sensor is what it shows, the offset with it") {
  for (const auto& [type, letter, port] : {std::array{"translational.motion_sensor", "x", "M"},
                                           {"rotational.motion_sensor", "phi", "I"},
                                           {"translational.absolute_motion_sensor", "x", "M"},
                                           {"rotational.absolute_motion_sensor", "phi", "I"}}) {
    INFO(type);
    const std::string domain = std::string(type).substr(0, std::string(type).find('.'));
    const bool is_absolute = std::string(type).find("absolute") != std::string::npos;
    const std::string components = R"("body": {"type": ")" + domain + (letter == std::string("x") ? ".mass" : ".inertia") +
                                   R"("}, "wall": {"type": ")" + domain + R"(.ground"}, "seen": {"type": ")" + type +
                                   R"(", "parameters": {"offset": 2}, "initial": {")" + letter + R"(": 5}})";
    const std::string body = std::string("body.") + port;
    const WholeRun run =
        run_text(diagram_text(components, R"([")" + body + R"(", "seen.R"])" + (is_absolute ? "" : R"(, ["seen.C", "wall.W"])"),
                              R"("outputs": ["seen.)" + std::string(letter) + R"(", ")" + body + R"(.position"])"));
    CHECK(run.first(std::string("seen.") + letter) == 5);
    CHECK(run.first(body + ".position") == 3);
  }
}

}  // namespace
}  // namespace stribeck
