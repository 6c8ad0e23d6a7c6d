// What rigid contacts do at an event, before the modes of dry friction are decided on.
//
//   closed = contacts that rest, or whose gap is zero now or would be at an instant that differs from t by rounding
//   in every group in which the sides of a closed contact approach each other faster than its rest speed:
//     make the gaps of the closed contacts exactly zero
//     set all forces of sticking and resting elements there to zero: the force of dry friction is bounded, so that it has no impulse
//     apply a force at one closed contact of every group at a time, which gives the matrix of opening+ = opening- + matrix * impulse
//     solve_impacts(matrix, opening, restitution) finds the impulses, round by round; the states jump by their effect
//     an impulse does work at the mean of the velocities before and after; this work is added to the integrals of power of all components
//   closed contacts without relative motion are candidates, which may rest from now on; contacts whose sides part are open
//   candidates too: contacts that close more slowly than their rest speed, and those that rested before and that impacts elsewhere
//     part more slowly than that
//     if forces press these together, they are stopped together with the contacts at rest around them; otherwise bodies at rest
//     would collide again and again, without end
//
// A freewheel that is thrown against its lock collides like a contact without restitution that is always closed.
#include "simulation/modes/contact_impacts.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "base/constants.h"
#include "base/index.h"
#include "base/text.h"
#include "simulation/events/event_names.h"
#include "simulation/modes/impacts.h"
#include "simulation/modes/impulse_path.h"

namespace stribeck {

namespace {

bool is_closed(const Elements& elements, std::size_t i, double t, double slack) {
  const double gap = elements.gap(i), approach = elements.velocity(i);
  const bool rests = !elements.opens(i) && !elements.slides(i);
  return rests || elements[i].on_bound || gap <= std::max(slack, std::max(approach, 0.0) * kSameInstant * std::fabs(t));
}

class Impacts {
 public:
  Impacts(Instant& instant, Elements& elements, const ImpactRule& rule, std::vector<bool>& dirty, std::vector<std::string>& labels)
      : instant_(instant), elements_(elements), rule_(rule), dirty_(dirty), labels_(labels), is_struck_(elements.group_count(), false) {}

  bool run() {
    std::vector<std::size_t> closed;
    bool any = false;
    for (int round = 0;; ++round) {
      closed = find_closed();
      std::vector<bool> strikes(is_struck_.size(), false);
      bool any_closing = false;
      for (const std::size_t i : closed)
        if (elements_.velocity(i) > (rule_.gently ? elements_.rest_speed(i) : elements_.stillness(i)))
          strikes[group(i)] = is_struck_[group(i)] = any_closing = true;
      if (!any_closing) break;
      any = true;
      if (round == kEventRounds) throw Failure(endless(closed));
      std::vector<std::size_t> struck;
      std::copy_if(closed.begin(), closed.end(), std::back_inserter(struck), [&](std::size_t i) { return strikes[group(i)]; });
      collide(struck, strikes);
    }
    for (const std::size_t i : closed) any = prepare(i) || any;
    return any;
  }

 private:
  std::size_t group(std::size_t i) const { return at(elements_[i].group); }

  /// Contacts without a gap, and freewheels, which hold a force of any size in one direction; in the order of the elements.
  std::vector<std::size_t> find_closed() const {
    std::vector<std::size_t> closed;
    for (std::size_t i = 0; i < elements_.size(); ++i)
      if (elements_.is_contact(i) ? is_closed(elements_, i, instant_.time(), rule_.is_start ? elements_.touching(i) : 0)
                                  : elements_.is_latch(i))
        closed.push_back(i);
    return closed;
  }

  void put(std::size_t i, Phase phase, int direction = 0) {
    elements_.put(i, phase, direction);
    dirty_[group(i)] = true;
  }

  /// A closed contact opens, or becomes a candidate for rest; false if its phase stays.
  bool prepare(std::size_t i) {
    const double v = elements_.velocity(i), still = elements_.stillness(i);
    if (!elements_.is_contact(i)) {
      if (!is_struck_[group(i)]) return false;
      v < -still ? put(i, Phase::slides, -1) : put(i, Phase::closes);
      return true;
    }
    const bool opens = v < -still, was_open = elements_.opens(i);
    if (opens && was_open && elements_.gap(i) < 0 && !elements_[i].on_bound) {  // it parts so slowly that rounding keeps its gap below zero
      instant_.put_on_bound(i);
      elements_[i].phase = Phase::opens;
      return true;
    }
    const bool parts_slowly = opens && !was_open && is_struck_[group(i)] && -v < elements_.rest_speed(i);
    if (parts_slowly || v > still) {
      put(i, Phase::lands);
      instant_.put_on_bound(i);
      return true;
    }
    if (opens == was_open && !(opens && is_struck_[group(i)])) return false;  // its phase stays
    if (!opens && elements_[i].phase == Phase::opens) return false;           // an earlier decision at this instant has opened it
    put(i, opens ? Phase::opens : Phase::closes);
    if (!opens) instant_.put_on_bound(i);
    return true;
  }

  void collide(const std::vector<std::size_t>& contacts, const std::vector<bool>& is_struck) {
    for (const std::size_t i : contacts)
      if (elements_.is_contact(i)) instant_.put_on_bound(i);
    std::vector<std::size_t> silent;  // dry frictions that stick: they transmit no force during the impact
    for (std::size_t i = 0; i < elements_.size(); ++i) {
      const bool sticks = elements_.told(i) == Mode::stuck;
      if (!elements_.is_contact(i) && !elements_.is_latch(i) && sticks && is_struck[group(i)]) silent.push_back(i);
    }
    for (const std::size_t i : silent) elements_.tell(i, Mode::open);
    const Response response = instant_.ask(contacts);
    std::vector<double> total(contacts.size(), 0.0);
    for (const Response::Group& group : response.groups) collide_group(response, group, total);
    instant_.push_nothing(contacts);
    for (const std::size_t i : silent) {
      put(i, Phase::closes);
      if (!elements_.is_still(i)) elements_.put_sliding(i, elements_.velocity(i), instant_.time());
    }
    turn_round(is_struck);
    for (std::size_t place = 0; place < contacts.size(); ++place) {
      const std::size_t i = contacts[place];
      const bool was_open = elements_.opens(i);
      dirty_[group(i)] = true;
      if (!was_open) elements_.put(i, Phase::closes);
      const bool parts = elements_.velocity(i) < -elements_.stillness(i);
      if (was_open && parts && total[place] > 0) labels_.push_back(rebound_event(elements_.program(), i));
    }
  }

  /// Frictions whose direction of slip an impact has reversed take the new direction before any force is solved for: with the old one the
  /// equations may have no solution.
  void turn_round(const std::vector<bool>& is_struck) {
    for (std::size_t i = 0; i < elements_.size(); ++i) {
      if (!is_struck[group(i)] || elements_.is_contact(i) || elements_.creeps(i) || !elements_.slides(i)) continue;
      if (!elements_.has_inertia(i)) continue;
      const double v = elements_.velocity(i);
      if (!elements_.is_still(i) && elements_.input(i, ModeInput::direction) * v < 0) elements_.put_sliding(i, v, instant_.time());
    }
  }

  void collide_group(const Response& response, const Response::Group& group, std::vector<double>& total) {
    instant_.push_nothing(response.elements);
    ImpactProblem problem{.matrix = group.matrix, .opening = {}, .restitution = {}, .rest_speed = {}, .law = {}};
    double fastest = 0;
    for (std::size_t k = 0; k < group.members.size(); ++k) {
      const std::size_t i = response.element(group, k);
      problem.opening.push_back(-elements_.velocity(i));
      const auto of_contact = [&](Register r) { return elements_.is_contact(i) ? elements_.value(r) : 0; };
      problem.restitution.push_back(of_contact(elements_.code(i).contact.restitution));
      problem.rest_speed.push_back(of_contact(elements_.code(i).contact.rest_speed));
      problem.law.push_back(elements_.code(i).contact.law);
      fastest = std::max(fastest, std::fabs(problem.opening.back()));
    }
    const std::int32_t struck = elements_[response.element(group, 0)].group;
    for (std::size_t i = 0; i < elements_.size(); ++i)
      if (elements_[i].group == struck) elements_[i].still = std::max(elements_[i].still, kRoundingOfImpacts * fastest);
    const ImpactSequence sequence = solve_impacts(problem);
    ImpulsePath path(instant_, elements_, response, group);
    if (!path.is_straight(sequence)) {
      const std::vector<std::size_t> undecided = path.follow(problem, total);
      if (!undecided.empty()) throw Failure(squeezed(response, group, undecided));
      if (path.parts_otherwise()) instant_.settle(labels_);
      return;
    }
    if (!sequence.undecided.empty()) throw Failure(squeezed(response, group, sequence.undecided));
    for (const std::vector<double>& round : sequence.rounds) {
      std::vector<double> impulse(response.elements.size(), 0.0);
      for (std::size_t k = 0; k < group.members.size(); ++k) impulse[group.members[k]] = round[k];
      instant_.strike(response.elements, impulse, response.tried(), total);
    }
  }

  Diagnostic squeezed(const Response& response, const Response::Group& group, const std::vector<std::size_t>& undecided) const {
    Diagnostic failure =
        elements_.undecided(response.element(group, undecided[0]), instant_.time(), "no impulses keep the sides of these contacts apart");
    failure.because =
        "what approaches there has a given velocity on both sides or is squeezed between parts that have, or the contact's force is fed "
        "back so that it does not part the sides";
    failure.remedy =
        "let one of the parts yield: a force source or a spring instead of a given velocity; let what is fed back follow with a delay";
    for (const std::size_t k : undecided) failure.details.emplace_back("squeezed", elements_.name(response.element(group, k)));
    return failure;
  }

  Diagnostic endless(const std::vector<std::size_t>& contacts) const {
    Diagnostic failure{.code = ErrorCode::run_event_limit,
                       .message = "impacts follow one another without end at t = " + short_number(instant_.time()) + " s",
                       .where = elements_.labels().where_of_friction(contacts.front()),
                       .because = "each lets another contact close again",
                       .remedy = "give the contacts less restitution or a larger rest speed",
                       .details = {}};
    for (const std::size_t i : contacts)
      if (elements_.velocity(i) > elements_.stillness(i)) failure.details.emplace_back("closes again", elements_.name(i));
    return failure;
  }

  Instant& instant_;
  Elements& elements_;
  const ImpactRule& rule_;
  std::vector<bool>& dirty_;
  std::vector<std::string>& labels_;
  std::vector<bool> is_struck_;  // by group
};

}  // namespace

bool still_closing(const Elements& elements, double t) {
  for (std::size_t i = 0; i < elements.size(); ++i)
    if (elements.is_contact(i) && is_closed(elements, i, t, 0) && elements.opens(i) && elements.velocity(i) > elements.stillness(i))
      return true;
  return false;
}

bool follow_contacts(Instant& instant, Elements& elements, const ImpactRule& rule, std::vector<bool>& dirty,
                     std::vector<std::string>& labels) {
  return Impacts(instant, elements, rule, dirty, labels).run();
}

}  // namespace stribeck
