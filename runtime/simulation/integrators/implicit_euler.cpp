// Backward Euler with a fixed step, for real time: x1 = x0 + h f(t1, x1) by Newton's method with the sparse Jacobian.
// If Newton's method does not converge, half of the step is tried, then half of that, which a real-time run notices as a late step. The
// step ends there and the rest is not tried at once: a mode may change inside it, beyond which the present law need not have a solution,
// and the search for events must see the change first. For the same reason a step is too long if a deviation grows faster than 1/h, as
// where friction falls with speed (an eigenvalue above 1/h, seen by the sign of det(I - h J)): the solution of the implicit equation then
// lies on the far side of an unstable state.
#include <algorithm>
#include <cmath>

#include "base/numbers.h"
#include "program/sparse_lu.h"
#include "simulation/integrators/failures.h"
#include "simulation/integrators/fixed_step.h"
#include "simulation/integrators/make.h"
#include "simulation/integrators/weights.h"

namespace stribeck {

namespace {

/// Factors of I - h J, J in the pattern of the Ode.
class NewtonMatrix {
 public:
  explicit NewtonMatrix(const SparsityPattern& pattern) {
    add_diagonal(pattern);
    values_.resize(rows_.size());
    factors_ = std::make_unique<SparseLu>(starts_, rows_);
  }

  /// False if the matrix is singular or not finite.
  bool factor(const std::vector<double>& jacobian, double h) {
    std::fill(values_.begin(), values_.end(), 0.0);
    for (std::size_t k = 0; k < jacobian.size(); ++k) values_[entry_[k]] -= h * jacobian[k];
    for (const std::size_t entry : diagonal_) values_[entry] += 1;
    return factors_->factor(values_.data());
  }
  void solve(std::vector<double>& b) const { factors_->solve(b.data()); }
  bool determinant_is_negative() const { return factors_->determinant_is_negative(); }

 private:
  void add_diagonal(const SparsityPattern& pattern) {
    starts_.push_back(0);
    for (int column = 0; column < pattern.size; ++column) {
      const auto c = static_cast<std::size_t>(column);
      bool placed = false;
      for (auto k = static_cast<std::size_t>(pattern.starts[c]); k < static_cast<std::size_t>(pattern.starts[c + 1]); ++k) {
        if (!placed && pattern.rows[k] > column) place_diagonal(column, placed);
        if (pattern.rows[k] == column) {
          diagonal_.push_back(rows_.size());
          placed = true;
        }
        entry_.push_back(rows_.size());
        rows_.push_back(pattern.rows[k]);
      }
      if (!placed) place_diagonal(column, placed);
      starts_.push_back(static_cast<int>(rows_.size()));
    }
  }
  void place_diagonal(int column, bool& placed) {
    diagonal_.push_back(rows_.size());
    rows_.push_back(column);
    placed = true;
  }

  std::unique_ptr<SparseLu> factors_;
  std::vector<int> starts_, rows_;
  std::vector<double> values_;
  std::vector<std::size_t> entry_, diagonal_;  // where the pattern's entries and the diagonal stand
};

class ImplicitEuler final : public FixedStep {
 public:
  ImplicitEuler(Ode& ode, const IntegratorOptions& options)
      : FixedStep(ode, options),
        weights_(ode, options),
        slope_(state_),
        correction_(state_),
        start_(state_),
        rates_(quadratures_),
        jacobian_(ode.jacobian_pattern().rows.size()) {
    if (ode.states() > 0) matrix_ = std::make_unique<NewtonMatrix>(ode.jacobian_pattern());
  }

  /// Linear: of the order of the method, and without the overshoot a cubic would have where slopes are stiff.
  void interpolate(double t, std::span<double> x) override { along(t, previous_state_, time_, state_, x); }
  int interpolation_degree() const override { return 1; }
  /// Along the same straight line. A shorter step is not solved for: it may have no solution where the longer one has one.
  void retake(double t) override {
    along(t, previous_state_, end_.time, end_.state, state_);
    along(t, previous_quadratures_, end_.time, end_.quadratures, quadratures_);
    time_ = t;
  }

 protected:
  void begin() override {}
  void turn() override {}
  double advance(double end) override {
    constexpr int kMostHalvings = 20;
    start_ = previous_state_;
    double t = end;
    for (int halvings = 0; !newton(previous_time_, t); ++halvings) {
      ++statistics_.rejected;
      const double h = (t - previous_time_) / 2;
      if (halvings == kMostHalvings) fail(previous_time_, h);
      t = previous_time_ + h;
    }
    for (std::size_t k = 0; k < rates_.size(); ++k) quadratures_[k] = previous_quadratures_[k] + (t - previous_time_) * rates_[k];
    end_.time = t, end_.state = state_, end_.quadratures = quadratures_;
    return t;
  }

 private:
  void along(double t, const std::vector<double>& from, double end, const std::vector<double>& to, std::span<double> result) const {
    const double s = end > previous_time_ ? (t - previous_time_) / (end - previous_time_) : 1;
    for (std::size_t i = 0; i < result.size(); ++i) result[i] = (1 - s) * from[i] + s * to[i];
  }
  [[noreturn]] void fail(double t, double h) {
    const std::int32_t culprit = first_not_finite(slope_);
    if (culprit >= 0) throw_not_finite(ode_, t, culprit);
    throw_step_too_small(ode_, t, h, weights_.largest(correction_.data(), start_.data(), start_.data()),
                         "Newton's method for the implicit step does not converge");
  }

  /// Solves for state_ at t1 from start_ at t0. Leaves the rates of the quadratures at t1.
  bool newton(double t0, double t1) {
    constexpr int kMostIterations = 12;
    constexpr double kConverged = 0.01;  // relative to the tolerance: the error of the iteration must be small against that of the method
    constexpr double kStale = 0.1;       // contraction above which the Jacobian is made anew
    const double h = t1 - t0;
    state_ = start_;
    double past = 0;
    for (int iteration = 0; iteration < kMostIterations; ++iteration) {
      evaluate(t1);
      for (std::size_t i = 0; i < state_.size(); ++i) correction_[i] = start_[i] + h * slope_[i] - state_[i];
      if (!all_finite(correction_)) return false;
      if (state_.empty()) return true;
      const bool refactor = iteration == 0 || past > kStale;
      if (refactor && !prepare(t1, h)) return false;
      if (iteration == 0 && ode_.has_modes() && matrix_->determinant_is_negative()) return false;
      matrix_->solve(correction_);
      const double size = weights_.norm(correction_.data(), start_.data(), state_.data());
      if (std::isnan(size) || (iteration > 2 && size > 2 * last_size_)) return false;
      past = iteration > 0 ? size / last_size_ : 1;
      last_size_ = size;
      for (std::size_t i = 0; i < state_.size(); ++i) state_[i] += correction_[i];
      if (size <= kConverged) return finish(t1);
    }
    return false;
  }
  /// Evaluates the rates of the quadratures at the solution; its derivatives are not needed.
  bool finish(double t) {
    if (!rates_.empty()) evaluate(t);
    return true;
  }
  void evaluate(double t) {
    ++statistics_.evaluations;
    ode_.derivatives(t, state_.data(), slope_.data(), rates_.empty() ? nullptr : rates_.data());
  }
  bool prepare(double t, double h) {
    ++statistics_.jacobians;
    ++statistics_.factorisations;
    ode_.jacobian(t, state_.data(), jacobian_.data(), nullptr);
    return matrix_->factor(jacobian_, h);
  }

  struct End {
    double time = 0;
    std::vector<double> state, quadratures;
  };

  ErrorWeights weights_;
  std::unique_ptr<NewtonMatrix> matrix_;
  End end_;  // of the last step as it was taken
  std::vector<double> slope_, correction_, start_, rates_, jacobian_;
  double last_size_ = 0;
};

}  // namespace

std::unique_ptr<Integrator> make_implicit_euler(Ode& ode, const IntegratorOptions& options) {
  return std::make_unique<ImplicitEuler>(ode, options);
}

}  // namespace stribeck
