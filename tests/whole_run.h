#pragma once
// Runs a diagram written as text, whole, and keeps its curves.
#include <stdexcept>

#include "pipeline.h"
#include "results/trajectory.h"
#include "stages.h"

namespace stribeck::test {

struct WholeRun {
  Trajectory trajectory;
  RunSummary summary;

  const std::vector<double>& times() const { return trajectory.times_s(); }
  const std::vector<double>& operator[](std::string_view name) const {
    const auto column = trajectory.find(name);
    if (!column) throw std::out_of_range("no column " + std::string(name));
    return trajectory.values(*column);
  }
  double at(std::string_view name, double time_s) const { return trajectory.at(trajectory.find(name).value(), time_s); }
  double first(std::string_view name) const { return (*this)[name].front(); }
  double last(std::string_view name) const { return (*this)[name].back(); }
};

inline WholeRun run_text(const std::string& text, const RunOptions& options = {}) {
  const ModelPtr model = load(builtin_registry(), "test.json", options, &text);
  WholeRun result;
  result.summary = run(*model, result.trajectory, options);
  return result;
}

}  // namespace stribeck::test
