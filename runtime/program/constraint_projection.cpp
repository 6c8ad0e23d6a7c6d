#include "program/constraint_projection.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

#include "base/constants.h"
#include "base/index.h"
#include "program/constraint_failures.h"
#include "program/least_step.h"

namespace stribeck {

namespace {

/// A residual up to this, relative to how far its row can move, is rounding and needs no step.
constexpr double kClosed = 5e-15;
/// A kinematic loop counts as open if Newton's method leaves more than this.
constexpr double kOpen = 1e-10;
/// The same at the start, where the tolerance is wider, so that redundant constraints can be told from others.
constexpr double kAssembled = 1e-13;
/// The rates of redundant constraints differ by less than this share, which is far above rounding.
constexpr double kDependent = 1e-9;
/// Three rows belong together: the components of a vector.
constexpr Eigen::Index kParts = 3;

}  // namespace

class ConstraintProjection::Work {
 public:
  Work(Context& context, Interpreter& interpreter, const Program& program);
  void set_weights(std::vector<double> weights) { weights_ = std::move(weights); }
  void project();
  void choose_first();
  void require_closed();
  std::size_t undetermined() const;
  void try_force(std::size_t which, double newtons);
  void keep_to(const LoopBranch* branch) { branch_ = branch; }
  std::optional<std::int32_t> pass_branch(LoopBranch& branch) const {
    if (!branch.take(slopes(velocities_, scales()), needed())) return std::nullopt;
    return velocities_.columns[branch.freest()];
  }

 private:
  using Matrix = Eigen::MatrixXd;
  using Vector = Eigen::VectorXd;
  struct Level {
    std::int32_t begin = 0, end = 0;      // of the rows
    std::vector<std::int32_t> columns;    // the states on which its rows depend
    std::vector<std::size_t> entries;     // into ConstraintCode
    std::vector<std::int32_t> column_of;  // of each entry
  };
  void collect(Level& level, const std::vector<bool>& takes) const;
  Vector scales() const;
  Matrix slopes(const Level& level, const Vector& scales) const;
  Vector left(const Level& level, const Vector& scales) const;
  double terms(const Level& level, const Vector& scales) const;
  std::vector<double> values_of(const std::vector<std::int32_t>& states) const;
  bool assemble_positions(std::size_t rank, double open);
  void assemble_positions();
  void follow_positions();
  void project_velocities();
  template <typename Step>
  bool descend(const Level& level, const std::vector<std::int32_t>& moved, const Step& step, int most, double open = kOpen);
  Vector velocity_step(bool of_positions, const Vector& scales) const;
  Matrix directions(const Vector& scales) const;
  std::size_t rank() const;
  std::size_t needed() const { return static_cast<std::size_t>(program_->constraints.positions) - undetermined(); }
  /// An orthonormal basis of the constraint forces, one column each; empty where the position does not determine it.
  Matrix undetermined_forces(std::size_t needed) const;
  void set_shares(const Matrix& forces);
  void require_apart(const Matrix& forces) const;
  double value(Register r) const { return context_.value(r); }
  Register state(std::int32_t s) const { return program_->first_state + s; }
  void run() { interpreter_.run(program_->section(Section::constraints)); }
  [[noreturn]] void fail(const Level& level, const Vector& left) const;

  Context& context_;
  Interpreter& interpreter_;
  const Program* program_;
  Level positions_, velocities_;
  struct Flow {  // d the rate of a coordinate / d a velocity
    std::int32_t coordinate, velocity;
    std::size_t entry;
  };
  std::vector<Flow> flows_;                // coordinate: into ConstraintCode::coordinates; velocity: into velocities_.columns
  std::vector<std::size_t> group_begins_;  // of each constraint: the first of its group
  std::vector<std::size_t> group_sizes_;
  std::vector<std::size_t> share_begins_;  // of each constraint, into ConstraintCode::shares
  std::vector<double> weights_;
  const LoopBranch* branch_ = nullptr;
};

ConstraintProjection::ConstraintProjection(Context& context, Interpreter& interpreter) : context_(context), interpreter_(interpreter) {}
ConstraintProjection::~ConstraintProjection() = default;
void ConstraintProjection::take(const Program& program) {
  work_ = program.constraints.empty() ? nullptr : std::make_unique<Work>(context_, interpreter_, program);
}
void ConstraintProjection::set_weights(std::vector<double> weights) {
  if (work_) work_->set_weights(std::move(weights));
}
void ConstraintProjection::project() {
  if (work_) work_->project();
}
void ConstraintProjection::choose_first() {
  if (work_) work_->choose_first();
}
void ConstraintProjection::require_closed() {
  if (work_) work_->require_closed();
}
std::size_t ConstraintProjection::undetermined() const { return work_ ? work_->undetermined() : 0; }
void ConstraintProjection::try_force(std::size_t which, double newtons) {
  if (work_) work_->try_force(which, newtons);
}
void ConstraintProjection::keep_to(const LoopBranch* branch) {
  if (work_) work_->keep_to(branch);
}
std::optional<std::int32_t> ConstraintProjection::pass_branch(LoopBranch& branch) const {
  return work_ ? work_->pass_branch(branch) : std::nullopt;
}

ConstraintProjection::Work::Work(Context& context, Interpreter& interpreter, const Program& program)
    : context_(context), interpreter_(interpreter), program_(&program) {
  const ConstraintCode& code = program.constraints;
  const std::int32_t rates_end = 2 * code.positions;
  std::vector<bool> movable(at(program.states()), false), is_coordinate(at(program.states()), false);
  for (const std::int32_t s : code.movable) movable[at(s)] = true;
  for (const std::int32_t s : code.coordinates) is_coordinate[at(s)] = true;
  positions_ = {.begin = 0, .end = code.positions, .columns = {}, .entries = {}, .column_of = {}};
  velocities_ = {.begin = code.positions, .end = rates_end, .columns = {}, .entries = {}, .column_of = {}};
  collect(positions_, movable);
  for (std::size_t s = 0; s < movable.size(); ++s) movable[s] = movable[s] && !is_coordinate[s];
  collect(velocities_, movable);
  for (std::size_t e = 0; e < code.slopes.size(); ++e) {
    if (code.entry_rows[e] < rates_end) continue;
    const auto velocity = std::find(velocities_.columns.begin(), velocities_.columns.end(), code.entry_states[e]);
    const std::int32_t coordinate = code.entry_rows[e] - rates_end;
    if (velocity == velocities_.columns.end() ||
        std::find(positions_.columns.begin(), positions_.columns.end(), code.coordinates[at(coordinate)]) == positions_.columns.end())
      continue;
    flows_.push_back({coordinate, static_cast<std::int32_t>(velocity - velocities_.columns.begin()), e});
  }
  std::size_t shares = 0;
  for (std::size_t i = 0; i < code.component.size(); ++i) {
    const auto is_same = [&](std::int32_t component) { return component == code.component[i]; };
    const auto begin = std::find_if(code.component.begin(), code.component.end(), is_same);
    group_begins_.push_back(at(begin - code.component.begin()));
    group_sizes_.push_back(at(std::count_if(code.component.begin(), code.component.end(), is_same)));
    share_begins_.push_back(shares);
    shares += group_sizes_.back();
  }
}

/// Columns are states that are taken.
void ConstraintProjection::Work::collect(Level& level, const std::vector<bool>& takes) const {
  const ConstraintCode& code = program_->constraints;
  std::vector<std::int32_t> number(takes.size(), -1);
  for (std::size_t e = 0; e < code.slopes.size(); ++e) {
    const std::int32_t row = code.entry_rows[e], s = code.entry_states[e];
    if (row < level.begin || row >= level.end || !takes[at(s)]) continue;
    if (number[at(s)] < 0) number[at(s)] = static_cast<std::int32_t>(level.columns.size()), level.columns.push_back(s);
    level.entries.push_back(e);
    level.column_of.push_back(number[at(s)]);
  }
}

void ConstraintProjection::Work::project() {
  run();
  if (weights_.empty()) {
    follow_positions();
    if (branch_ != nullptr && branch_->compare(slopes(velocities_, scales()), needed()) == LoopBranch::Answer::other)
      throw loop_leaves_branch(*program_, value(program_->time));
  } else {
    assemble_positions();
  }
  project_velocities();
  if (undetermined() == 0) return;
  if (const Matrix forces = undetermined_forces(needed()); forces.size() > 0) {
    require_apart(forces);
    set_shares(forces);
  }
}

/// For each constraint the largest change of its vector by a unit of a velocity. Residuals are divided by it, so that neither units of
/// length nor the size of the mechanism matter.
ConstraintProjection::Work::Vector ConstraintProjection::Work::scales() const {
  const ConstraintCode& code = program_->constraints;
  Vector sizes = Vector::Zero(code.positions);
  for (const Level* level : {&velocities_, &positions_})  // positions where all velocities are given
    for (const std::size_t e : level->entries) {
      const Eigen::Index row = code.entry_rows[e] - level->begin;
      if (level == &positions_ && !velocities_.entries.empty()) continue;
      const Eigen::Index first = row - row % kParts;
      for (Eigen::Index part = first; part < std::min(first + kParts, sizes.size()); ++part)
        sizes(part) = std::max(sizes(part), std::fabs(value(code.slopes[e])));
    }
  for (double& size : sizes)
    if (!(size > 0)) size = 1;
  return sizes;
}

ConstraintProjection::Work::Matrix ConstraintProjection::Work::slopes(const Level& level, const Vector& scales) const {
  const ConstraintCode& code = program_->constraints;
  Matrix result = Matrix::Zero(level.end - level.begin, std::ssize(level.columns));
  for (std::size_t i = 0; i < level.entries.size(); ++i)
    result(code.entry_rows[level.entries[i]] - level.begin, level.column_of[i]) += value(code.slopes[level.entries[i]]);
  return scales.cwiseInverse().asDiagonal() * result;
}

ConstraintProjection::Work::Vector ConstraintProjection::Work::left(const Level& level, const Vector& scales) const {
  Vector rows(level.end - level.begin);
  for (std::int32_t r = level.begin; r < level.end; ++r) rows(r - level.begin) = value(program_->constraints.rows[at(r)]);
  return rows.cwiseQuotient(scales);
}

/// The largest sum of magnitudes of the terms of a row.
double ConstraintProjection::Work::terms(const Level& level, const Vector& scales) const {
  Vector sums = Vector::Zero(level.end - level.begin);
  for (const std::size_t e : level.entries)
    sums(program_->constraints.entry_rows[e] - level.begin) +=
        std::fabs(value(program_->constraints.slopes[e]) * value(state(program_->constraints.entry_states[e])));
  return sums.size() == 0 ? 0 : sums.cwiseQuotient(scales).maxCoeff();
}

std::vector<double> ConstraintProjection::Work::values_of(const std::vector<std::int32_t>& states) const {
  std::vector<double> values;
  for (const std::int32_t s : states) values.push_back(value(state(s)));
  return values;
}

/// Newton's method, with steps that are shortened where whole ones do not reduce the residual. Returns whether the loops are closed then.
/// The section of the rows must have been evaluated.
template <typename Step>
bool ConstraintProjection::Work::descend(const Level& level, const std::vector<std::int32_t>& moved, const Step& step, int most,
                                         double open) {
  constexpr double kNear = 1e-9;  // below this whole steps converge quadratically, so that a residual that stays is rounding
  const auto largest = [&] {
    const Vector rows = left(level, scales());
    const double size = rows.size() == 0 ? 0 : rows.lpNorm<Eigen::Infinity>();
    return rows.hasNaN() ? HUGE_VAL : size;
  };
  double here = largest();
  for (int i = 0; i < most; ++i) {
    const Vector sizes = scales();
    if (here <= kClosed * std::max(1.0, terms(level, sizes))) return true;
    const Vector change = step(sizes);
    const std::vector<double> before = values_of(moved);
    const auto go = [&](double share) {
      for (std::size_t k = 0; k < moved.size(); ++k)
        context_.set(state(moved[k]), before[k] + share * change(static_cast<Eigen::Index>(k)));
      run();
      return largest();
    };
    double share = 1, next = go(share);
    const double least = here > kNear ? 1e-3 : 1;
    while (!(next < (1 - 0.5 * share) * here) && share / 2 >= least) next = go(share /= 2);
    if (!(next < (1 - 0.5 * share) * here)) {
      here = go(0);
      break;
    }
    here = next;
  }
  return here <= open * std::max(1.0, terms(level, scales()));
}

/// Closes the loops by moving the states that are free, whatever their velocities, no angle by more than half a radian at once. Only the
/// `rank` best determined directions are used.
bool ConstraintProjection::Work::assemble_positions(std::size_t rank, double open) {
  constexpr int kMostSteps = 100;
  constexpr double kLongest = 0.5;
  Vector weights(std::ssize(positions_.columns));
  for (std::size_t c = 0; c < positions_.columns.size(); ++c) weights(static_cast<Eigen::Index>(c)) = weights_[at(positions_.columns[c])];
  const auto step = [&](const Vector& sizes) {
    const Matrix rows = slopes(positions_, sizes);
    Vector change = weights.asDiagonal() * least_step(rows * weights.asDiagonal(), -left(positions_, sizes), rank);
    double longest = 0;
    for (std::size_t c = 0; c < positions_.columns.size(); ++c)
      if (program_->state_facts[at(positions_.columns[c])].is_angle)
        longest = std::max(longest, std::fabs(change(static_cast<Eigen::Index>(c))));
    return Vector(longest > kLongest ? kLongest / longest * change : change);
  };
  return descend(positions_, positions_.columns, step, kMostSteps, open);
}

/// Constraints that are redundant in closed positions contradict one another in open ones, and steps that follow all of them may diverge,
/// as those of a Bennett linkage do. Then fewer directions are followed.
void ConstraintProjection::Work::assemble_positions() {
  const std::vector<double> start = values_of(positions_.columns);
  const std::size_t most = std::min(needed(), std::max<std::size_t>(1, positions_.columns.size()));
  for (const double open : {kAssembled, kOpen})
    for (std::size_t less = 0; less <= most; ++less) {
      if (assemble_positions(most - less, open)) return;
      for (std::size_t c = 0; c < start.size(); ++c) context_.set(state(positions_.columns[c]), start[c]);
      run();
    }
  assemble_positions(most, kOpen);
  fail(positions_, left(positions_, scales()));
}

/// The smallest velocities that remove the residual of a level in a unit of time.
ConstraintProjection::Work::Vector ConstraintProjection::Work::velocity_step(bool of_positions, const Vector& scales) const {
  const Matrix rows = slopes(velocities_, scales);
  const Vector wanted = -left(of_positions ? positions_ : velocities_, scales);
  if (weights_.empty()) return least_step(rows, wanted, needed());
  Vector weights(rows.cols());
  for (Eigen::Index c = 0; c < weights.size(); ++c) weights(c) = weights_[at(velocities_.columns[at(c)])];
  return weights.asDiagonal() * least_step(rows * weights.asDiagonal(), wanted, needed());
}

/// Closes the loops along the directions of the velocities. From far away this might lead to another branch of the mechanism; an integrator
/// that tries such a state must take a shorter step.
void ConstraintProjection::Work::follow_positions() {
  constexpr int kMostSteps = 20;
  constexpr double kFar = 0.2;
  if (const Vector apart = left(positions_, scales()); apart.size() > 0 && !(apart.lpNorm<Eigen::Infinity>() < kFar))
    fail(positions_, apart);
  const std::vector<std::int32_t>& coordinates = program_->constraints.coordinates;
  const auto step = [&](const Vector& sizes) {
    const Vector velocities = velocity_step(true, sizes);
    Vector change = Vector::Zero(std::ssize(coordinates));
    for (const Flow& flow : flows_) change(flow.coordinate) += value(program_->constraints.slopes[flow.entry]) * velocities(flow.velocity);
    return change;
  };
  if (!descend(positions_, coordinates, step, kMostSteps)) fail(positions_, left(positions_, scales()));
}

void ConstraintProjection::Work::project_velocities() {
  constexpr int kMostSteps = 6;  // few are needed, as the rows are linear in the velocities
  const auto step = [&](const Vector& sizes) { return velocity_step(false, sizes); };
  if (!descend(velocities_, velocities_.columns, step, kMostSteps)) fail(velocities_, left(velocities_, scales()));
}

/// The derivatives of the rates by the velocities, with rows and columns scaled to length one so that units do not matter.
ConstraintProjection::Work::Matrix ConstraintProjection::Work::directions(const Vector& scales) const {
  Matrix rows = slopes(velocities_, scales);
  const double least = rows.size() == 0 ? 0 : kDependent * rows.colwise().norm().maxCoeff();
  for (auto column : rows.colwise()) {
    const double length = column.norm();
    if (length > least) {
      column /= length;
    } else {  // this velocity moves both ends of the constraint alike
      column.setZero();
    }
  }
  return rows;
}

std::size_t ConstraintProjection::Work::rank() const {
  const Matrix rows = directions(scales());
  if (rows.size() == 0) return 0;
  Eigen::ColPivHouseholderQR<Matrix> decomposition;
  decomposition.setThreshold(kDependent);
  decomposition.compute(rows);
  return at(decomposition.rank());
}

std::size_t ConstraintProjection::Work::undetermined() const {
  const ConstraintCode& code = program_->constraints;
  double trace = 0;
  for (std::size_t i = 0; i < code.component.size(); ++i) trace += value(code.shares[share_begins_[i] + i - group_begins_[i]]);
  return at(std::llround(trace));
}

ConstraintProjection::Work::Matrix ConstraintProjection::Work::undetermined_forces(std::size_t needed) const {
  constexpr double kSingular = 1e-10;
  const ConstraintCode& code = program_->constraints;
  const Vector sizes = scales();
  const Matrix rows = directions(sizes);
  const Eigen::Index size = rows.rows(), spare = size - static_cast<Eigen::Index>(needed);
  if (spare == 0) return Matrix(size, 0);
  Matrix forces = Matrix::Zero(size, spare);
  forces.bottomRows(spare).setIdentity();
  if (needed > 0) {
    if (rows.cols() < static_cast<Eigen::Index>(needed)) return {};
    const Eigen::ColPivHouseholderQR<Matrix> qr(rows);
    const auto last = static_cast<Eigen::Index>(needed) - 1;
    if (!(std::fabs(qr.matrixQR()(last, last)) > kSingular * std::fabs(qr.matrixQR()(0, 0)))) return {};
    forces.applyOnTheLeft(qr.householderQ());
  }
  for (Eigen::Index i = 0; i < size; ++i) forces.row(i) *= value(code.per_force[at(i)]) / sizes(i);
  const Eigen::HouseholderQR<Matrix> orthonormal(forces);
  return orthonormal.householderQ() * Matrix::Identity(size, spare);
}

/// Of each group the rows of the projection from which the others follow; in place of the other rows, which are zero, stand those of the
/// accelerations.
void ConstraintProjection::Work::set_shares(const Matrix& forces) {
  const ConstraintCode& code = program_->constraints;
  for (std::size_t begin = 0; begin < code.component.size(); begin += group_sizes_[begin]) {
    const auto first = static_cast<Eigen::Index>(begin), size = static_cast<Eigen::Index>(group_sizes_[begin]);
    const Matrix rows = telling_rows(forces.middleRows(first, size));
    for (Eigen::Index i = 0; i < size; ++i)
      for (Eigen::Index k = 0; k < size; ++k) context_.set(code.shares[share_begins_[begin + at(i)] + at(k)], rows(i, k));
  }
}

/// Each group determines its forces by itself; forces that several loop closures share are left undetermined.
void ConstraintProjection::Work::require_apart(const Matrix& forces) const {
  constexpr double kApart = 1e-6;
  const ConstraintCode& code = program_->constraints;
  if (code.component.front() == code.component.back()) return;
  const Matrix projection = forces * forces.transpose();
  for (std::size_t i = 0; i < code.component.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      if (code.component[i] == code.component[j]) continue;
      if (!(std::fabs(projection(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j))) > kApart)) continue;
      throw loops_hold_together(*program_, code.component[j], code.component[i]);
    }
}

void ConstraintProjection::Work::choose_first() {
  const std::vector<double> before = std::exchange(weights_, std::vector<double>(at(program_->states()), 1.0));
  const std::vector<double> here = values_of(positions_.columns);
  run();
  const std::size_t own = rank();
  constexpr double kBeside = 1e-2;
  std::size_t beside = own;
  for (int way = 0; way < 4; ++way) {
    for (std::size_t c = 0; c < here.size(); ++c)
      context_.set(state(positions_.columns[c]),
                   here[c] + kBeside * std::cos(2.4 * static_cast<double>(c) + 1.7 * way) * std::max(0.1, std::fabs(here[c])));
    run();
    try {
      assemble_positions();
      beside = std::max(beside, rank());
    } catch (const Failure&) {  // the mechanism cannot reach that position
    }
  }
  for (std::size_t c = 0; c < here.size(); ++c) context_.set(state(positions_.columns[c]), here[c]);
  run();
  weights_ = before;
  if (beside > own) throw loop_starts_singular(*program_, beside - own);
  // A joint that sticks while others of its loop move would have to be left out of what is moved onto the constraints.
  const std::size_t freedoms = velocities_.columns.size() - std::min(velocities_.columns.size(), own);
  if (program_->constraints.sticking >= 0 && freedoms > 1) throw loop_sticks_in_part(*program_, freedoms);
  const Matrix forces = undetermined_forces(own);
  require_apart(forces);
  set_shares(forces);
}

void ConstraintProjection::Work::require_closed() {
  run();
  constexpr double kJump = 1e-9;
  const Vector sizes = scales();
  for (const Level* level : {&positions_, &velocities_}) {
    const Vector rows = left(*level, sizes);
    Eigen::Index worst = 0;
    if (rows.size() == 0 || rows.cwiseAbs().maxCoeff(&worst) <= kJump * terms(*level, sizes) + kClosed) continue;
    throw loop_jumps(*program_, program_->constraints.component[at(worst)], level == &positions_, value(program_->time));
  }
}

/// A basis of the forces that the rows of shares describe.
void ConstraintProjection::Work::try_force(std::size_t which, double newtons) {
  const ConstraintCode& code = program_->constraints;
  const std::size_t size = code.component.size();
  Matrix projection = Matrix::Zero(static_cast<Eigen::Index>(size), static_cast<Eigen::Index>(size));
  for (std::size_t i = 0; i < size; ++i)
    for (std::size_t k = 0; k < group_sizes_[i]; ++k)
      projection(static_cast<Eigen::Index>(group_begins_[i] + k), static_cast<Eigen::Index>(i)) = value(code.shares[share_begins_[i] + k]);
  const Eigen::ColPivHouseholderQR<Matrix> qr(projection);
  const Vector force =
      newtons * (qr.householderQ() * Matrix::Identity(projection.rows(), projection.rows())).col(static_cast<Eigen::Index>(which));
  for (std::size_t i = 0; i < size; ++i) context_.set(code.given[i], force(static_cast<Eigen::Index>(i)));
}

void ConstraintProjection::Work::fail(const Level& level, const Vector& left) const {
  const ConstraintCode& code = program_->constraints;
  Eigen::Index worst = 0;
  left.cwiseAbs().maxCoeff(&worst);
  const double apart = std::fabs(value(code.rows[at(level.begin + worst)]));
  throw loop_stays_open(*program_, code.component[at(worst)], &level == &positions_, apart, value(program_->time));
}

}  // namespace stribeck
