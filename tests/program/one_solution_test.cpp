// Which solution of a loop a straight way of its inputs leads to: the proof by intervals against going the way in small steps.
#include "program/one_solution.h"

#include <Eigen/LU>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <random>

#include "base/index.h"
#include "choices.h"
#include "compiled.h"
#include "program/registers.h"

namespace stribeck {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// Two shafts without inertia, coupled by a damper, each with a torque that falls with its speed around rest: up to nine solutions.
const char* const kShafts = R"diagram({
  "format": "stribeck/1",
  "definitions": {"law": {"doc": "Falls around rest.",
    "parameters": {"unit": {"unit": "rad/s", "value": 1, "doc": "one"}, "fall": {"unit": "N*m*s/rad", "value": 1, "doc": "at rest"}, "rise": {"unit": "N*m*s^3/rad^3", "value": 1, "doc": "fast"}},
    "ports": {"A": {"domain": "rotational", "doc": "shaft"}},
    "equations": {"law": "A.T = rise*A.w*A.w*A.w - fall*A.w + 0.3*fall*sqrt(unit*unit + A.w*A.w)"}}},
  "components": {
    "one": {"type": "law"}, "two": {"type": "law"}, "wall": {"type": "rotational.ground"},
    "coupling": {"type": "rotational.damper", "parameters": {"damping": 0.4}},
    "left": {"type": "rotational.torque_source"}, "right": {"type": "rotational.torque_source"},
    "first": {"type": "signals.sine", "parameters": {"amplitude": 1, "frequency": 1}},
    "second": {"type": "signals.sine", "parameters": {"amplitude": 2, "frequency": 1}}},
  "connections": [["first.y", "left.S"], ["second.y", "right.S"], ["left.R", "one.A", "coupling.R"],
                  ["right.R", "two.A", "coupling.C"], ["left.C", "right.C", "wall.W"]]})diagram";

class Loop {
 public:
  explicit Loop(test::Compiled& compiled)
      : block_(nonlinear(compiled.program)),
        registers_(loop_inputs(block_)),
        bounds_(compiled.program, compiled.machine.context(), block_) {
    for (const Register r : registers_) usual_.push_back(compiled.machine.snapshot().value(r));
  }

  Index size() const { return block_.size; }
  const std::vector<double>& usual_inputs() const { return usual_; }

  bool is_led(const VectorXd& from, const std::vector<double>& inputs, const VectorXd& to, const std::vector<double>& inputs_to) {
    if (!evaluate(to, inputs_to)) return false;
    const VectorXd least = 1e-3 * to.cwiseAbs().cwiseMax(from.cwiseAbs());
    const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> inverse = slopes_.inverse();
    return has_one_solution_along(bounds_, {as_span(from), as_span(to)}, registers_, {inputs, inputs_to}, slack_,
                                  {inverse.data(), static_cast<std::size_t>(inverse.size())}, as_span(least), space_);
  }

  /// The same for inputs up to a share of the change beside the line; unknown where it is not proved.
  ProvedTube tube(const VectorXd& from, const std::vector<double>& inputs, const VectorXd& to, const std::vector<double>& inputs_to,
                  double share) {
    for (std::size_t i = 0; i < inputs.size(); ++i) slack_.push_back(share * std::fabs(inputs_to[i] - inputs[i]));
    ProvedTube tube{inputs, {}, slack_, {from.begin(), from.end()}, {}, {}, is_led(from, inputs, to, inputs_to)};
    slack_.clear();
    tube.reach = space_.reach;
    for (std::size_t i = 0; i < inputs.size(); ++i) tube.change.push_back(inputs_to[i] - inputs[i]);
    for (Index k = 0; k < from.size(); ++k) tube.values_change.push_back(to(k) - from(k));
    return tube;
  }

  /// By Newton's method, in whole steps.
  std::optional<VectorXd> solve(VectorXd x, const std::vector<double>& inputs) {
    for (int k = 0; k < 50; ++k) {
      if (!evaluate(x, inputs)) return std::nullopt;
      const VectorXd step = slopes_.partialPivLu().solve(residual_);
      if (!step.allFinite()) return std::nullopt;
      x -= step;
      if (step.norm() <= 1e-12 * (1 + x.norm())) return x;
    }
    return std::nullopt;
  }

  double determinant(const VectorXd& x, const std::vector<double>& inputs) { return evaluate(x, inputs) ? slopes_.determinant() : 0; }

 private:
  static const BlockCode& nonlinear(const Program& program) {
    for (const BlockCode& block : program.blocks)
      if (!block.linear) return block;
    throw std::runtime_error("no nonlinear loop");
  }
  static std::span<const double> as_span(const VectorXd& x) { return {x.data(), static_cast<std::size_t>(x.size())}; }

  /// False where a residual has no value.
  bool evaluate(const VectorXd& x, const std::vector<double>& inputs) {
    std::vector<Motion> unknowns, given, residuals;
    for (Index k = 0; k < x.size(); ++k) unknowns.push_back({x(k), 0});
    for (const double value : inputs) given.push_back({value, 0});
    residual_.resize(x.size()), slopes_.resize(x.size(), x.size());
    for (Index c = 0; c < x.size(); ++c) {
      unknowns[at(c)].rate = 1;
      if (!bounds_.along(unknowns, registers_, given, residuals)) return false;
      unknowns[at(c)].rate = 0;
      for (Index r = 0; r < x.size(); ++r) {
        residual_(r) = middle(residuals[at(r)].value);
        slopes_(r, c) = middle(residuals[at(r)].rate);
      }
    }
    return true;
  }
  static double middle(Interval value) { return 0.5 * (value.lo + value.hi); }

  const BlockCode& block_;
  std::vector<Register> registers_;
  std::vector<double> usual_;
  LoopBounds bounds_;
  ProofSpace space_;
  std::vector<double> slack_;
  VectorXd residual_;
  MatrixXd slopes_;
};

/// Where the way leads in small steps; none if the solution ends before, or comes so near its end that this cannot be told.
std::optional<VectorXd> walk(Loop& loop, const VectorXd& from, const std::vector<double>& inputs, const std::vector<double>& inputs_to) {
  constexpr int kSteps = 2000;
  const double sign = loop.determinant(from, inputs);
  VectorXd x = from;
  std::vector<double> between(inputs.size());
  for (int k = 1; k <= kSteps; ++k) {
    for (std::size_t i = 0; i < inputs.size(); ++i) between[i] = inputs[i] + k * (inputs_to[i] - inputs[i]) / kSteps;
    const std::optional<VectorXd> next = loop.solve(x, between);
    // A step of the inputs is a two-thousandth of a few units; the slope of the solution is at most some hundreds but close to its end.
    if (!next || (*next - x).norm() > 0.05 || loop.determinant(*next, between) * sign <= 0) return std::nullopt;
    x = *next;
  }
  return x;
}

TEST_CASE("one solution along a straight way is proved only where small steps lead to it") {
  test::Compiled compiled(kShafts);
  Loop loop(compiled);
  REQUIRE(loop.size() >= 1);
  std::mt19937 random(20);
  std::uniform_real_distribution<double> any(-1, 1);
  const auto inputs = [&](double spread) {
    std::vector<double> result = loop.usual_inputs();
    for (double& value : result) value += spread * any(random);
    return result;
  };
  int proved = 0, led = 0;
  const char* const wanted = std::getenv("STRIBECK_WAYS");
  const int draws = wanted != nullptr ? std::atoi(wanted) : test::kSanitized ? 100 : 300;
  for (int draw = 0; draw < draws; ++draw) {
    CAPTURE(draw);
    const std::vector<double> begin = inputs(1);
    std::vector<double> end = begin;
    const double length = std::pow(10, any(random) - 0.7);  // 0.02 to 2
    for (double& value : end) value += length * any(random);
    const auto start = [&] { return VectorXd(VectorXd::NullaryExpr(loop.size(), [&] { return 2 * any(random); })); };
    const std::optional<VectorXd> from = loop.solve(start(), begin), to = loop.solve(from.value_or(start()) + 0.3 * start(), end);
    if (!from || !to || std::fabs(loop.determinant(*from, begin)) < 1e-3) continue;
    const bool is_led = loop.is_led(*from, begin, *to, end);
    const std::optional<VectorXd> reached = walk(loop, *from, begin, end);
    const bool is_reached = reached && (*reached - *to).norm() <= 1e-8;
    if (is_led) CHECK(is_reached);
    proved += is_led, led += is_reached;
  }
  // Not vacuous: ways as long as the unknowns themselves are proved, too.
  CHECK(led > draws / 3);
  CHECK(proved > led / 10);
}

TEST_CASE("one solution of the inputs beside a line is the one to which small steps lead") {
  test::Compiled compiled(kShafts);
  Loop loop(compiled);
  std::mt19937 random(21);
  std::uniform_real_distribution<double> any(-1, 1);
  const auto start = [&] { return VectorXd(VectorXd::NullaryExpr(loop.size(), [&] { return 2 * any(random); })); };
  int proved = 0;
  const char* const wanted = std::getenv("STRIBECK_WAYS");
  const int draws = wanted != nullptr ? std::atoi(wanted) : test::kSanitized ? 100 : 300;
  for (int draw = 0; draw < draws; ++draw) {
    CAPTURE(draw);
    std::vector<double> begin = loop.usual_inputs(), end;
    for (double& value : begin) value += any(random);
    end = begin;
    const double length = std::pow(10, any(random) - 1.5);  // 0.003 to 0.3
    for (double& value : end) value += length * any(random);
    const std::optional<VectorXd> from = loop.solve(start(), begin);
    if (!from || std::fabs(loop.determinant(*from, begin)) < 1e-3) continue;
    const std::optional<VectorXd> there = loop.solve(*from, end);
    if (!there) continue;
    // The end of the line need not be a solution, as where it is foreseen from the steps before.
    const VectorXd to = *there + 0.05 * (*there - *from).norm() * start();
    const ProvedTube tube = loop.tube(*from, begin, to, end, 0.3);
    if (!tube.is_known) continue;
    ++proved;
    const auto has = [&](const std::vector<double>& inputs, const VectorXd& x) {
      return tube.has(inputs, {x.data(), static_cast<std::size_t>(x.size())});
    };
    CHECK(has(begin, *from));
    std::vector<double> inputs = begin;
    const double share = 0.5 * (1 + any(random));
    for (std::size_t i = 0; i < inputs.size(); ++i) inputs[i] += share * tube.change[i] + tube.slack[i] * any(random);
    const std::optional<VectorXd> reached = walk(loop, *from, begin, inputs);
    REQUIRE(reached);
    CHECK(has(inputs, *reached));
    for (int other = 0; other < 5; ++other) {
      const std::optional<VectorXd> x = loop.solve(start(), inputs);
      if (x && has(inputs, *x)) CHECK((*x - *reached).norm() <= 1e-8);
    }
    for (double& value : inputs) value += 2 * length;  // not where the inputs are elsewhere
    CHECK(!has(inputs, *reached));
  }
  CHECK(proved > draws / 20);
}

}  // namespace
}  // namespace stribeck
