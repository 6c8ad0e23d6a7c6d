#pragma once
// The part of a compiled program that has to be integrated, as the Ode of an integrator.
#include <vector>

#include "simulation/integrator.h"
#include "simulation/loop/live_system.h"
#include "simulation/loop/state_sizes.h"

namespace stribeck {

/// An integrator must be made after modes are held, since the number of states that it integrates depends on them.
class ModelOde : public Ode {
 public:
  ModelOde(Machine& machine, LiveSystem& live, const IntegratorOptions& options);
  std::int32_t states() const override { return static_cast<std::int32_t>(live_.states().size()); }
  std::int32_t quadratures() const override { return static_cast<std::int32_t>(live_.quadratures().size()); }
  std::int32_t steering_quadratures() const override { return steering_quadratures_; }
  double other_energy(double t) const override { return live_.other_energy(t); }
  bool has_modes() const override { return machine_.program().has_modes(); }
  bool has_kinks() const override { return machine_.program().has_kinks; }
  std::span<const Bend> bends() const override { return bends_; }
  void read_bends(double* arguments) const override;
  bool is_beyond() const override { return machine_.loops().is_beyond(); }
  void drop_beyond() override { machine_.loops().drop_beyond(); }
  void derivatives(double t, const double* x, double* dxdt, double* dqdt) override;
  bool derivatives_aside(double t, const double* x, double* dxdt) override;
  const SparsityPattern& jacobian_pattern() const override;
  void jacobian(double t, const double* x, double* values, double* dfdt) override;
  std::span<const double> nominal() const override { return nominal_; }
  double derivatives_cost() const override { return static_cast<double>(live_.cost()) + 1; }
  double jacobian_cost() const override;
  /// From now on states in which closed loops of bodies are on another branch have no derivatives, so that steps towards them are
  /// shortened.
  void keep_to(const LoopBranch& branch) { branch_ = &branch; }
  /// To be called when other states are followed than before.
  void follow();
  /// A step of this length has ended at x, or (0) a run begins there: updates the nominal values that depend on the size of the states.
  void note_sizes(std::span<const double> x, double step_s);
  /// To be called before a step from (t, x): measures, in some of the calls, how much rounding changes the derivatives. Returns the number
  /// of evaluations that it took.
  std::int64_t note_rounding(double t, std::span<const double> x);
  /// How large each state has been, also of those that are not followed now, or its nominal value where one is declared.
  std::vector<double> sizes() const;
  void carry(Archive& archive) { sizes_.carry(archive); }

 private:
  void make_pattern() const;
  void make_dense_pattern() const;
  void by_formulas(double t, const double* x, double* values, double* dfdt);
  void by_differences(double t, const double* x, double* values, double* dfdt);

  Machine& machine_;
  LiveSystem& live_;
  const LoopBranch* branch_ = nullptr;
  std::vector<Bend> bends_;
  mutable const Program* bends_of_;  // whose they are
  bool iterates_ = false;
  std::int32_t steering_quadratures_ = 0;
  StateSizes sizes_;
  std::vector<double> nominal_;  ///< of those states that are followed
  std::vector<double> disturbed_, rates_, disturbed_rates_;
  Machine::Values before_aside_;
  // Of the Jacobian, empty until it is asked for.
  mutable SparsityPattern pattern_;
  mutable std::vector<std::size_t> entries_;  ///< of the whole Jacobian, in the order of the pattern
  mutable std::vector<std::int32_t> row_of_;  ///< by state, -1: not followed
  std::vector<double> whole_;
};

}  // namespace stribeck
