#pragma once
// Impacts in networks whose velocities are no linear function of the impulses: through gears, screws and pins whose losses are a share of
// the force that they transmit.
#include <vector>

#include "simulation/modes/impacts.h"
#include "simulation/modes/instant.h"

namespace stribeck {

/// Follows the impacts of one group of contacts from the velocities before to those after. An impulse is the limit of a force that grows
/// without bound: a loss of a tenth of the force becomes a loss of a tenth of the impulse, and finite forces beside it vanish. Which case
/// of a law holds, and how large its loss is, may change with the velocities during the impact. So a differential equation is solved along
/// the impact, with the share of the velocity change that the colliding contacts have completed as its variable (the method of Darboux and
/// Keller: Brogliato 2016, Nonsmooth Mechanics, section 4.3). Frictions whose limit grows with the forces stick and slip along it by their
/// impulses.
class ImpulsePath {
 public:
  /// `response`: of the group at the beginning of the impact, in the present case of each law.
  ImpulsePath(Instant& instant, Elements& elements, const Response& response, const Response::Group& group);

  /// Whether the response stays the same during the whole impact, so that `sequence`, which was computed from it, is exact.
  bool is_straight(const ImpactSequence& sequence);
  /// Computes the impacts where that is not so. Adds the impulses, by place, to `total`. Returns the contacts (by row of the group) that no
  /// impulse keeps apart; empty if the impacts were solved.
  std::vector<std::size_t> follow(const ImpactProblem& problem, std::vector<double>& total);
  /// Whether the contacts part otherwise than at the end of what was followed: conditions that velocities depend on, as that of a body
  /// which rests up to some momentum, are still held as they were before.
  bool parts_otherwise();

 private:
  /// The quantities that are followed along the impact; or their derivatives by its share.
  struct Point {
    std::vector<double> states, work, impulse, loss;
    void advance(double share, const Point& rates);
  };
  /// The changes caused by one unit of impulses in a given ratio.
  struct Answer {
    std::vector<double> states, work, opening;
  };

  std::vector<double> forces(const std::vector<double>& ratio, double size) const;
  Answer answer(const std::vector<double>& states, const std::vector<double>& ratio);
  std::vector<double> matrix_at(const std::vector<double>& states, const std::vector<double>& ratio);
  bool solve(const std::vector<double>& states, std::vector<double>& impulses, Answer& found);
  bool rates(const Point& at, Point& found);
  bool step(const Point& from, double share, Point& to);
  bool slopes_at(const Point& at, const Point& here, std::vector<std::size_t>& changing, std::vector<double>& slopes);
  bool stiff_step(const Point& from, double share, Point& to, double& error);
  Diagnostic too_stiff() const;
  double error_of(const Point& whole, const Point& halves) const;
  bool stop_at(std::size_t friction, double& share, Point& to);
  std::ptrdiff_t first_stop(const Point& from, const Point& to);
  std::vector<double> slips_at(const std::vector<double>& states);
  bool decide(const std::vector<std::size_t>& arrived);
  bool go();
  void read_velocities(const std::vector<double>& states);
  std::vector<double> openings();
  std::vector<std::size_t> follow_rounds(const ImpactProblem& problem);

  Instant& instant_;
  Elements& elements_;
  const Response& response_;
  const Response::Group& group_;
  std::vector<std::size_t> frictions_;  // of the group, that impulses may make stick or slip
  double size_ = 1;                     // of forces beside which all others are nothing
  std::vector<std::size_t> closing_;    // rows
  std::vector<double> way_;             // by row: what the openings are to change by
  std::vector<double> ratio_;           // by row, of the impulses
  std::vector<double> end_;             // by row: opening velocities at the end
  double spread_ = 0;                   // of the impulses that stages of steps asked for, in parts of the largest
  Point at_;
};

}  // namespace stribeck
