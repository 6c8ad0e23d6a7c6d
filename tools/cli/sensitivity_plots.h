#pragma once
// Sensitivities as pictures: bars of what counts most at the end, and curves along the motion.
#include <string>
#include <vector>

#include "analysis/sensitivity.h"
#include "drawing/plot.h"

namespace stribeck::cli {

inline const std::vector<std::string>& sensitivity_pictures() {
  static const std::vector<std::string> words{"bars", "curves"};
  return words;
}

/// For each output how much it changes with 1 % more of each parameter: at the end, the largest first, and along the motion.
PlotPage sensitivity_page(const Sensitivities& result, const std::vector<std::string>& pictures, const std::string& title);

}  // namespace stribeck::cli
