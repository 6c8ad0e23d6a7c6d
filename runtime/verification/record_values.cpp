#include "verification/record_values.h"

#include <algorithm>
#include <cmath>

#include "base/constants.h"
#include "base/index.h"
#include "expression/walk.h"

namespace stribeck {

namespace {

/// A sign compares with zero.
bool is_comparison(const Node& node) { return is_held(node) && node.op != Operator::floor; }

/// At the jump both values are right.
bool is_step(const Node& node) { return is_held(node) && !is_relation(node.op); }

/// What a change of the argument by its magnitude would make of a function that stays as steep as it is there: near a zero of it, as of the
/// sine at pi, the value is no more than what the argument's rounding leaves.
template <typename Function>
double by_slope(const Function& function, const Measured& argument) {
  constexpr double kNear = 1e-7;
  double steepest = 0;
  for (const double way : {kNear, -kNear}) {
    const double change = function(argument.value + way * argument.magnitude) - function(argument.value);
    if (std::isfinite(change)) steepest = std::max(steepest, std::fabs(change) / kNear);
  }
  return steepest;
}

/// Terms of a sum keep their size although the sum may be small; factors multiply theirs.
double magnitude_of(Operator op, double value, const Measured& a, const Measured& b) {
  const auto gain = [](const Measured& m) { return m.value == 0 ? 0.0 : m.magnitude / std::fabs(m.value); };
  switch (op) {
    case Operator::add:
    case Operator::sub:
      return std::max(a.magnitude, b.magnitude);
    case Operator::neg:
    case Operator::abs:
      return a.magnitude;
    case Operator::mul:
      return a.magnitude * b.magnitude;
    case Operator::div:
      return std::max(std::fabs(value), a.magnitude * gain(b) / std::fabs(b.value));
    default:
      return std::max({std::fabs(value), by_slope([&](double x) { return stribeck::evaluate(op, x, b.value, 0); }, a),
                       by_slope([&](double x) { return stribeck::evaluate(op, a.value, x, 0); }, b)});
  }
}

}  // namespace

RecordValues::RecordValues(const ComponentRecord& record) : record_(record), measured_(at(record.pool.size())) {
  std::vector<ExprId> roots;
  for (const RelationDeclaration& relation : record.relations) roots.insert(roots.end(), {relation.left, relation.right});
  for (const ConnectorDeclaration& connector : record.connectors)
    if (connector.fallback != ExprId::none) roots.push_back(connector.fallback);
  for (const DisplacementDeclaration& displacement : record.displacements)
    if (displacement.value != ExprId::none) roots.push_back(displacement.value);
  Walker walker;
  order_ = walker.below(record.pool, roots);
  for (const std::int32_t n : order_) {
    const Node& node = record.pool.node(n);
    const bool given = node.op == Operator::derivative || (node.op == Operator::symbol && (node.content & (kUnknown | kMode)) != 0);
    const bool remembered = is_table(node.op) && record.tables[at(node.a)].is_past();  // only the run knows what was
    if (given || remembered || is_step(node)) leaves_.push_back(n);
    if (is_comparison(node)) conditions_.push_back(n);
  }
}

void RecordValues::evaluate(const Instance& instance, double time_s, std::span<const double> leaves, std::span<const double> held,
                            std::span<Comparison> comparisons) {
  wrong_step_ = {};
  any_otherwise_ = false;
  std::size_t leaf = 0, condition = 0;
  for (const std::int32_t n : order_) {
    const Node& node = record_.pool.node(n);
    Measured& own = measured_[at(n)];
    if (leaf < leaves_.size() && leaves_[leaf] == n) {
      own = {leaves[leaf], std::fabs(leaves[leaf])};
      ++leaf;
      if (node.op == Operator::floor && is_step(node)) judge_floor(n);
    } else if (node.op == Operator::symbol) {
      const RecordSymbol& symbol = record_.symbols[at(node.a)];
      const double value = symbol.kind == SymbolKind::time ? time_s : instance.parameters[at(symbol.index)];
      own = {value, std::fabs(value)};
    } else {
      own = apply(node, instance);
    }
    if (condition == conditions_.size() || conditions_[condition] != n) continue;
    judge_condition(n, held[condition] != 0, time_s, comparisons[condition]);
    ++condition;
  }
}

void RecordValues::take_sizes_of_terms(const Instance& instance) {
  const auto is_leaf = [&](std::int32_t n) { return std::binary_search(leaves_.begin(), leaves_.end(), n); };
  for (const RelationDeclaration& relation : record_.relations)
    if (const std::int32_t left = index(relation.left); is_leaf(left))
      measured_[at(left)].magnitude = std::max(measured_[at(left)].magnitude, of(relation.right).magnitude);
  for (const std::int32_t n : order_)
    if (!is_leaf(n) && record_.pool.node(n).op != Operator::symbol)
      measured_[at(n)].magnitude = std::max(measured_[at(n)].magnitude, apply(record_.pool.node(n), instance).magnitude);
}

Measured RecordValues::apply(const Node& node, const Instance& instance) const {
  if (node.op == Operator::constant) {
    const double value = record_.pool.constant_value(static_cast<ExprId>(&node - &record_.pool.node(0)));
    return {value, std::fabs(value)};
  }
  if (is_table(node.op)) {
    const double value = look_up(node, measured_[at(node.b)].value, instance);
    const auto beside = [&](double x) { return look_up(node, x, instance); };
    // At a jump both values are right: its size counts as rounding.
    constexpr double kRight = 1e12;
    const double jump = jump_at(node, measured_[at(node.b)].value, instance);
    return {value, std::max({std::fabs(value), by_slope(beside, measured_[at(node.b)]), kRight * jump})};
  }
  const auto operand = [&](std::int32_t n) { return n < 0 ? Measured{} : measured_[at(n)]; };
  if (is_call(node.op)) {
    const double arguments[] = {operand(node.a).value, operand(node.b).value, operand(node.c).value};
    const double value = call(*record_.pool.function(node.op), std::span(arguments).first(at(Operands(node).count))).value;
    return {value, std::fabs(value)};
  }
  const Measured a = operand(node.a), b = operand(node.b), c = operand(node.c);
  if (node.op == Operator::select) return a.value != 0 ? b : c;
  const double value = stribeck::evaluate(node.op, a.value, b.value, c.value);
  return {value, magnitude_of(node.op, value, a, b)};
}

PointFunction RecordValues::function_of(const Node& node, const Instance& instance) const {
  const TableDeclaration& table = record_.tables[at(node.a)];
  const std::span<const double> x = instance.lists[at(table.abscissae)], all = instance.lists[at(table.ordinates)];
  return {table.method, table.ends, x, all.subspan(at(table.row) * x.size(), x.size())};
}

/// How far the function jumps at that argument, but for rounding; 0 elsewhere. Two points with one abscissa have a piece without width
/// between them.
double RecordValues::jump_at(const Node& node, double argument, const Instance& instance) const {
  const PointFunction function = function_of(node, instance);
  const std::ptrdiff_t first = function.piece_of(argument);
  double jump = 0;
  for (std::ptrdiff_t piece = first; piece <= first + 2; ++piece) {
    const double where = function.begin_of(piece);
    if (!std::isfinite(where) || std::fabs(argument - where) > kRoundingOfSums * std::max(std::fabs(argument), std::fabs(where))) continue;
    const double before = function.value(piece - 1, where, node.c), after = function.value(piece, where, node.c);
    if (std::fabs(after - before) > kRoundingOfSums * std::max(std::fabs(before), std::fabs(after)))
      jump = std::max(jump, std::fabs(after - before));
  }
  return jump;
}

/// As the program does it, but for the value itself: that is taken by Bernstein's polynomials, a road of its own.
double RecordValues::look_up(const Node& node, double argument, const Instance& instance) const {
  const PointFunction function = function_of(node, instance);
  const std::span<const double> x = function.abscissae(), y = function.ordinates();
  const std::ptrdiff_t piece = function.piece_of(argument);
  if (node.c != 0 || function.ends() == TableEnds::repeat || piece < 0 || piece + 1 == static_cast<std::ptrdiff_t>(x.size()))
    return function.value(piece, argument, node.c);
  const auto k = static_cast<std::size_t>(piece);
  const double h = x[k + 1] - x[k], u = (argument - x[k]) / h;
  if (function.slopes().empty()) return y[k] * (1 - u) + y[k + 1] * u;
  const double b1 = y[k] + function.slopes()[k] * h / 3, b2 = y[k + 1] - function.slopes()[k + 1] * h / 3, v = 1 - u;
  return v * v * v * y[k] + 3 * v * v * u * b1 + 3 * v * u * u * b2 + u * u * u * y[k + 1];
}

double RecordValues::size_of_sides(std::int32_t n) const {
  const Node& node = record_.pool.node(n);
  const double left = measured_[at(node.a)].magnitude;
  return node.op == Operator::sign ? left : std::max(left, measured_[at(node.b)].magnitude);
}

void RecordValues::take_peaks(std::span<Comparison> comparisons) const {
  for (std::size_t c = 0; c < conditions_.size(); ++c) comparisons[c].peak = std::max(comparisons[c].peak, size_of_sides(conditions_[c]));
}

/// At an event a comparison stands on its edge, and both truths are right: which one counts is a matter of before and after.
void RecordValues::judge_condition(std::int32_t n, bool held, double time_s, Comparison& comparison) {
  const Node& node = record_.pool.node(n);
  Measured& own = measured_[at(n)];
  comparison.peak = std::max(comparison.peak, size_of_sides(n));
  double apart = 0;
  if (node.op == Operator::sign) {
    const double argument = measured_[at(node.a)].value;
    apart = own.value == 0 ? std::fabs(argument) : -own.value * argument;
  } else {
    if ((own.value != 0) == held) return;
    own.value = held ? 1 : 0;
    apart = std::fabs(measured_[at(node.a)].value - measured_[at(node.b)].value);
  }
  any_otherwise_ = any_otherwise_ || apart > 0;
  if (apart > comparison.apart) comparison.apart = apart, comparison.time_s = time_s;
}

void RecordValues::judge_floor(std::int32_t n) {
  const Measured& argument = measured_[at(record_.pool.node(n).a)];
  const double behind = argument.value - measured_[at(n)].value;  // from 0 to 1
  const double outside = std::max(-behind, behind - 1) / std::max(1.0, argument.magnitude);
  if (outside > wrong_step_.relative) wrong_step_ = {n, outside};
}

}  // namespace stribeck
