#pragma once
// Two results of the same thing, compared curve by curve.
#include <string>
#include <vector>

#include "results/result_table.h"

namespace stribeck {

struct TubeTolerance {
  double value = 1e-3;  ///< half the width of the tube, as a share of the reference's range (largest minus smallest value)
  double time_s = -1;   ///< by so much a curve may be late or early; negative: `value` times its time scale
  double absolute = 0;  ///< added to the half width, in the curve's own unit
};

/// How a curve compares with its reference.
struct CurveComparison {
  std::string name;
  bool missing = false;   ///< the other result has no such column
  bool same = false;      ///< row by row, to the last bit
  double half_width = 0;  ///< of the tube, in the curve's own unit
  double time_tolerance_s = 0;
  double worst = 0;  ///< largest distance of one from the nearest value that the other has within the time tolerance
  double worst_at_s = 0;
  double first_out_s = 0;    ///< where one first leaves the tube around the other
  double share_outside = 0;  ///< of the time that both cover
  bool agrees() const { return !missing && worst <= half_width; }
};

struct ResultComparison {
  std::vector<CurveComparison> curves;  ///< in the order of the reference
  /// What they cover; they must agree up to the time tolerance.
  double reference_start_s = 0, reference_stop_s = 0, start_s = 0, stop_s = 0, time_tolerance_s = 0;
  bool same_times() const;
  bool agrees() const;
};

/// Around each curve of the reference lies a tube: at an instant it reaches from the least to the largest value that the reference has
/// within the time tolerance, widened by the tolerance of values on both sides. The other curve, linear between its rows as the reference
/// is, must stay in it: at its own rows and at those of the reference; and so must the reference in a tube of the same size around the
/// other curve. So a steep edge may come a little late, and a different choice of rows does not matter. The time scale of a curve is the
/// time in which it crosses its range at its mean speed. Cost: linear in the number of rows. Throws Failure result.unreadable if a result
/// has no column "time", its times do not ascend, or a value of the reference is not finite.
ResultComparison compare_results(const ResultTable& reference, const ResultTable& other, const TubeTolerance& tolerance);

}  // namespace stribeck
