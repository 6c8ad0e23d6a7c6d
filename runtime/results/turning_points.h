#pragma once
// Where a curve with noise turns.
#include <span>
#include <vector>

namespace stribeck {

struct Peak {
  double time_s = 0, value = 0;
};

/// Rows of a curve at ascending times: of rows at one instant the first; rows that are no numbers are left out.
struct MeasuredCurve {
  std::vector<double> times_s, values;
};
MeasuredCurve rows_of(std::span<const double> times_s, std::span<const double> values, double from_s, double to_s);

/// Standard deviation of what changes from row to row without connection: of the fourth differences, in which what is smooth over five rows
/// vanishes. Rows far apart (fewer than some fifteen a swing) count as noise in part.
double roughness_of(std::span<const double> values);

/// Maxima and minima in turn, the first row among them if the curve leads away from it. A turn counts when the curve has gone back by more
/// than noise does in all the rows (n independent normal numbers lie within 2 sqrt(2 ln n) standard deviations, here of the roughness), and
/// by a fiftieth of the whole range.
std::vector<Peak> turning_points(const MeasuredCurve& curve);

}  // namespace stribeck
