#include "program/constraint_projection.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

#include "base/constants.h"
#include "base/diagnostic.h"
#include "base/index.h"
#include "base/least_norm.h"
#include "base/text.h"

namespace stribeck {

namespace {

/// What is no more than this needs no step: rounding of lengths and directions of about one.
constexpr double kClosed = 1e-15;
/// A loop is open where steps leave more than this share of its terms, or that many metres or radians.
constexpr double kOpen = 1e-11;
/// Rates of constraints that say the same differ by less than this share, which is far above rounding.
constexpr double kDependent = 1e-9;

}  // namespace

void ConstraintProjection::take(const Program& program) {
  program_ = &program;
  const ConstraintCode& code = program.constraints;
  positions_ = {.begin = 0, .end = code.positions, .columns = {}, .entries = {}, .column_of = {}};
  rates_ = {.begin = code.positions, .end = static_cast<std::int32_t>(code.rows.size()), .columns = {}, .entries = {}, .column_of = {}};
  std::vector<bool> is_position(at(program.states()), false);
  const auto collect = [&](Level& level, auto takes) {
    std::vector<std::int32_t> number(at(program.states()), -1);
    for (std::size_t e = 0; e < code.slopes.size(); ++e) {
      const std::int32_t row = code.entry_rows[e], s = code.entry_states[e];
      if (row < level.begin || row >= level.end || !takes(s)) continue;
      if (number[at(s)] < 0) number[at(s)] = static_cast<std::int32_t>(level.columns.size()), level.columns.push_back(s);
      level.entries.push_back(e);
      level.column_of.push_back(number[at(s)]);
    }
  };
  collect(positions_, [](std::int32_t) { return true; });
  for (const std::int32_t s : positions_.columns) is_position[at(s)] = true;
  collect(rates_, [&](std::int32_t s) { return !is_position[at(s)]; });
  position_of_.assign(at(program.states()), -1);
  for (std::int32_t s = 0; s < program.states(); ++s)
    if (const std::int32_t rate = program.state_of(program.derivatives[at(s)]); rate >= 0) position_of_[at(rate)] = s;
}

void ConstraintProjection::project() {
  note_resting();
  project(positions_);
  project(rates_);
}

/// What sticks has the velocity zero, and stays where it is: what rounding leaves of the constraints is no business of it.
void ConstraintProjection::note_resting() {
  rests_.assign(at(program_->states()), false);
  for (const FrictionCode& friction : program_->frictions) {
    if (friction.state < 0 || friction.is_contact() || value(friction.inputs[static_cast<std::size_t>(ModeInput::stuck)]) == 0) continue;
    if (value(state(friction.state)) != 0) continue;
    rests_[at(friction.state)] = true;
    if (position_of_[at(friction.state)] >= 0) rests_[at(position_of_[at(friction.state)])] = true;
  }
}

double ConstraintProjection::largest(const Level& level) const {
  double largest = 0;
  for (std::int32_t r = level.begin; r < level.end; ++r) {
    const double left = std::fabs(value(program_->constraints.rows[at(r)]));
    if (!(left <= largest)) largest = left;  // what is not a number, too
  }
  return largest;
}

/// The largest sum of what the states make of a row.
double ConstraintProjection::terms(const Level& level) const {
  std::vector<double> sums(at(level.end - level.begin), 0.0);
  for (const std::size_t e : level.entries)
    sums[at(program_->constraints.entry_rows[e] - level.begin)] +=
        std::fabs(value(program_->constraints.slopes[e]) * value(state(program_->constraints.entry_states[e])));
  return sums.empty() ? 0 : *std::max_element(sums.begin(), sums.end());
}

/// The least change of the states that makes the rows zero if they are linear, and changes no row that nothing moves.
std::vector<double> ConstraintProjection::step_of(const Level& level) const {
  const ConstraintCode& code = program_->constraints;
  Eigen::MatrixXd slopes = Eigen::MatrixXd::Zero(level.end - level.begin, std::ssize(level.columns));
  Eigen::VectorXd left(level.end - level.begin), weights(std::ssize(level.columns));
  for (std::int32_t r = level.begin; r < level.end; ++r) left(r - level.begin) = value(code.rows[at(r)]);
  for (Eigen::Index c = 0; c < weights.size(); ++c) {
    const std::size_t s = at(level.columns[at(c)]);
    weights(c) = !weights_.empty() ? weights_[s] : rests_[s] ? 0 : 1;  // at a start nothing rests yet
  }
  for (std::size_t i = 0; i < level.entries.size(); ++i)
    slopes(code.entry_rows[level.entries[i]] - level.begin, level.column_of[i]) = value(code.slopes[level.entries[i]]);
  const Eigen::VectorXd step = weights.asDiagonal() * LeastNorm(slopes * weights.asDiagonal(), kRoundingOfTrains).solve(-left).col(0);
  return {step.data(), step.data() + step.size()};
}

void ConstraintProjection::project(const Level& level) {
  constexpr int kMostSteps = 60;
  constexpr double kNear = 1e-9;  // from where on whole steps square what is left: then less is rounding
  const Code& code = program_->section(Section::constraints);
  interpreter_.run(code);
  double left = largest(level);
  std::vector<double> before(level.columns.size());
  for (int i = 0; i < kMostSteps && left > kClosed; ++i) {
    const std::vector<double> step = step_of(level);
    for (std::size_t c = 0; c < before.size(); ++c) before[c] = value(state(level.columns[c]));
    const auto go = [&](double share) {
      for (std::size_t c = 0; c < before.size(); ++c) context_.set(state(level.columns[c]), before[c] + share * step[c]);
      interpreter_.run(code);
      return largest(level);
    };
    double share = 1, next = go(share);
    const double least = left > kNear ? 1e-3 : 1;
    while (!(next < (1 - 0.5 * share) * left) && share / 2 >= least) next = go(share /= 2);
    if (next < (1 - 0.5 * share) * left) {
      left = next;
      continue;
    }
    go(0);
    break;
  }
  if (!(left <= kOpen * std::max(1.0, terms(level)))) fail(level, left);
}

/// Rates that do not follow from others, the best first: columns of the transposed matrix by pivots (Golub, Van Loan, section 5.4.2).
std::vector<std::int32_t> ConstraintProjection::independent() const {
  const ConstraintCode& code = program_->constraints;
  Eigen::MatrixXd slopes = Eigen::MatrixXd::Zero(std::ssize(rates_.columns), rates_.end - rates_.begin);
  for (std::size_t i = 0; i < rates_.entries.size(); ++i)
    slopes(rates_.column_of[i], code.entry_rows[rates_.entries[i]] - rates_.begin) += value(code.slopes[rates_.entries[i]]);
  if (slopes.size() == 0) return {};
  Eigen::ColPivHouseholderQR<Eigen::MatrixXd> decomposition;
  decomposition.setThreshold(kDependent);
  decomposition.compute(slopes);
  const auto& order = decomposition.colsPermutation().indices();
  return {order.data(), order.data() + decomposition.rank()};
}

/// So many are not spare.
std::size_t ConstraintProjection::needed() const {
  const std::vector<Register>& spare = program_->constraints.spare;
  return at(std::count_if(spare.begin(), spare.end(), [&](Register r) { return value(r) == 0; }));
}

bool ConstraintProjection::choose(std::size_t needed) {
  constexpr double kPoor = 0.1;
  const ConstraintCode& code = program_->constraints;
  const std::vector<std::int32_t> best = independent();
  if (best.size() < needed) return false;
  std::vector<bool> is_spare(code.spare.size(), true);
  for (const std::int32_t row : best) is_spare[at(row)] = false;
  const auto volume = [&](auto takes) {  // of the rows that are taken
    Eigen::MatrixXd slopes = Eigen::MatrixXd::Zero(std::ssize(rates_.columns), rates_.end - rates_.begin);
    for (std::size_t i = 0; i < rates_.entries.size(); ++i) {
      const std::int32_t row = code.entry_rows[rates_.entries[i]] - rates_.begin;
      if (takes(at(row))) slopes(rates_.column_of[i], row) += value(code.slopes[rates_.entries[i]]);
    }
    const Eigen::VectorXd sizes = slopes.jacobiSvd().singularValues();
    return best.empty() || at(sizes.size()) < best.size() ? 0.0 : sizes(std::ssize(best) - 1);
  };
  const bool is_chosen = needed == best.size();
  if (is_chosen && volume([&](std::size_t row) { return value(code.spare[row]) == 0; }) >=
                       kPoor * volume([&](std::size_t row) { return !is_spare[row]; }))
    return false;
  for (std::size_t row = 0; row < is_spare.size(); ++row) context_.set(code.spare[row], is_spare[row] ? 1 : 0);
  return true;
}

void ConstraintProjection::choose_first() {
  choose(0);
  const auto states = [&] {
    std::vector<double> x;
    for (std::int32_t s = 0; s < program_->states(); ++s) x.push_back(value(state(s)));
    return x;
  };
  const std::vector<double> here = states();
  constexpr double kBeside = 1e-2;
  std::size_t beside = 0;
  for (int way = 0; way < 4; ++way) {
    for (const std::int32_t s : positions_.columns)
      context_.set(state(s), here[at(s)] + kBeside * std::cos(2.4 * s + 1.7 * way) * (1 + std::fabs(here[at(s)])));
    try {
      project(positions_);
      beside = std::max(beside, independent().size());
    } catch (const Failure&) {  // the mechanism does not get there
    }
  }
  for (std::int32_t s = 0; s < program_->states(); ++s) context_.set(state(s), here[at(s)]);
  interpreter_.run(program_->section(Section::constraints));
  if (beside <= needed()) return;
  const std::int32_t component = program_->constraints.component.front();
  throw Failure(Diagnostic{.code = ErrorCode::run_loop_open,
                           .message = "a loop of bodies starts in a singular position: there it has " + std::to_string(beside - needed()) +
                                      " more freedoms than beside it",
                           .where = program_->labels->where_of_component(component),
                           .because = "as a parallelogram that lies flat it may go on in several ways, and nothing says in which",
                           .remedy = "start a little beside that position",
                           .details = {}});
}

void ConstraintProjection::fail(const Level& level, double left) const {
  const ConstraintCode& code = program_->constraints;
  std::size_t worst = 0;
  for (std::int32_t r = level.begin; r < level.end; ++r)
    if (!(std::fabs(value(code.rows[at(r)])) < left)) worst = at(r - level.begin);
  const Labels& labels = *program_->labels;
  const bool is_position = &level == &positions_;
  throw Failure(Diagnostic{
      .code = ErrorCode::run_loop_open,
      .message = "the loop that " + labels.component_words(code.component[worst]) + " closes stays open at t = " +
                 short_number(value(program_->time)) + " s: " + (is_position ? "its ends are " : "its ends move apart at ") +
                 short_number(left) + (is_position ? " (m or rad) apart" : " (m/s or rad/s)"),
      .where = labels.where_of_component(code.component[worst]),
      .because = "no position near by closes it with what is held or asked for",
      .remedy = "at the start: give initial positions that are nearer to a closed loop, or fewer of high priority; later: look for a "
                "position in which the mechanism locks",
      .details = {}});
}

}  // namespace stribeck
