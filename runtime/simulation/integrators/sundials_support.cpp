#include "simulation/integrators/sundials_support.h"

#include <sunlinsol/sunlinsol_dense.h>
#include <sunlinsol/sunlinsol_klu.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunmatrix/sunmatrix_sparse.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/numbers.h"
#include "simulation/integrators/failures.h"

namespace stribeck {

namespace {

constexpr int kRecoverable = 1, kUnrecoverable = -1;
constexpr std::int32_t kDenseBelow = 10;  // states: there a dense LU costs less than KLU's bookkeeping

double largest_entry(N_Vector x, N_Vector weight) {
  const double* a = N_VGetArrayPointer(x);
  const double* w = N_VGetArrayPointer(weight);
  double worst = 0, sum = 0;
  for (sunindextype i = 0; i < N_VGetLength(x); ++i) {
    const double size = std::abs(a[i] * w[i]);
    worst = size > worst ? size : worst;
    sum += size;
  }
  return std::isfinite(sum) ? worst : std::numeric_limits<double>::quiet_NaN();
}

std::int32_t length(N_Vector x) { return static_cast<std::int32_t>(N_VGetLength(x)); }

}  // namespace

SundialsOde::SundialsOde(Ode& ode, const IntegratorOptions& options, IntegratorStatistics& statistics)
    : ode_(ode),
      statistics_(statistics),
      weights_(ode, options),
      memory_(static_cast<std::size_t>(ode.states())),
      slope_(memory_.size()),
      rates_(static_cast<std::size_t>(ode.quadratures())),
      values_(ode.jacobian_pattern().rows.size()) {
  SUNContext context = nullptr;
  SUNContext_Create(nullptr, &context);
  context_.reset(context);
  template_ = wrap(memory_);
  const sunindextype n = ode.states();
  if (n < kDenseBelow) {
    matrix_.reset(SUNDenseMatrix(n, n, context));
    solver_.reset(SUNLinSol_Dense(template_.get(), matrix_.get(), context));
  } else {
    make_pattern();
    matrix_.reset(SUNSparseMatrix(n, n, static_cast<sunindextype>(rows_.size()), CSC_MAT, context));
    solver_.reset(SUNLinSol_KLU(template_.get(), matrix_.get(), context));
  }
}

void SundialsOde::make_pattern() {
  const SparsityPattern& pattern = ode_.jacobian_pattern();
  starts_.push_back(0);
  for (std::int32_t column = 0; column < pattern.size; ++column) {
    const auto c = static_cast<std::size_t>(column);
    bool diagonal = false;
    for (auto k = static_cast<std::size_t>(pattern.starts[c]); k < static_cast<std::size_t>(pattern.starts[c + 1]); ++k) {
      if (!diagonal && pattern.rows[k] > column) rows_.push_back(column);
      diagonal = diagonal || pattern.rows[k] >= column;
      entry_.push_back(rows_.size());
      rows_.push_back(pattern.rows[k]);
    }
    if (!diagonal) rows_.push_back(column);
    starts_.push_back(static_cast<sunindextype>(rows_.size()));
  }
}

SundialsVector SundialsOde::wrap(std::vector<double>& memory) const {
  SundialsVector vector(N_VMake_Serial(static_cast<sunindextype>(memory.size()), memory.data(), context_.get()));
  vector.get()->ops->nvwrmsnorm = largest_entry;
  return vector;
}

template <class Call>
int SundialsOde::guarded(Call call) {
  try {
    return call();
  } catch (const Failure& failure) {
    pending_ = std::current_exception();
    return smaller_step_may_help(failure) ? kRecoverable : kUnrecoverable;
  } catch (...) {
    pending_ = std::current_exception();
    return kUnrecoverable;
  }
}

bool SundialsOde::refuses() {
  if (!refuses_beyond_ || !ode_.is_beyond()) return false;
  ode_.drop_beyond();
  return has_refused_ = true;
}

int SundialsOde::derivatives(double t, N_Vector x, N_Vector dxdt, void* self) {
  SundialsOde& us = of(self);
  return us.guarded([&] {
    ++us.statistics_.evaluations;
    us.ode_.derivatives(t, N_VGetArrayPointer(x), N_VGetArrayPointer(dxdt), nullptr);
    if (us.refuses()) return kRecoverable;
    if (all_finite({N_VGetArrayPointer(dxdt), static_cast<std::size_t>(length(dxdt))})) return 0;
    us.not_finite_ = true;
    return kRecoverable;
  });
}

int SundialsOde::jacobian(double t, N_Vector x, N_Vector, SUNMatrix values, void* self, N_Vector, N_Vector, N_Vector) {
  SundialsOde& us = of(self);
  return us.guarded([&] {
    ++us.statistics_.jacobians;
    us.ode_.jacobian(t, N_VGetArrayPointer(x), us.values_.data(), nullptr);
    if (us.refuses()) return kRecoverable;
    if (!all_finite(us.values_)) return kRecoverable;
    SUNMatGetID(values) == SUNMATRIX_DENSE ? us.fill_dense(values) : us.fill_sparse(values);
    return 0;
  });
}

void SundialsOde::fill_dense(SUNMatrix values) const {
  const SparsityPattern& pattern = ode_.jacobian_pattern();
  SUNMatZero(values);
  for (sunindextype column = 0; column < pattern.size; ++column) {
    const auto c = static_cast<std::size_t>(column);
    double* const entries = SUNDenseMatrix_Column(values, column);
    for (auto k = static_cast<std::size_t>(pattern.starts[c]); k < static_cast<std::size_t>(pattern.starts[c + 1]); ++k) {
      entries[pattern.rows[k]] = values_[k];
    }
  }
}

void SundialsOde::fill_sparse(SUNMatrix values) const {
  std::copy(starts_.begin(), starts_.end(), SUNSparseMatrix_IndexPointers(values));  // SUNMatZero has erased the pattern too
  std::copy(rows_.begin(), rows_.end(), SUNSparseMatrix_IndexValues(values));
  double* const data = SUNSparseMatrix_Data(values);
  std::fill(data, data + rows_.size(), 0.0);
  for (std::size_t k = 0; k < values_.size(); ++k) data[entry_[k]] = values_[k];
}

int SundialsOde::weights(N_Vector x, N_Vector weights, void* self) {
  const ErrorWeights& rule = of(self).weights_;
  const double* const a = N_VGetArrayPointer(x);
  double* const w = N_VGetArrayPointer(weights);
  const std::span<const double> nominal = of(self).ode_.nominal();
  const double atol = of(self).share_ * rule.atol(), rtol = of(self).share_ * rule.rtol();
  for (std::size_t i = 0; i < nominal.size(); ++i) w[i] = 1 / (atol * nominal[i] + rtol * std::abs(a[i]));
  return 0;
}

void SundialsOde::message(int, const char*, const char*, char* text, void* self) { of(self).message_ = text; }

void SundialsOde::raise_pending() {
  if (pending_) std::rethrow_exception(pending_);
}

void SundialsOde::forget() {
  pending_ = nullptr;
  not_finite_ = false;
  message_.clear();
}

void SundialsOde::fail(double t, double h, N_Vector error, N_Vector weight) {
  raise_pending();
  if (not_finite_) throw_not_finite(ode_, t, -1);
  std::int32_t culprit = -1;
  if (error != nullptr && weight != nullptr) {
    N_VProd(error, weight, error);
    N_VAbs(error, error);
    const double* const sizes = N_VGetArrayPointer(error);
    culprit = static_cast<std::int32_t>(std::max_element(sizes, sizes + length(error)) - sizes);
  }
  throw_step_too_small(ode_, t, h, culprit, message_);
}

void SundialsOde::check_start(double t, const std::vector<double>& x) {
  ++statistics_.evaluations;
  ode_.derivatives(t, x.data(), slope_.data(), nullptr);
  const std::int32_t culprit = first_not_finite(slope_);
  if (culprit >= 0) throw_not_finite(ode_, t, culprit);
}

bool SundialsOde::ends_within(double t, double h, const std::vector<double>& x) {
  statistics_.evaluations += 2;
  std::vector<double> end(x), change(x.size());
  ode_.derivatives(t, x.data(), slope_.data(), nullptr);
  for (std::size_t i = 0; i < x.size(); ++i) end[i] += h * slope_[i];
  ode_.derivatives(t + h, end.data(), change.data(), nullptr);
  for (std::size_t i = 0; i < x.size(); ++i) change[i] = h * (change[i] - slope_[i]);
  const bool ends = ode_.is_beyond() && weights_.norm(change.data(), x.data()) <= 1;
  if (!ends) ode_.drop_beyond();
  return ends;
}

void SundialsOde::creep(double t, double h, std::vector<double>& x, std::vector<double>& q) {
  ++statistics_.evaluations;
  ode_.derivatives(t, x.data(), slope_.data(), q.empty() ? nullptr : rates_.data());
  for (std::size_t i = 0; i < x.size(); ++i) x[i] += h * slope_[i];
  for (std::size_t k = 0; k < q.size(); ++k) q[k] += h * rates_[k];
}

}  // namespace stribeck
