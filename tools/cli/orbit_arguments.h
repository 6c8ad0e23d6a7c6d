#pragma once
// What commands that look for a periodic motion are told of it.
#include <string>

#include "analysis.h"
#include "analysis/orbit.h"
#include "arguments.h"

namespace stribeck::cli {

struct OrbitArguments : AnalysisArguments {
  std::string period;
  OrbitWanted wanted() const { return {at_start(), period.empty() ? 0 : positive("--period", period, "s", "\"20 ms\"")}; }
};

inline void add_period_option(CLI::App& command, OrbitArguments& arguments) {
  command.add_option("--period", arguments.period, "of what drives the motion, \"20 ms\"; where nothing does, a guess of its own")
      ->type_name("T");
}

}  // namespace stribeck::cli
