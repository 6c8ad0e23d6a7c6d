// Which rows of a run are written where a diagram does not ask for all.
#include <catch2/catch.hpp>
#include <limits>
#include <string>
#include <vector>

#include "simulation/rows/chosen_rows.h"

namespace stribeck {
namespace {

struct Written : RowSink {
  void begin(const std::vector<OutputColumn>&) override {}
  void row(double time_s, const double* values) override { times.push_back(time_s), firsts.push_back(values[0]); }
  void event(const EventRecord& record) override { events.push_back(record.time_s); }
  std::vector<double> times, firsts, events;
};

constexpr double kRounding = 1e-9, kInfinity = std::numeric_limits<double>::infinity();
using Kind = ChosenRows::Kind;

/// Offers rows at these times, and an event with each.
std::vector<double> written(const RowChoice& choice, Kind kind, const std::vector<double>& times) {
  Written sink;
  ChosenRows rows(choice, sink, kRounding);
  const double value = 7;
  for (const double t : times) rows.offer(t, kind, &value), rows.event({t, "hit"});
  CHECK(rows.rows() == static_cast<std::int64_t>(sink.times.size()));
  for (const double first : sink.firsts) CHECK(first == 7);
  if (kind == Kind::of_event) CHECK(sink.events == sink.times);
  return sink.times;
}

using Times = std::vector<double>;

TEST_CASE("a window has its ends, to rounding") {
  const RowChoice choice{.from_s = 1, .to_s = 2, .at_s = {}, .at_steps = false};
  const Times offered{0.9, 1 - 2e-9, 1 - 0.5e-9, 1, 1.5, 2, 2 + 0.5e-9, 2 + 2e-9, 3};
  const Times within{1 - 0.5e-9, 1, 1.5, 2, 2 + 0.5e-9};
  CHECK(written(choice, Kind::of_interval, offered) == within);
  CHECK(written(choice, Kind::of_event, offered) == within);
  CHECK(written({.from_s = 1, .to_s = {}, .at_s = {}, .at_steps = false}, Kind::of_interval, offered) ==
        Times(offered.begin() + 2, offered.end()));
  CHECK(written({.from_s = {}, .to_s = 2, .at_s = {}, .at_steps = false}, Kind::of_interval, offered) ==
        Times(offered.begin(), offered.end() - 2));
}

TEST_CASE("a window that is open to the past or the future is so below zero, too") {
  const RowChoice to{.from_s = {}, .to_s = 2, .at_s = {}, .at_steps = false}, from{.from_s = -2, .to_s = {}, .at_s = {}, .at_steps = false};
  CHECK(written(to, Kind::of_interval, {-3, -1}) == Times{-3, -1});
  CHECK(written(from, Kind::of_interval, {-3, -1, 1}) == Times{-1, 1});
}

TEST_CASE("given instants are those, to rounding, and of events those that happen then") {
  const RowChoice choice{.from_s = {}, .to_s = 3, .at_s = {1, 2, 4}, .at_steps = false};
  const Times offered{0, 1 - 2e-9, 1 - 0.5e-9, 1 + 0.5e-9, 1 + 2e-9, 1.5, 2, 3, 4};
  const Times given{1 - 0.5e-9, 1 + 0.5e-9, 2};  // 4 s lies outside the window
  CHECK(written(choice, Kind::of_interval, offered) == given);
  CHECK(written(choice, Kind::of_event, offered) == given);
}

TEST_CASE("given instants have their rows one after the other") {
  Written sink;
  ChosenRows rows({.from_s = {}, .to_s = {}, .at_s = {1, 2, 2.5}, .at_steps = false}, sink, kRounding);
  CHECK(rows.next() == 1);
  rows.pass(0.5);
  CHECK(rows.next() == 1);
  rows.pass(1);
  CHECK(rows.next() == 2);
  rows.pass(2.5);
  CHECK(rows.next() == kInfinity);
  CHECK(ChosenRows().next() == kInfinity);
}

TEST_CASE("with rows of steps those of the interval are left out, and those of events stay") {
  const RowChoice choice{.from_s = {}, .to_s = {}, .at_s = {}, .at_steps = true};
  CHECK(written(choice, Kind::of_interval, {1, 2}).empty());
  CHECK(written(choice, Kind::of_event, {1, 2}) == Times{1, 2});
}

TEST_CASE("the row of a step's end stands for that of an event at its instant, once") {
  Written sink;
  ChosenRows rows({.from_s = 0, .to_s = {}, .at_s = {}, .at_steps = true}, sink, kRounding);
  CHECK(rows.wants_steps());
  const double value = 7;
  rows.write(1, &value);
  rows.note_step_end(1);
  rows.offer(1, Kind::of_event, &value);
  CHECK(sink.times == Times{1});
  rows.offer(1, Kind::of_event, &value);  // the row after the event
  CHECK(sink.times == Times{1, 1});
  rows.note_step_end(2);
  rows.offer(3, Kind::of_event, &value);
  CHECK(sink.times == Times{1, 1, 3});
}

TEST_CASE("where none are chosen nothing is written") {
  ChosenRows rows;
  CHECK_FALSE(rows.wants_steps());
  CHECK(rows.is_in_window(5));
  const double value = 7;
  rows.offer(1, Kind::of_event, &value);
  rows.event({1, "hit"});
  CHECK(rows.rows() == 0);
}

}  // namespace
}  // namespace stribeck
