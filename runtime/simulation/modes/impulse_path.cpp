#include "simulation/modes/impulse_path.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/constants.h"
#include "base/index.h"
#include "base/numbers.h"
#include "simulation/modes/box_complementarity.h"

namespace stribeck {

namespace {

constexpr double kTolerance = 1e-8;    // of a step, relative to the change of each quantity: below the tolerances that runs usually have
constexpr double kMostSpread = 0.1;    // how far the impulses at the stages of a step may differ, relative to their size
constexpr double kUnevenError = 32;    // the error that stands for too large a spread: the step is repeated with half its length
constexpr double kMostStep = 0.25;     // of the whole impulse: changes of a law within much less are noticed
constexpr double kLeastStep = 1e-9;    // of the whole impulse: if a law changes within it, the result does not change visibly
constexpr double kAfterFailure = 0.1;  // of a step one of whose stages has no impulse: the length of the next trial
constexpr double kRoundingOfStates = 1e-6;  // of the change that a force as large as those at hand makes to a state
constexpr int kMostExplicit = 200;  // steps; after that they are implicit, since laws that change within a small range of speed are stiff
constexpr int kMostSteps = 20000;
constexpr double kStiffTolerance = 1e-6;  // the tolerance of implicit steps, whose order is two
constexpr int kMostImpacts = 1000;        // the most rebounds at one instant
constexpr int kMostTrials = 100;          // the most trials of ratios of impulses, and of modes

void add(std::vector<double>& to, double share, const std::vector<double>& rates) {
  for (std::size_t i = 0; i < to.size(); ++i) to[i] += share * rates[i];
}

std::vector<double> difference(const std::vector<double>& far, const std::vector<double>& near, double size) {
  std::vector<double> slopes(far.size());
  for (std::size_t i = 0; i < far.size(); ++i) slopes[i] = (far[i] - near[i]) / size;
  return slopes;
}

/// Whether two effects on the states, per unit of impulse, are equal within `rounding`, the error of the second.
bool agree(const std::vector<double>& a, const std::vector<double>& b, const std::vector<double>& rounding) {
  for (std::size_t s = 0; s < a.size(); ++s)
    if (!(std::fabs(a[s] - b[s]) <= kRoundingOfStates * std::max(std::fabs(a[s]), std::fabs(b[s])) + rounding[s])) return false;
  return true;
}

}  // namespace

void ImpulsePath::Point::advance(double share, const Point& rates) {
  add(states, share, rates.states), add(work, share, rates.work), add(impulse, share, rates.impulse), add(loss, share, rates.loss);
}

ImpulsePath::ImpulsePath(Instant& instant, Elements& elements, const Response& response, const Response::Group& group)
    : instant_(instant), elements_(elements), response_(response), group_(group) {
  const std::int32_t number = elements_[response.element(group, 0)].group;
  for (std::size_t i = 0; i < elements_.size(); ++i) {
    const bool is_friction = !elements_.is_contact(i) && !elements_.is_latch(i) && !elements_.creeps(i) && elements_.has_inertia(i);
    if (elements_[i].group == number && elements_[i].reacts && is_friction) frictions_.push_back(i);
  }
  size_ = instant.beyond_forces(response, group);
}

std::vector<double> ImpulsePath::forces(const std::vector<double>& ratio, double size) const {
  std::vector<double> forces(response_.elements.size(), 0.0);
  for (std::size_t row = 0; row < ratio.size(); ++row) forces[group_.members[row]] = size * ratio[row];
  return forces;
}

ImpulsePath::Answer ImpulsePath::answer(const std::vector<double>& states, const std::vector<double>& ratio) {
  const std::vector<double> pushes = forces(ratio, size_);
  const Instant::Rates change = instant_.change_of_rates(states, response_.elements, pushes, pushes);
  Answer found{change.states, change.powers, {}};
  for (double& rate : found.states) rate /= size_;
  for (double& rate : found.work) rate /= size_;
  for (const std::size_t place : group_.members) found.opening.push_back(change.elements[place] / -size_);
  return found;
}

bool ImpulsePath::is_straight(const ImpactSequence& sequence) {
  std::vector<double> total(group_.members.size(), 0.0);
  for (const std::vector<double>& round : sequence.rounds) add(total, 1, round);
  const double largest = largest_of(total);
  if (largest == 0) return true;
  if (!frictions_.empty()) return false;
  for (double& impulse : total) impulse /= largest;
  std::vector<double> expected(total.size(), 0.0);
  for (std::size_t row = 0; row < total.size(); ++row)
    for (std::size_t column = 0; column < total.size(); ++column) expected[row] += group_.answer(row, column) * total[column];
  const KeptElements kept(elements_);
  bool same = true;
  try {
    const std::vector<double> rest = instant_.push_nothing(response_.elements);
    const std::vector<double> as_held = difference(instant_.push(response_.elements, forces(total, group_.push)), rest, group_.push);
    std::vector<double> rounding = rest;
    for (double& rate : rounding) rate = kRoundingOfAnswers * std::fabs(rate) / group_.push + kRoundingOfSums * largest_of(as_held);
    for (const double share : {0.0, 0.5, 1.0}) {
      std::vector<double> states = instant_.states();
      add(states, share * largest, as_held);
      const Answer there = answer(states, total);
      same = same && agree(there.opening, expected) && agree(there.states, as_held, rounding);
    }
  } catch (const Failure& failure) {
    if (!has_no_solution(failure)) throw;
    same = false;
  }
  return same;
}

/// How the opening velocities of the closing contacts change with each of their impulses, near impulses in this ratio; column by column.
std::vector<double> ImpulsePath::matrix_at(const std::vector<double>& states, const std::vector<double>& ratio) {
  constexpr double kPart = 0x1p-10;
  instant_.take_case(states, response_.elements, forces(ratio, 2 * size_));
  const auto rates_with = [&](std::size_t row, double more) {
    std::vector<double> changed = ratio;
    changed[row] += more;
    instant_.rates_at(states, response_.elements, forces(changed, 2 * size_));
    std::vector<double> rates;
    for (const std::size_t k : closing_) rates.push_back(elements_.rate(response_.element(group_, k)));
    return rates;
  };
  const std::vector<double> alone = rates_with(closing_.front(), 0);
  std::vector<double> matrix;
  for (const std::size_t column : closing_)
    for (const double slope : difference(rates_with(column, kPart), alone, -kPart * 2 * size_)) matrix.push_back(slope);
  return matrix;
}

/// The impulses that would bring the closing contacts to the end of the round, if the effect of impulses were the same all the way.
bool ImpulsePath::solve(const std::vector<double>& states, std::vector<double>& impulses, Answer& found) {
  const std::size_t count = closing_.size();
  for (int trial = 0; trial < kMostTrials; ++trial) {
    std::vector<double> lambda;
    if (count == 1) {
      found = answer(states, ratio_);
      const double opening = found.opening[closing_.front()];
      if (!(opening > 0)) return false;
      lambda = {way_[closing_.front()] / opening};
    } else {
      BoxProblem box{.matrix = matrix_at(states, ratio_),
                     .constant = {},
                     .low = std::vector<double>(count, 0.0),
                     .high = std::vector<double>(count, std::numeric_limits<double>::infinity())};
      for (const std::size_t row : closing_) box.constant.push_back(-way_[row]);
      BoxSolution solution = solve_box(box);
      if (!solution.solved) return false;
      lambda = std::move(solution.lambda);
    }
    const double largest = largest_of(lambda);
    impulses.assign(group_.members.size(), 0.0);
    for (std::size_t k = 0; k < count; ++k) impulses[closing_[k]] = lambda[k];
    if (largest == 0) return false;
    std::vector<double> ratio = impulses;
    for (double& impulse : ratio) impulse /= largest;
    const bool is_found = agree(ratio, ratio_);
    ratio_ = std::move(ratio);
    if (!is_found) continue;
    if (count > 1) found = answer(states, ratio_);
    return true;
  }
  return false;
}

bool ImpulsePath::rates(const Point& at, Point& rates) {
  Answer found;
  if (!solve(at.states, rates.impulse, found)) return false;
  const double largest = largest_of(rates.impulse);
  rates.states = std::move(found.states), rates.work = std::move(found.work);
  for (double& rate : rates.states) rate *= largest;
  for (double& rate : rates.work) rate *= largest;
  rates.loss.clear();
  for (std::size_t row = 0; row < rates.impulse.size(); ++row)
    rates.loss.push_back(rates.impulse[row] * elements_.velocity(response_.element(group_, row)));
  return true;
}

/// One step of the classical Runge-Kutta method of order four.
bool ImpulsePath::step(const Point& from, double share, Point& to) {
  constexpr double kNodes[] = {0.5, 0.5, 1};
  constexpr double kWeights[] = {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6};
  Point here;
  to = from;
  Point stage = from;
  double least = HUGE_VAL, most = 0;
  for (std::size_t s = 0; s < 4; ++s) {
    if (!rates(stage, here)) return false;
    least = std::min(least, largest_of(here.impulse)), most = std::max(most, largest_of(here.impulse));
    spread_ = std::max(spread_, 1 - least / most);
    to.advance(kWeights[s] * share, here);
    if (s == 3) break;
    stage = from;
    stage.advance(kNodes[s] * share, here);
  }
  return true;
}

void ImpulsePath::read_velocities(const std::vector<double>& states) {
  instant_.rates_at(states, response_.elements, std::vector<double>(response_.elements.size()));
}

/// Decides which of the frictions at rest stick under the impulses and which slip; frictions in motion go on slipping. `arrived`: those
/// that have just come to rest. False if no choice of modes agrees with its own impulses. What sticks where a contact strikes may leave it
/// nowhere to go, so that no impulse is found; a force beyond its limit shows then that it slips, as at any other impulse.
bool ImpulsePath::decide(const std::vector<std::size_t>& arrived) {
  read_velocities(at_.states);
  std::vector<std::size_t> at_rest;
  for (const std::size_t i : frictions_) {
    const bool rests = elements_.is_still(i) || std::find(arrived.begin(), arrived.end(), i) != arrived.end();
    if (rests) at_rest.push_back(i);
    elements_.tell(i, rests ? Mode::stuck : elements_.velocity(i) > 0 ? Mode::forwards : Mode::backwards);
  }
  if (at_rest.empty()) return true;
  for (int trial = 0; trial < kMostTrials; ++trial) {
    std::vector<double> impulses;
    Answer found;
    const bool is_solved = solve(at_.states, impulses, found);
    bool all_fit = true;
    for (const std::size_t i : at_rest) {
      const Mode mode = elements_.told(i);
      if (mode == Mode::stuck) {
        const double force = elements_.force(i);
        const std::size_t side = force > 0 ? kForwards : kBackwards;
        if (std::fabs(force) <= (1 + kRoundingOfDifferences) * elements_.static_level(i, side)) continue;
        elements_.tell(i, force > 0 ? Mode::forwards : Mode::backwards);
      } else {
        if (!is_solved) continue;
        if (static_cast<double>(mode) * elements_.rate(i) >= -kRoundingOfDifferences * largest_of(found.states) * size_) continue;
        elements_.tell(i, Mode::stuck);
      }
      all_fit = false;
      break;
    }
    if (all_fit) return is_solved;
  }
  return false;
}

/// The first friction whose slip velocity passes through zero between `from` and `to`; -1 if none does.
std::ptrdiff_t ImpulsePath::first_stop(const Point& from, const Point& to) {
  const std::vector<double> before = slips_at(from.states), after = slips_at(to.states);
  std::ptrdiff_t first = -1;
  double earliest = 1;
  for (std::size_t k = 0; k < frictions_.size(); ++k) {
    const double still = elements_.stillness(frictions_[k]);
    if (!(after[k] < -still && before[k] > still)) continue;
    const double share = before[k] / (before[k] - after[k]);
    if (share < earliest) earliest = share, first = static_cast<std::ptrdiff_t>(k);
  }
  return first;
}

/// The velocities of slipping frictions in their direction of slip; 0 for the others.
std::vector<double> ImpulsePath::slips_at(const std::vector<double>& states) {
  read_velocities(states);
  std::vector<double> slips;
  for (const std::size_t i : frictions_) {
    const Mode mode = elements_.told(i);
    slips.push_back(mode == Mode::forwards || mode == Mode::backwards ? static_cast<double>(mode) * elements_.velocity(i) : 0);
  }
  return slips;
}

/// Shortens a step of length `share`, which ends at `to`, so that this friction comes to rest at its end. False if a shorter step cannot be
/// computed.
bool ImpulsePath::stop_at(std::size_t friction, double& share, Point& to) {
  double low = 0, high = share, low_slip = slips_at(at_.states)[friction], high_slip = slips_at(to.states)[friction];
  for (int k = 0; k < kMostTrials && high - low > std::numeric_limits<double>::epsilon() * share; ++k) {
    const double middle = k % 2 == 0 ? low + (high - low) * low_slip / (low_slip - high_slip) : 0.5 * (low + high);
    if (!step(at_, middle, to)) return false;
    const double slip = slips_at(to.states)[friction];
    share = middle;
    if (std::fabs(slip) <= elements_.stillness(frictions_[friction])) return true;
    (slip > 0 ? low : high) = middle;
    (slip > 0 ? low_slip : high_slip) = slip;
  }
  return true;
}

/// The error of a step in tolerances, estimated from two steps of half its length: of the states relative to their jumps, and of the
/// impulses.
double ImpulsePath::error_of(const Point& whole, const Point& halves) const {
  double error = 0;
  for (std::size_t s = 0; s < halves.states.size(); ++s) {
    const double change = std::fabs(halves.states[s] - instant_.states()[s]);
    if (change > kRoundingOfSums * std::fabs(halves.states[s]))
      error = std::max(error, std::fabs(halves.states[s] - whole.states[s]) / (kTolerance * change));
  }
  for (std::size_t row = 0; row < halves.impulse.size(); ++row)
    error = std::max(error, std::fabs(halves.impulse[row] - whole.impulse[row]) / (kTolerance * largest_of(halves.impulse)));
  return error;
}

/// The derivatives of the states' rates by those states that change, from difference quotients.
bool ImpulsePath::slopes_at(const Point& at, const Point& here, std::vector<std::size_t>& changing, std::vector<double>& slopes) {
  changing.clear();
  for (std::size_t s = 0; s < here.states.size(); ++s)
    if (here.states[s] != 0) changing.push_back(s);
  slopes.clear();
  for (const std::size_t s : changing) {
    Point beside = at;
    // Smaller than the range of speed in which a law changes, which may apply to a difference of states; large against the error of the
    // rates, which is about kNewtonTolerance.
    const double change = 1e-9 * std::max(std::fabs(at.states[s]), std::fabs(here.states[s]));
    beside.states[s] += change;
    Point there;
    if (!rates(beside, there)) return false;
    for (const std::size_t r : changing) slopes.push_back((there.states[r] - here.states[r]) / change);
  }
  return true;
}

/// One step of Verwer's Rosenbrock method, which keeps its order of two with any approximation of the Jacobian (Verwer, Spee, Blom,
/// Hundsdorfer 1999, SIAM Journal on Scientific Computing 20, 1456-1480). Quantities on which no rate depends are integrated beside it by
/// the trapezoidal rule.
bool ImpulsePath::stiff_step(const Point& from, double share, Point& to, double& error) {
  const double gamma = 1 + 1 / std::sqrt(2.0);
  Point here, there;
  if (!rates(from, here)) return false;
  std::vector<std::size_t> changing;
  std::vector<double> slopes;  // column by column
  if (!slopes_at(from, here, changing, slopes)) return false;
  const auto count = static_cast<Eigen::Index>(changing.size());
  const Eigen::MatrixXd matrix =
      Eigen::MatrixXd::Identity(count, count) - gamma * share * Eigen::Map<Eigen::MatrixXd>(slopes.data(), count, count);
  const Eigen::PartialPivLU<Eigen::MatrixXd> solver(matrix);
  const auto part = [&](const std::vector<double>& values) {
    Eigen::VectorXd of(count);
    for (Eigen::Index k = 0; k < count; ++k) of(k) = values[changing[static_cast<std::size_t>(k)]];
    return of;
  };
  const Eigen::VectorXd first = solver.solve(part(here.states));
  Point middle = from;
  for (Eigen::Index k = 0; k < count; ++k) middle.states[changing[static_cast<std::size_t>(k)]] += share * first(k);
  if (!rates(middle, there)) return false;
  const Eigen::VectorXd second = solver.solve(part(there.states) - 2 * first);
  to = from;
  to.advance(share / 2, here), to.advance(share / 2, there);
  error = 0;
  for (Eigen::Index k = 0; k < count; ++k) {
    const std::size_t s = changing[static_cast<std::size_t>(k)];
    to.states[s] = from.states[s] + share * (1.5 * first(k) + 0.5 * second(k));
    const double off = std::fabs(0.5 * share * (first(k) + second(k))), way = std::fabs(to.states[s] - instant_.states()[s]);
    if (off > kRoundingOfSums * largest_of(here.states)) error = std::max(error, off / (kStiffTolerance * std::max(way, largest_of(way_))));
  }
  for (std::size_t row = 0; row < here.impulse.size(); ++row) {
    const double off = 0.5 * share * std::fabs(there.impulse[row] - here.impulse[row]);
    error = std::max(error, off / (kStiffTolerance * largest_of(to.impulse)));
  }
  return true;
}

/// Integrates from the present point to the end of the compression of the closing contacts.
bool ImpulsePath::go() {
  std::vector<std::size_t> arrived;
  double done = 0, share = kMostStep;
  int steps = 0;
  while (done < 1) {
    if (!frictions_.empty() && !decide(arrived)) return false;
    arrived.clear();
    Point to;
    double taken = 0;
    while (taken == 0) {
      if (++steps > kMostSteps) throw Failure(too_stiff());
      const bool is_stiff = steps > kMostExplicit;
      share = std::min(share, 1 - done);
      double error = 0;
      Point whole, half;
      spread_ = 0;
      const bool is_computed =
          is_stiff ? stiff_step(at_, share, to, error) : step(at_, share, whole) && step(at_, share / 2, half) && step(half, share / 2, to);
      if (!is_computed) {  // a stage has gone beyond where laws that change there let impulses act; or they do not act from here on
        if (share <= kLeastStep) return false;
        share = std::max(kLeastStep, kAfterFailure * share);
        continue;
      }
      // Where a friction changes its direction from stage to stage, a step and its two halves may agree on a mixture of both directions.
      if (!is_stiff) error = std::max(error_of(whole, to), spread_ > kMostSpread ? kUnevenError : 0);
      if (error <= 1 || share <= kLeastStep) taken = share;
      share = std::clamp(share * std::clamp(0.9 * std::pow(error, is_stiff ? -0.5 : -0.2), 0.1, 5.0), kLeastStep, kMostStep);
    }
    if (const std::ptrdiff_t k = first_stop(at_, to); k >= 0) {
      if (!stop_at(at(k), taken, to)) return false;
      arrived.push_back(frictions_[at(k)]);
    }
    done = taken == 1 - done ? 1 : done + taken;
    at_ = std::move(to);
  }
  return true;
}

Diagnostic ImpulsePath::too_stiff() const {
  Diagnostic failure =
      elements_.undecided(response_.element(group_, closing_.front()), instant_.time(), "the way of its impact takes too many steps");
  failure.because = "a law that its impulse goes through changes within a very small part of the speeds";
  failure.remedy = "a larger low_speed there, or exact friction";
  return failure;
}

std::vector<double> ImpulsePath::openings() {
  read_velocities(at_.states);
  std::vector<double> openings;
  for (const std::size_t place : group_.members) openings.push_back(-elements_.velocity(response_.elements[place]));
  return openings;
}

/// The rounds of solve_impacts(), each of which follows the impulses up to the opening velocities that it asks for.
std::vector<std::size_t> ImpulsePath::follow_rounds(const ImpactProblem& problem) {
  const std::size_t count = problem.opening.size();
  const double rounding = kRoundingOfImpacts * largest_of(problem.opening);
  const auto closes = [&](const std::vector<double>& openings, std::size_t row, bool rebounds) {
    return openings[row] < -std::max(rounding, rebounds ? problem.rest_speed[row] : 0);
  };
  for (int round = 0; round < kMostImpacts; ++round) {
    const std::vector<double> openings = this->openings();
    closing_.clear(), way_.assign(count, 0.0), ratio_.assign(count, 0.0);
    for (const bool rebounds : {true, false}) {
      for (std::size_t row = 0; row < count; ++row) {
        if (!closes(openings, row, rebounds)) continue;
        closing_.push_back(row);
        const auto share = kRestitutionLaws[static_cast<std::size_t>(problem.law[row])].share;
        way_[row] = (1 + (rebounds ? share(problem.restitution[row], -openings[row]) : 0)) * -openings[row];
        ratio_[row] = 1;
      }
      if (!closing_.empty()) break;
    }
    if (closing_.empty()) {
      end_ = openings;
      break;
    }
    if (!go()) return closing_;
  }
  return {};
}

bool ImpulsePath::parts_otherwise() {
  double worst = 0, fastest = largest_of(end_);
  for (std::size_t row = 0; row < end_.size(); ++row) {
    const double opening = -elements_.velocity(response_.element(group_, row));
    worst = std::max(worst, std::fabs(opening - end_[row])), fastest = std::max(fastest, std::fabs(opening));
  }
  return worst > kRoundingOfImpacts * fastest;
}

std::vector<std::size_t> ImpulsePath::follow(const ImpactProblem& problem, std::vector<double>& total) {
  const std::size_t count = problem.opening.size();
  at_ = {.states = instant_.states(),
         .work = std::vector<double>(elements_.program().quadratures.size(), 0.0),
         .impulse = std::vector<double>(count, 0.0),
         .loss = std::vector<double>(count, 0.0)};
  std::vector<std::size_t> undecided = [&] {
    const KeptElements kept(elements_);
    return follow_rounds(problem);
  }();
  std::vector<double> impulse(total.size(), 0.0), loss(total.size(), 0.0);
  for (std::size_t row = 0; row < count; ++row) {
    impulse[group_.members[row]] = at_.impulse[row], loss[group_.members[row]] = at_.loss[row];
    total[group_.members[row]] += at_.impulse[row];
  }
  instant_.jump_to(at_.states, at_.work, response_.elements, impulse, loss);
  return undecided;
}

}  // namespace stribeck
