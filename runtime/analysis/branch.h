#pragma once
// A branch of periodic motions over a parameter, by pseudo-arclength: where it turns, where its stability changes, and where what happens
// in a period does.
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "analysis/orbit.h"
#include "analysis/return_map.h"

namespace stribeck {

enum class BranchMark : std::uint8_t {
  none,
  fold,            ///< the parameter turns back
  flip,            ///< a multiplier passes -1
  neimark_sacker,  ///< a complex pair passes the unit circle
  branch_point,    ///< a multiplier passes 1, and the parameter goes on
  sequence,        ///< other things happen in a period from there on
  corner,          ///< the same, and the parameter turns back: there is no orbit beyond
  hopf,            ///< of steady motion: a pair of poles passes the imaginary axis; of an orbit: begins there
  vanishes,        ///< the orbit shrinks to a point: a Hopf point of the equilibria
  grazing,         ///< something is touched that the orbit beyond meets, or no longer: Newton's method finds no way on
  lost             ///< the same for another reason
};

struct BranchPoint {
  OrbitPoint point;
  Passage passage;
  std::vector<std::complex<double>> multipliers;
  double closure = 0, of_flow = 1;
  BranchMark mark = BranchMark::none;
  std::string what{};  ///< of a mark, in words
};

struct BranchSettings {
  double least = 0, most = 0;  ///< of the parameter
  double longest = 0.05;       ///< step, of the range of the parameter and in the scales of the states
  std::size_t most_points = 200;
  bool is_half = false;       ///< points are half periods of symmetric orbits, which end in their mirror images
  bool ends_at_fold = false;  ///< or at a corner: what lies behind is not followed
};

/// A point of a branch as it is told.
struct BranchOrbit {
  double parameter = 0;
  BranchMark mark = BranchMark::none;
  std::string what;
  Orbit orbit;
};
/// A point of a branch of steady motions as it is told.
struct BranchSteady {
  double parameter = 0;
  BranchMark mark = BranchMark::none;
  std::string what;
  std::vector<LinearVariable> states, outputs;
  std::vector<std::complex<double>> poles;  ///< rad/s, by descending real part; without those of what is held or drifts
  std::vector<std::string> modes;           ///< of frictions and contacts
  bool is_stable = false;
  double frequency_rad_s = 0;  ///< of a Hopf point
};
struct OrbitBranch {
  LinearVariable parameter;
  std::vector<BranchOrbit> points;   ///< along the branch
  std::vector<BranchSteady> steady;  ///< along the branch of steady motions, where that is asked for
  Diagnostics notes;
};

/// What follows the branch from a point on it, to one side. `size_of`: how large an orbit is, in the scales.
class BranchFollower {
 public:
  /// The states of the motion from a point, taken up so many seconds after the period has begun, so many seconds later.
  using Later = std::function<std::vector<double>(const OrbitPoint& from, double begin_s, double seconds)>;
  /// Lets strongly unstable orbits be taken in parts.
  void take_in_parts(Later later) { later_ = std::move(later); }
  using PeriodAt = std::function<double(double parameter)>;
  /// `period_at`: of an orbit that is forced; null: nothing forces it.
  BranchFollower(Passing passing, ShootingFrame frame, BranchSettings settings, PeriodAt period_at,
                 std::function<double(const OrbitPoint&)> size_of, std::size_t zeros);
  /// Towards larger or smaller values of the parameter at first.
  std::vector<BranchPoint> follow(const BranchPoint& from, bool upwards);
  /// From near a guess into a direction; nothing if no orbit is found there.
  std::vector<BranchPoint> follow(const OrbitPoint& guess, const Tangent& along);
  /// At a value of the parameter that stays.
  BranchPoint at(const OrbitPoint& guess);

 private:
  struct Place {
    BranchPoint point;
    Tangent tangent;
  };
  Shot step(const Place& from, double length);
  OrbitPoint guess_at(const Place& from, const Tangent& along, double length) const;
  void divide(Place& place);
  BranchPoint point_of(const Shot& shot) const;
  Place place_of(const Shot& shot, const Tangent& along) const;
  double way(const OrbitPoint& a, const OrbitPoint& b) const;
  void center(const BranchPoint& at);
  double test(const BranchPoint& point, BranchMark mark) const;
  Place refined(const Place& from, double length, const std::function<double(const Place&)>& test);
  std::optional<Place> change_of_sequence(const Place& from, double length);
  bool note_marks(const Place& from, const Place& to, double length, std::vector<BranchPoint>& points);
  std::string grazed_beyond(const Place& from);
  bool ends_at_turn(std::vector<BranchPoint>& points) const;
  bool turn_corner(Place& at, std::vector<BranchPoint>& points);
  std::vector<BranchPoint> go_on(Place place);

  Passing passing_;
  ShootingFrame frame_;
  std::string refused_{};  // why the last step came to no motion or to none with derivatives
  BranchSettings settings_;
  PeriodAt period_at_;  // of the orbit
  std::function<double(const OrbitPoint&)> size_of_;
  std::size_t zeros_;
  Later later_{};
};

/// Nodes at so many equal parts of the period of a point, from those that it has.
std::vector<std::vector<double>> nodes_of(const OrbitPoint& point, std::size_t parts, const BranchFollower::Later& later);

/// The same events in the same order, wherever the orbit is taken to begin.
bool same_sequence(const std::vector<std::string>& a, const std::vector<std::string>& b);

}  // namespace stribeck
