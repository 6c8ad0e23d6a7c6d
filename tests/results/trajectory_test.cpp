#include "results/trajectory.h"

#include <catch2/catch.hpp>

using stribeck::EventSide;
using stribeck::Trajectory;

namespace {

/// A ball that turns round at t = 2: the rows before and after.
Trajectory bounce() {
  Trajectory trajectory;
  trajectory.begin({{"ball.v", "m/s", ""}, {"ball.x", "m", ""}});
  const double rows[][3] = {{0, 0, 4}, {1, -2, 3}, {2, -4, 0}, {2, 4, 0}, {3, 2, 3}};
  for (const auto& row : rows) trajectory.row(row[0], row + 1);
  trajectory.event({2, "ball: x <= 0"});
  return trajectory;
}

}  // namespace

TEST_CASE("trajectory: columns are found by name") {
  const Trajectory trajectory = bounce();
  CHECK(trajectory.find("ball.x") == 1U);
  CHECK_FALSE(trajectory.find("ball").has_value());
  CHECK(trajectory.values(0) == std::vector<double>{0, -2, -4, 4, 2});
  CHECK(trajectory.events().front().label == "ball: x <= 0");
}

TEST_CASE("trajectory: exact at rows, on either side of an event") {
  const Trajectory trajectory = bounce();
  CHECK(trajectory.at(0, 1) == -2);
  CHECK(trajectory.at(0, 2) == 4);
  CHECK(trajectory.at(0, 2, EventSide::before) == -4);
  CHECK(trajectory.has_row_at(2));
  CHECK_FALSE(trajectory.has_row_at(2.5));
}

TEST_CASE("trajectory: linear between rows, never across an event, held outside") {
  const Trajectory trajectory = bounce();
  CHECK(trajectory.at(0, 0.25) == -0.5);
  CHECK(trajectory.at(0, 1.5) == -3);
  CHECK(trajectory.at(0, 2.5) == 3);
  CHECK(trajectory.at(1, -1) == 4);
  CHECK(trajectory.at(1, 9) == 3);
}

TEST_CASE("trajectory: a second run starts afresh") {
  Trajectory trajectory = bounce();
  trajectory.begin({{"a", "", ""}});
  CHECK(trajectory.times_s().empty());
  CHECK(trajectory.events().empty());
  CHECK(trajectory.values(0).empty());
}
