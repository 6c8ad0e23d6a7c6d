#pragma once
// Impacts in a network that does not answer to impulses in proportion to them: through gears, screws and pins that lose a share of what
// they carry.
#include <vector>

#include "simulation/modes/impacts.h"
#include "simulation/modes/instant.h"

namespace stribeck {

/// The impacts of one group of contacts, followed from the velocities before to those after. What a law makes of a force without bound is
/// what it makes of an impulse: a loss of a tenth of the force stays one, and a force of the motor beside it is nothing. Which case of a
/// law holds, and how much it takes at which speed, changes on the way, so that a differential equation is solved along it, whose variable
/// is the share of the way that the colliding contacts have come (Darboux's and Keller's method: Brogliato 2016, Nonsmooth Mechanics,
/// section 4.3). Frictions whose limit grows with the forces stick and slip on that way as their impulses tell.
class ImpulsePath {
 public:
  /// `response`: how the group answers at the beginning, by the laws as they are held.
  ImpulsePath(Instant& instant, Elements& elements, const Response& response, const Response::Group& group);

  /// Whether the network answers all the way as it does in the response, so that `sequence`, found from that, is right.
  bool is_straight(const ImpactSequence& sequence);
  /// Takes the place of that sequence. `total`: impulses by place, is added to. Returns the contacts (by row of the group) that no impulse
  /// keeps apart; empty if solved.
  std::vector<std::size_t> follow(const ImpactProblem& problem, std::vector<double>& total);

 private:
  /// At a point of the way, or the rates of all that by its share.
  struct Point {
    std::vector<double> states, work, impulse, loss;
    void advance(double share, const Point& rates);
  };
  /// How the network changes with a unit of impulses in some ratio.
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
  double spread_ = 0;                   // of the impulses that stages of steps asked for, in parts of the largest
  Point at_;
};

}  // namespace stribeck
