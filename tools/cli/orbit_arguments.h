#pragma once
// What commands that look for a periodic motion are told of it.
#include <string>

#include "analysis.h"
#include "analysis/orbit.h"
#include "arguments.h"
#include "saved_branch.h"

namespace stribeck::cli {

struct OrbitArguments : AnalysisArguments {
  std::string period, from;
  bool symmetric = false;
  OrbitWanted wanted() const {
    OrbitWanted wanted;
    wanted.at_start = at_start(), wanted.symmetric = symmetric;
    if (!period.empty()) wanted.period_s = positive("--period", period, "s", "\"20 ms\"");
    if (!from.empty()) read_saved_branch(from, wanted);
    return wanted;
  }
};

inline void add_from_option(CLI::App& command, OrbitArguments& arguments) {
  command
      .add_option(
          "--from", arguments.from,
          "a branch that stribeck continue --format json has written: its orbit at the value that the parameter has, between two of its "
          "points or the nearest, or of :N the N-th, is begun from")
      ->type_name("RESULT[:N]");
}

inline void add_symmetric_option(CLI::App& command, OrbitArguments& arguments) {
  command.add_flag("--symmetric", arguments.symmetric, "half a period leads to the mirror image, all states with the other sign");
}

inline void add_period_option(CLI::App& command, OrbitArguments& arguments) {
  command.add_option("--period", arguments.period, "of what drives the motion, \"20 ms\"; where nothing does, a guess of its own")
      ->type_name("T");
}

}  // namespace stribeck::cli
