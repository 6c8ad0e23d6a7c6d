#include "simulation/modes/instant.h"

#include <Eigen/Dense>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

#include "base/constants.h"
#include "base/diagnostic.h"
#include "base/index.h"
#include "base/least_norm.h"
#include "base/numbers.h"

namespace stribeck {

namespace {

/// A response is found as the difference of two accelerations. If it is a smaller share of these than this, rounding of the difference
/// exceeds kRoundingOfAnswers.
constexpr double kFaint = std::numeric_limits<double>::epsilon() / kRoundingOfAnswers;

/// The trial force, in N or N*m, where no friction level tells which size is usual.
constexpr double kPush = 1;
constexpr int kMostEnlarged = 3;  // each time by a factor of 1/epsilon: after that it exceeds any force of the network

constexpr double kMostCorrection = 8;  // steps that make a gap zero in spite of rounding

}  // namespace

bool agree(const std::vector<double>& a, const std::vector<double>& b) {
  double worst = 0;
  for (std::size_t i = 0; i < a.size(); ++i) worst = std::max(worst, std::fabs(a[i] - b[i]));
  return worst <= kRoundingOfDifferences * std::max(largest_of(a), largest_of(b));
}

bool has_no_solution(const Failure& failure) {
  const ErrorCode code = failure.diagnostics().front().code;
  return code == ErrorCode::run_no_solution || code == ErrorCode::run_jammed || code == ErrorCode::run_event_limit ||
         code == ErrorCode::run_not_finite;
}

double Response::tried() const {
  double largest = 0;
  for (const Group& group : groups) largest = std::max(largest, group.push);
  return largest;
}

bool Response::Group::is_moved(std::size_t row) const {
  for (std::size_t column = 0; column < members.size(); ++column)
    if (answer(row, column) != 0) return true;
  return false;
}

bool Response::Group::stop(const std::vector<std::size_t>& some, const std::vector<double>& velocities,
                           std::vector<double>& impulses) const {
  if (std::all_of(velocities.begin(), velocities.end(), [](double v) { return v == 0; })) return false;
  const auto n = static_cast<Eigen::Index>(some.size());
  Eigen::MatrixXd answers(n, n);
  for (std::size_t row = 0; row < some.size(); ++row)
    for (std::size_t column = 0; column < some.size(); ++column)
      answers(static_cast<Eigen::Index>(row), static_cast<Eigen::Index>(column)) = answer(some[row], some[column]);
  const Eigen::VectorXd needed = LeastNorm(answers, kRoundingOfAnswers).solve(Eigen::Map<const Eigen::VectorXd>(velocities.data(), n));
  for (std::size_t k = 0; k < some.size(); ++k) impulses[members[some[k]]] = needed(static_cast<Eigen::Index>(k));
  return true;
}

bool Instant::has_solution_at(const std::vector<double>& x) {
  const std::optional<Snapshot> now = conditions_.try_to_evaluate(t_, x.data());
  if (now) elements_.look(*now);
  return now.has_value();
}

void Instant::settle_at(const std::vector<double>& x, std::vector<std::string>& labels) {
  conditions_.settle(t_, x.data(), labels);
  elements_.look(machine_.snapshot());
}

std::vector<double> Instant::push(const std::vector<std::size_t>& elements, const std::vector<double>& forces) {
  return push_at(x_, elements, forces);
}

std::vector<double> Instant::push_at(const std::vector<double>& x, const std::vector<std::size_t>& elements,
                                     const std::vector<double>& forces) {
  for (std::size_t place = 0; place < elements.size(); ++place) elements_.set_input(elements[place], ModeInput::push, forces[place]);
  const Snapshot now = conditions_.evaluate(t_, x.data());
  elements_.look(now);
  std::vector<double> derivatives(machine_.program().derivatives.size());
  now.read(machine_.program().derivatives, derivatives.data());
  return derivatives;
}

Response Instant::ask(std::vector<std::size_t> tried) {
  Response response;
  response.elements = std::move(tried);
  std::vector<std::int32_t> group_of(elements_.group_count(), -1);
  for (std::size_t place = 0; place < response.elements.size(); ++place) {
    const std::size_t i = response.elements[place];
    elements_.tell(i, Mode::open);
    std::int32_t& group = group_of[at(elements_[i].group)];
    if (group < 0) group = static_cast<std::int32_t>(response.groups.size()), response.groups.emplace_back();
    response.groups[at(group)].members.push_back(place);
  }
  response.derivatives = push_nothing(response.elements);
  for (const std::size_t i : response.elements) {
    response.constant.push_back(elements_.rate(i));
    response.levels.push_back(elements_.levels(i));
  }
  for (Response::Group& group : response.groups) {
    group.matrix.assign(group.members.size() * group.members.size(), 0.0);
    group.push = push_of(response, group);
  }
  find_answers(response);
  for (int round = 0; round < kMostEnlarged && enlarge(response); ++round) find_answers(response);
  if (push_harder(response)) find_answers(response);
  // In a group without any response the differences are rounding.
  for (Response::Group& group : response.groups) {
    const double largest = largest_of(group.matrix);
    for (double& w : group.matrix)
      if (std::fabs(w) <= kSingularPivot * largest) w = 0;
  }
  return response;
}

/// Finds the responses by trial forces. Another law of the network may take up a trial force completely up to some size, as a damping that
/// falls with speed does; then smaller trial forces are tried.
void Instant::find_answers(Response& response) {
  while (true) {
    try {
      return push_each(response);
    } catch (const Failure& failure) {
      const ErrorCode code = failure.diagnostics().front().code;
      if (code != ErrorCode::run_no_solution && code != ErrorCode::run_jammed) throw;
      if (push_less(response)) continue;
      // No force is small enough to have an answer: nothing resists motion, as beside a force that follows from positions alone, and the
      // velocity of such an element is open while nothing pushes it. It has no momentum, and stays at rest; if that takes more than its
      // limit, the equations have no solution. Of several groups it is not known which has no answer.
      const auto has_momentum = [&](std::size_t i) { return elements_.has_inertia(i); };
      if (response.groups.size() != 1 || std::any_of(response.elements.begin(), response.elements.end(), has_momentum)) throw;
      Response::Group& group = response.groups.front();
      if (!elements_[response.element(group, 0)].by_trial) throw;
      std::fill(group.matrix.begin(), group.matrix.end(), 0.0);
      std::fill(response.constant.begin(), response.constant.end(), 0.0);
      push_nothing(response.elements);
      return;
    }
  }
}

/// Reduces the trial forces. False if smaller ones would be rounding, or if all groups are linear and respond in proportion to any force.
bool Instant::push_less(Response& response) const {
  constexpr double kLess = 0x1p-10;
  bool any = false;
  for (Response::Group& group : response.groups) {
    if (!elements_[response.element(group, 0)].by_trial) continue;
    const double least = std::numeric_limits<double>::epsilon() * push_of(response, group);
    if (group.push * kLess < least) continue;
    group.push *= kLess;
    any = true;
  }
  return any;
}

/// The largest force that the frictions of a group can hold.
double Instant::level_of(const Response& response, const Response::Group& group) {
  double push = 0;
  for (const std::size_t place : group.members)
    for (const StickSlipLevels::Side& side : {response.levels[place].forwards, response.levels[place].backwards})
      if (std::isfinite(side.static_level)) push = std::max(push, side.static_level);
  return push;
}

/// The trial force of a group.
double Instant::push_of(const Response& response, const Response::Group& group) {
  const double level = level_of(response, group);
  return level == 0 ? kPush : level;
}

/// Evaluates the response of the network to the trial force of one element of every group at a time.
void Instant::push_each(Response& response) {
  std::vector<double> pushes(response.elements.size(), 0.0);
  std::size_t largest = 0;
  for (const Response::Group& group : response.groups) largest = std::max(largest, group.members.size());
  for (std::size_t color = 0; color < largest; ++color) {
    std::fill(pushes.begin(), pushes.end(), 0.0);
    for (const Response::Group& group : response.groups)
      if (color < group.members.size()) pushes[group.members[color]] = group.push;
    push(response.elements, pushes);
    for (Response::Group& group : response.groups) {
      if (color >= group.members.size()) continue;
      for (std::size_t row = 0; row < group.members.size(); ++row) {
        const std::size_t place = group.members[row];
        const double change = elements_.rate(response.elements[place]) - response.constant[place];
        group.answer(row, color) = -change / group.push;
      }
    }
  }
}

/// Enlarges the trial forces of groups without any response: they may be lost in the rounding of the forces at hand, as the release force
/// of a contact may be. False if every group has a response, or if no force is large enough to hide one.
bool Instant::enlarge(Response& response) const {
  bool any = false;
  for (Response::Group& group : response.groups) {
    const auto moves = [&](std::size_t place) { return response.constant[place] != 0; };
    const bool is_linear = !elements_[response.element(group, 0)].by_trial;
    if (!is_linear || largest_of(group.matrix) != 0 || std::none_of(group.members.begin(), group.members.end(), moves)) continue;
    group.push = std::max(kPush, group.push / std::numeric_limits<double>::epsilon());
    any = true;
  }
  return any;
}

/// Enlarges the trial forces of groups whose responses are small against the accelerations at hand, so that rounding of the difference
/// does not matter. That happens where all friction levels are nearly zero, as of a clutch that begins to close beside freewheels, and at
/// contacts and freewheels, which have no typical force and whose responses must be as accurate as the velocities after an impact. So it is
/// with frictions without a finite level above zero, as one that fades: a newton may be large or small beside the forces at hand. False if
/// no group needs it.
bool Instant::push_harder(Response& response) const {
  bool any = false;
  for (Response::Group& group : response.groups) {
    double constant = 0;
    for (const std::size_t place : group.members) constant = std::max(constant, std::fabs(response.constant[place]));
    const double answer = largest_of(group.matrix);
    const auto strikes = [&](std::size_t place) {
      return elements_.is_contact(response.elements[place]) || elements_.is_latch(response.elements[place]);
    };
    const bool has_size = level_of(response, group) > 0 && std::none_of(group.members.begin(), group.members.end(), strikes);
    const double least = has_size ? kFaint : 1;
    const bool is_linear = !elements_[response.element(group, 0)].by_trial;
    if (!is_linear || answer == 0 || answer * group.push >= least * constant) continue;
    group.push = constant / answer;
    any = true;
  }
  return any;
}

void Instant::stop(Response& response) {
  std::vector<double> pushes(response.elements.size(), 0.0);
  bool any = false;
  for (const Response::Group& group : response.groups) {
    std::vector<std::size_t> all(group.members.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    std::vector<double> velocities;
    for (const std::size_t place : group.members) {
      const std::size_t i = response.elements[place];
      velocities.push_back(elements_[i].phase == Phase::lands || !elements_.has_inertia(i) ? 0 : elements_.velocity(i));
    }
    any = group.stop(all, velocities, pushes) || any;
  }
  if (!any) return;
  const std::vector<double> jumps = jumps_by(response.elements, pushes, response.tried(), response.derivatives);
  for (std::size_t s = 0; s < x_.size(); ++s) x_[s] += jumps[s];
  for (const std::size_t i : response.elements)
    if (elements_[i].state >= 0 && elements_[i].phase != Phase::lands) x_[at(elements_[i].state)] = 0;  // rounding leaves a little
  push_nothing(response.elements);
  for (std::size_t place = 0; place < response.elements.size(); ++place)
    response.constant[place] = elements_.rate(response.elements[place]);
}

/// The jumps of the states by these impulses, which are proportional to them. They are evaluated with forces as large as the trial forces
/// (`tried`), since the effect of small ones would be lost in the rounding of the derivatives without them (`rest`).
std::vector<double> Instant::jumps_by(const std::vector<std::size_t>& elements, const std::vector<double>& impulses, double tried,
                                      const std::vector<double>& rest) {
  const double ratio = tried / largest_of(impulses), scale = std::isfinite(ratio) ? std::max(1.0, ratio) : 1;
  std::vector<double> scaled = impulses;
  for (double& impulse : scaled) impulse *= scale;
  std::vector<double> jumps = push(elements, scaled);
  for (std::size_t s = 0; s < jumps.size(); ++s) jumps[s] = (jumps[s] - rest[s]) / scale;
  return jumps;
}

void Instant::strike(const std::vector<std::size_t>& contacts, const std::vector<double>& impulse, double tried,
                     std::vector<double>& total) {
  const std::vector<double> none(contacts.size(), 0.0);
  const auto powers = [&](const std::vector<double>& at_x, const std::vector<double>& pushes) {
    return rates_at(at_x, contacts, pushes).powers;
  };
  const std::vector<double> rest = push(contacts, none), jumps = jumps_by(contacts, impulse, tried, rest);
  std::vector<double> mean = x_;
  for (std::size_t s = 0; s < x_.size(); ++s) {
    mean[s] += 0.5 * jumps[s];
    x_[s] += jumps[s];
  }
  work_.resize(machine_.program().quadratures.size(), 0.0);
  const std::vector<double> with = powers(mean, impulse), without = powers(mean, none);
  for (std::size_t q = 0; q < work_.size(); ++q) work_[q] += with[q] - without[q];
  note_impulses(contacts, impulse, velocities_of(contacts), total);  // all is evaluated at the mean
}

double Instant::beyond_forces(const Response& response, const Response::Group& group) const {
  double there = group.push, answers = 0;
  for (std::size_t row = 0; row < group.members.size(); ++row) answers = std::max(answers, std::fabs(group.answer(row, row)));
  for (const std::size_t place : group.members)
    if (answers > 0) there = std::max(there, std::fabs(response.constant[place]) / answers);
  for (std::size_t i = 0; i < elements_.size(); ++i) there = std::max(there, std::fabs(elements_.force(i)));
  return kBeyondForces * there;
}

Instant::Rates Instant::change_of_rates(const std::vector<double>& states, const std::vector<std::size_t>& elements,
                                        const std::vector<double>& forces, const std::vector<double>& more) {
  std::vector<double> sum = forces;
  for (std::size_t place = 0; place < sum.size(); ++place) sum[place] += more[place];
  take_case(states, elements, sum);
  const Rates before = rates_at(states, elements, forces);
  Rates change = rates_at(states, elements, sum);
  const auto subtract = [](std::vector<double>& from, const std::vector<double>& what) {
    for (std::size_t k = 0; k < from.size(); ++k) from[k] -= what[k];
  };
  subtract(change.states, before.states), subtract(change.powers, before.powers), subtract(change.elements, before.elements);
  return change;
}

/// Newton's method: laws may differ from one ratio of the impulses to another, as those of a gear that is driven from either side.
bool Instant::stop_beyond(const Response& response, Response::Group& group, const std::vector<std::size_t>& some,
                          const std::vector<double>& velocities, std::vector<double>& impulses) {
  constexpr int kMostRatios = 50;
  constexpr double kPart = 0x1p-10;
  const KeptElements kept(elements_);
  group.push = beyond_forces(response, group);
  std::vector<double> ratio(impulses.size(), 0.0);
  const auto of_group = [&](const Rates& rates) {
    std::vector<double> found;
    for (const std::size_t place : group.members) found.push_back(rates.elements[place]);
    return found;
  };
  try {
    for (int trial = 0; trial < kMostRatios; ++trial) {
      for (const std::size_t column : some) {
        std::vector<double> forces = ratio, more(ratio.size(), 0.0);
        for (double& force : forces) force *= group.push;
        more[group.members[column]] = trial == 0 ? group.push : kPart * group.push;
        if (trial == 0) forces = more;  // nothing is known of the ratio yet
        const std::vector<double> change = of_group(change_of_rates(x_, response.elements, forces, more));
        for (std::size_t row = 0; row < change.size(); ++row) group.answer(row, column) = -change[row] / more[group.members[column]];
      }
      std::vector<double> found(impulses.size(), 0.0);
      group.stop(some, velocities, found);
      if (!all_finite(found)) return false;
      const double largest = largest_of(found);
      if (largest == 0) return true;
      std::vector<double> next = found, expected(group.members.size(), 0.0);
      for (double& share : next) share /= largest;
      std::vector<double> forces = next;
      for (double& force : forces) force *= group.push;
      for (std::size_t row = 0; row < expected.size(); ++row)
        for (const std::size_t column : some) expected[row] -= group.answer(row, column) * forces[group.members[column]];
      if (agree(of_group(change_of_rates(x_, response.elements, forces, forces)), expected) || agree(next, ratio)) {
        for (const std::size_t place : group.members) impulses[place] = found[place];
        return true;
      }
      ratio = std::move(next);
    }
  } catch (const Failure& failure) {
    if (!has_no_solution(failure)) throw;
  }
  return false;
}

bool Instant::strike_beyond(const Response& response, const Response::Group& group, const std::vector<double>& impulse,
                            std::vector<double>& total) {
  if (largest_of(impulse) == 0) return true;
  const double scale = group.push / largest_of(impulse);
  std::vector<double> forces = impulse, mean = x_, jumps, powers, velocities;
  for (double& force : forces) force *= scale;
  try {
    const KeptElements kept(elements_);
    jumps = change_of_rates(x_, response.elements, forces, forces).states;
    for (std::size_t s = 0; s < x_.size(); ++s) mean[s] += 0.5 * jumps[s] / scale;
    powers = change_of_rates(mean, response.elements, forces, forces).powers;
    velocities = velocities_of(response.elements);
  } catch (const Failure& failure) {
    if (!has_no_solution(failure)) throw;
    return false;
  }
  if (!all_finite(jumps) || !all_finite(powers)) return false;
  work_.resize(machine_.program().quadratures.size(), 0.0);
  for (std::size_t s = 0; s < x_.size(); ++s) x_[s] += jumps[s] / scale;
  for (std::size_t q = 0; q < work_.size(); ++q) work_[q] += powers[q] / scale;
  note_impulses(response.elements, impulse, velocities, total);
  return true;
}

std::vector<double> Instant::velocities_of(const std::vector<std::size_t>& elements) const {
  std::vector<double> velocities;
  for (const std::size_t i : elements) velocities.push_back(elements_.velocity(i));
  return velocities;
}

/// `velocities`: at the mean of the states before and after.
void Instant::note_impulses(const std::vector<std::size_t>& contacts, const std::vector<double>& impulse,
                            const std::vector<double>& velocities, std::vector<double>& total) {
  for (std::size_t place = 0; place < contacts.size(); ++place) {
    total[place] += impulse[place];
    note_impulse(contacts[place], impulse[place], impulse[place] * velocities[place]);
  }
}

void Instant::note_impulse(std::size_t contact, double impulse, double loss) {
  elements_.set_input(contact, ModeInput::impulse, elements_.input(contact, ModeInput::impulse) + impulse);
  elements_.set_input(contact, ModeInput::loss, elements_.input(contact, ModeInput::loss) + loss);
}

Instant::Rates Instant::rates_at(const std::vector<double>& states, const std::vector<std::size_t>& elements,
                                 const std::vector<double>& forces) {
  Rates rates{.states = push_at(states, elements, forces), .powers = {}, .elements = {}};
  for (const std::size_t i : elements) rates.elements.push_back(elements_.rate(i));
  machine_.run(Section::quadratures);
  for (const Register r : machine_.program().quadratures) rates.powers.push_back(elements_.value(r));
  return rates;
}

void Instant::take_case(const std::vector<double>& states, const std::vector<std::size_t>& elements, const std::vector<double>& forces) {
  push_at(states, elements, forces);
  std::vector<std::string> labels;
  settle_at(states, labels);
}

void Instant::jump_to(const std::vector<double>& states, const std::vector<double>& work, const std::vector<std::size_t>& contacts,
                      const std::vector<double>& impulse, const std::vector<double>& loss) {
  x_ = states;
  work_.resize(machine_.program().quadratures.size(), 0.0);
  for (std::size_t q = 0; q < work_.size(); ++q) work_[q] += work[q];
  for (std::size_t place = 0; place < contacts.size(); ++place) note_impulse(contacts[place], impulse[place], loss[place]);
  push_nothing(contacts);
}

std::vector<double> Instant::rounding_of_forces(const std::vector<std::size_t>& elements) {
  // The last digits of all states change together, each up or down by a draw of its own. Eight digits: random signs add up like the root of
  // their number, so that this covers the worst signs of a change by one digit of up to 64 states.
  constexpr unsigned kDraws = 3;
  constexpr double kDigits = 8 * std::numeric_limits<double>::epsilon();
  using Forces = std::array<double, 3>;
  const auto forces = [&] {
    std::vector<Forces> found;
    for (const std::size_t i : elements) {
      const StickSlipLevels levels = elements_.levels(i);
      found.push_back({elements_.force(i), levels.forwards.static_level, levels.backwards.static_level});
    }
    return found;
  };
  const std::vector<Forces> here = forces();
  std::vector<double> most(elements.size(), 0.0), beside(x_.size());
  for (unsigned draw = 0; draw < kDraws; ++draw) {
    for (std::size_t s = 0; s < x_.size(); ++s) {
      const bool is_up = (static_cast<std::uint32_t>(s + 1) * 2654435769u >> (31 - draw) & 1u) != 0;  // Knuth's multiplicative hash
      beside[s] = x_[s] * (is_up ? 1 + kDigits : 1 - kDigits);
    }
    if (!has_solution_at(beside)) continue;
    const std::vector<Forces> there = forces();
    for (std::size_t k = 0; k < elements.size(); ++k) {
      std::array<double, 3> change{};
      for (std::size_t part = 0; part < change.size(); ++part) change[part] = std::fabs(there[k][part] - here[k][part]);
      for (std::size_t level = 1; level < change.size(); ++level)
        if (std::isfinite(change[level])) most[k] = std::max(most[k], change[0] + change[level]);  // a side without limit has none
    }
  }
  evaluate();
  return most;
}

void Instant::put_on_bound(std::size_t contact) {
  Element& element = elements_[contact];
  element.on_bound = true;
  double square = 0;
  for (const auto& [state, slope] : element.gap_slopes) square += slope * slope;
  if (square == 0) return;
  for (double share = 1; share <= kMostCorrection; share *= 2) {
    const double gap = elements_.gap(contact);
    if (gap == 0 || (gap > 0 && share > 1)) return;
    for (const auto& [state, slope] : element.gap_slopes) x_[at(state)] -= share * gap * slope / square;
    evaluate();
  }
}

}  // namespace stribeck
