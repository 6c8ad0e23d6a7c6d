#pragma once
// A second lane of checking: the equations as components and network state them, before aliases, sorting and compiling, evaluated along a
// run. It takes from the first lane nothing but the values of the variables, their time derivatives, and which comparisons are held.
#include "simulation/run.h"
#include "verification/displacements.h"
#include "verification/relations.h"

namespace stribeck {

class SecondLane {
 public:
  /// `flat` as sorting left it; `pool`: that of the system. `rtol` and `atol` are the accuracy of the run: a comparison may be
  /// held as far from its edge as that makes its sides uncertain.
  SecondLane(const FlatSystem& flat, ExprPool& pool, double rtol, double atol);

  /// The values that check() takes, in this order.
  const std::vector<ExprId>& wanted() const { return wanted_.expressions(); }
  void check(double time_s, const double* values);
  /// The worst of all rows so far.
  Verification result() const;

 private:
  void check_nodes(double time_s, const double* values);

  const FlatSystem& flat_;
  WantedValues wanted_;
  RelationChecks relations_;
  DisplacementChecks displacements_;
  std::vector<std::vector<std::int32_t>> node_forces_;  // columns, by node
  std::vector<Check> nodes_;
  std::vector<double> strongest_;  // force at any port so far, by domain
  std::int64_t rows_ = 0;
};

/// The error for a run whose residual is more than rounding and the tolerance of Newton's method explain.
Diagnostic unverified(const Verification& verification);

/// Checks every row on its way to another sink. The values that the lane wants follow the columns of the sink.
class VerifyingSink : public RowSink {
 public:
  VerifyingSink(RowSink& sink, SecondLane& lane, std::size_t columns) : sink_(sink), lane_(lane), columns_(columns) {}
  void begin(const std::vector<OutputColumn>& columns) override { sink_.begin(columns); }
  void row(double time_s, const double* values) override {
    lane_.check(time_s, values + columns_);
    sink_.row(time_s, values);
  }
  void event(const EventRecord& record) override { sink_.event(record); }

 private:
  RowSink& sink_;
  SecondLane& lane_;
  std::size_t columns_;
};

}  // namespace stribeck
