#pragma once
// The forces of a network about a point, in numbers: what its states, dry frictions and rigid contacts make of its rates.
#include <Eigen/Dense>
#include <vector>

#include "simulation/events/conditions.h"
#include "simulation/loop/model_ode.h"
#include "simulation/modes/elements.h"
#include "simulation/start/initial_target.h"

namespace stribeck {

/// What a dry friction or contact does in a steady state: rests (a contact: is closed), or slides that way (a contact: is open).
using RestModes = std::vector<int>;
inline constexpr int kIdle = 2;  ///< a friction without any force, whatever its velocity

class ForceBalance {
 public:
  ForceBalance(Machine& machine, Conditions& conditions, ModelOde& ode, const InitialTargets& targets, double start_s);

  /// Those that a mode is decided on: they transmit what they are given while they rest.
  std::size_t element_count() const { return elements_.size(); }
  bool is_contact(std::size_t k) const { return all_.is_contact(elements_[k]); }
  std::string name(std::size_t k) const { return all_.name(elements_[k]); }
  const InitialTargets& targets() const { return targets_; }

  /// At x, with these modes and these forces of what rests. Conditions are put right first; throws where they cannot be, or where the
  /// equations have no solution. True if a condition changed.
  bool move_to(const std::vector<double>& x, const RestModes& modes, const Eigen::VectorXd& forces);
  /// Modes as velocities and gaps say, as last evaluated.
  RestModes modes_here();
  /// Moves x, where it was moved to last, so that gaps that are nothing but rounding are none.
  void close_gaps(std::vector<double>& x, const Eigen::MatrixXd& gaps_by_state);
  /// As last evaluated, all states.
  Eigen::VectorXd rates() const;

  /// What is linear about the point that was moved to last. By state and by force: a column each.
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
