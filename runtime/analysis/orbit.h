#pragma once
// A periodic motion: what happens in it, how large it is, and whether it is stable.
#include <complex>
#include <cstdint>
#include <string>
#include <vector>

#include "analysis/event_sequence.h"
#include "analysis/linear_model.h"
#include "simulation/run.h"

namespace stribeck {

struct OrbitEvent {
  double time_s = 0;   ///< from where the orbit begins
  double lasts_s = 0;  ///< to the next event
  std::vector<std::string> labels;
  std::vector<double> outputs;  ///< after it
};

struct OrbitOutput {
  std::string name, unit;
  double least = 0, most = 0;
  double advance = 0;  ///< a period; of what does not come back, as the angle of a shaft that turns
};

/// Of a state or discrete variable.
struct OrbitState {
  std::string name, unit;
  double value = 0;  ///< where the orbit begins
  double advance = 0;
};

/// A point of a branch that was saved, to begin from.
struct OrbitGuess {
  double parameter = 0, begin_s = 0, period_s = 0;
  std::vector<OrbitState> states;
  bool begins_branch = false;  ///< at a Hopf point: those before it are not of its branch
};

enum class OrbitStability : std::uint8_t {
  stable,
  border,   ///< a multiplier has size 1 to the accuracy of the orbit
  real,     ///< the largest multiplier is above 1
  flip,     ///< below -1
  turning,  ///< a complex pair
};

struct Orbit {
  bool is_forced = false;
  double begin_s = 0, period_s = 0;
  double source_period_s = 0;  ///< of what forces it; the orbit's is a multiple
  std::vector<OrbitState> states;
  std::vector<OrbitOutput> outputs;
  std::vector<OrbitEvent> events;
  std::vector<Chatter> chatters;                       ///< instants are those of `events`
  std::vector<std::string> releases_at_once;           ///< frictions
  std::vector<double> times_s;                         ///< from where it begins, of `curves`
  std::vector<std::vector<double>> curves;             ///< of each output, over a period
  std::vector<EnergyRow> energy;                       ///< per period, of components that supply or dissipate
  std::vector<std::complex<double>> multipliers;       ///< by descending size; without those of flow and drifts
  std::vector<std::complex<double>> half_multipliers;  ///< if it is symmetric, of half a period and its mirror image
  std::size_t zeros = 0;                               ///< so many of them are zero because something sticks or rests
  std::size_t drifts = 0;                              ///< directions in which the mechanism may stand anywhere: a multiplier 1 each
  double of_flow = 1;                                  ///< the multiplier of the flow as computed, which is 1
  double closure = 0;                                  ///< by how much it does not close, of the largest way of a state
  OrbitStability stability = OrbitStability::stable;
  Diagnostics notes;
};

/// `accuracy`: of the multipliers.
OrbitStability stability_of(const std::vector<std::complex<double>>& multipliers, double accuracy);

}  // namespace stribeck
