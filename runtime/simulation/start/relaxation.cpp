// Implicit Euler with exact dry friction and rigid contacts, as Moreau (1999), Comput. Methods Appl. Mech. Eng. 177, 329-349, steps them:
//
//   (1/h - J) dx = rates + A f                                J, A: d rates / d states, / d forces
//   velocities after the step, and gaps after it over -h, are c - W f
//   box_complementarity.h: a friction holds its velocity at zero or is at its limit, a contact pushes or has a gap
//
// The law of a sliding friction is part of the rates, so that its slope is in J; its reaction only prevents a reversal of the slip. Long
// steps damp every oscillation (by the factor 1/(1 + i w h) a step). Bodies that nothing holds fall until something does: a clearance is
// crossed, a contact closes. When the motion has almost stopped h grows, until a step is one of Newton's method.
#include "simulation/start/relaxation.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "base/constants.h"
#include "base/diagnostic.h"
#include "base/index.h"
#include "simulation/modes/box_complementarity.h"

namespace stribeck {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr int kMostSteps = 300;
constexpr double kFirst_s = 1e-3, kShortest_s = 1e-12, kLongest_s = 1e12, kFarthest = 1e15;
constexpr double kGrowth = 3, kRetreat = 8;
constexpr int kPatience = 10;  // steps of one length in which the modes may change

class Relaxation {
 public:
  Relaxation(ForceBalance& balance, const std::vector<bool>& wanted, const std::vector<bool>& held, const std::vector<double>& x,
             bool by_static_levels)
      : balance_(balance),
        wanted_(wanted),
        held_(held),
        by_static_levels_(by_static_levels),
        count_(static_cast<Index>(balance.element_count())) {
    result_.x = x;
    result_.forces = VectorXd::Zero(count_);
    result_.left = VectorXd::Zero(static_cast<Index>(x.size()));
  }

  Relaxed run() {
    result_.modes.assign(balance_.element_count(), 0);
    balance_.move_to(result_.x, result_.modes, result_.forces);
    result_.modes = balance_.modes_here();
    for (int step = 0; step < kMostSteps && h_ >= kShortest_s; ++step) {
      balance_.move_to(result_.x, told(result_.modes), reactions_free());
      const std::optional<Step> next = this->step();
      if (!next || !take(*next)) {
        h_ /= kRetreat;
        continue;
      }
      if (result_.at_rest) break;
      if (h_ > kLongest_s ||
          VectorXd(Eigen::Map<VectorXd>(result_.x.data(), static_cast<Index>(result_.x.size()))).lpNorm<Eigen::Infinity>() > kFarthest)
        break;
    }
    return std::move(result_);
  }

 private:
  /// Uses the static limits for all frictions and lets none slide by its law: the box contains the whole friction force.
  int told(std::size_t k, int mode) const { return by_static_levels_ && !balance_.is_contact(k) && mode != kIdle ? 0 : mode; }
  RestModes told(RestModes modes) const {
    for (std::size_t k = 0; k < modes.size(); ++k) modes[k] = told(k, modes[k]);
    return modes;
  }

  struct Step {
    VectorXd dx, forces;
    RestModes modes;
    VectorXd terms;
  };

  /// Sets the forces of frictions at rest, on which limits elsewhere may depend; a sliding friction has no reaction.
  VectorXd reactions_free() const {
    VectorXd forces = result_.forces;
    for (Index k = 0; k < count_; ++k)
      if (told(static_cast<std::size_t>(k), result_.modes[static_cast<std::size_t>(k)]) != 0) forces(k) = 0;
    return forces;
  }

  std::optional<Step> step() {
    ForceBalance::Linear at = balance_.linear();
    for (std::size_t s = 0; s < held_.size(); ++s) {
      if (!held_[s]) continue;
      const auto row = static_cast<Index>(s);
      at.rates.value(row) = 0, at.rates.by_state.row(row).setZero();
      if (count_ > 0) at.rates.by_force.row(row).setZero();  // Eigen's matrix without columns has no rows
    }
    const VectorXd forces_here = reactions_free();
    const Index n = at.rates.value.size();
    const MatrixXd matrix = MatrixXd::Identity(n, n) / h_ - at.rates.by_state;
    const Eigen::PartialPivLU<MatrixXd> factors(matrix);
    const VectorXd alone = factors.solve(at.rates.value - at.rates.by_force * forces_here);
    const MatrixXd answers = count_ > 0 ? MatrixXd(factors.solve(at.rates.by_force)) : MatrixXd(n, 0);
    if (!alone.allFinite() || !answers.allFinite()) return std::nullopt;
    const BoxProblem box = problem(at, alone, answers, forces_here);
    const BoxSolution solution = solve_box(box);
    if (!solution.solved) return std::nullopt;
    Step step{.dx = alone, .forces = VectorXd::Zero(count_), .modes = result_.modes, .terms = at.terms};
    for (Index k = 0; k < count_; ++k) {
      const auto i = static_cast<std::size_t>(k);
      const bool is_contact = balance_.is_contact(i);
      step.forces(k) = -solution.lambda[i];
      int& mode = step.modes[i];
      mode = told(i, mode);
      const BoxSide side = solution.shared[i] && mode == 0 ? BoxSide::inside : solution.side[i];
      if (is_contact)
        mode = side == BoxSide::inside ? 0 : 1;
      else if (at.forwards.value(k) == 0 && at.backwards.value(k) == 0)
        mode = kIdle;
      else if (mode == 0 || mode == kIdle)
        mode = -static_cast<int>(side);
      else if (side == BoxSide::inside)
        mode = 0;
      else if ((mode > 0) != (side == BoxSide::low))
        mode = -mode;
    }
    step.dx += answers * step.forces;
    if (!step.dx.allFinite()) return std::nullopt;
    return step;
  }

  BoxProblem problem(const ForceBalance::Linear& at, const VectorXd& alone, const MatrixXd& answers, const VectorXd& forces_here) const {
    MatrixXd matrix = -(at.velocity.by_state * answers + at.velocity.by_force);
    VectorXd constant = at.velocity.value - at.velocity.by_force * forces_here + at.velocity.by_state * alone;
    BoxProblem box;
    const VectorXd more = -forces_here;
    for (Index k = 0; k < count_; ++k) {
      const int mode = told(static_cast<std::size_t>(k), result_.modes[static_cast<std::size_t>(k)]);
      const double forwards = at.forwards.value(k), backwards = at.backwards.value(k);
      if (balance_.is_contact(static_cast<std::size_t>(k))) {
        matrix.row(k) = (at.gap.by_state.row(k) * answers + at.gap.by_force.row(k)) / h_;
        constant(k) = -(at.gap.value(k) + at.gap.by_state.row(k).dot(alone) + at.gap.by_force.row(k).dot(more)) / h_;
        box.low.push_back(-kInfinity), box.high.push_back(0);
      } else if (forwards == 0 && backwards == 0) {
        box.low.push_back(0), box.high.push_back(0);
      } else if (mode == 0 || mode == kIdle) {
        box.low.push_back(-forwards), box.high.push_back(backwards);
      } else if (mode > 0) {
        box.low.push_back(0), box.high.push_back(at.kinetic_forwards(k) + backwards);
      } else {
        box.low.push_back(-(at.kinetic_backwards(k) + forwards)), box.high.push_back(0);
      }
    }
    box.matrix.assign(matrix.data(), matrix.data() + matrix.size());
    box.constant.assign(constant.begin(), constant.end());
    return box;
  }

  /// False where the equations have no solution, or conditions do not settle.
  bool take(const Step& step) {
    std::vector<double> x = result_.x;
    for (std::size_t s = 0; s < x.size(); ++s) x[s] += step.dx(static_cast<Index>(s));
    bool changed = false;
    try {
      changed = balance_.move_to(x, told(step.modes), step.forces);
    } catch (const Failure&) {
      return false;
    }
    changed = changed || step.modes != result_.modes;
    result_.x = x, result_.modes = step.modes, result_.forces = step.forces;
    result_.left = step.dx / h_;
    for (std::size_t s = 0; s < x.size(); ++s)
      if (!wanted_[s]) result_.left(static_cast<Index>(s)) = 0;
    result_.at_rest = !changed && (result_.left.cwiseAbs().array() <= kAtRest * step.terms.array()).all();
    changes_ = changed ? changes_ + 1 : 0;
    if (!changed) h_ *= kGrowth;
    if (changes_ > kPatience) h_ /= kRetreat, changes_ = 0;
    return true;
  }

  static constexpr double kAtRest = 1e-6;  // rates relative to their terms; Newton's method solves for the rest

  ForceBalance& balance_;
  const std::vector<bool>&wanted_, &held_;
  bool by_static_levels_;
  Index count_;
  double h_ = kFirst_s;
  int changes_ = 0;
  Relaxed result_;
};

}  // namespace

Relaxed relax(ForceBalance& balance, const std::vector<bool>& wanted, const std::vector<bool>& held, const std::vector<double>& x,
              bool by_static_levels) {
  return Relaxation(balance, wanted, held, x, by_static_levels).run();
}

}  // namespace stribeck
