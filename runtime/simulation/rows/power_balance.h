#pragma once
// Checks at every row that the powers of each component add up. If they do not, its declaration is at fault, not the integration.
#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "base/archive.h"

namespace stribeck {

/// Powers of one component at one instant, in W: in at its ports + supplied = rate of the stored energy + dissipated.
struct Powers {
  double taken = 0, supplied = 0, rate = 0, dissipated = 0;
  double missing() const { return taken + supplied - rate - dissipated; }
  double largest() const { return std::max({std::fabs(taken), std::fabs(supplied), std::fabs(rate), std::fabs(dissipated)}); }
  void carry(Archive& archive) { archive(taken), archive(supplied), archive(rate), archive(dissipated); }
};

class PowerBalance {
 public:
  /// The row at which most was missing.
  struct Worst {
    Powers powers;
    double time_s = 0;
    double peak = 0;  ///< the largest power so far
    double relative() const { return peak > 0 ? std::fabs(powers.missing()) / peak : 0; }
    void carry(Archive& archive) { archive(powers), archive(time_s), archive(peak); }
  };

  PowerBalance() = default;
  explicit PowerBalance(std::size_t components) : worst_(components) {}
  void note(std::size_t component, double time_s, const Powers& powers) {
    Worst& own = worst_[component];
    own.peak = std::max(own.peak, powers.largest());
    if (std::fabs(powers.missing()) <= std::fabs(own.powers.missing())) return;
    own.powers = powers;
    own.time_s = time_s;
  }
  const Worst& worst(std::size_t component) const { return worst_[component]; }
  void carry(Archive& archive) { archive(worst_); }

 private:
  std::vector<Worst> worst_;
};

}  // namespace stribeck
