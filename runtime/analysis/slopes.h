#pragma once
// How rates, outputs and conditions of a program change with states, parameters, discrete variables and time, at a point of a motion.
#include <span>
#include <vector>

#include "analysis/linear_model.h"
#include "program/linked_code.h"
#include "program/snapshot.h"

namespace stribeck {

/// Where a row of Slopes by a column of LinearCode stands.
struct LinearEntry {
  std::size_t row = 0, column = 0;
  Register value = -1;
};
/// Derivatives at one point: of rates, then of further rows, by states, directions and time.
struct Slopes {
  std::vector<double> rates;
  Matrix by_states, by_parameters;  ///< the second: of LinearCode's columns after the states but time
  std::vector<double> by_time;      ///< of the further rows alone
  bool finite = true;
};
/// At (t, x), in the modes that the machine holds. Leaves it as it was. `crossings`, if not null, gets the crossing functions of all
/// conditions there.
Slopes slopes_at(Machine& machine, double t, std::span<const double> x, std::size_t rows, std::size_t columns,
                 std::vector<double>* crossings = nullptr);

/// The values of outputs there, by their places in Program::outputs. Leaves the machine as it was.
std::vector<double> outputs_at(Machine& machine, double t, std::span<const double> x, std::span<const std::size_t> places);

/// Slopes at many points of a step, without taking memory for each, and without what only outputs need.
class SlopeReader {
 public:
  /// `others`: rows that follow those of the states, of which the first are outputs.
  void begin(const Program& program, std::size_t outputs, std::size_t others, std::size_t columns);
  /// Points follow, up to close(), which leaves the machine as it was.
  void open(Machine& machine);
  void close(Machine& machine);
  /// Entries of the rates alone, in the order of state_entries().
  void read_states(Machine& machine, double t, std::span<const double> x);
  /// Beside these, those by states and time of all rows but the outputs', and the crossing functions of all conditions. Valid until the
  /// next call.
  const Slopes& read_all(Machine& machine, double t, std::span<const double> x, std::vector<double>& crossings);
  std::span<const LinearEntry> state_entries() const { return state_entries_; }
  std::span<const double> states() const { return states_; }
  /// Whether all of them are.
  bool finite() const { return finite_; }

 private:
  void go_back(Machine& machine);
  void gather(const Snapshot& now);
  std::vector<double> states_;
  bool finite_ = true;
  Slopes all_;
  std::vector<LinearEntry> state_entries_, other_entries_;
  LinkedCode state_code_;  // of sections dynamics and jacobian what the first follow from
  LinkedCode all_code_;    // of section jacobian what all follow from
  Machine::Values kept_;
};

}  // namespace stribeck
