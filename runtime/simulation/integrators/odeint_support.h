#pragma once
// What the Boost.Odeint steppers are given: a tight algebra over std::vector, and the Ode as a system that counts its stages.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

#include "simulation/integrator.h"

namespace stribeck {

/// Odeint's algebra concept on contiguous memory. Its range_algebra advances one iterator a vector; this loop vectorises.
class PointerAlgebra {
 public:
  /// From now on only these entries of results are computed; null: all.
  void take_only(const std::vector<std::size_t>* entries) { entries_ = entries; }

  template <class A, class B, class C, class Op>
  void for_each3(A& a, B& b, C& c, Op op) const {
    loop(op, a.size(), a.data(), b.data(), c.data());
  }
  template <class A, class B, class C, class D, class Op>
  void for_each4(A& a, B& b, C& c, D& d, Op op) const {
    loop(op, a.size(), a.data(), b.data(), c.data(), d.data());
  }
  template <class A, class B, class C, class D, class E, class Op>
  void for_each5(A& a, B& b, C& c, D& d, E& e, Op op) const {
    loop(op, a.size(), a.data(), b.data(), c.data(), d.data(), e.data());
  }
  template <class A, class B, class C, class D, class E, class F, class Op>
  void for_each6(A& a, B& b, C& c, D& d, E& e, F& f, Op op) const {
    loop(op, a.size(), a.data(), b.data(), c.data(), d.data(), e.data(), f.data());
  }
  template <class A, class B, class C, class D, class E, class F, class G, class Op>
  void for_each7(A& a, B& b, C& c, D& d, E& e, F& f, G& g, Op op) const {
    loop(op, a.size(), a.data(), b.data(), c.data(), d.data(), e.data(), f.data(), g.data());
  }
  template <class A, class B, class C, class D, class E, class F, class G, class H, class Op>
  void for_each8(A& a, B& b, C& c, D& d, E& e, F& f, G& g, H& h, Op op) const {
    loop(op, a.size(), a.data(), b.data(), c.data(), d.data(), e.data(), f.data(), g.data(), h.data());
  }

 private:
  template <class Op, class... In>
  void loop(Op op, std::size_t n, double* __restrict out, const In*... in) const {
    if (entries_ != nullptr) {
      for (const std::size_t i : *entries_) op(out[i], in[i]...);
    } else {
      for (std::size_t i = 0; i < n; ++i) op(out[i], in[i]...);
    }
  }

  const std::vector<std::size_t>* entries_ = nullptr;
};

/// The Ode as Odeint calls it, one evaluation a stage. The rates of the quadratures are kept per stage, outside Odeint's state, so that
/// they have the same stages as the states but no part in the error and no cost where a stage has no weight in them.
class StageSystem {
 public:
  StageSystem(Ode& ode, IntegratorStatistics& statistics, int stages)
      : ode_(ode), statistics_(statistics), rates_(static_cast<std::size_t>(stages), std::vector<double>(size(ode.quadratures()))) {}

  /// The next evaluation is stage `first`; none may lie later than `end` by rounding. Stage `unweighted` needs no rates.
  void begin(std::size_t first, double end, std::size_t unweighted = kNone) {
    stage_ = first;
    end_ = end;
    unweighted_ = unweighted;
  }
  void operator()(const std::vector<double>& x, std::vector<double>& dxdt, double t) {
    double* const rates = rates_[stage_].empty() || stage_ == unweighted_ ? nullptr : rates_[stage_].data();
    ++stage_;
    ++statistics_.evaluations;
    ode_.derivatives(std::min(t, end_), x.data(), dxdt.data(), rates);
  }
  /// Stages evaluated so far, with those before `first`.
  std::size_t evaluated() const { return stage_; }
  std::vector<double>& rates(std::size_t stage) { return rates_[stage]; }
  /// to[k] = from[k] + h * sum of weights[s] * rates of stage s.
  template <const auto& weights>
  void integrate(double h, const std::vector<double>& from, std::vector<double>& to) const {
    for (std::size_t k = 0; k < to.size(); ++k) {
      double sum = 0;
      for_weighted<weights>([&](double weight, const std::vector<double>& rates) { sum += weight * rates[k]; });
      to[k] = from[k] + h * sum;
    }
  }
  /// |h * sum of weights[s] * rates of stage s|, summed over the quadratures that steer, against what they have gathered before and gather
  /// in h. Energies below kNoEnergy_J are those of machines at rest: the product of a force and a velocity that is zero but for rounding.
  template <const auto& weights>
  double relative(double h, const std::vector<double>& from) const {
    double error = 0, scale = ode_.other_energy(end_);
    for (std::size_t k = 0, steering = size(ode_.steering_quadratures()); k < steering; ++k) {
      double sum = 0, largest = 0;
      for_weighted<weights>([&](double weight, const std::vector<double>& rates) {
        sum += weight * rates[k];
        largest = std::max(largest, std::abs(rates[k]));
      });
      error += std::abs(h * sum);
      scale += std::abs(from[k]) + h * largest;
    }
    return error <= kNoEnergy_J ? 0 : error / scale;
  }

 private:
  static constexpr double kNoEnergy_J = 1e-22;
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);
  /// Calls visit(weight, rates) for each stage that has a weight, in their order. The weights are constants, so that no loop is left.
  template <const auto& weights, typename Visit>
  void for_weighted(Visit visit) const {
    const auto one = [&]<std::size_t stage>(std::integral_constant<std::size_t, stage>) {
      if constexpr (weights[stage] != 0) visit(weights[stage], rates_[stage]);
    };
    [&]<std::size_t... stage>(std::index_sequence<stage...>) { (one(std::integral_constant<std::size_t, stage>()), ...); }
    (std::make_index_sequence<weights.size()>());
  }
  static std::size_t size(std::int32_t count) { return static_cast<std::size_t>(count); }

  Ode& ode_;
  IntegratorStatistics& statistics_;
  std::vector<std::vector<double>> rates_;
  std::size_t stage_ = 0, unweighted_ = kNone;
  double end_ = 0;
};

}  // namespace stribeck
