#pragma once
// Fits of diagrams and data that tests write down.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <memory>
#include <numbers>
#include <string>
#include <vector>

#include "files.h"
#include "fit/fit.h"
#include "results/trajectory.h"
#include "stages.h"

namespace stribeck::test {

/// SplitMix64 and Box-Muller on pairs, so that other programs have the same noise.
class SameNoise {
 public:
  explicit SameNoise(std::uint64_t seed) : state_(seed) {}
  std::uint64_t bits() {
    state_ += 0x9E3779B97F4A7C15ULL;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27U)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31U);
  }
  double normal() {
    if (has_second_) {
      has_second_ = false;
      return second_;
    }
    const double u1 = 1 - uniform(), u2 = uniform();
    const double r = std::sqrt(-2 * std::log(u1));
    second_ = r * std::sin(2 * std::numbers::pi * u2), has_second_ = true;
    return r * std::cos(2 * std::numbers::pi * u2);
  }

 private:
  double uniform() { return static_cast<double>(bits() >> 11U) * 0x1p-53; }
  std::uint64_t state_;
  double second_ = 0;
  bool has_second_ = false;
};

/// Columns of a file of rows.
struct Rows {
  std::vector<std::string> names;
  std::vector<std::vector<double>> columns;

  std::string text() const {
    std::string all;
    for (std::size_t c = 0; c < names.size(); ++c) all += (c > 0 ? "," : "") + names[c];
    all += "\n";
    char number[40];
    for (std::size_t r = 0; r < columns.front().size(); ++r) {
      for (std::size_t c = 0; c < columns.size(); ++c) {
        std::snprintf(number, sizeof number, "%s%.17g", c > 0 ? "," : "", columns[c][r]);
        all += std::isnan(columns[c][r]) ? (c > 0 ? "," : "") : number;
      }
      all += "\n";
    }
    return all;
  }
};

inline void write_file(const std::string& path, const std::string& text) { std::ofstream(path, std::ios::binary) << text; }

/// A folder with a diagram, its data and a plan.
struct FitFolder {
  std::unique_ptr<Folder> place = std::make_unique<Folder>();

  std::string path(const std::string& name) const { return *place / name; }
  void data(const Rows& rows, const std::string& name = "data.csv") const { write_file(*place / name, rows.text()); }
  void diagram(const std::string& text) const { write_file(*place / "diagram.json", text); }
  /// `rest`: what stands behind format and diagram.
  Fit fit(const std::string& rest, const RunOptions& options = {}) const { return stribeck::fit(plan(rest, options), builtin_registry()); }
  FitPlan plan(const std::string& rest, const RunOptions& options = {}) const {
    const std::string text = R"({"format": "stribeck-fit/1", "diagram": "diagram.json", )" + rest + "}";
    return read_fit_plan(*place / "plan.json", text, builtin_registry(), options);
  }
  /// A column of a run of the diagram at these times.
  std::vector<double> run(const std::string& variable, const std::vector<double>& times_s, std::vector<Override> overrides = {}) const {
    RunOptions options;
    options.extra_times_s = times_s;
    options.outputs = {variable};
    options.overrides = std::move(overrides);
    const ModelPtr model = load(builtin_registry(), *place / "diagram.json", options);
    Trajectory rows;
    stribeck::run(*model, rows, options);
    std::vector<double> values;
    for (const double t : times_s) values.push_back(rows.at(0, t, EventSide::before));
    return values;
  }
};

inline std::vector<double> instants(double step_s, int count, double first_s = 0) {
  std::vector<double> times;
  for (int k = 0; k < count; ++k) times.push_back(first_s + step_s * k);
  return times;
}
inline void add_noise(std::vector<double>& values, double deviation, std::uint64_t seed) {
  SameNoise noise(seed);
  for (double& value : values) value += deviation * noise.normal();
}

}  // namespace stribeck::test
