#include "simulation/modes/instant.h"

#include <Eigen/Dense>
#include <algorithm>
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

/// What answers by less than this share of what is there without it is not known to kRoundingOfAnswers: the difference has its rounding.
constexpr double kFaint = std::numeric_limits<double>::epsilon() / kRoundingOfAnswers;

/// N or N*m, where there is no level that says what is large.
constexpr double kPush = 1;
constexpr int kMostEnlarged = 3;  // times by the whole of a number's digits: more than any force then

constexpr double kMostCorrection = 8;  // of a gap that rounding keeps from being zero

}  // namespace

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

std::vector<double> Instant::push(const std::vector<std::size_t>& elements, const std::vector<double>& forces) {
  return push_at(x_, elements, forces);
}

std::vector<double> Instant::push_at(const std::vector<double>& x, const std::vector<std::size_t>& elements,
                                     const std::vector<double>& forces) {
  for (std::size_t place = 0; place < elements.size(); ++place) elements_.set_input(elements[place], ModeInput::push, forces[place]);
  conditions_.evaluate(t_, x.data());
  std::vector<double> derivatives;
  for (const Register r : machine_.program().derivatives) derivatives.push_back(machine_.value(r));
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
  // Where nothing answers, the difference is rounding.
  for (Response::Group& group : response.groups) {
    const double largest = largest_of(group.matrix);
    for (double& w : group.matrix)
      if (std::fabs(w) <= kSingularPivot * largest) w = 0;
  }
  return response;
}

/// Where a law of the network carries less than was pushed, as a damping that falls with speed, nothing answers: it is pushed by less.
void Instant::find_answers(Response& response) {
  while (true) {
    try {
      return push_each(response);
    } catch (const Failure& failure) {
      const ErrorCode code = failure.diagnostics().front().code;
      if (code != ErrorCode::run_no_solution && code != ErrorCode::run_jammed) throw;
      if (!push_less(response)) throw;
    }
  }
}

/// False if less would be rounding, or all groups are linear, which answer the same whatever the push.
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

/// As much as the group's frictions hold at most.
double Instant::push_of(const Response& response, const Response::Group& group) {
  double push = 0;
  for (const std::size_t place : group.members)
    for (const StickSlipLevels::Side& side : {response.levels[place].forwards, response.levels[place].backwards})
      if (std::isfinite(side.static_level)) push = std::max(push, side.static_level);
  return push == 0 ? kPush : push;
}

/// What the network does when one element of every group at a time transmits a force.
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

/// Where nothing answers at all, what was pushed may have been lost in the rounding of the forces there are, as the release force of a
/// contact may be: pushed by so much more that it is not. False if something answers in every group, or nothing could hide it.
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

/// Where all levels are next to nothing, as of a clutch that begins to close beside freewheels, their answers drown in the rounding of what
/// is there without them. A contact has no typical force; its answers tell what impacts do to velocities, which are to be as good as the
/// states: it is pushed until it answers by as much as is there. False if none need it.
bool Instant::push_harder(Response& response) const {
  bool any = false;
  for (Response::Group& group : response.groups) {
    double constant = 0;
    for (const std::size_t place : group.members) constant = std::max(constant, std::fabs(response.constant[place]));
    const double answer = largest_of(group.matrix);
    const auto is_contact = [&](std::size_t place) { return elements_.is_contact(response.elements[place]); };
    const double least = std::any_of(group.members.begin(), group.members.end(), is_contact) ? 1 : kFaint;
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
    if (elements_[i].state >= 0 && elements_[i].phase != Phase::lands) x_[at(elements_[i].state)] = 0;  // exactly
  push_nothing(response.elements);
  for (std::size_t place = 0; place < response.elements.size(); ++place)
    response.constant[place] = elements_.rate(response.elements[place]);
}

/// What impulses make of the states, which is in proportion to them: tried as large as the forces by which the answers were found, as the
/// small difference that they make themselves would be lost in the rounding of what is there without them: the derivatives `rest`.
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
  for (std::size_t place = 0; place < contacts.size(); ++place) {
    total[place] += impulse[place];
    note_impulse(contacts[place], impulse[place], impulse[place] * elements_.velocity(contacts[place]));
  }
}

void Instant::note_impulse(std::size_t contact, double impulse, double loss) {
  elements_.set_input(contact, ModeInput::impulse, elements_.input(contact, ModeInput::impulse) + impulse);
  elements_.set_input(contact, ModeInput::loss, elements_.input(contact, ModeInput::loss) + loss);
}

Instant::Rates Instant::rates_at(const std::vector<double>& states, const std::vector<std::size_t>& elements,
                                 const std::vector<double>& forces) {
  Rates rates{.states = push_at(states, elements, forces), .powers = {}};
  machine_.run(Section::quadratures);
  for (const Register r : machine_.program().quadratures) rates.powers.push_back(machine_.value(r));
  return rates;
}

void Instant::take_case(const std::vector<double>& states, const std::vector<std::size_t>& elements, const std::vector<double>& forces) {
  push_at(states, elements, forces);
  std::vector<std::string> labels;
  conditions_.settle(t_, states.data(), labels);
}

void Instant::jump_to(const std::vector<double>& states, const std::vector<double>& work, const std::vector<std::size_t>& contacts,
                      const std::vector<double>& impulse, const std::vector<double>& loss) {
  x_ = states;
  work_.resize(machine_.program().quadratures.size(), 0.0);
  for (std::size_t q = 0; q < work_.size(); ++q) work_[q] += work[q];
  for (std::size_t place = 0; place < contacts.size(); ++place) note_impulse(contacts[place], impulse[place], loss[place]);
  push_nothing(contacts);
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
