#pragma once
// Runs a program: a context, what evaluates code in it, and what solves the loops. Nothing is allocated after construction.
#include <cmath>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "base/archive.h"
#include "base/numbers.h"
#include "program/constraint_projection.h"
#include "program/context.h"
#include "program/interpreter.h"
#include "program/loop_solver.h"
#include "program/program.h"

namespace stribeck {

class Machine {
 public:
  using Values = Context::Values;

  explicit Machine(const Program& program);
  Machine(const Program& program, std::span<const double> parameters) : Machine(program) { set_parameters(parameters); }
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;

  /// Runs another program for the same system from here on, see Context::go_over().
  void become(const Program& program);
  /// The same where the run begins anew, see Context::begin_again().
  void begin_again(const Program& program);
  /// Where a program with Jacobian for the same system comes from, if this one has none.
  void set_source_of_jacobian(std::function<const Program&()> source) { source_of_jacobian_ = std::move(source); }
  /// Becomes that program if it has to.
  void require_jacobian();

  /// Takes parameter values (SI, by the numbers of Program::parameters) and computes what depends on them alone.
  void set_parameters(std::span<const double> values);
  std::span<const double> parameters() const { return context_.parameters; }
  void set_time(double t) { set(program_->time, t); }
  /// At the time that is set before: constraints move them, as ConstraintProjection says.
  void set_state(const double* x);
  /// The same of states that have been put into their registers.
  void meet_constraints() {
    if (!program_->constraints.empty()) constraints_.project();
  }
  bool has_constraints() const { return !program_->constraints.empty(); }
  /// x becomes the state that it stands for.
  void project(double t, std::span<double> x);
  /// ConstraintProjection::choose_first() for the states in their registers.
  void choose_first_constraints() {
    constraints_.choose_first();
    context_.begin_run();
  }
  /// At a start: how far constraints may move each state against the others; those with 0 stay. None: the motion has begun.
  void weigh_states(std::vector<double> weights) { constraints_.set_weights(std::move(weights)); }
  /// Throws Failure run.loop_impulse where x, as it is, is off the constraints. What was evaluated does not hold then.
  void require_closed(double t, std::span<const double> x);
  /// So many independent forces of constraints are not determined.
  std::size_t undetermined_forces() const { return has_constraints() ? constraints_.undetermined() : 0; }
  /// ConstraintProjection::try_force(); by 0 N none.
  void try_force(std::size_t which, double newtons) {
    constraints_.try_force(which, newtons);
    context_.begin_run();
  }
  /// Runs a section; `dynamics` before any of the others.
  void run(Section section) {
    if (section == Section::dynamics) context_.begin_run();
    execute(program_->section(section));
  }
  /// Runs a part of the program's code.
  void run(std::span<const Instruction> code) {
    context_.begin_run();
    execute(code);
  }
  /// Changes with what is run of that and of section dynamics: their values are what they were if it is.
  std::uint64_t runs() const { return context_.values.runs; }
  /// Instructions executed so far, those inside loops that are solved apart.
  std::int64_t executed() const { return executed_ + interpreter_.executed(); }
  double value(Register r) const { return context_.value(r); }
  /// One after the other.
  void read(std::span<const Register> registers, double* to) const {
    const double* const values = context_.values.registers.data();
    for (const Register r : registers) *to++ = values[r];
  }
  void set(Register r, double value) { context_.set(r, value); }
  /// Sets what is held between events: modes, truths, discrete variables, pieces of tables.
  void tell(Register r, double value) {
    if (is_same(this->value(r), value)) return;
    set(r, value);
    if (program_->has_modes()) context_.told.push_back(r);
  }
  /// What was told something new since the last call, if there are modes.
  std::vector<Register> take_told() { return std::exchange(context_.told, {}); }

  /// Time, state and all derivatives in one call.
  void derivatives(double t, const double* x, double* dxdt);
  /// The held truth of condition c as its crossing function has it now; for scheduled ones as time has it.
  bool truth(std::size_t condition) const;
  double crossing(std::size_t condition) const { return value(program_->conditions[condition].crossing); }
  /// What rounding may make of the crossing function at zero; 0 where its sign is exact.
  double noise(std::size_t condition) const {
    const Register r = program_->conditions[condition].noise;
    return r < 0 ? 0 : value(r);
  }
  /// The crossing function, zero where rounding may be all that it is.
  double clear_crossing(std::size_t condition) const {
    const double g = crossing(condition);
    return std::fabs(g) <= noise(condition) ? 0 : g;
  }
  /// Whether the truth differs from the held one, by more than rounding may make of it.
  bool differs(std::size_t condition) const;
  /// What would be held of a condition as last evaluated: its truth, or the floor that it follows.
  double held_now(std::size_t condition) const;
  /// Holds that.
  void take_over(std::size_t condition);
  void hold(std::size_t condition, bool truth) { tell(program_->conditions[condition].held, truth ? 1.0 : 0.0); }
  bool held(std::size_t condition) const { return value(program_->conditions[condition].held) != 0; }
  /// Scheduled times up to this are those of the instant t: what lies between is rounding.
  static double instant_end(double t);
  /// Sets the piece of every time table for time t (right-continuous); returns the next time at which one changes after t, or infinity.
  double hold_tables(double t);
  /// The same for the floors of time.
  double hold_floors(double t);

  /// What solves the loops, and follows their solutions.
  LoopSolver& loops() { return loops_; }
  const LoopSolver& loops() const { return loops_; }
  /// What delayed expressions were, parallel to Program::histories.
  std::vector<History>& histories() { return context_.histories; }

  const Program& program() const { return *program_; }
  const Context& context() const { return context_; }
  /// Goes on from a context of the same program.
  void restore(Context context);
  /// The same by bytes.
  void carry(Archive& archive);
  /// What evaluations write, to be put back after something else has been evaluated.
  void keep(Values& values) const { values = context_.values; }
  void put_back(const Values& values) { context_.values = values; }

 private:
  void take(const Program& program);
  void execute(std::span<const Instruction> code);
  void take_parameters();
  bool is_left(const FollowedFloor& floor, Operator relation) const;

  const Program* program_ = nullptr;
  std::function<const Program&()> source_of_jacobian_;
  Context context_;
  Interpreter interpreter_{context_};
  LoopSolver loops_{context_, interpreter_};
  ConstraintProjection constraints_{context_, interpreter_};
  std::int64_t executed_ = 0;  // instructions on loops
};

}  // namespace stribeck
