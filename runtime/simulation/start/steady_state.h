#pragma once
// Rest or uniform motion nearest to the targets.
#include <vector>

#include "simulation/start/initialise.h"

namespace stribeck {

class SteadyState {
 public:
  SteadyState(Machine& machine, Conditions& conditions, ModelOde& ode, double start_s);

  /// Moves x to where the rates of the states vanish, with the least forces of dry frictions and contacts that it takes; whether these can
  /// have them is decided afterwards. Their modes stay as they are.
  void find(std::vector<double>& x);
  /// The same with the modes as they are held.
  void find_with_modes(std::vector<double>& x);
  /// Whether x, with the modes as they are held, is at rest.
  bool is_reached(const std::vector<double>& x);
  /// That there is none: what still changes where is_reached() looked last.
  Failure none() const;

 private:
  void evaluate(const std::vector<double>& x);
  void newton(std::vector<double>& x, const std::vector<Register>& pushes);

  /// Rates at rest, against those it began with.
  static constexpr double kSettled = 1e-9;

  Machine& machine_;
  Conditions& conditions_;
  ModelOde& ode_;
  double t_;
  std::vector<bool> wanted_;  // by state: is to come to rest
  std::vector<double> rates_;
  double settled_ = kSettled;
};

}  // namespace stribeck
