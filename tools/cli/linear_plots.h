#pragma once
// Linear models of one diagram at several instants as pictures, laid over one another.
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "drawing/plot.h"
#include "pipeline.h"

namespace stribeck::cli {

inline const std::vector<std::string>& linear_pictures() {
  static const std::vector<std::string> words{"bode", "nyquist", "nichols", "poles", "step"};
  return words;
}

struct PlottedModel {
  std::string label;  ///< its instant
  const LinearModel* model = nullptr;
  const StepResponses* steps = nullptr;  ///< null: none was asked for
};

struct LinearPlots {
  std::string title;
  std::vector<std::string> pictures;                     ///< of linear_pictures()
  std::optional<std::pair<double, double>> range_rad_s;  ///< of frequencies; nothing: from poles and zeros
  StepAsked step;
};

/// The pictures one below the other, each for every output and input. All models have the same of these.
PlotPage linear_page(const std::vector<PlottedModel>& models, const LinearPlots& plots);

}  // namespace stribeck::cli
