#pragma once
// What the stages of a step have met of the places where the derivatives bend.
#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "simulation/integrator.h"

namespace stribeck {

/// Tells which steps need no look between their stages: those whose stages show that each operator which bends was smooth in between.
class BendWatch {
 public:
  explicit BendWatch(const Ode& ode) : ode_(ode), knows_(!ode.bends().empty()) { met_.fill(std::vector<double>(ode.bends().size())); }

  /// The last evaluation is the first stage of the steps to come.
  void begin() {
    if (knows_) ode_.read_bends(met_.front().data());
  }
  /// The last stage that was noted is the first stage of the steps to come.
  void turn() { met_.front().swap(met_.back()); }
  /// The second stage of a trial step comes next.
  void try_step() { noted_ = 0; }
  /// The last evaluation is a stage of the trial step. Three are noted of each, that at its end last.
  void note() {
    if (knows_) ode_.read_bends(met_[++noted_].data());
  }
  /// How many panels a look between the stages of the trial step needs: none where all is smooth; two where something abrupt may lie
  /// between; one where something else may change much, or where it is not known what bends.
  int panels() const {
    const std::span<const Bend> bends = ode_.bends();
    int panels = knows_ ? 0 : 1;
    for (std::size_t i = 0; i < bends.size() && panels < 2; ++i) {
      const auto [least, most] = std::minmax({met_[0][i], met_[1][i], met_[2][i], met_[3][i]});
      if (bends[i].may_be_passed(least, most)) panels = std::max(panels, bends[i].is_abrupt ? 2 : 1);
    }
    return panels;
  }

 private:
  const Ode& ode_;
  bool knows_;
  std::array<std::vector<double>, 4> met_;  // arguments at the first stage and at the three that are noted
  std::size_t noted_ = 0;
};

}  // namespace stribeck
