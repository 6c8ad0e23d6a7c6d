// Impulses between contacts against closed forms, and what must hold of any: nothing closes afterwards, no energy is gained.
#include "simulation/modes/impacts.h"

#include <Eigen/Dense>
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <numeric>
#include <random>

namespace stribeck {
namespace {

/// Bodies on a line, each contact between two of them (-1: ground): gap = place of `right` - place of `left`.
struct Row {
  std::vector<double> mass, velocity;
  std::vector<std::pair<int, int>> contacts;  // left, right
  std::vector<double> restitution, rest_speed;
  RestitutionLaw law = RestitutionLaw::constant;

  Eigen::MatrixXd gaps() const {
    Eigen::MatrixXd j = Eigen::MatrixXd::Zero(static_cast<Eigen::Index>(contacts.size()), static_cast<Eigen::Index>(mass.size()));
    for (std::size_t i = 0; i < contacts.size(); ++i) {
      if (contacts[i].first >= 0) j(static_cast<Eigen::Index>(i), contacts[i].first) -= 1;
      if (contacts[i].second >= 0) j(static_cast<Eigen::Index>(i), contacts[i].second) += 1;
    }
    return j;
  }
  Eigen::VectorXd speeds() const { return Eigen::Map<const Eigen::VectorXd>(velocity.data(), static_cast<Eigen::Index>(velocity.size())); }
  ImpactProblem problem() const {
    const Eigen::Map<const Eigen::VectorXd> m(mass.data(), static_cast<Eigen::Index>(mass.size()));
    const Eigen::MatrixXd w = gaps() * m.cwiseInverse().asDiagonal() * gaps().transpose();
    const Eigen::VectorXd opening = gaps() * speeds();
    return {{w.data(), w.data() + w.size()},
            {opening.data(), opening.data() + opening.size()},
            restitution,
            rest_speed,
            std::vector<RestitutionLaw>(contacts.size(), law)};
  }
  double energy() const {
    double sum = 0;
    for (std::size_t i = 0; i < mass.size(); ++i) sum += 0.5 * mass[i] * velocity[i] * velocity[i];
    return sum;
  }
  double momentum() const { return std::inner_product(mass.begin(), mass.end(), velocity.begin(), 0.0); }
  void strike(const std::vector<double>& impulse) {
    const Eigen::VectorXd push =
        gaps().transpose() * Eigen::Map<const Eigen::VectorXd>(impulse.data(), static_cast<Eigen::Index>(impulse.size()));
    for (std::size_t i = 0; i < mass.size(); ++i) velocity[i] += push(static_cast<Eigen::Index>(i)) / mass[i];
  }
  void collide() {
    const ImpactSequence sequence = solve_impacts(problem());
    REQUIRE(sequence.undecided.empty());
    for (const std::vector<double>& round : sequence.rounds) strike(round);
  }
};

/// Balls that touch one another, with one coefficient for all contacts.
Row cradle(const std::vector<double>& velocity, double restitution, const std::vector<double>& mass = {}) {
  Row row{.mass = mass.empty() ? std::vector<double>(velocity.size(), 1.0) : mass,
          .velocity = velocity,
          .contacts = {},
          .restitution = {},
          .rest_speed = {}};
  for (int i = 0; i + 1 < static_cast<int>(velocity.size()); ++i) row.contacts.emplace_back(i, i + 1);
  row.restitution.assign(row.contacts.size(), restitution);
  row.rest_speed.assign(row.contacts.size(), 1e-3);
  return row;
}

void check_velocities(const Row& row, const std::vector<double>& expected) {
  for (std::size_t i = 0; i < expected.size(); ++i) {
    CAPTURE(i);
    CHECK(row.velocity[i] == Approx(expected[i]).margin(1e-13));
  }
}

TEST_CASE("two bodies part as Newton's law of impact says") {
  const double m1 = 2, m2 = 3, e = 0.6, v1 = 5, v2 = -1;
  Row row = cradle({v1, v2}, e, {m1, m2});
  row.collide();
  const double common = (m1 * v1 + m2 * v2) / (m1 + m2);
  check_velocities(row, {common - e * m2 / (m1 + m2) * (v1 - v2), common + e * m1 / (m1 + m2) * (v1 - v2)});
}

TEST_CASE("where metal yields, a blow sixteen times as fast has half the restitution, and none is above 1") {
  for (const auto& [speed, share] : {std::pair{1.0, 0.6}, std::pair{16.0, 0.3}, std::pair{0.01, 1.0}}) {
    Row row = cradle({speed, 0}, 0.6, {1, 1});
    row.law = RestitutionLaw::yielding;
    row.collide();
    check_velocities(row, {(1 - share) / 2 * speed, (1 + share) / 2 * speed});
  }
}

TEST_CASE("a row of equal elastic balls passes on what comes in") {
  Row one = cradle({1, 0, 0, 0, 0}, 1);
  one.collide();
  check_velocities(one, {0, 0, 0, 0, 1});
  Row two = cradle({1, 1, 0, 0, 0}, 1);
  two.collide();
  check_velocities(two, {0, 0, 0, 1, 1});
  Row both_ends = cradle({1, 0, 0, -2}, 1);
  both_ends.collide();
  check_velocities(both_ends, {-2, 0, 0, 1});
}

TEST_CASE("a ball struck from both sides at one instant parts from both as Newton's law says") {
  // 0.5 m v^2 is kept; each pair parts as fast as it met: 5/3 - 2/3 = 1, 4/3 + 2/3 = 2.
  Row row = cradle({1, 0, -2}, 1);
  row.collide();
  check_velocities(row, {-5.0 / 3, -2.0 / 3, 4.0 / 3});
}

TEST_CASE("without rebound all that touch go on together") {
  Row row = cradle({3, 0, 0}, 0, {1, 2, 3});
  row.collide();
  check_velocities(row, {0.5, 0.5, 0.5});
}

TEST_CASE("what closes more slowly than its rest speed does not rebound") {
  Row row = cradle({1e-4, 0}, 1);
  row.collide();
  check_velocities(row, {5e-5, 5e-5});
}

TEST_CASE("contacts in parallel share the impulse, and the springiest decides") {
  Row row{.mass = {2}, .velocity = {-3}, .contacts = {{-1, 0}, {-1, 0}}, .restitution = {0.5, 0.5}, .rest_speed = {1e-3, 1e-3}};
  const ImpactSequence even = solve_impacts(row.problem());
  REQUIRE(even.rounds.size() == 1);
  CHECK(even.rounds[0][0] == Approx(4.5));
  CHECK(even.rounds[0][1] == Approx(4.5));
  row.restitution = {0.2, 0.9};
  row.collide();
  check_velocities(row, {2.7});
}

TEST_CASE("a ball between walls that move together cannot be kept from both") {
  // Neither wall yields: the sum of both rates is given, and negative.
  const ImpactProblem problem{{1, -1, -1, 1}, {-1, -1}, {0.5, 0.5}, {1e-3, 1e-3}, {RestitutionLaw::constant, RestitutionLaw::constant}};
  CHECK_FALSE(solve_impacts(problem).undecided.empty());
}

TEST_CASE("a light ball between heavy ones that close on it rebounds many times, and ends") {
  Row row = cradle({1, 0, -1}, 1, {100, 1, 100});
  const double before = row.energy();
  row.collide();
  CHECK(row.velocity[0] <= row.velocity[1] + 1e-12);
  CHECK(row.velocity[1] <= row.velocity[2] + 1e-12);
  CHECK(row.energy() == Approx(before));
}

/// Any bodies, any pairs of them in contact (also twice), any coefficients.
Row random_row(std::mt19937& random) {
  const auto real = [&](double low, double high) { return std::uniform_real_distribution<>(low, high)(random); };
  const auto whole = [&](int low, int high) { return std::uniform_int_distribution<>(low, high)(random); };
  Row row;
  const int bodies = whole(1, 6);
  for (int i = 0; i < bodies; ++i) {
    row.mass.push_back(std::exp(real(-2, 2)));
    row.velocity.push_back(whole(0, 3) == 0 ? 0 : real(-2, 2));
  }
  const int contacts = whole(1, 8);
  for (int i = 0; i < contacts; ++i) {
    // Ascending along the line, ground at its left end: all gaps can open.
    const int left = whole(-1, bodies - 2);
    row.contacts.emplace_back(left, whole(left + 1, bodies - 1));
    row.restitution.push_back(whole(0, 4) == 0 ? 0 : real(0, 1));
    row.rest_speed.push_back(1e-3);
  }
  return row;
}

TEST_CASE("after any impact nothing closes, momentum is kept and no energy is gained") {
  std::mt19937 random(5);
  for (int draw = 0; draw < 2000; ++draw) {
    CAPTURE(draw);
    Row row = random_row(random);
    const ImpactSequence sequence = solve_impacts(row.problem());
    REQUIRE(sequence.undecided.empty());
    for (const std::vector<double>& round : sequence.rounds) {
      const double energy = row.energy(), momentum = row.momentum();
      double from_ground = 0;
      for (std::size_t i = 0; i < round.size(); ++i) {
        CHECK(round[i] >= -1e-12);
        if (row.contacts[i].first < 0) from_ground += round[i];
      }
      row.strike(round);
      CHECK(row.energy() <= energy * (1 + 1e-11) + 1e-15);
      CHECK(row.momentum() == Approx(momentum + from_ground).margin(1e-11));
    }
    const Eigen::VectorXd opening = row.gaps() * row.speeds();
    CHECK(opening.minCoeff() >= -1e-10);
  }
}

TEST_CASE("the order of contacts does not matter to an impact") {
  std::mt19937 random(6);
  for (int draw = 0; draw < 500; ++draw) {
    CAPTURE(draw);
    Row row = random_row(random), shuffled = row;
    std::vector<std::size_t> order(row.contacts.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::shuffle(order.begin(), order.end(), random);
    for (std::size_t i = 0; i < order.size(); ++i) {
      shuffled.contacts[i] = row.contacts[order[i]];
      shuffled.restitution[i] = row.restitution[order[i]];
    }
    row.collide();
    shuffled.collide();
    for (std::size_t i = 0; i < row.mass.size(); ++i) CHECK(row.velocity[i] == Approx(shuffled.velocity[i]).margin(1e-10));
  }
}

}  // namespace
}  // namespace stribeck
