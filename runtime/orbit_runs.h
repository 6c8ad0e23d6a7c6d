#pragma once
// The runs that periodic orbits are found from: up to where they are looked for, a stretch by points, and single periods.
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "analysis/linearise.h"
#include "analysis/motion_samples.h"
#include "analysis/orbit.h"
#include "analysis/orbit_course.h"
#include "analysis/return_map.h"
#include "analysis/section.h"
#include "analysis/slopes.h"
#include "analysis/steady.h"
#include "analysis/survey.h"
#include "bare_run.h"
#include "equations/retune.h"

namespace stribeck {

[[noreturn]] void no_orbit(const std::string& message, const std::string& because, const std::string& remedy);

/// Where periods are counted from: everything that a run goes on from there, but for the states.
struct OrbitStart {
  std::string record;
  double t = 0;
};

/// A stretch of a motion, cut by a section, and where it goes on from.
struct SectionedRun {
  std::vector<SectionPoint> points;
  std::vector<SectionEvent> events;
  std::vector<double> least, most;  ///< of the outputs
  std::vector<SectionFollower::Part> parts;
  std::vector<double> end;
  bool held_at_end = false;
  OrbitStart after;
};

class OrbitRuns {
 public:
  /// Parameters by the free one; null: they stay as they are.
  using ParametersAt = std::function<std::vector<double>(double)>;

  OrbitRuns(const Program& program, const FlatSystem& flat, const OutputSelection& outputs, SensitivityRows rows, RunSettings settings);

  /// Runs up to an instant from the start of the diagram, and from there by points over a stretch.
  OrbitStart settled(double until_s);
  OrbitStart later(const OrbitStart& start, double until_s, std::vector<double>& y);
  struct Stretch {
    std::vector<SampledPoint> points;
    std::vector<double> events_s, scheduled_s;
    std::vector<std::size_t> held;
    Matrix drifts;  ///< in the scales
    std::vector<double> scales;
    bool depends_on_time = false;
  };
  /// `from`: the states that it begins with; null: as the run has them.
  Stretch stretch(const OrbitStart& start, double length_s, const OrbitPoint* from = nullptr);
  /// Whether what depends on time smoothly is the same one period later.
  bool is_periodic(const OrbitStart& start, const Stretch& stretch, double period_s);

  void set_parameters(ParametersAt parameters) { parameters_at_ = std::move(parameters); }
  void set_free(Direction direction, ParametersAt parameters) { free_ = std::move(direction), parameters_at_ = std::move(parameters); }
  Passage pass(const OrbitStart& start, const std::vector<double>& scales, const OrbitPoint& point);
  /// The states of the motion from a point, taken up `begin_s` after the period has begun, so many seconds later.
  std::vector<double> states_after(const OrbitStart& start, const OrbitPoint& from, double begin_s, double seconds);
  /// Passages lead to the mirror image from now on.
  void set_mirrored() { mirrored_ = true; }
  /// Parts of a period begin at instants of their own from now on.
  void set_forced() { is_forced_ = true; }
  /// Whether mirror images of points of a motion move as mirror images half a period later.
  bool is_mirrored(const OrbitStart& start, const Stretch& stretch, double half_s);
  /// What the motion does at a point, in the modes that it decides on there.
  SteadyFlow flow(const OrbitStart& start, const std::vector<double>& scales, const OrbitPoint& point);
  /// Fills what is told of one period: outputs, events, energy. Returns how many multipliers are zero because something is held.
  std::size_t tell(const OrbitStart& start, const std::vector<double>& scales, const OrbitPoint& point, Orbit& orbit);

  /// The largest way of a state in one period, in the scales, but for what drifts.
  double size_of(const OrbitStart& start, const std::vector<double>& scales, const Matrix& drifts, const OrbitPoint& point);

  /// From a point the motion is left to settle for `settle_s`, and then cut by a section for `length_s`.
  SectionedRun cut(const OrbitStart& start, const OrbitPoint& point, double settle_s, double length_s, const PoincareSection& section);
  /// By the variational equation with what each event makes of it, along the motion that goes on from there; changes along drifts do not
  /// count. Benettin, Galgani, Giorgilli, Strelcyn (1980), Meccanica 15, 9 and 21; events: Mueller (1995), Chaos, Solitons and Fractals 5,
  /// 1671.
  Growth growth(const OrbitStart& start, double parameter, const std::vector<double>& scales, const Matrix& drifts, double length_s);

  std::size_t states() const { return static_cast<std::size_t>(program_.states()); }
  std::size_t size() const { return states() + program_.discretes.size(); }
  std::string name_of(std::size_t coordinate) const;
  std::string unit_of_coordinate(std::size_t coordinate) const;

 private:
  std::vector<double> parameters(double value) const { return parameters_at_ ? parameters_at_(value) : parameter_values(flat_.diagram()); }
  RunSettings settings_from(const OrbitStart& start, double until_s) const;
  void place(BareRun& run, const OrbitPoint& point) const;
  std::vector<double> coordinates(const BareRun& run) const;
  Matrix slopes_of(const Slopes& slopes) const;
  std::size_t tell_part(const OrbitStart& start, const std::vector<double>& scales, const OrbitPoint& point, double begin_s, Orbit& orbit);
  void require_whole(BareRun& run, double until_s) const;
  Passage part(const OrbitStart& start, const std::vector<double>& scales, const OrbitPoint& point);
  const OrbitStart& start_of_part(const OrbitStart& start, double begin_s);

  const Program& program_;
  const FlatSystem& flat_;
  const OutputSelection& outputs_;
  SensitivityRows rows_;
  RunSettings settings_;
  SlopeLayout layout_;
  RunRepeater repeater_;
  bool mirrored_ = false, is_forced_ = false;
  std::map<std::pair<double, double>, OrbitStart> starts_;  // of parts, by where the period begins and how much later
  std::optional<Direction> free_;
  ParametersAt parameters_at_;
};

}  // namespace stribeck
