#pragma once
// What runs show of the motions of a diagram, by brute force: over a parameter, and over two initial values.
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "analysis/linear_model.h"
#include "analysis/orbit.h"
#include "analysis/section.h"

namespace stribeck {

enum class SurveyMotion : std::uint8_t {
  steady,
  periodic,
  dies_away,  ///< it has not settled: it becomes smaller
  grows,      ///< it has not settled
  chaotic,    ///< by its largest Lyapunov exponent
  irregular,  ///< it does not come again, and is not chaotic: quasi-periodic, or not settled
  failed,
};

/// The largest Lyapunov exponent: the mean rate, in 1/s, at which small changes of a motion grow.
struct Growth {
  double exponent = 0;  ///< minus infinity where they are lost altogether, again and again
  double error = 0;     ///< standard, of the means over ten parts
  double length_s = 0;
  std::size_t lost = 0;       ///< stretches that made all changes zero, as where everything comes to rest
  std::size_t undefined = 0;  ///< instants without a derivative, past which other changes were followed
  /// They have grown by more than what is regular makes of them, whose changes grow with a power of time at most.
  bool is_chaotic() const;
};

/// The motion that a run settles to.
struct SurveyPoint {
  double parameter = 0;
  bool upwards = true;  ///< of the sweep
  SurveyMotion motion = SurveyMotion::failed;
  std::string failure;
  bool is_held = false;      ///< something sticks or rests where it ends
  std::size_t multiple = 0;  ///< section points after which a periodic motion comes again
  double period_s = 0;
  std::vector<OrbitOutput> outputs;           ///< their extremes
  std::vector<std::vector<double>> section;   ///< outputs at the section points, of a periodic motion those of one period
  std::vector<std::string> sequence;          ///< what happens: of a periodic motion in a period, else what is seen at all
  std::vector<std::string> chatters;          ///< contacts that rebound ever faster until they rest
  std::vector<std::string> releases_at_once;  ///< frictions
  std::optional<Growth> growth;               ///< of a motion that does not come again
};

struct SurveySpan {
  double from = 0, to = 0;
};

struct Survey {
  LinearVariable parameter;
  bool is_forced = false;
  PoincareSection section;
  std::size_t of = 0;                 ///< the output that is told of
  std::vector<SurveyPoint> points;    ///< in the order in which they were made
  std::vector<SurveySpan> differing;  ///< from the first to the last of neighbouring values where the sweeps come to other motions
  Diagnostics notes;
};

/// Of two initial values which motion is come to.
struct BasinCell {
  double first = 0, second = 0;
  std::size_t attractor = 0;
};
struct Basins {
  LinearVariable first, second;
  std::size_t of = 0;
  std::vector<SurveyPoint> attractors;
  std::vector<BasinCell> cells;
  Diagnostics notes;
};

/// Whether both are the same motion, as far as runs tell: of one kind, with extremes that differ by less than a hundredth of `ranges`,
/// those of the outputs. Whatever rests by friction may rest anywhere in a band: that is one motion.
bool same_motion(const SurveyPoint& a, const SurveyPoint& b, const std::vector<double>& ranges);
/// Of each output, over all points.
std::vector<double> output_ranges(const std::vector<SurveyPoint>& points);

}  // namespace stribeck
