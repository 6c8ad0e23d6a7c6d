// The mode set of contacts as numbers: against all mode sets tried one by one, closed forms, and the order of the elements.
#include "simulation/modes/box_complementarity.h"

#include <Eigen/Dense>
#include <catch2/catch.hpp>
#include <cmath>
#include <optional>
#include <random>

using namespace stribeck;

namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

BoxProblem problem_of(const MatrixXd& w, const VectorXd& c, const VectorXd& low, const VectorXd& high) {
  return {.matrix = {w.data(), w.data() + w.size()},
          .constant = {c.data(), c.data() + c.size()},
          .low = {low.data(), low.data() + low.size()},
          .high = {high.data(), high.data() + high.size()}};
}
VectorXd vector_of(const std::vector<double>& values) {
  return Eigen::Map<const VectorXd>(values.data(), static_cast<Index>(values.size()));
}

/// Every assignment of low, inside and high to the elements in turn; the gamma of the first that fulfils all conditions.
std::optional<VectorXd> by_enumeration(const MatrixXd& w, const VectorXd& c, const VectorXd& low, const VectorXd& high) {
  const Index n = c.size();
  const int sets = static_cast<int>(std::lround(std::pow(3, n)));
  for (int set = 0; set < sets; ++set) {
    std::vector<int> side;
    for (int code = set, i = 0; i < n; ++i, code /= 3) side.push_back(code % 3 - 1);
    VectorXd lambda(n);
    std::vector<Index> inside;
    for (Index i = 0; i < n; ++i) {
      const int s = side[static_cast<std::size_t>(i)];
      lambda(i) = s < 0 ? low(i) : s > 0 ? high(i) : 0;
      if (s == 0) inside.push_back(i);
    }
    if (!inside.empty() && lambda.allFinite()) {
      const VectorXd drive = (w * lambda + c)(inside);
      const MatrixXd among = w(inside, inside);
      const VectorXd solution = among.completeOrthogonalDecomposition().solve(-drive);
      lambda(inside) = solution;
    }
    if (!lambda.allFinite()) continue;
    const VectorXd gamma = w * lambda + c;
    bool holds = true;
    for (Index i = 0; i < n && holds; ++i) {
      const int s = side[static_cast<std::size_t>(i)];
      holds = s < 0   ? gamma(i) >= -1e-9
              : s > 0 ? gamma(i) <= 1e-9
                      : std::fabs(gamma(i)) <= 1e-9 && lambda(i) >= low(i) - 1e-9 && lambda(i) <= high(i) + 1e-9;
    }
    if (holds) return gamma;
  }
  return std::nullopt;
}

struct Random {
  MatrixXd w;
  VectorXd c, low, high;
};
/// W = J M^-1 J' of n elements on `bodies` bodies: singular where there are fewer bodies than elements.
Random random_problem(std::mt19937& random, Index n, Index bodies) {
  std::uniform_real_distribution<double> u(-1, 1), positive(0.1, 2);
  MatrixXd j(n, bodies);
  for (Index i = 0; i < n; ++i)
    for (Index b = 0; b < bodies; ++b) j(i, b) = std::uniform_int_distribution<int>(-1, 1)(random);
  VectorXd compliance(bodies), load(bodies);
  for (Index b = 0; b < bodies; ++b) compliance(b) = positive(random), load(b) = 3 * u(random);
  Random r{j * compliance.asDiagonal() * j.transpose(), j * load, VectorXd(n), VectorXd(n)};
  for (Index i = 0; i < n; ++i) r.high(i) = positive(random), r.low(i) = -r.high(i);
  return r;
}

/// The same with one more body, on which nothing acts but a friction on the ground and a contact with what the first element moves.
Random beside_a_body_at_rest(const Random& r) {
  const Index n = r.c.size(), friction = n, contact = n + 1;
  const double compliance = 0.7;
  Random more{MatrixXd::Zero(n + 2, n + 2), VectorXd::Zero(n + 2), VectorXd(n + 2), VectorXd(n + 2)};
  more.w.topLeftCorner(n, n) = r.w;
  more.w.row(contact).head(n) = r.w.row(0);
  more.w.col(contact).head(n) = r.w.col(0);
  more.w(friction, friction) = compliance;
  more.w(contact, contact) = r.w(0, 0) + compliance;
  more.w(contact, friction) = more.w(friction, contact) = -compliance;
  more.c.head(n) = r.c;
  more.c(contact) = r.c(0);
  more.low << r.low, -0.3, 0;
  more.high << r.high, 0.3, HUGE_VAL;
  return more;
}

void check_conditions(const Random& r, const BoxSolution& s) {
  const VectorXd lambda = vector_of(s.lambda), gamma = r.w * lambda + r.c;
  for (Index i = 0; i < lambda.size(); ++i) {
    const auto k = static_cast<std::size_t>(i);
    CHECK(s.gamma[k] == Approx(gamma(i)).margin(1e-9));
    CHECK(lambda(i) >= r.low(i) - 1e-9);
    CHECK(lambda(i) <= r.high(i) + 1e-9);
    CHECK(std::isfinite(lambda(i)));
    if (s.side[k] == BoxSide::inside) CHECK(std::fabs(gamma(i)) <= 1e-8);
    if (s.side[k] == BoxSide::low) CHECK((gamma(i) >= -1e-8 && lambda(i) == Approx(r.low(i)).margin(1e-9)));
    if (s.side[k] == BoxSide::high) CHECK((gamma(i) <= 1e-8 && lambda(i) == Approx(r.high(i)).margin(1e-9)));
  }
}

}  // namespace

TEST_CASE("the solution is the one that trying all mode sets finds", "[complementarity]") {
  std::mt19937 random(1);
  for (int trial = 0; trial < 3000; ++trial) {
    const Index n = 1 + trial % 6, bodies = 1 + (trial / 6) % 5;
    const Random r = random_problem(random, n, bodies);
    INFO("trial " << trial << "\n" << r.w << "\nc " << r.c.transpose() << "\nhigh " << r.high.transpose());
    const BoxSolution s = solve_box(problem_of(r.w, r.c, r.low, r.high));
    REQUIRE(s.solved);
    check_conditions(r, s);
    const auto gamma = by_enumeration(r.w, r.c, r.low, r.high);
    // Minimum norm inside may leave a box where another split does not, so enumeration can miss a shared load; where it answers, gamma
    // agrees.
    if (gamma) CHECK((vector_of(s.gamma) - *gamma).lpNorm<Eigen::Infinity>() < 1e-7);
  }
}

TEST_CASE("boxes open on one side, or of no width: the same as trying all mode sets", "[complementarity]") {
  std::mt19937 random(4);
  std::uniform_int_distribution<int> kind(0, 4);
  int unsolved = 0;
  for (int trial = 0; trial < 3000; ++trial) {
    const Index n = 1 + trial % 6, bodies = 1 + (trial / 6) % 5;
    Random r = random_problem(random, n, bodies);
    for (Index i = 0; i < n; ++i)
      for (double* bound : {&r.low(i), &r.high(i)}) {
        const int k = kind(random);
        if (k == 0) *bound = 0;
        if (k == 1) *bound = std::copysign(HUGE_VAL, *bound);
      }
    INFO("trial " << trial << "\n" << r.w << "\nc " << r.c.transpose() << "\nlow " << r.low.transpose() << "\nhigh " << r.high.transpose());
    const BoxSolution s = solve_box(problem_of(r.w, r.c, r.low, r.high));
    const auto gamma = by_enumeration(r.w, r.c, r.low, r.high);
    CHECK((s.solved || !gamma));  // every force acts on inertia: c is in the range of w, so that there is a solution
    if (!s.solved) {
      ++unsolved;
      continue;
    }
    check_conditions(r, s);
    if (gamma) CHECK((vector_of(s.gamma) - *gamma).lpNorm<Eigen::Infinity>() < 1e-7);
  }
  CHECK(unsolved == 0);
}

TEST_CASE("twice as many elements as bodies: where exchanging all that are violated goes round in circles, the energy is descended") {
  std::mt19937 random(6);
  std::uniform_real_distribution<double> u(-1, 1);
  for (int trial = 0; trial < 400; ++trial) {
    const Index bodies = 4 + trial % 5, n = 2 * bodies;
    Random r = random_problem(random, n, bodies);
    if (trial % 2 == 0) {
      for (Index i = 0; i < n; i += 5) r.low(i) = 0, r.high(i) = HUGE_VAL;
      r = beside_a_body_at_rest(r);
    } else {  // grounds with accelerations of their own: no forces bring all that hold one body to rest
      for (Index i = 0; i < n; i += 4) r.c(i) += u(random);
    }
    INFO("trial " << trial << "\n" << r.w << "\nc " << r.c.transpose() << "\nlow " << r.low.transpose() << "\nhigh " << r.high.transpose());
    const BoxSolution s = solve_box(problem_of(r.w, r.c, r.low, r.high));
    REQUIRE(s.solved);  // no load is carried by unbounded elements alone that are moved apart
    check_conditions(r, s);
  }
}

TEST_CASE("an unbounded element takes what its neighbour at the bound leaves", "[complementarity]") {
  // One inertia held by a brake of 2 and a freewheel: 1 each while both can, then 2 and the rest.
  const MatrixXd w = MatrixXd::Ones(2, 2);
  const auto carried = [&](double load) {
    return solve_box(problem_of(w, VectorXd::Constant(2, -load), Eigen::Vector2d(-2, 0), Eigen::Vector2d(2, HUGE_VAL)));
  };
  CHECK(carried(2).lambda[1] == Approx(1));
  CHECK((carried(2).shared[0] && carried(2).shared[1]));
  CHECK(carried(9).lambda[0] == Approx(2));
  CHECK(carried(9).lambda[1] == Approx(7));
  CHECK(carried(-1).lambda[1] == Approx(0).margin(1e-12));
  CHECK(carried(-3).gamma[0] == Approx(1));
}

TEST_CASE("an unbounded element that nothing answers to has no solution against it", "[complementarity]") {
  const auto alone = [](double c) {
    return solve_box(problem_of(MatrixXd::Zero(1, 1), VectorXd::Constant(1, c), VectorXd::Zero(1), VectorXd::Constant(1, HUGE_VAL)));
  };
  CHECK_FALSE(alone(-1).solved);
  CHECK(alone(1).solved);
  CHECK(alone(0).solved);
}

TEST_CASE("the order of the elements changes nothing", "[complementarity]") {
  std::mt19937 random(2);
  for (int trial = 0; trial < 500; ++trial) {
    const Index n = 2 + trial % 12;
    const Random r = random_problem(random, n, 1 + trial % 7);
    std::vector<Index> order(static_cast<std::size_t>(n));
    for (Index i = 0; i < n; ++i) order[static_cast<std::size_t>(i)] = i;
    std::shuffle(order.begin(), order.end(), random);
    const BoxSolution straight = solve_box(problem_of(r.w, r.c, r.low, r.high));
    const BoxSolution mixed = solve_box(problem_of(r.w(order, order), r.c(order), r.low(order), r.high(order)));
    REQUIRE((straight.solved && mixed.solved));
    for (std::size_t k = 0; k < order.size(); ++k) {
      INFO("trial " << trial << " element " << order[k]);
      const auto i = static_cast<std::size_t>(order[k]);
      CHECK(mixed.lambda[k] == Approx(straight.lambda[i]).margin(1e-6));
      CHECK(mixed.gamma[k] == Approx(straight.gamma[i]).margin(1e-8));
      CHECK(mixed.shared[k] == straight.shared[i]);
    }
  }
}

TEST_CASE("large groups: hundreds of elements on as many bodies", "[complementarity]") {
  std::mt19937 random(3);
  for (const Index n : {50, 120}) {
    const Random r = random_problem(random, n, n);
    const BoxSolution s = solve_box(problem_of(r.w, r.c, r.low, r.high));
    REQUIRE(s.solved);
    check_conditions(r, s);
  }
}

TEST_CASE("two brakes on one shaft share its load evenly, until the weaker is at its limit", "[complementarity]") {
  // One inertia of 1 held by two brakes: gamma = -load + lambda1 + lambda2 for both.
  const MatrixXd w = MatrixXd::Ones(2, 2);
  const auto carried = [&](double load) {
    return solve_box(problem_of(w, VectorXd::Constant(2, -load), Eigen::Vector2d(-10, -2), Eigen::Vector2d(10, 2)));
  };
  const BoxSolution light = carried(3), heavy = carried(8), slips = carried(13);
  CHECK(light.lambda[0] == Approx(1.5));
  CHECK(light.lambda[1] == Approx(1.5));
  CHECK((light.shared[0] && light.shared[1]));
  CHECK(heavy.lambda[0] == Approx(6));
  CHECK(heavy.lambda[1] == Approx(2));
  CHECK(heavy.gamma[0] == Approx(0).margin(1e-12));
  CHECK(heavy.side[0] == BoxSide::inside);
  CHECK(slips.side[0] == BoxSide::high);
  CHECK(slips.gamma[0] == Approx(-1));
}

TEST_CASE("an element that nothing answers to is at the bound against its acceleration", "[complementarity]") {
  const BoxSolution s =
      solve_box(problem_of(MatrixXd::Zero(3, 3), Eigen::Vector3d(1, -1, 0), Eigen::Vector3d(-2, -2, -2), Eigen::Vector3d(2, 2, 2)));
  REQUIRE(s.solved);
  CHECK(s.side == std::vector<BoxSide>{BoxSide::low, BoxSide::high, BoxSide::inside});
  CHECK(s.lambda[2] == 0);
}

TEST_CASE("three stacked blocks, pushed at the bottom, in the middle and on top", "[complementarity]") {
  // Masses 1, contacts ground-1, 1-2, 2-3 that hold 3, 2 and 1; gamma are the relative accelerations, lambda = -F.
  MatrixXd j(3, 3);
  j << 1, 0, 0, -1, 1, 0, 0, -1, 1;
  const VectorXd high = Eigen::Vector3d(3, 2, 1);
  const auto pushed = [&](const VectorXd& load) { return solve_box(problem_of(j * j.transpose(), j * load, -high, high)); };
  // 2.9 N at the bottom: all stick. 5 N: they move with a = 2/3, which the contacts above pass on (4/3 and 2/3).
  CHECK(pushed(Eigen::Vector3d(2.9, 0, 0)).side == std::vector<BoxSide>(3, BoxSide::inside));
  const BoxSolution bottom = pushed(Eigen::Vector3d(5, 0, 0));
  CHECK(bottom.side == std::vector<BoxSide>{BoxSide::low, BoxSide::inside, BoxSide::inside});
  CHECK(bottom.gamma[0] == Approx(2.0 / 3));
  CHECK(bottom.lambda[1] == Approx(4.0 / 3));
  // 9 N at the bottom: the middle contact can drive the two above with a = 1 at most, for which the top one carries just its limit of 1
  // and holds. Block 1: 9 - 3 - 2 = 4.
  const BoxSolution hard = pushed(Eigen::Vector3d(9, 0, 0));
  CHECK(hard.side == std::vector<BoxSide>{BoxSide::low, BoxSide::high, BoxSide::inside});
  CHECK(hard.gamma[0] == Approx(4));
  CHECK(hard.gamma[1] == Approx(1 - 4));
  // In the middle with 4 N: its contact below slips if it carries more than 2; block 1 stands, as 2 < 3.
  const BoxSolution middle = pushed(Eigen::Vector3d(0, 4, 0));
  CHECK(middle.side == std::vector<BoxSide>{BoxSide::inside, BoxSide::low, BoxSide::inside});
  CHECK(middle.gamma[1] == Approx(1));
  // On top with 1.5 N: only the top block goes.
  const BoxSolution top = pushed(Eigen::Vector3d(0, 0, 1.5));
  CHECK(top.side == std::vector<BoxSide>{BoxSide::inside, BoxSide::inside, BoxSide::low});
  CHECK(top.gamma[2] == Approx(0.5));
}

TEST_CASE("a normal force that grows with the reaction may leave no solution, or jam", "[complementarity]") {
  // gamma = -lambda + 1: pushing back accelerates it further.
  const auto one = [](double w, double c) {
    return solve_box(
        problem_of(MatrixXd::Constant(1, 1, w), VectorXd::Constant(1, c), VectorXd::Constant(1, -2), VectorXd::Constant(1, 2)));
  };
  const BoxSolution jammed = one(-1, 1);
  CHECK(jammed.solved);
  CHECK(jammed.gamma[0] == Approx(0).margin(1e-12));
}

TEST_CASE("a share of a load is not taken for the whole: where none adds up within the bounds, the first solution stays") {
  // Two bodies of a pile whose last contact carries a millionth of what the frictions hold.
  MatrixXd w(4, 4);
  w << 8.4117383512544794, 8.0645161290322562, -0.34722222222222121, -0.34722222222222121, 8.0645161290322562, 8.0645161290322562, 0, 0,
      -0.34722222222222221, 0, 0.34722222222222227, 0.34722222222222227, -0.34722222222222221, 0, 0.34722222222222227, 0.61822493224932262;
  VectorXd c(4), low(4), high(4);
  c << -135.77895238902354, -138.27409127791245, -2.495138888888889, -2.4951384242276742;
  low << -HUGE_VAL, -21.7, -13.64, -HUGE_VAL;
  high << 0, 21.7, 13.64, 0;
  const BoxSolution solution = solve_box(problem_of(w, c, low, high));
  REQUIRE(solution.solved);
  CHECK(vector_of(solution.gamma).lpNorm<Eigen::Infinity>() <= 1e-9);
}

namespace {

/// What a network that is told the sides makes of the others: those inside carry the rest by the least norm.
VectorXd carried_with(const BoxSolution& solution, const MatrixXd& w, const VectorXd& c, const VectorXd& low, const VectorXd& high) {
  VectorXd lambda = VectorXd::Zero(c.size());
  std::vector<Index> inside;
  for (Index i = 0; i < c.size(); ++i) {
    const BoxSide side = solution.side[static_cast<std::size_t>(i)];
    if (side == BoxSide::inside)
      inside.push_back(i);
    else
      lambda(i) = side == BoxSide::low ? low(i) : high(i);
  }
  if (inside.empty()) return lambda;
  const VectorXd rest = -(w * lambda + c)(inside);
  const MatrixXd among = w(inside, inside);
  Eigen::CompleteOrthogonalDecomposition<MatrixXd> least_norm;
  least_norm.setThreshold(1e-11);
  const VectorXd carried = least_norm.compute(among).solve(rest);
  lambda(inside) = carried;
  return lambda;
}

/// The norm of the shortest lambda in its boxes with w * lambda = carried: every assignment of bounds in turn.
double shortest_by_enumeration(const MatrixXd& w, const VectorXd& carried, const VectorXd& low, const VectorXd& high) {
  const Index n = carried.size();
  double shortest = HUGE_VAL;
  for (int set = 0; set < static_cast<int>(std::lround(std::pow(3, n))); ++set) {
    VectorXd lambda = VectorXd::Zero(n);
    std::vector<Index> inside;
    for (int code = set, i = 0; i < n; ++i, code /= 3) {
      if (code % 3 == 0) inside.push_back(i);
      if (code % 3 != 0) lambda(i) = code % 3 == 1 ? low(i) : high(i);
    }
    if (!lambda.allFinite()) continue;
    if (!inside.empty()) {
      const MatrixXd columns = w(Eigen::all, inside);
      const VectorXd rest = carried - w * lambda;
      Eigen::CompleteOrthogonalDecomposition<MatrixXd> least_norm;
      least_norm.setThreshold(1e-11);
      const VectorXd solution = least_norm.compute(columns).solve(rest);
      lambda(inside) = solution;
    }
    const double slack = 1e-9 * std::max(1.0, lambda.lpNorm<Eigen::Infinity>());
    const bool fits = ((lambda - low).array() >= -slack).all() && ((high - lambda).array() >= -slack).all();
    if (fits && (w * lambda - carried).lpNorm<Eigen::Infinity>() <= 1e-9 * std::max(1.0, carried.lpNorm<Eigen::Infinity>()))
      shortest = std::min(shortest, lambda.norm());
  }
  return shortest;
}

}  // namespace

TEST_CASE("a share at its limit says so, beside a contact that carries next to nothing") {
  // Two blocks between a spring of 12.8 N and a stop: frictions of at most 3.1 N and 5.6 N to the ground, one of 42.9 N between them, and a
  // contact under 1 uN. The least norm would have the first carry 4.3 N.
  MatrixXd w(4, 4);
  w << 7.0689451277199629, -6.6225165562913908, 0.44642857142857162, -6.6225165562913908, -6.6225165562913908, 6.6225165562913908, 0,
      6.6225165562913908, 0.44642857142857145, 0, 0.4464285714285714, 0, -6.6225165562913926, 6.6225165562913908, 0, 6.9547424699126532;
  VectorXd c(4), low(4), high(4);
  c << 90.225559113650277, -84.527499559059493, 5.6980595545907784, -84.52749923717731;
  low << -42.9, -3.075, -5.59, -HUGE_VAL;
  high << 42.9, 3.075, 5.59, 0;
  const BoxSolution solution = solve_box(problem_of(w, c, low, high));
  REQUIRE(solution.solved);
  CHECK(solution.side == std::vector<BoxSide>{BoxSide::inside, BoxSide::high, BoxSide::inside, BoxSide::inside});
  CHECK((carried_with(solution, w, c, low, high) - vector_of(solution.lambda)).lpNorm<Eigen::Infinity>() <= 1e-9);
}

TEST_CASE("what is told of shared loads is what the network then finds: random piles") {
  std::mt19937 random(4711);
  std::uniform_real_distribution<double> unit(0, 1);
  const auto decades = [&](double least, double most) { return least * std::pow(most / least, unit(random)); };
  constexpr int kCount = 2000;
  int shared = 0, at_bounds = 0;
  for (int number = 0; number < kCount; ++number) {
    const Index bodies = 1 + static_cast<Index>(3 * unit(random)), n = 2 + static_cast<Index>(4 * unit(random));
    MatrixXd to_bodies = MatrixXd::Zero(n, bodies);
    for (Index i = 0; i < n; ++i) {
      const Index one = static_cast<Index>(static_cast<double>(bodies) * unit(random));
      const Index other = static_cast<Index>(static_cast<double>(bodies + 1) * unit(random));
      to_bodies(i, one) = 1;
      if (other < bodies && other != one) to_bodies(i, other) = -1;
    }
    VectorXd mobility(bodies), load(bodies), low(n), high(n);
    for (Index b = 0; b < bodies; ++b) mobility(b) = 1 / decades(0.1, 10), load(b) = (unit(random) < 0.5 ? -1 : 1) * decades(1e-7, 100);
    for (Index i = 0; i < n; ++i) {
      const bool is_contact = unit(random) < 0.2;
      high(i) = is_contact ? 0 : decades(1, 50);
      low(i) = is_contact ? -HUGE_VAL : -high(i);
    }
    const MatrixXd w = to_bodies * mobility.asDiagonal() * to_bodies.transpose();
    const VectorXd c = to_bodies * mobility.cwiseProduct(load);
    const BoxSolution solution = solve_box(problem_of(w, c, low, high));
    INFO("number " << number << "\n" << w << "\nc " << c.transpose() << "\nlow " << low.transpose() << "\nhigh " << high.transpose());
    REQUIRE(solution.solved);
    const VectorXd lambda = vector_of(solution.lambda);
    // Found from answers that are known to kRoundingOfAnswers, of loads up to 100.
    REQUIRE((carried_with(solution, w, c, low, high) - lambda).lpNorm<Eigen::Infinity>() <=
            1e-7 * std::max(1.0, lambda.lpNorm<Eigen::Infinity>()));
    // None of the other ways to carry the same is shorter.
    CHECK(lambda.norm() <= shortest_by_enumeration(w, w * lambda, low, high) * (1 + 1e-7) + 1e-9);
    for (Index i = 0; i < n; ++i) {
      const auto k = static_cast<std::size_t>(i);
      shared += solution.shared[k] ? 1 : 0;
      at_bounds += solution.shared[k] && solution.side[k] != BoxSide::inside ? 1 : 0;
    }
  }
  CHECK(shared > kCount / 4);
  CHECK(at_bounds > kCount / 100);
}
