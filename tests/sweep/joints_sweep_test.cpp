// The joints in every choice of their options: what is one joint seen from its other side, or in a frame that is turned, moves as one.
#include <catch2/catch.hpp>
#include <cmath>
#include <functional>

#include "around_component.h"
#include "choices.h"
#include "whole_run.h"

namespace stribeck {
namespace {

template <typename Check>
void for_every_joint(Check check) {
  Registry& registry = test::builtin_registry();
  for (const std::string& type : registry.types()) {
    if (!type.starts_with("joints.")) continue;
    for (const std::vector<int>& choices : test::all_choices(registry.record(type))) {
      const ComponentRecord& record = registry.record(type, choices);
      std::mt19937 random(3);
      CAPTURE(type, choices);
      try {
        check(record, sweep::random_draw(record, random));
      } catch (const Failure& failure) {
        FAIL_CHECK(failure.what());
      }
    }
  }
}

/// Places that turn with R: from the other side they lie elsewhere.
bool has_turning_places(const ComponentRecord& record) { return record.find_variable("phi") >= 0 && record.type == "joints.planar"; }

double largest_difference(const test::WholeRun& one, const std::string& column, const std::function<double(double)>& other) {
  double worst = 0, largest = 0;
  for (int i = 0; i <= 100; ++i) {
    const double t = 0.01 * i, value = one.at(column, t);
    worst = std::max(worst, std::fabs(value - other(t)));
    largest = std::max(largest, std::fabs(value));
  }
  CHECK(largest > 1e-3);
  return worst / largest;
}

constexpr const char* kAll = "\"*\"";
constexpr double kWithinRun = 1e-6;  // the run's tolerance, 1e-9, grown by stiff friction

std::string velocity_of(const ComponentRecord& record, const std::string& port) {
  for (const ConnectorDeclaration& connector : record.connectors)
    if (connector.name == port)
      return "body_" + port + (domains()[static_cast<std::size_t>(connector.domain)].name == "rotational" ? ".w" : ".v");
  return {};
}

TEST_CASE("a joint is the same from either side", "[joints]") {
  for_every_joint([](const ComponentRecord& record, const sweep::Draw& draw) {
    if (has_turning_places(record)) return;
    const test::WholeRun one = test::run_text(sweep::diagram_around(record, draw, {.outputs = kAll}));
    const test::WholeRun other = test::run_text(sweep::diagram_around(record, draw, {.exchanged = true, .outputs = kAll}));
    for (const ConnectorDeclaration& connector : record.connectors) {
      if (connector.kind != ConnectorKind::port) continue;
      const std::string column = velocity_of(record, connector.name);
      CAPTURE(column);
      CHECK(largest_difference(one, column, [&](double t) { return other.at(column, t); }) <= kWithinRun);
    }
    CHECK(std::fabs(one.last("tested.heat") - other.last("tested.heat")) <= kWithinRun * one.last("tested.heat"));
  });
}

/// The same area or places seen in a frame that is turned: corners and points by any angle, the sides of a rectangle by a right one.
sweep::Draw with_places_turned(const ComponentRecord& record, sweep::Draw draw, double angle) {
  const auto list = [&](const char* name) -> std::vector<double>* {
    for (std::size_t l = 0; l < record.lists.size(); ++l)
      if (record.lists[l].name == name) return &draw.lists[l];
    return nullptr;
  };
  const double c = std::cos(angle), s = std::sin(angle);
  for (const auto& [x, y] : {std::pair{list("corners_x"), list("corners_y")}, {list("points_x"), list("points_y")}})
    for (std::size_t i = 0; x != nullptr && i < x->size(); ++i) {
      const double along = (*x)[i], across = (*y)[i];
      (*x)[i] = c * along - s * across, (*y)[i] = s * along + c * across;
    }
  if (const std::int32_t length = record.find_parameter("length"), width = record.find_parameter("width"); length >= 0 && width >= 0)
    std::swap(draw.parameters[static_cast<std::size_t>(length)], draw.parameters[static_cast<std::size_t>(width)]);
  return draw;
}

/// The velocities at both sides of two freedoms, turned by an angle, are those of the joint whose surroundings are turned.
void check_turned(const ComponentRecord& record, const sweep::Draw& draw, const std::string& first, const std::string& second) {
  const double angle = record.find_parameter("length") >= 0 ? std::acos(0.0) : 0.7;
  const test::WholeRun straight = test::run_text(sweep::diagram_around(record, draw, {.outputs = kAll}));
  const test::WholeRun turned = test::run_text(
      sweep::diagram_around(record, with_places_turned(record, draw, angle), {.frame = {first, second, angle}, .outputs = kAll}));
  const double c = std::cos(angle), s = std::sin(angle);
  for (const char* side : {"_R", "_C"}) {
    const std::string a = velocity_of(record, first + side), b = velocity_of(record, second + side);
    CAPTURE(a, b);
    CHECK(largest_difference(turned, a, [&](double t) { return c * straight.at(a, t) - s * straight.at(b, t); }) <= kWithinRun);
    CHECK(largest_difference(turned, b, [&](double t) { return s * straight.at(a, t) + c * straight.at(b, t); }) <= kWithinRun);
  }
  const double heat = straight.last("tested.heat");
  CHECK(std::fabs(heat - turned.last("tested.heat")) <= 2 * kWithinRun * heat);  // a sum over each of two runs
}

TEST_CASE("a joint is the same in a frame that is turned", "[joints]") {
  for_every_joint([](const ComponentRecord& record, const sweep::Draw& draw) {
    if (record.type == "joints.planar") check_turned(record, draw, "slide2", "slide3");
    if (record.type == "joints.ball") check_turned(record, draw, "turn1", "turn2"), check_turned(record, draw, "turn2", "turn3");
  });
}

}  // namespace
}  // namespace stribeck
