#include "simulation/modes/trials.h"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>

#include "base/constants.h"
#include "base/index.h"
#include "base/least_norm.h"
#include "program/jammed.h"

namespace stribeck {

namespace {

/// The mode that an element should have, according to its acceleration under the present modes. `rounding`: the error of the acceleration.
int better_mode(const Elements& elements, std::size_t i, int direction, bool lets_go, double rounding) {
  if (direction != 0) return direction * elements.rate(i) < -rounding ? 0 : direction;
  const double force = elements.force(i), noise = elements.input(i, ModeInput::noise);
  const auto passes = [&](double push, std::size_t side) {
    return push > (lets_go && side == kBackwards ? 0 : (1 + kBreakawayMargin) * elements.static_level(i, side)) + noise;
  };
  return passes(force, kForwards) ? 1 : passes(-force, kBackwards) ? -1 : 0;
}

/// By how much the force of the spring at one side differs from the force that the law gives while the element slips.
double jump_of_force(const Elements& elements, std::size_t i) {
  const auto level = [&](ModeInput way, double forwards, double backwards) {
    const double sign = elements.input(i, way);
    return sign > 0 ? forwards : sign < 0 ? -backwards : 0;
  };
  const StickSlipLevels levels = elements.levels(i);
  return level(ModeInput::direction, levels.forwards.kinetic_level, levels.backwards.kinetic_level) +
         level(ModeInput::share, levels.forwards.static_level, levels.backwards.static_level) - elements.force(i);
}

/// Marks what sticks and holds what others that stick could hold as well, so that the motion does not determine its force: for the note
/// alone, the modes are decided. Each answer is compared with those of the two elements to their own forces, since these may differ in
/// units and size.
void mark_shared(const ModeProblem& problem, StickSlipModes& modes) {
  const std::size_t size = modes.direction.size();
  const auto answer = [&](std::size_t row, std::size_t column) { return problem.matrix[column * size + row]; };
  std::vector<std::size_t> stuck;
  for (std::size_t k = 0; k < size; ++k)
    if (modes.direction[k] == 0 && answer(k, k) > 0) stuck.push_back(k);
  const auto n = static_cast<Eigen::Index>(stuck.size());
  Eigen::MatrixXd answers(n, n);
  for (Eigen::Index row = 0; row < n; ++row)
    for (Eigen::Index column = 0; column < n; ++column) {
      const std::size_t r = stuck[at(row)], c = stuck[at(column)];
      answers(row, column) = answer(r, c) / std::sqrt(answer(r, r) * answer(c, c));
    }
  const Eigen::MatrixXd free = LeastNorm(answers, kRoundingOfAnswers).null_space();
  for (Eigen::Index row = 0; row < n; ++row)
    if (free.cols() > 0 && free.row(row).lpNorm<Eigen::Infinity>() > kRoundingOfAnswers) modes.shared[stuck[at(row)]] = true;
}

}  // namespace

SlipsSilenced::SlipsSilenced(Elements& elements, const std::vector<std::size_t>& candidates) : elements_(elements) {
  std::vector<bool> is_asked(elements.group_count(), false);
  for (const std::size_t i : candidates) is_asked[at(elements[i].group)] = true;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const bool slips_on = elements[i].reacts && is_asked[at(elements[i].group)] && elements.slides(i) && !elements.is_contact(i);
    if (slips_on && std::find(candidates.begin(), candidates.end(), i) == candidates.end()) slips_.emplace_back(i, elements.told(i));
  }
  silence();
}

void SlipsSilenced::silence() {
  for (const auto& [element, mode] : slips_) elements_.tell(element, Mode::open);
}

void SlipsSilenced::restore() {
  for (const auto& [element, mode] : slips_) elements_.tell(element, mode);
}

double terms_of(const Elements& elements, const Response& response, const Response::Group& group, std::size_t row) {
  const std::size_t i = response.element(group, row);
  double terms = std::fabs(response.constant[group.members[row]]) + std::fabs(group.answer(row, row)) * elements.largest_force(i);
  for (std::size_t column = 0; column < group.members.size(); ++column)
    terms += std::fabs(group.answer(row, column) * elements.force(response.element(group, column)));
  return terms;
}

void tell_noise(Elements& elements, const Response& response, const Response::Group& group) {
  elements.note_sizes();
  for (std::size_t row = 0; row < group.members.size(); ++row) {
    const std::size_t i = response.element(group, row);
    const double terms = terms_of(elements, response, group, row);
    elements.set_input(i, ModeInput::answer, group.answer(row, row));
    elements.note_terms(i, terms);
    if (elements.told(i) == Mode::forwards || elements.told(i) == Mode::backwards) {
      // An element that slips by its mode while others hold it at rest may drift by rounding; one that really starts leaves zero behind.
      const bool sets_off = std::fabs(elements.rate(i)) > kRoundingOfSums * std::max(terms, elements.terms(i));
      // If its velocity is not a state, rounding may make it slightly negative.
      const double behind = std::max(0.0, -static_cast<double>(elements.told(i)) * elements.velocity(i));
      elements.set_input(i, ModeInput::noise, sets_off ? behind : std::max(elements.stillness(i), elements.drift(i)));
      continue;
    }
    if (elements.is_contact(i) && elements.told(i) == Mode::open) {
      // Its sides part from rest by their acceleration. Rounding of their speeds may bring them together until these have grown beyond it,
      // and not for longer than the run.
      const double parting = -elements.rate(i), still = elements.stillness(i);
      const bool parts = parting > kRoundingOfSums * std::max(terms, elements.terms(i));
      elements.tell_overlap(i, parts ? std::min(still / (2 * parting), elements.span_s()) * still : 0);
      continue;
    }
    const double answer = group.answer(row, row);
    const bool answers = answer > 0 && elements.code(i).carrier != FrictionCarrier::spring;  // a force changes the velocity
    const double passed = answers ? kBreakawayMargin * terms / answer : 0;
    // The force follows from a loop, whose solver leaves an error of this size where the force is zero.
    elements.set_input(i, ModeInput::noise, std::max(passed, kNewtonFloor * kNewtonTolerance));
  }
}

std::optional<StickSlipModes> try_modes(Instant& instant, Elements& elements, const Response& response, const Response::Group& group,
                                        const ModeProblem& problem) {
  const std::size_t count = group.members.size();
  std::vector<bool> may_open;
  for (std::size_t k = 0; k < count; ++k) may_open.push_back(problem.candidates[k].is_contact && lets_go(problem, k));
  SlipsSilenced slips(elements, response.elements);
  slips.restore();
  const Elements::Noted noted = elements.noted();
  const ModeTrial trial = [&](const std::vector<int>& modes) -> std::optional<std::vector<int>> {
    // If a law has several solutions, the one reached from the motion without friction is taken, whatever was tried before. The others
    // belong to a negative effective mass (Painleve); with parts of any elasticity the motion would leave them at once.
    elements.put_back(noted);
    for (std::size_t k = 0; k < count; ++k) elements.tell(response.element(group, k), Mode::open);
    slips.silence();
    instant.evaluate();
    slips.restore();
    for (std::size_t k = 0; k < count; ++k) elements.tell(response.element(group, k), static_cast<Mode>(modes[k]));
    if (!instant.has_solution()) return std::nullopt;
    tell_noise(elements, response, group);
    std::vector<int> better;
    for (std::size_t k = 0; k < count; ++k) {
      const double rounding = kRoundingOfSums * terms_of(elements, response, group, k);
      better.push_back(better_mode(elements, response.element(group, k), modes[k], may_open[k], rounding));
    }
    return better;
  };
  std::optional<StickSlipModes> found = decide(problem, trial);
  elements.put_back(noted);
  if (found) mark_shared(problem, *found);
  for (std::size_t k = 0; k < count; ++k)
    elements.tell(response.element(group, k), Mode::open);  // the state in which responses are evaluated
  return found;
}

StickSlipModes decide_by_trial(Instant& instant, Elements& elements, const Response& response, const Response::Group& group,
                               const ModeProblem& problem) {
  if (std::optional<StickSlipModes> found = try_modes(instant, elements, response, group, problem)) return std::move(*found);
  std::vector<std::int32_t> jamming;
  for (std::size_t k = 0; k < group.members.size(); ++k) jamming.push_back(static_cast<std::int32_t>(response.element(group, k)));
  throw jammed(elements.program(), jamming, instant.time(), "neither sticking nor slipping either way is consistent with the forces");
}

void relax(Instant& instant, Elements& elements) {
  constexpr int kSteps = 20;
  for (int step = 0; step < kSteps; ++step) {
    std::vector<std::size_t> jumping;
    std::vector<double> jumps;
    for (std::size_t i = 0; i < elements.size(); ++i) {
      if (elements.code(i).carrier != FrictionCarrier::spring || elements.input(i, ModeInput::stuck) != 0) continue;
      const double jump = jump_of_force(elements, i);
      if (std::fabs(jump) <= kRoundingOfSums * std::fabs(elements.force(i))) continue;
      jumping.push_back(i);
      jumps.push_back(jump);
    }
    if (jumping.empty()) return;
    std::vector<double> total(jumping.size(), 0.0);
    instant.strike(jumping, jumps, 0, total);
    instant.push_nothing(jumping);
  }
}

}  // namespace stribeck
