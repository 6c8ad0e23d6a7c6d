#include "simulation/modes/jam_impacts.h"

#include <algorithm>
#include <cmath>

#include "base/constants.h"
#include "base/index.h"
#include "base/numbers.h"
#include "simulation/events/event_names.h"
#include "simulation/modes/jam.h"

namespace stribeck {

namespace {

class Jams {
 public:
  Jams(Instant& instant, Elements& elements, const std::vector<std::size_t>& jamming) : instant_(instant), elements_(elements) {
    for (const std::size_t i : jamming)
      if (elements_.has_inertia(i)) jamming_.push_back(i);
  }

  bool run(std::vector<bool>& dirty, std::vector<std::string>& labels) {
    if (jamming_.empty()) return false;
    dirty[group()] = true;
    if (stay_at_rest()) return true;
    const std::vector<std::size_t> parts = find_parts();
    std::vector<Told> before;
    for (const std::size_t i : parts) before.push_back(told(i));
    const Response response = instant_.ask(parts);
    const std::optional<JamSolution> solution = response.groups.size() == 1 ? solve(response) : std::nullopt;
    instant_.push_nothing(parts);
    if (!solution) {
      for (std::size_t k = 0; k < parts.size(); ++k) put_back(parts[k], before[k]);
      return false;
    }
    std::vector<double> total(parts.size(), 0.0);
    instant_.strike(parts, solution->impulses, response.tried(), total);
    for (std::size_t k = 0; k < parts.size(); ++k)
      if (solution->rests[k] && elements_[parts[k]].state >= 0)
        instant_.states()[at(elements_[parts[k]].state)] = 0;  // rounding leaves a little
    instant_.push_nothing(parts);
    for (std::size_t k = 0; k < parts.size(); ++k) put(parts[k], solution->rests[k]);
    for (std::size_t k = 0; k < parts.size(); ++k)
      if (solution->rests[k] && is_jamming(parts[k])) labels.push_back(jam_event(elements_.program(), parts[k]));
    return true;
  }

 private:
  struct Told {
    Phase phase;
    double stuck, direction, share, noise;
  };

  /// Lets elements rest that have only begun to slip at this instant, or have come to rest: they need no impulse. False if all move.
  bool stay_at_rest() {
    const std::vector<std::size_t> still = find_still();
    for (const std::size_t i : still) elements_.put(i, Phase::closes);
    return !still.empty();
  }

  /// Where frictions jam the equations have no solution. Velocities there are those without the frictions that only accelerate what they
  /// act on; others stay, as a node without mass may need the force that they balance.
  std::vector<std::size_t> find_still() {
    const KeptElements kept(elements_);
    for (std::size_t i = 0; i < elements_.size(); ++i)
      if (!elements_.is_contact(i) && elements_.has_inertia(i)) elements_.tell(i, Mode::open);
    instant_.evaluate();
    std::vector<std::size_t> still;
    for (const std::size_t i : jamming_)
      if (!elements_.creeps(i) && elements_.is_still(i)) still.push_back(i);
    return still;
  }

  std::size_t group() const { return at(elements_[jamming_.front()].group); }
  bool is_jamming(std::size_t i) const { return std::find(jamming_.begin(), jamming_.end(), i) != jamming_.end(); }
  bool is_one_sided(std::size_t i) const { return elements_.is_contact(i) || elements_.is_latch(i); }

  /// The elements that an impulse of the jammed frictions may reach; of contacts, those that are closed.
  std::vector<std::size_t> find_parts() const {
    std::vector<std::size_t> parts;
    for (std::size_t i = 0; i < elements_.size(); ++i) {
      const bool takes_part = elements_.has_inertia(i) && !elements_.opens(i) && !(elements_.is_contact(i) && elements_.slides(i));
      if (at(elements_[i].group) == group() && takes_part) parts.push_back(i);
    }
    return parts;
  }

  Told told(std::size_t i) const {
    return {elements_[i].phase, elements_.input(i, ModeInput::stuck), elements_.input(i, ModeInput::direction),
            elements_.input(i, ModeInput::share), elements_.input(i, ModeInput::noise)};
  }
  void put_back(std::size_t i, const Told& before) {
    elements_[i].phase = before.phase;
    elements_.set_input(i, ModeInput::stuck, before.stuck);
    elements_.set_input(i, ModeInput::direction, before.direction);
    elements_.set_input(i, ModeInput::share, before.share);
    elements_.set_input(i, ModeInput::noise, before.noise);
  }

  /// Gives an element its mode after the impulses: it slips if it still has a velocity, and may begin to slip if it has none.
  void put(std::size_t i, bool rests) {
    const double v = elements_.velocity(i);
    if (rests || is_one_sided(i) || elements_.is_still(i)) return elements_.put(i, Phase::closes);
    elements_.put_sliding(i, v, instant_.time());
  }

  std::optional<JamSolution> solve(const Response& response) {
    const Response::Group& group = response.groups.front();
    if (!all_finite(group.matrix)) return std::nullopt;
    JamProblem problem{.matrix = group.matrix, .parts = {}};
    for (const std::size_t i : response.elements) {
      const double v = elements_.velocity(i);
      problem.parts.push_back(
          {.velocity = std::fabs(v) <= elements_.stillness(i) ? 0 : v, .is_one_sided = is_one_sided(i), .may_jam = is_jamming(i)});
    }
    return solve_jam(problem, [&](const std::vector<double>& impulses) { return limits(response, impulses); });
  }

  /// The friction limits of the impulses: the limits of forces in the same ratio, divided by the size of the forces, as this size goes to
  /// infinity. A limit is the magnitude of a sum of forces, in which those that grow decide in the end.
  ImpulseLimits limits(const Response& response, const std::vector<double>& impulses) {
    constexpr int kMostDoublings = 100;
    const std::size_t count = impulses.size();
    ImpulseLimits found{.holds = std::vector<double>(count, 0.0), .slips = std::vector<double>(count, 0.0)};
    const double largest = largest_of(impulses);
    if (largest == 0) return found;
    double scale = response.tried() / largest;
    ImpulseLimits near = levels_at(response, impulses, scale), middle = levels_at(response, impulses, 2 * scale);
    for (int doubling = 0; doubling < kMostDoublings; ++doubling, scale *= 2) {
      const ImpulseLimits far = levels_at(response, impulses, 4 * scale);
      bool is_linear = true;
      for (std::size_t k = 0; k < count; ++k)
        for (const auto which : {&ImpulseLimits::holds, &ImpulseLimits::slips}) {
          const double first = (middle.*which)[k] - (near.*which)[k], second = (far.*which)[k] - (middle.*which)[k];
          if (std::isinf((far.*which)[k])) {
            (found.*which)[k] = (far.*which)[k];
            continue;
          }
          is_linear = is_linear && std::fabs(second - 2 * first) <= kRoundingOfDifferences * std::fabs((far.*which)[k]);
          (found.*which)[k] = second / (2 * scale);
        }
      if (is_linear) break;
      near = middle, middle = far;
    }
    return found;
  }

  ImpulseLimits levels_at(const Response& response, const std::vector<double>& impulses, double scale) {
    std::vector<double> forces = impulses;
    for (double& force : forces) force *= scale;
    instant_.push(response.elements, forces);
    ImpulseLimits levels;
    for (std::size_t k = 0; k < forces.size(); ++k) {
      const StickSlipLevels both = elements_.levels(response.elements[k]);
      const StickSlipLevels::Side& side = forces[k] > 0 ? both.forwards : both.backwards;
      levels.holds.push_back(side.static_level);
      levels.slips.push_back(side.kinetic_level);
    }
    return levels;
  }

  Instant& instant_;
  Elements& elements_;
  std::vector<std::size_t> jamming_;
};

}  // namespace

bool bring_to_rest(Instant& instant, Elements& elements, const std::vector<std::size_t>& jamming, std::vector<bool>& dirty,
                   std::vector<std::string>& labels) {
  return Jams(instant, elements, jamming).run(dirty, labels);
}

}  // namespace stribeck
