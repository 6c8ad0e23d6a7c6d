// Random algebraic loops whose solution is known by construction: laws with kinks, roots, steep slopes and saturation, in every order of
// components and connections. STRIBECK_RANDOM_NETWORKS asks for more of them.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdlib>
#include <numeric>
#include <random>

#include "base/text.h"
#include "choices.h"
#include "whole_run.h"

namespace stribeck {
namespace {

/// A law of one signal: how it is written, and its value.
struct SignalLaw {
  const char* text;  ///< of u
  double (*value)(double u);
};

std::string with(std::string text, const std::string& u) {
  for (std::size_t k = text.find('u'); k != std::string::npos; k = text.find('u', k + u.size())) text.replace(k, 1, u);
  return text;
}

/// y_i = c_i - sum of a_ij law_ij(y_j).
class RandomLoop {
 public:
  explicit RandomLoop(unsigned seed) : random_(seed) {
    const int size = std::uniform_int_distribution<int>(1, 6)(random_);
    for (int i = 0; i < size; ++i) solution_.push_back(std::pow(10, real(-3, 3)) * (real(-1, 1) < 0 ? -1 : 1));
    for (int i = 0; i < size; ++i) size == 1 ? add_steep() : add_contraction(i);
  }

  const std::vector<double>& solution() const { return solution_; }

  /// The same loop in one order or another.
  std::string text(unsigned order) const {
    std::vector<std::size_t> turn(solution_.size());
    std::iota(turn.begin(), turn.end(), std::size_t{0});
    std::mt19937 random(order);
    std::shuffle(turn.begin(), turn.end(), random);
    std::string components, connections;
    for (const std::size_t i : turn) {
      components += (components.empty() ? "" : ",\n") + ("\"y" + std::to_string(i)) +
                    R"(": {"type": "signals.expression", "parameters": {"inputs": )" + std::to_string(solution_.size()) +
                    R"(, "expression": ")" + expressions_[i] + "\"}}";
      std::string net = "[\"y" + std::to_string(i) + ".y\"";
      for (const std::size_t j : turn) net += ", \"y" + std::to_string(j) + ".u" + std::to_string(i + 1) + "\"";
      connections += (connections.empty() ? "" : ", ") + net + "]";
    }
    return test::diagram_text(components, connections, R"("experiment": {"stop": 1, "interval": 1})");
  }

 private:
  double real(double from, double to) { return std::uniform_real_distribution<double>(from, to)(random_); }
  template <std::size_t n>
  const SignalLaw& any_of(const SignalLaw (&laws)[n]) {
    return laws[std::uniform_int_distribution<std::size_t>(0, n - 1)(random_)];
  }

  /// Slopes of at most one, weights that add up to less than one: exactly one solution, by Banach's theorem.
  void add_contraction(int i) {
    static constexpr SignalLaw kLaws[] = {{"abs(u)", [](double u) { return std::fabs(u); }},
                                          {"max(u, 0)", [](double u) { return std::fmax(u, 0); }},
                                          {"min(u, 1)", [](double u) { return std::fmin(u, 1); }},
                                          {"tanh(u)", [](double u) { return std::tanh(u); }},
                                          {"min(max(u, -2), 0.5)", [](double u) { return std::fmin(std::fmax(u, -2), 0.5); }},
                                          {"abs(abs(u) - 1)", [](double u) { return std::fabs(std::fabs(u) - 1); }}};
    double constant = solution_[static_cast<std::size_t>(i)];
    std::string terms;
    for (std::size_t j = 0; j < solution_.size(); ++j) {
      const double weight = real(-0.95, 0.95) / static_cast<double>(solution_.size());
      const SignalLaw& law = any_of(kLaws);
      terms += " - (" + number_text(weight) + ")*(" + with(law.text, "u" + std::to_string(j + 1)) + ")";
      constant += weight * law.value(solution_[j]);
    }
    expressions_.push_back(number_text(constant) + terms);
  }

  /// A single law that rises, fed back negatively: one solution, however steep.
  void add_steep() {
    static constexpr SignalLaw kLaws[] = {
        {"u*abs(u)", [](double u) { return u * std::fabs(u); }},
        {"u/sqrt(abs(u) + 1e-9)", [](double u) { return u / std::sqrt(std::fabs(u) + 1e-9); }},
        {"tanh(1000*u)", [](double u) { return std::tanh(1000 * u); }},
        {"max(u, 0) + 0.01*u", [](double u) { return std::fmax(u, 0) + 0.01 * u; }},
        {"sqrt(max(u, 0))", [](double u) { return std::sqrt(std::fmax(u, 0)); }},
        {"max(u, 0)^0.3", [](double u) { return std::pow(std::fmax(u, 0), 0.3); }},
        {"sinh(min(max(u, -20), 20))", [](double u) { return std::sinh(std::fmin(std::fmax(u, -20), 20)); }}};
    const double weight = std::pow(10, real(-2, 4));
    const SignalLaw& law = any_of(kLaws);
    expressions_.push_back(number_text(solution_[0] + weight * law.value(solution_[0])) + " - " + number_text(weight) + "*(" +
                           with(law.text, "u1") + ")");
  }

  std::mt19937 random_;
  std::vector<double> solution_;
  std::vector<std::string> expressions_;
};

TEST_CASE("random loops with kinks, roots and steep laws come to their only solution in every order") {
  const char* const more = std::getenv("STRIBECK_RANDOM_NETWORKS");
  const unsigned count = more != nullptr ? static_cast<unsigned>(std::atoi(more)) : test::kSanitized ? 50 : 400;
  for (unsigned seed = 1; seed <= count; ++seed) {
    const RandomLoop loop(seed);
    for (const unsigned order : {0u, 1u, 2u}) {
      INFO("seed " << seed << ", order " << order << "\n" << loop.text(order));
      const test::WholeRun run = test::run_text(loop.text(order));
      for (std::size_t i = 0; i < loop.solution().size(); ++i) {
        // Terms are a thousand times larger than the smallest solutions, and steep ones ten thousand times that.
        const double scale = std::max(1.0, std::fabs(loop.solution()[i]));
        REQUIRE(run.last("y" + std::to_string(i) + ".y") == Approx(loop.solution()[i]).margin(1e-8 * scale));
      }
    }
  }
}

/// An abs whose sign changes while a min saturates, in a loop with a state: each method looks at the loop in stages beyond the kinks.
TEST_CASE("every integrator gets through the kinks of a loop, and through derivatives that are infinite where it begins") {
  const std::string kinks = test::diagram_text(
      R"json("drive": {"type": "signals.sine", "parameters": {"amplitude": 3, "frequency": 1}},
             "law": {"type": "signals.expression", "parameters": {"inputs": 3,
                     "expression": "u1 - u3 - 8*min(abs(u2), 0.2)*tanh(5*u3) - 9*u2"}},
             "lag": {"type": "signals.integrator"})json",
      R"(["drive.y", "law.u1"], ["law.y", "law.u2", "lag.u"], ["lag.y", "law.u3"])",
      R"("experiment": {"stop": 2, "interval": 0.1, "rtol": 1e-8})");
  const std::string root = test::diagram_text(
      R"json("drive": {"type": "signals.sine", "parameters": {"amplitude": 3, "frequency": 0.25}},
             "load": {"type": "signals.expression", "parameters": {"inputs": 1, "expression": "sqrt(u1^2 + u1^2)"}},
             "rate": {"type": "signals.expression", "parameters": {"inputs": 2, "expression": "u1 - u2"}},
             "lag": {"type": "signals.integrator"})json",
      R"(["drive.y", "load.u1"], ["load.y", "rate.u1"], ["rate.y", "lag.u"], ["lag.y", "rate.u2"])",
      R"("experiment": {"stop": 1, "interval": 0.1, "rtol": 1e-8})");
  for (const std::string& text : {kinks, root}) {
    const double expected = test::run_text(text).last("lag.y");
    for (const char* solver : {"dopri5", "bs23", "rosenbrock4", "cvode", "arkode"}) {
      INFO(solver);
      RunOptions options;
      options.solver = solver;
      CHECK(test::run_text(text, options).last("lag.y") == Approx(expected).epsilon(1e-5));  // kinks cost some of the 1e-8
    }
  }
}

}  // namespace
}  // namespace stribeck
