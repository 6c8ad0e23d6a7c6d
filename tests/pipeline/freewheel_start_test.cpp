// Bodies in a row, each behind a freewheel that takes the next one along, started with speeds that the freewheels do not allow.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <random>
#include <vector>

#include "base/text.h"
#include "whole_run.h"

namespace stribeck {
namespace {

struct Body {
  double inertia, w;
};

/// Impulses between neighbours that only push leave the speeds that are nearest, in the energy of the differences, among those that do not
/// fall along the row: pooled means (Ayer et al. 1955, An empirical distribution function for sampling with incomplete information).
std::vector<double> locked(const std::vector<Body>& row) {
  struct Pool {
    double inertia, momentum;
    std::size_t count;
    double speed() const { return momentum / inertia; }
  };
  std::vector<Pool> pools;
  for (const Body& body : row) {
    pools.push_back({body.inertia, body.inertia * body.w, 1});
    while (pools.size() > 1 && pools[pools.size() - 2].speed() > pools.back().speed()) {
      const Pool last = pools.back();
      pools.pop_back();
      pools.back() = {pools.back().inertia + last.inertia, pools.back().momentum + last.momentum, pools.back().count + last.count};
    }
  }
  std::vector<double> speeds;
  for (const Pool& pool : pools) speeds.insert(speeds.end(), pool.count, pool.speed());
  return speeds;
}

test::WholeRun run_row(const std::vector<Body>& row, const std::string& more_components = "", const std::string& more_connections = "") {
  std::string components, connections;
  for (std::size_t k = 0; k < row.size(); ++k) {
    const std::string n = std::to_string(k);
    components += k == 0 ? "\"body" : ", \"body";
    components += n;
    components += R"(": {"type": "rotational.inertia", "parameters": {"inertia": )" + number_text(row[k].inertia);
    components += R"(}, "initial": {"w": )" + number_text(row[k].w) + "}}";
    if (k + 1 == row.size()) break;
    components += ", \"free";
    components += n;
    components += R"(": {"type": "rotational.freewheel"})";
    connections += k == 0 ? "[\"body" : ", [\"body";
    connections += n;
    connections += ".I\", \"free";
    connections += n;
    connections += ".R\"";
    if (k > 0) connections += ", \"free" + std::to_string(k - 1) + ".C\"";
    connections += "]";
  }
  const std::string last = std::to_string(row.size() - 1), before = std::to_string(row.size() - 2);
  connections += R"(, ["free)" + before + R"(.C", "body)" + last + ".I\"" + more_connections;
  return test::run_text(test::diagram_text(components + more_components, connections, R"("experiment": {"stop": 1, "interval": 0.5})"));
}

TEST_CASE("freewheels that start thrown against their lock bring their sides to a common speed by impulses, and say so") {
  std::mt19937 random(1);
  const auto draw = [&](double low, double high) { return std::uniform_real_distribution<double>(low, high)(random); };
  int thrown_rows = 0;
  for (int trial = 0; trial < 60; ++trial) {
    std::vector<Body> row(std::uniform_int_distribution<std::size_t>(2, 6)(random));
    for (Body& body : row) body = {draw(0.1, 10), draw(-2, 2)};
    const std::vector<double> expected = locked(row);
    const test::WholeRun run = run_row(row, "", "]");
    bool thrown = false;
    for (std::size_t k = 0; k < row.size(); ++k) {
      const std::string name = "body" + std::to_string(k) + ".w";
      CHECK(run.first(name) == Approx(expected[k]).margin(1e-10));
      CHECK(run.last(name) == Approx(expected[k]).margin(1e-10));
      thrown = thrown || (k > 0 && row[k - 1].w > row[k].w);
    }
    const bool told = std::any_of(run.summary.notes.begin(), run.summary.notes.end(),
                                  [](const Diagnostic& note) { return note.code == ErrorCode::initial_conflict; });
    CHECK(told == thrown);
    thrown_rows += thrown ? 1 : 0;
  }
  CHECK(thrown_rows > 30);
}

TEST_CASE("a freewheel on the ground stops what starts against it, with what is geared to it") {
  const test::WholeRun run =
      run_row({{2, 1.5}, {3, 0.5}},
              R"(, "gear": {"type": "mechanisms.gear_box", "parameters": {"ratio": -2}}, "load": {"type": "rotational.inertia"},
                                        "lock": {"type": "rotational.freewheel"}, "wall": {"type": "rotational.ground"})",
              R"(, "gear.S", "lock.R"], ["gear.O", "load.I"], ["lock.C", "wall.W"])");
  for (const char* name : {"body0.w", "body1.w", "load.w"}) CHECK(std::fabs(run.first(name)) <= 1e-12);
}

}  // namespace
TEST_CASE("a freewheel that starts thrown against its lock beside a friction that its own force presses on brings all to rest") {
  // The clutch ties the worm to its own wheel: with a ratio they are both at rest then, and what turned is heat.
  for (const char* const friction : {"smooth", "exact"}) {
    CAPTURE(friction);
    const test::WholeRun run = test::run_text(test::diagram_text(
        R"("gear": {"type": "mechanisms.worm_gear", "parameters": {"friction": ")" + std::string(friction) +
            R"("}}, "clutch": {"type": "rotational.one_way_clutch", "parameters": {"maximum_normal_force": 1.23}},
               "ramp": {"type": "signals.ramp"}, "worm": {"type": "rotational.inertia", "initial": {"w": 1.44}})",
        R"(["clutch.R", "gear.W", "worm.I"], ["clutch.C", "gear.G"], ["ramp.y", "clutch.S"])", R"("experiment": {"stop": 0.1})"));
    CHECK(std::fabs(run.last("worm.w")) < 1e-12);
    CHECK(run.last("clutch.mode") == 0);
  }
}

}  // namespace stribeck
