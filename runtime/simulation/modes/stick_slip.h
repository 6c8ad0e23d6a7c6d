#pragma once
// The modes of dry frictions whose relative velocity is zero, from the response of the network to their forces. Functions of numbers alone.
#include <vector>

namespace stribeck {

/// Forces against slip forwards and backwards, all >= 0; a static level may be infinite, the kinetic ones are those at rest.
struct StickSlipLevels {
  struct Side {
    double static_level, kinetic_level;
  };
  Side forwards, backwards;
};

/// Relative accelerations gamma = constant - matrix * force. `matrix` is n * n, column by column.
struct StickSlipProblem {
  std::vector<double> matrix, constant;
  std::vector<StickSlipLevels> levels;
  std::vector<int> released;  ///< -1 or 1 where the force has just passed a limit of zero in this direction, else 0; empty: all 0
  std::vector<bool> held;     ///< stuck before, inside its limits; empty: none
};

struct StickSlipModes {
  std::vector<int> direction;          ///< of slip that begins: -1 or 1, 0 where it sticks
  std::vector<int> share;              ///< -1 or 1 where it stays at rest with its static force, because others that stick carry the rest
  std::vector<bool> shared;            ///< what it carries is not unique
  std::vector<std::size_t> undecided;  ///< elements for which no mode holds; empty if solved
};

/// First all may stick, by the static levels, but for those that are released; those that cannot hold begin to slip in the direction of
/// their acceleration, at the kinetic level, and the rest is solved for again, as the drop may break others loose. One whose acceleration
/// turns against its direction has not moved: it sticks again. All of a round change together, so that the order of the elements does not
/// matter; but what was held is let go only in a round in which nothing else changes, as the static force of what breaks loose beside it
/// acts for no time, and takes no speed from what hangs on it. Where several mode sets are consistent this is the one reached from
/// sticking.
StickSlipModes solve_stick_slip(const StickSlipProblem& problem);

}  // namespace stribeck
