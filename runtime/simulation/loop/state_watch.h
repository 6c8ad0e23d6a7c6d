#pragma once
// Whether the states chosen before the run still serve: a constraint whose coefficients depend on position may become singular in the
// derivatives that were taken as dummies (a pendulum in x and y, where it hangs or stands sideways).
#include <cstdint>
#include <span>
#include <vector>

#include "base/row_pivots.h"
#include "program/snapshot.h"

namespace stribeck {

/// Values of WatchCode::registers: a point of the motion, by which states are chosen anew.
using WatchedValues = std::vector<double>;

/// Programs of the same diagram with other states; their outputs, quadratures, conditions and what they watch are the same.
class StateChoices {
 public:
  StateChoices() = default;
  StateChoices(const StateChoices&) = delete;
  StateChoices& operator=(const StateChoices&) = delete;
  virtual ~StateChoices() = default;
  /// The program for the neighbourhood of a point; null if there is none.
  virtual const Program* choose(const WatchedValues& point) = 0;
  /// The program whose states are chosen without regard to high targets; null if it has the same states.
  virtual const Program* without_targets() = 0;
};

/// Of a point at which section `crossings` has run, too.
WatchedValues watched_values(const Snapshot& now);
void take_watched_values(const Snapshot& now, WatchedValues& values);
/// The value of a variable among those; zero if it is not watched.
double watched_value(const WatchCode& watch, const WatchedValues& point, std::int32_t variable);
/// Whether other states would serve better by more than kSelectionQuality. `work` is a work area.
bool are_states_poor(const WatchCode& watch, const WatchedValues& point, RowPivots& work);
/// Whether the states of this program are those that the diagram is given at that point (structure/select_states.cpp).
bool are_states_chosen(const WatchCode& watch, const WatchedValues& point);
/// How well the dummy derivatives of a level can be solved for at that point: the smallest pivot against the largest entry of its row, 1 at
/// best, 0 if singular.
double selection_quality(const WatchCode::Level& level, std::span<const double> point, RowPivots& work);

}  // namespace stribeck
