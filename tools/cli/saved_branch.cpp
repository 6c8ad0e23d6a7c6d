#include "saved_branch.h"

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "arguments.h"
#include "base/text.h"

namespace stribeck::cli {

void read_saved_branch(const std::string& from, OrbitWanted& wanted) {
  std::string file = from;
  std::size_t number = 0;
  const std::size_t colon = from.rfind(':');
  if (colon != std::string::npos && colon + 1 < from.size() && from.find_first_not_of("0123456789", colon + 1) == std::string::npos) {
    file = from.substr(0, colon);
    number = static_cast<std::size_t>(std::stoul(from.substr(colon + 1)));
  }
  std::ifstream stream(file);
  if (!stream) refuse("--from: there is no file " + file, "write one with stribeck continue --format json");
  try {
    const nlohmann::json document = nlohmann::json::parse(stream);
    wanted.guesses_over = document.at("parameter").at("name").get<std::string>();
    for (const nlohmann::json& point : document.at("points")) {
      const nlohmann::json& orbit = point.at("orbit");
      OrbitGuess& guess = wanted.guesses.emplace_back();
      guess.parameter = point.at("parameter").get<double>();
      guess.begins_branch = point.value("mark", "") == "hopf";
      guess.begin_s = orbit.at("begin_s").get<double>(), guess.period_s = orbit.at("period_s").get<double>();
      for (const nlohmann::json& state : orbit.at("states"))
        guess.states.push_back(
            {state.at("name").get<std::string>(), state.at("unit").get<std::string>(), state.at("value").get<double>(), 0});
    }
  } catch (const nlohmann::json::exception& error) {
    refuse("--from: " + file + " is no branch: " + error.what(), "write one with stribeck continue --format json");
  }
  if (wanted.guesses.empty()) refuse("--from: " + file + " has no orbits", "write them with stribeck continue --format json");
  if (number > wanted.guesses.size())
    refuse("--from: " + file + " has " + counted(static_cast<std::int64_t>(wanted.guesses.size()), "point"), "name one of these");
  if (number > 0) wanted.guesses = {wanted.guesses[number - 1]};
}

}  // namespace stribeck::cli
