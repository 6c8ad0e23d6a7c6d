#pragma once
// What has to be followed of the compiled program, as the Ode that integrators see.
#include <optional>
#include <vector>

#include "simulation/integrator.h"
#include "simulation/live_system.h"

namespace stribeck {

/// The typical magnitude of a variable, if one is declared.
std::optional<double> nominal_of(const FlatSystem& flat, std::int32_t variable);

/// For integrators that are made after the system was told to hold its modes: how many states there are follows from that.
class ModelOde : public Ode {
 public:
  ModelOde(Machine& machine, LiveSystem& live, const IntegratorOptions& options);
  std::int32_t states() const override { return static_cast<std::int32_t>(live_.states().size()); }
  std::int32_t quadratures() const override { return static_cast<std::int32_t>(live_.quadratures().size()); }
  std::int32_t steering_quadratures() const override;
  double other_energy(double t) const override { return live_.other_energy(t); }
  bool has_modes() const override { return machine_.program().has_modes(); }
  bool has_kinks() const override { return has_kinks_; }
  bool is_beyond() const override { return machine_.is_beyond_roots(); }
  void drop_beyond() override { machine_.drop_beyond_roots(); }
  void derivatives(double t, const double* x, double* dxdt, double* dqdt) override { live_.derivatives(t, x, dxdt, dqdt); }
  const SparsityPattern& jacobian_pattern() const override;
  void jacobian(double t, const double* x, double* values, double* dfdt) override;
  std::span<const double> nominal() const override { return nominal_; }
  double derivatives_cost() const override { return static_cast<double>(live_.cost()) + 1; }
  double jacobian_cost() const override;
  /// Other states are followed than before.
  void follow();
  /// Takes notice of the sizes of what is followed, where nominal values follow them.
  void note_sizes(std::span<const double> followed);
  void carry(Archive& archive) { archive(sizes_); }

 private:
  void make_pattern() const;
  void by_formulas(double t, const double* x, double* values, double* dfdt);
  void by_differences(double t, const double* x, double* values, double* dfdt);

  Machine& machine_;
  LiveSystem& live_;
  bool has_kinks_ = false;
  double least_size_;              ///< below it rounding alone decides; 1 where sizes do not count
  std::vector<bool> is_declared_;  ///< by state
  std::vector<double> sizes_;      ///< by state: the nominal value, or the largest magnitude so far, from least_size_ to 1
  std::vector<double> nominal_;    ///< of those states that are followed
  // Of the Jacobian, empty until it is asked for.
  mutable SparsityPattern pattern_;
  mutable std::vector<std::size_t> entries_;  ///< of the whole Jacobian, in the order of the pattern
  mutable std::vector<std::int32_t> row_of_;  ///< by state, -1: not followed
  std::vector<double> whole_;
};

}  // namespace stribeck
