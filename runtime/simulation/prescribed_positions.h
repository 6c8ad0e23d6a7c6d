#pragma once
// Positions that a component holds at a given value (a source of position): they must not jump along the run. What hangs on them would have
// to move a finite way in no time, for which neither forces nor work are determined.
#include <vector>

#include "base/diagnostic.h"
#include "equations/flat_system.h"
#include "program/machine.h"

namespace stribeck {

class PrescribedPositions {
 public:
  PrescribedPositions() = default;
  /// `flat` as sorting left it; gets expressions added but no variables.
  explicit PrescribedPositions(FlatSystem& flat);

  /// Appends each position and its velocity to the outputs.
  void request(ProgramRequest& request);
  /// As evaluated last; runs the section of outputs.
  std::vector<double> now(Machine& machine) const;
  /// Throws Failure run.prescribed_jump naming the first that is not where it was at the same instant. `span_s`: of the run, within a small
  /// part of which the instants of events are known.
  void require_no_jump(Machine& machine, double t, double span_s, const std::vector<double>& before) const;

 private:
  struct Position {
    std::int32_t variable, instance;
    ExprId value, rate;
  };
  Failure jump(const Position& position, double t, double from, double to) const;

  FlatSystem* flat_ = nullptr;
  std::vector<Position> positions_;
  std::size_t output_ = 0;  ///< of the first; its velocity comes next
};

}  // namespace stribeck
