#pragma once
// How a motion changes with parameters and initial values: dx/dp beside the states, with what each event makes of it.
//
//   between events   dS/dt = A S + B, by the symbolic Jacobian along the accepted steps
//   at an event      h(t, x, p) = 0 ends what is held, the states jump to R(t, x, p):
//                    dt/dp = -(h_x S- + h_p) / (h_x f- + h_t),   S+ = R_x S- + R_p + (R_x f- + R_t - f+) dt/dp
//
// Where nothing jumps R is the identity, and f+ that of the modes decided on: so what begins to stick has no derivative but that of what
// holds it. Where something jumps (impacts, what components assign) R is the event itself, repeated beside it both ways along S- and dt/dp:
// its central difference. A derivative is undefined where another event comes at the same instant and not for all parameters alike, where
// an event is grazed, or where the event repeated to both sides ends in different modes.
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "analysis/linear_model.h"
#include "simulation/loop/hybrid_loop.h"

namespace stribeck {

/// A quantity that the motion is differentiated by: changes of parameters and of targets of the start with it.
struct Direction {
  LinearVariable variable;
  std::vector<std::pair<std::size_t, double>> parameters;  ///< column of the parameter in LinearCode, counted from the first; and d / d it
  std::vector<double> all_parameters;                      ///< d of each of the program's parameters / d it
  std::vector<double> targets;                             ///< d of each target of the start / d it
};

struct EventSensitivity {
  double time_s = 0;
  std::vector<std::string> labels;
  std::vector<double> by;  ///< d time / d each direction; not a number where undefined
  bool is_kink = false;    ///< no state and no rate jumps, and no friction or contact changes: a law has another piece from there on
};

struct UndefinedSensitivity {
  std::size_t direction = 0;
  double time_s = 0;
  std::string why;
  /// Of each output at the end: what differences of whole runs give, with a little less and a little more.
  std::vector<double> left, right;
  double step = 0;  ///< of those differences
};

struct Sensitivities {
  double time_s = 0;  ///< of the end
  std::vector<LinearVariable> parameters, outputs;
  Matrix by;  ///< d output / d parameter at the end; not a number where undefined
  std::vector<EventSensitivity> events;
  std::vector<UndefinedSensitivity> undefined;
  std::vector<double> times_s;              ///< of rows that were asked for
  std::vector<Matrix> rows;                 ///< the same along the motion, after the events of an instant
  std::vector<std::vector<double>> values;  ///< of the outputs there
  std::vector<std::vector<double>> rates;   ///< d output / d time there
  Diagnostics notes;
};

/// The start and the events of a run, repeated with other values.
class EventRepeater {
 public:
  struct After {
    std::vector<double> x, discretes, modes;
    bool exists = false;
  };
  virtual ~EventRepeater() = default;
  virtual After start(const std::vector<double>& parameters, const std::vector<double>& target_changes) = 0;
  virtual After event(const std::string& record, double t, std::span<const double> x, const std::vector<double>& discretes,
                      const std::vector<double>& parameters) = 0;
};
/// What is held between events, so that two motions can be compared: truths, modes of frictions, pieces of tables.
std::vector<double> held_modes(const Machine& machine);
/// The part of it that frictions and contacts have.
std::vector<double> friction_modes(const Machine& machine);
std::vector<double> discrete_values(const Machine& machine);
/// Of frictions and contacts, as summed up so far.
std::vector<double> impulses_of(const Machine& machine);

/// Which rows of LinearCode are whose.
struct SensitivityRows {
  std::vector<std::size_t> outputs;      ///< places in Program::outputs, in the order of the rows after the states
  std::vector<std::int32_t> conditions;  ///< origins, in the order of the rows after those
  std::size_t parameters = 0;            ///< so many columns after the states
  double rtol = 1e-6;
  /// Derivatives of states by which a parameter, changed by as much as it is large, moves a state by less than this part of the state's
  /// scale need not be exact to parts of themselves.
  double negligible = 0;
};

class SensitivityFollower final : public MotionFollower {
 public:
  /// `begin`: what states, then discrete variables, change with the directions where it begins; empty: what the start makes of these.
  SensitivityFollower(Machine& machine, EventRepeater& repeater, SensitivityRows rows, std::vector<Direction> directions,
                      std::vector<double> times_s, Matrix begin = {});
  ~SensitivityFollower() override;
  SensitivityFollower(const SensitivityFollower&) = delete;
  SensitivityFollower& operator=(const SensitivityFollower&) = delete;
  /// Before events records are asked for there.
  void set_loop(HybridLoop& loop);
  void begin(double t, std::span<const double> x) override;
  void step(const LastStep& step) override;
  void before_event(double t, std::span<const double> x) override;
  void after_event(double t, std::span<const double> x, const std::vector<std::string>& labels) override;
  /// Of the states, then of the discrete variables, where it is.
  Matrix variations() const;
  /// Goes on with others there; all directions are defined again.
  void go_on_with(const Matrix& variations);
  /// What has happened, but for kinks.
  std::vector<std::vector<std::string>> events() const;
  /// Where there are none.
  const std::vector<UndefinedSensitivity>& undefined() const;
  /// At the end, with these states.
  Sensitivities take(double t, std::span<const double> x);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace stribeck
