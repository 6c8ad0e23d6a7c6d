#pragma once
// A network linearised about a point: how the derivatives of its states depend on states and on forces of dry frictions and rigid contacts.
#include <Eigen/Dense>
#include <vector>

#include "simulation/events/conditions.h"
#include "simulation/loop/model_ode.h"
#include "simulation/modes/elements.h"
#include "simulation/start/initial_target.h"

namespace stribeck {

/// The modes of dry frictions and contacts in a steady state: 0 rests (a contact: is closed); -1 or 1 slides that way (a contact: is open).
using RestModes = std::vector<int>;
inline constexpr int kIdle = 2;       ///< a friction that transmits no force at any velocity
inline constexpr int kUndecided = 3;  ///< any force within the limits at any velocity; a contact: any push and any gap

/// What laws switch at: where the crossing function of a condition, or the difference at a kink, changes its sign.
struct Switch {
  std::size_t number;
  bool is_kink = false;
  double point = 0;  ///< of a kink of a table: the argument at which it is
  int sign = 0;      ///< that it is to have; 0: any
  double least = 0;  ///< of its size
};

class ForceBalance {
 public:
  ForceBalance(Machine& machine, Conditions& conditions, ModelOde& ode, const InitialTargets& targets, double start_s);

  /// The number of elements whose mode is decided on; while they rest they transmit the force that move_to() gives them.
  std::size_t element_count() const { return elements_.size(); }
  bool is_contact(std::size_t k) const { return all_.is_contact(elements_[k]); }
  std::string name(std::size_t k) const { return all_.name(elements_[k]); }
  const InitialTargets& targets() const { return targets_; }

  /// All that laws switch at with the state, but for tables of more than twenty corners, which count as curved.
  std::vector<Switch> switches() const;
  /// From here on move_to() gives the conditions among them the truths of their signs, and linear() shows them.
  void keep(std::vector<Switch> switches) { kept_ = std::move(switches); }
  const std::vector<Switch>& kept() const { return kept_; }

  /// Evaluates at x, with these modes and with these forces of elements at rest. Conditions settle first; throws Failure where they do not,
  /// or where the equations have no solution. True if a condition changed.
  bool move_to(const std::vector<double>& x, const RestModes& modes, const Eigen::VectorXd& forces);
  /// The modes that belong to the velocities and gaps where it was moved to.
  RestModes modes_here();
  /// Changes x, which it was moved to last, so that gaps which are only rounding become exactly zero.
  void close_gaps(std::vector<double>& x, const Eigen::MatrixXd& gaps_by_state);
  /// The derivatives of all states where it was moved to.
  Eigen::VectorXd rates() const;

  /// Values at the point that it was moved to last, with their derivatives; a column for each state and each force.
  struct Quantity {
    Eigen::VectorXd value;
    Eigen::MatrixXd by_state, by_force;
    Eigen::VectorXd after(const Eigen::VectorXd& step, const Eigen::VectorXd& more_force) const {
      return value + by_state * step + by_force * more_force;
    }
  };
  struct Linear {
    Quantity rates;                ///< of all states
    Quantity velocity, gap;        ///< by element; a gap that is none is zero
    Quantity forwards, backwards;  ///< static levels; they may be infinite
    Quantity targets;              ///< by target
    Quantity switches;             ///< by switch that is kept
    Eigen::VectorXd kinetic_forwards, kinetic_backwards;
    Eigen::VectorXd terms;  ///< of the rates: sums of the sizes of what they are the sums of
  };
  Linear linear();

 private:
  void read(std::vector<Eigen::VectorXd>& into);
  void evaluate();
  double level(std::size_t i, std::size_t side) const;

  Machine& machine_;
  Conditions& conditions_;
  ModelOde& ode_;
  const InitialTargets& targets_;
  Elements all_;
  std::vector<std::size_t> elements_;
  std::vector<Switch> kept_;
  double t_;
  std::vector<double> x_;
  Eigen::VectorXd forces_;
  double most_terms_ = 0;
};

/// The inputs of all dry frictions, as they are now; put back at the end.
class KeptModes {
 public:
  explicit KeptModes(Machine& machine);
  KeptModes(const KeptModes&) = delete;
  KeptModes& operator=(const KeptModes&) = delete;
  ~KeptModes();

 private:
  Machine& machine_;
  std::vector<double> values_;
};

}  // namespace stribeck
