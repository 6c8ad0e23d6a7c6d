// Of a run of any length as many rows as pictures need: nothing that stands out is lost, and memory is bounded.
#include "results/overview.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

using namespace stribeck;

namespace {

constexpr std::size_t kMost = 30'000;  // numbers: ten thousand rows of two columns

double spiked_wave(int i) { return std::sin(i * 0.01) + (i == 123'457 ? 50 : 0); }  // one row stands out

void feed(Overview& overview, int from, int to) {
  for (int i = from; i < to; ++i) {
    const double values[] = {spiked_wave(i), -spiked_wave(i)};
    overview.row(i * 0.5, values);
  }
}

Overview started(bool wants_whole) {
  Overview overview(kMost, wants_whole);
  overview.begin({{"a", "1", ""}, {"b", "1", ""}});
  return overview;
}

TEST_CASE("a short run is kept as it is") {
  Overview overview = started(true);
  feed(overview, 0, 9000);
  const Trajectory& all = overview.extremes();
  CHECK(overview.rows_per_pair() == 1);
  REQUIRE(all.times_s().size() == 9000);
  CHECK(all.values(0)[777] == spiked_wave(777));
  CHECK(&overview.whole() == &all);
}

TEST_CASE("of a long run the extremes are kept, where they were") {
  Overview overview = started(true);
  feed(overview, 0, 300'001);  // the last group is not full
  const Trajectory& kept = overview.extremes();
  const auto& times = kept.times_s();
  const std::int64_t group = overview.rows_per_pair();
  CHECK(times.size() <= kMost / 3 + 2);
  CHECK(times.size() >= kMost / 6);
  CHECK(std::is_sorted(times.begin(), times.end()));
  for (std::size_t pair = 0; pair + 1 < times.size(); pair += 2) {
    const int first = static_cast<int>(times[pair] * 2), last = std::min(first + static_cast<int>(group), 300'001);
    double low = INFINITY, high = -INFINITY;
    for (int i = first; i < last; ++i) low = std::min(low, spiked_wave(i)), high = std::max(high, spiked_wave(i));
    const auto& a = kept.values(0);
    REQUIRE(std::min(a[pair], a[pair + 1]) == low);
    REQUIRE(std::max(a[pair], a[pair + 1]) == high);
    const auto& b = kept.values(1);
    REQUIRE(b[pair] == -a[pair]);  // the extremes of a mirrored curve come at the same rows
  }
  CHECK(*std::max_element(kept.values(0).begin(), kept.values(0).end()) == spiked_wave(123'457));
}

TEST_CASE("rows for one variable against another are whole, and evenly chosen") {
  Overview overview = started(true);
  feed(overview, 0, 300'000);
  overview.extremes();
  const Trajectory& whole = overview.whole();
  REQUIRE(whole.times_s().size() > kMost / 12);
  CHECK(whole.times_s().size() <= kMost / 6 + 1);
  const double step = whole.times_s()[1] - whole.times_s()[0];
  for (std::size_t i = 0; i < whole.times_s().size(); ++i) {
    REQUIRE(whole.times_s()[i] == static_cast<double>(i) * step);
    REQUIRE(whole.values(1)[i] == -whole.values(0)[i]);
    REQUIRE(whole.values(0)[i] == spiked_wave(static_cast<int>(std::lround(whole.times_s()[i] * 2))));
  }
}

TEST_CASE("an overview that is written and read back in the middle ends as one that was not") {
  for (const int at : {5000, 10'000, 77'777}) {
    Overview whole = started(true), first = started(true);
    feed(whole, 0, 150'000);
    feed(first, 0, at);
    Archive out;
    first.carry(out);
    const std::string bytes = out.take();
    Archive in(bytes);
    Overview second(kMost, true);
    second.carry(in);
    CHECK(in.at_end());
    feed(second, at, 150'000);
    CHECK(second.extremes().times_s() == whole.extremes().times_s());
    CHECK(second.extremes().values(0) == whole.extremes().values(0));
    CHECK(second.whole().values(1) == whole.whole().values(1));
  }
}

TEST_CASE("events beyond a hundred thousand are counted only") {
  Overview overview = started(false);
  for (int i = 0; i < 150'000; ++i) overview.event({i * 1.0, "x"});
  CHECK(overview.events() == 150'000);
  CHECK(overview.extremes().events().size() == 100'000);
}

}  // namespace
