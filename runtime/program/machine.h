#pragma once
// Runs a program: holds its context, the interpreter of its code and the solver of its loops. Nothing is allocated after construction.
#include <cmath>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/archive.h"
#include "base/numbers.h"
#include "program/constraint_projection.h"
#include "program/context.h"
#include "program/interpreter.h"
#include "program/linked_code.h"
#include "program/loop_solver.h"
#include "program/program.h"

namespace stribeck {

class Snapshot;

class Machine {
 public:
  using Values = Context::Values;

  explicit Machine(const Program& program);
  Machine(const Program& program, std::span<const double> parameters) : Machine(program) { set_parameters(parameters); }
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;

  /// Changes to another program of the same system, see Context::go_over().
  void become(const Program& program);
  /// The same at the beginning of a run, see Context::begin_again().
  void begin_again(const Program& program);
  /// `source` returns a program of the same system that has a Jacobian; it is called if one is required and this program has none.
  void set_source_of_jacobian(std::function<const Program&()> source) { source_of_jacobian_ = std::move(source); }
  /// Changes to that program unless this one has a Jacobian.
  void require_jacobian();

  /// Sets the parameters (SI, in the order of Program::parameters) and computes all values that depend on parameters alone.
  void set_parameters(std::span<const double> values);
  std::span<const double> parameters() const { return context_.parameters; }
  void set_time(double t) { set(program_->time, t); }
  /// Sets the states. If the program has constraints, the states are moved onto them (ConstraintProjection) at the time that is set, so
  /// that set_time() comes first.
  void set_state(const double* x) {
    double* const states = context_.values.registers.data() + program_->first_state;
    for (std::size_t s = 0; s < program_->derivatives.size(); ++s) states[s] = x[s];
    meet_constraints();
  }
  /// Moves the states that are in their registers onto the constraints.
  void meet_constraints() {
    if (!program_->constraints.empty()) constraints_.project();
  }
  bool has_constraints() const { return !program_->constraints.empty(); }
  /// Replaces x by the nearest state that fulfils the constraints at time t.
  void project(double t, std::span<double> x);
  /// ConstraintProjection::choose_first() at the states that are in their registers.
  void choose_first_constraints() {
    constraints_.choose_first();
    context_.begin_run();
  }
  /// ConstraintProjection::set_weights(): how readily constraints move each state while a start is searched for.
  void weigh_states(std::vector<double> weights) { constraints_.set_weights(std::move(weights)); }
  /// Throws Failure run.loop_impulse if x does not fulfil the constraints. Values that were evaluated before are no longer valid.
  void require_closed(double t, std::span<const double> x);
  /// The number of independent constraint forces that the motion does not determine.
  std::size_t undetermined_forces() const { return has_constraints() ? constraints_.undetermined() : 0; }
  /// ConstraintProjection::try_force(); 0 N ends the trial.
  void try_force(std::size_t which, double newtons) {
    constraints_.try_force(which, newtons);
    context_.begin_run();
  }
  /// ConstraintProjection::keep_to().
  void keep_to(const LoopBranch* branch) { constraints_.keep_to(branch); }
  /// ConstraintProjection::pass_branch(), after project().
  std::optional<std::int32_t> pass_branch(LoopBranch& branch) const { return constraints_.pass_branch(branch); }
  /// Runs a section. Section `dynamics` must run before any of the others.
  void run(Section section) {
    if (section == Section::dynamics) context_.begin_run();
    execute(program_->section(section));
  }
  /// Runs a part of the program's code.
  void run(const LinkedCode& code) {
    context_.begin_run();
    execute(code);
  }
  /// Runs one instruction of it.
  void run_alone(Instruction instruction) {
    context_.begin_run();
    instruction.last = kNotLast;
    execute({&instruction, 1});
  }
  /// A number that changes whenever section dynamics, or a part of the code by itself, is run: as long as it is the same, the values that
  /// they compute are unchanged.
  std::uint64_t runs() const { return context_.values.runs; }
  /// Instructions executed so far, with those that were executed inside loops.
  std::int64_t executed() const { return executed_ + interpreter_.executed(); }
  /// What has been computed last, to be read until the machine computes again. What other sections compute from it belongs to it, whether
  /// they run before or after this call.
  Snapshot snapshot() const;
  /// A value that no evaluation computes: it is held, given or placed, or follows from parameters alone. All others are read from
  /// snapshots.
  double held_value(Register r) const { return context_.value(r); }
  void set(Register r, double value) { context_.set(r, value); }
  /// Sets a value that is held between events: a mode, a truth, a discrete variable, the piece of a table. If it changes and the program
  /// has modes, the register is noted for take_told().
  void tell(Register r, double value) {
    if (is_same(held_value(r), value)) return;
    set(r, value);
    if (program_->has_modes()) context_.told.push_back(r);
  }
  /// The held registers that tell() has changed since the last call.
  std::vector<Register> take_told() { return std::exchange(context_.told, {}); }

  /// Time, state and all derivatives in one call, and the rates of all quadratures unless `dqdt` is null.
  void derivatives(double t, const double* x, double* dxdt, double* dqdt = nullptr);
  void hold(std::size_t condition, bool truth) { tell(program_->conditions[condition].held, truth ? 1.0 : 0.0); }
  /// Holds Snapshot::to_be_held() of a condition: its truth, or the floor whose end it marks.
  void take_over(std::size_t condition, double value) { tell(program_->held_register(condition), value); }
  bool held(std::size_t condition) const { return held_value(program_->conditions[condition].held) != 0; }
  /// The end of the instant t: scheduled times up to this differ from t by rounding only, and belong to the same instant.
  static double instant_end(double t);
  /// Sets the piece of every time table for time t (right-continuous); returns the next time at which one changes after t, or infinity.
  /// Adds those that changed, by number of Program::held_tables.
  double hold_tables(double t, std::vector<std::size_t>* changed = nullptr);
  /// The same for the floors of time.
  double hold_floors(double t, std::vector<std::size_t>* changed = nullptr);

  /// The solver of the loops, which also continues their solutions.
  LoopSolver& loops() { return loops_; }
  const LoopSolver& loops() const { return loops_; }
  /// The past of delayed expressions, parallel to Program::histories.
  std::vector<History>& histories() { return context_.histories; }

  const Program& program() const { return *program_; }
  const Context& context() const { return context_; }
  /// Takes over a context of the same program.
  void restore(Context context);
  /// Writes the context into the archive, or reads it from there.
  void carry(Archive& archive);
  /// Copies all that evaluations write, so that put_back() can undo what is evaluated in between.
  void keep(Values& values) const { values = context_.values; }
  void put_back(const Values& values) { context_.values = values; }

 private:
  void take(const Program& program);
  void execute(std::span<const Instruction> code);
  void take_parameters();

  const Program* program_ = nullptr;
  std::function<const Program&()> source_of_jacobian_;
  Context context_;
  Interpreter interpreter_{context_};
  LoopSolver loops_{context_, interpreter_};
  ConstraintProjection constraints_{context_, interpreter_};
  std::int64_t executed_ = 0;  // instructions on loops
};

/// Restores all values of a machine when it goes out of scope, by an exception, too.
class KeptValues {
 public:
  explicit KeptValues(Machine& machine) : machine_(machine) { machine.keep(values_); }
  ~KeptValues() { machine_.put_back(values_); }
  KeptValues(const KeptValues&) = delete;
  KeptValues& operator=(const KeptValues&) = delete;

 private:
  Machine& machine_;
  Machine::Values values_;
};

}  // namespace stribeck
