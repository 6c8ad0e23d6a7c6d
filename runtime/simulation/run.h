#pragma once
// The results of a simulation: rows while it runs, and a summary at the end.
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "program/columns.h"
#include "simulation/integrator.h"
#include "simulation/rows/power_balance.h"

namespace stribeck {

inline constexpr std::string_view kNoLonger = " no longer";

struct EventRecord {
  double time_s = 0;
  std::string label;  ///< instance and condition: "stop: x >= upper_bound"; with kNoLonger behind it where that has become false
  void carry(Archive& archive) { archive(time_s), archive(label); }
};

/// A run is divided into legs, each of which follows from a record of the run's state alone (hybrid_legs.cpp), so that a run can be resumed
/// from any of these records with the same results. A leg has at least so many steps, or a thousand times as many rows, since multistep
/// methods restart with each leg, and so many operations of the compiled program (some 20 ms).
struct LegLength {
  std::int64_t steps = 1000;
  double operations = 2e7;
};

/// Receives the rows of a run as they are made.
class RowSink {
 public:
  virtual ~RowSink() = default;
  virtual void begin(const std::vector<OutputColumn>& columns) = 0;
  virtual void row(double time_s, const double* values) = 0;
  virtual void event(const EventRecord&) {}
};

/// For runs whose rows nobody wants.
class NoRows final : public RowSink {
 public:
  void begin(const std::vector<OutputColumn>& /*columns*/) override {}
  void row(double /*time_s*/, const double* /*values*/) override {}
};

struct EnergyRow {
  std::string instance, type;
  double supplied = 0, stored = 0, dissipated = 0;  ///< J over the run; stored is the change
  double taken = 0;                                 ///< work in at its ports
  double residual = 0;                              ///< taken + supplied - stored - dissipated
  double exchanged = 0;                             ///< the energy that its residual is compared with
  PowerBalance::Worst worst{};                      ///< the row at which its powers were furthest from adding up
  Where where{};
  double moved() const { return std::fabs(supplied) + std::fabs(stored) + std::fabs(dissipated); }
};

/// Work in = stored + dissipated, over the whole run (design D8). All in J.
struct EnergyAudit {
  std::vector<EnergyRow> components;  ///< those that take in, supply, store or dissipate; empty for very large diagrams
  double supplied = 0, stored = 0, dissipated = 0;
  double residual = 0;   ///< supplied - stored - dissipated
  double exchanged = 0;  ///< what the residual is compared with: work supplied and dissipated, and the most that each store held
  double relative() const { return exchanged > 0 ? std::fabs(residual) / exchanged : 0; }
  /// Energies up to this are rounding: not worth a row or a number.
  double rounding() const { return 1e-13 * exchanged; }
};

/// How far the motion is from what its derivatives and impulses make of it (--verify), see motion_check.h.
struct MotionVerification {
  bool is_judged = true;  ///< false for methods of fixed step, which promise no accuracy: their error is reported, but is no fault
  std::int64_t steps = 0, events = 0;
  std::int64_t unchecked = 0;  ///< steps inside which the equations could not be evaluated
  double worst = 0;            ///< the largest difference in one step or at one event, in tolerances of the run
  std::string what;            ///< of which that is, in words; empty if there is none
  double begin_s = 0, end_s = 0;
  double off = 0;     ///< the difference itself, in SI units
  double summed = 0;  ///< differences of all steps, with their signs: of the state of which they are most in tolerances
  std::string summed_of;
};

/// How far the equations as first stated are from holding along the run (--verify).
struct Verification {
  std::int64_t equations = 0, rows = 0;
  double residual = 0;   ///< largest, relative to the largest term of its equation
  std::string equation;  ///< whose that is; empty if every residual is zero
  double time_s = 0;     ///< when
  Where where;
  double drift = 0;      ///< largest distance, in m or rad, of a position from where the network or its prescription puts it
  std::string drift_of;  ///< empty if there is none
  double drift_time_s = 0;
};

/// How steady a start is that was asked to be so.
struct SteadyStart {
  double left = 0;  ///< the largest acceleration, or other rate of a state that should not change, SI
  std::string of;   ///< which: "der(load.w)"; empty if there are no states
  void carry(Archive& archive) { archive(left, of); }
};

struct StageTime {
  std::string stage;
  double seconds = 0;
};

struct RunSummary {
  std::string solver;         ///< the one that ran
  std::string solver_reason;  ///< why `auto` took it; empty if the user named it
  double start_s = 0, stop_s = 0;
  std::string time_unit;  ///< in which the stop was written, where that is not s
  double reached_s = 0;   ///< less than stop_s if interrupted or terminated
  bool interrupted = false;
  std::string end;  ///< why a component ended the run, as planned; empty if none did
  std::int64_t rows = 0, events = 0, event_instants = 0;
  std::int64_t states = 0;
  std::int64_t state_choices = 0;  ///< how often other states were chosen while it ran
  std::vector<double> sizes;       ///< of the states at the end, by number: how large they have been, or their declared nominal values
  IntegratorStatistics statistics;
  std::int64_t instructions = 0;  ///< of the compiled program, executed since it began or was resumed: what the run cost, on any machine
  EnergyAudit audit;
  std::optional<Verification> verification;  ///< if it was asked for
  std::optional<MotionVerification> motion;  ///< the same
  std::optional<SteadyStart> steady;         ///< if the run was to begin in a steady state
  std::vector<StageTime> stages;
  std::vector<Diagnostic> notes;  ///< warnings and remarks, initial values asked against achieved
};

}  // namespace stribeck
