#pragma once
// The loop of a run: integrates with conditions held, stops at events, writes rows.
#include <algorithm>
#include <array>
#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/interruption.h"
#include "program/jammed.h"
#include "program/machine.h"
#include "simulation/integrators/outside.h"
#include "simulation/loop/delays.h"
#include "simulation/loop/episode.h"
#include "simulation/loop/loop_branches.h"
#include "simulation/loop/shared_forces.h"
#include "simulation/loop/state_watch.h"
#include "simulation/loop/updates.h"
#include "simulation/rows/heat_watch.h"
#include "simulation/rows/motion_check.h"
#include "simulation/rows/row_writer.h"
#include "simulation/run.h"
#include "simulation/start/initialise.h"
#include "simulation/start/prescribed_positions.h"

namespace stribeck {

class SteadyState;

/// An observer of the motion, called as it is computed. It must leave the machine as it finds it.
class MotionFollower {
 public:
  virtual ~MotionFollower() = default;
  /// The motion goes on from here: at the start, and after every event.
  virtual void begin(double /*t*/, std::span<const double> /*x*/) {}
  /// The integrator has made a step; conditions and modes are those of the step.
  virtual void step(const LastStep& step) = 0;
  /// An event at x begins; held values are those from before it.
  virtual void before_event(double t, std::span<const double> x) = 0;
  /// It has settled at x.
  virtual void after_event(double t, std::span<const double> x, const std::vector<std::string>& labels) = 0;
};

struct RunSettings {
  double start_s = 0, stop_s = 1;
  double span_s = 0;                  ///< resolutions are shares of this; 0: from the start to the stop, which may change during the run
  double interval_s = 1;              ///< of rows
  std::vector<double> extra_times_s;  ///< rows also at these times, ascending
  RowChoice rows;                     ///< which rows chosen_rows gets, if that is not null
  RowSink* chosen_rows = nullptr;
  std::string solver = "auto";
  IntegratorOptions integrator;
  bool steady_state = false;
  bool is_stepped = false;        ///< values may be given between two calls of go_to()
  bool from_outside = false;      ///< a host integrates: it calls place() and the functions behind it instead of go_to()
  std::vector<GivenValue> given;  ///< values of discrete variables at the start
  MotionFollower* follower = nullptr;
  bool check_motion = false;  ///< every step and event is looked at anew (motion_check.h)
  /// A run ends between two steps once this is set, and its summary says so; a step, a start or an event that takes too long then (see
  /// Allowance) is broken off with Failure run.interrupted.
  const std::atomic<bool>* interrupted = nullptr;
  /// Of the compiled program, that the run may take: it is broken off where it takes more. For tests, which count no time.
  std::int64_t most_instructions = INT64_MAX;
  std::function<void(double time_s, double stop_s, std::int64_t events)> progress;
  StateChoices* choices = nullptr;  ///< null: a motion that needs other states than those of the program fails with program.unreadable
  /// The targets of the start, parallel to StartCode::targets; none: those that the program was compiled with.
  std::optional<InitialTargets> targets;
  LegLength leg;
  /// Called at the beginning of each leg but the first with a record of all that the rest of the run follows from.
  std::function<void(std::string state)> at_leg;
  /// Such a record: the run goes on from it.
  const std::string* resume = nullptr;
};

class HybridLoop {
 public:
  HybridLoop(Machine& machine, RowWriter& rows, const RunSettings& settings);
  /// Fills everything of the summary but the audit and the stage times. Throws Failure.
  RunSummary run();
  /// A run in parts is begin(), any number of go_to(), then end(). begin() finds the start.
  void begin();
  /// Goes on to t and does what happens then, or to the end of the run if that is earlier.
  void go_to(double t, bool stops_at_event = false);
  /// Between two calls of go_to(): the values of a row at t, up to which the run has come; valid until the next call.
  std::span<const double> look(double t) { return outside_ != nullptr ? look_outside() : rows_.look(last_step(), t); }
  /// Between two calls of go_to(): an event at t, at which discrete variables get these values, and the parameters unless the list is
  /// empty.
  void give(double t, std::span<const GivenValue> values, std::span<const double> parameters);
  /// Goes on from other states at the same instant, with the held values that the machine has now; the modes are decided on anew.
  void move_to(std::span<const double> states);

  /// These functions serve a host that integrates by itself (RunSettings::from_outside). The host is at (t, x), inside or at the end of a
  /// step that it tries.
  void place(double t, std::span<const double> x);
  /// Sets discrete variables without an event: the quantities that they stand for must be continuous.
  void tell(std::span<const GivenValue> values);
  /// Sets the parameters, likewise.
  void take_parameters(std::span<const double> values);
  /// A record of all that the rest of the run follows from where the host is, as RunSettings::at_leg gets it.
  std::string record();
  /// Derivatives of all states there.
  void derivatives(std::span<double> dxdt);
  /// The event indicators (program/indicators.h): positive as long as the held values are right, negative beyond an event, never zero.
  void indicators(std::span<double> values);
  /// The indicators at t of a run that steps by itself; leaves no trace in the run.
  void indicators_at(double t, std::span<double> values);
  /// The host has accepted the step that ends where it is. True if there is an event at its end.
  bool complete_step();
  /// The Jacobian of the derivatives by the states, times a direction.
  void jacobian_times(std::span<const double> direction, std::span<double> product);
  /// Does the event where the host is; state() then has the states behind it.
  void happen();
  /// The time of the next scheduled event; infinity if there is none.
  double next_event_s() const;
  double time() const { return integrator_->time(); }

  /// The states at t.
  void states(double t, std::span<double> x) const { last_step().state(t, x); }
  /// The states of another program of the same system at t, even if this run goes on with other states.
  void states_of(const Program& program, double t, std::span<double> x);
  bool has_states_of(const Program& program) const;
  /// The derivatives of the states at t; leaves no trace in the run.
  void rates(double t, std::span<double> dxdt);
  /// How far go_to(t) has come: t, or less if the run has ended.
  double reached(double t) const { return is_step_open_ ? t : std::min(t, integrator_->time()); }
  bool has_ended() const { return !updates_.end().empty(); }
  bool is_over() const { return !is_step_open_ && (integrator_->time() >= settings_.stop_s || !updates_.end().empty()); }
  RunSummary end();
  /// Integrals of Program::quadratures over the run, valid afterwards.
  std::vector<double> quadratures() const { return episode_->live.whole_quadratures(integrator_->time(), integrator_->quadratures()); }
  /// A record of all that the rest of the run follows from, for its follower before an event.
  std::string record_before_event();
  /// The states where the run has ended.
  const std::vector<double>& state() const { return x_; }
  /// The dissipated energies along the run.
  const HeatWatch& heat() const { return heat_; }
  /// What depends on forces in closed loops that are not determined.
  const SharedForces& shared_forces() const { return shared_forces_; }
  const LoopBranches& branches() const { return branches_; }

 private:
  bool interrupted() const { return allowance_.is_interrupted(); }
  void begin_here();
  double span_s() const { return settings_.span_s > 0 ? settings_.span_s : settings_.stop_s - settings_.start_s; }
  void find_beginning();
  void initialise_state();
  void take_program();
  void take_integrator();
  void keep_learned();
  /// How the integrator begins: after an event, after one that may have changed nothing for it (as where an instrument takes a sample), in
  /// which case it goes on, or at a cut between two legs.
  enum class Beginning : std::uint8_t { anew, unless_unchanged, leg };
  void restart(double t, const std::vector<double>& q, Beginning beginning = Beginning::anew);
  LastStep last_step() const { return {*integrator_, episode_->live}; }
  const std::vector<double>& take_state();
  bool known_change_has_come();
  void take_notes();
  bool end_step_at_event();
  bool end_step_where_a_root_ends();
  void note_jump(std::size_t loop, double t, std::vector<std::string>& labels);
  void watch_heat();
  void check_functions(double t);
  bool take_step();
  void accept_step();
  void cut_step(double t);
  /// Why the motion with the present held values cannot go on, and its values where frictions do not jam.
  struct End {
    std::optional<Snapshot> values = {};
    std::optional<Jammed> jammed = {};
    bool is_off_roots = false;
    explicit operator bool() const { return jammed || is_off_roots; }
  };
  End end_outside();
  void read_indicators(const std::optional<Snapshot>& now, double t, std::span<double> values) const;
  std::optional<double> way_from_jam();
  void jam_outside(const Jammed& jammed);
  std::span<const double> look_outside();
  bool leg_is_over() const;
  void begin_leg();
  void carry(Archive& archive);
  void carry_memories(Archive& archive) const;
  void take_memories();
  void note_memories();
  bool complete_step_outside(double t);
  void begin_event_outside(double t);
  void carry_program(Archive& archive);
  bool states_are_poor();
  bool has_drifted_off();
  void look_at_closed_loops(double t);
  void change_states();
  Failure other_states_wanted(double t) const;
  void take_choice(const WatchedValues& point, double t);
  InitialState find_start();
  InitialState find_start_by_other_states(const Failure& failure);
  void note_short_steps();
  std::optional<Diagnostic> jump_without_event(const std::string& steps, double step_s);
  void start_frictions(const std::function<std::vector<double>()>& targets);
  void require_steady(SteadyState& steady);
  struct Change {
    bool scheduled = false;
    bool given = false;                 ///< caused by the caller; such events may follow each other at any rate
    std::vector<double> quadratures;    ///< before it
    std::optional<Jammed> jammed = {};  ///< why there is no motion from way_s ahead on
    double way_s = 0;
  };
  bool step(double limit);
  double way_to_jam(double t, double limit);
  void event_at(double t, bool scheduled, bool given = false);
  void row_before(double t);
  void change_at(double t, const Change& change);
  void begin_event(double t);
  std::optional<Jammed> jump_loops(double t, std::vector<std::string>& labels);
  struct BeforeEvent {
    std::vector<double> momenta, places;  ///< those of momenta_now(); of prescribed positions
    std::int64_t fired = 0;               ///< how many updates there had been
  };
  void end_event(double t, const std::vector<std::string>& labels, const BeforeEvent& before, std::vector<double>& q);
  std::vector<double> momenta_now();
  bool share_impulse_of_kink(double t, const std::vector<double>& before);
  bool settle_laws(double t, std::vector<std::string>& labels);
  void fire_updates(double t, std::vector<std::string>& labels);
  void settle(double t, std::vector<std::string>& labels);
  void settle_with_forces(double t, std::vector<std::string>& labels);
  bool settle_conditions(double t, std::vector<std::string>& labels);
  Failure modes_do_not_settle(double t, const std::vector<std::string>& labels) const;
  void require_progress();
  void guard_against_chatter(double t, const std::vector<std::string>& labels, bool loops_jump);
  [[noreturn]] void explain_failure(Failure failure) const;
  Failure broken_off() const;

  Machine& machine_;
  Updates updates_;
  Delays delays_;
  std::optional<Episode> episode_;
  std::unique_ptr<Integrator> integrator_;
  std::array<std::string, 2> learned_;  // by integrators with and without states
  std::string remark_;                  // of the last with states
  std::optional<MotionCheck> check_;
  HeatWatch heat_;
  SharedForces shared_forces_{machine_};
  LoopBranches branches_{machine_};
  const InitialTargets targets_;
  RowWriter& rows_;
  const RunSettings& settings_;
  Allowance allowance_;
  RunSummary summary_;
  std::vector<double> x_;
  struct InstantRing {
    std::vector<double> times;
    std::size_t next = 0;
    double exchange(std::size_t size, double t);
    void carry(Archive& archive) { archive(times), archive(next); }
  };
  std::vector<double> before_jam_;            // the integrator's quadratures where the step began, which may jam
  Machine::Values before_step_;               // where loops are followed, and the step may end earlier
  std::optional<double> before_root_ends_s_;  // of the last step, if a loop's solution ends in it
  InstantRing events_, jumps_;                // the last kChatterEvents and kChatterJumps
  std::int64_t pace_steps_ = 0;               // since pace_from_s_
  double pace_from_s_ = 0;
  std::vector<ExternalMemory*> watching_;  // those that are told of steps and events
  OutsideIntegrator* outside_ = nullptr;   // the integrator, if a host integrates
  double next_scheduled_ = 0;
  bool is_step_open_ = false, ends_in_event_ = false;  // the last step has not been accepted yet; it ends in an event
  std::int64_t choices_ = 0;                           // of states, made during the run
  std::optional<WatchedValues> chosen_at_;             // the last of them
  WatchedValues watched_;                              // of states_are_poor()
  RowPivots row_pivots_;
  std::int64_t rows_before_leg_ = 0, events_before_leg_ = 0;
  IntegratorStatistics before_;      // of the integrators before this one
  IntegratorStatistics before_leg_;  // of all before this leg
};

}  // namespace stribeck
