#pragma once
// Every position that a component or an output asks for, against the spanning forest, its prescription and the velocities of its ends.
#include "verification/checks.h"

namespace stribeck {

class DisplacementChecks {
 public:
  DisplacementChecks(const FlatSystem& flat, WantedValues& wanted);
  void check(double time_s, const double* values);
  /// The worst relative residual of velocities and positions.
  void find_worst(Finding& worst) const;
  /// The largest constraint drift: how far a position is from where the network or its prescription puts it, in m or rad.
  Finding drift() const;
  std::int64_t count() const { return static_cast<std::int64_t>(2 * requests_.size()); }

 private:
  struct Request {
    std::int32_t position, prescription, rate, prescribed_rate;  ///< columns; -1: none
    std::int32_t r_velocity, c_velocity;                         ///< -1: the origin
    double fixed = 0;                                            ///< of fixed ones
    Check velocity, place;
    double drift = 0, drift_time_s = 0;
  };
  void order_tree();
  void check_velocity(Request& request, double time_s, const double* values) const;
  void check_place(std::size_t number, double time_s, const double* values);
  std::string name(std::size_t request) const;

  const FlatSystem& flat_;
  std::vector<Request> requests_;
  std::vector<Potential> tree_;        // parents first
  std::vector<double> potentials_;     // by vertex
  double fastest_ = 0, furthest_ = 0;  // of all so far
};

}  // namespace stribeck
