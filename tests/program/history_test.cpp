// What a delay remembers: polynomials, jumps and kinks.
#include "program/history.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <functional>

namespace stribeck {
namespace {

void add(History& history, double from, double to, const std::function<double(double)>& f) {
  History::Samples samples{};
  for (std::size_t k = 0; k < samples.size(); ++k) samples[k] = f(from + (to - from) * (History::kPlaces[k] + 1) / 2);
  history.add(from, to, samples);
}

TEST_CASE("a quartic is remembered exactly, with its derivatives") {
  const auto f = [](double t) { return 1 + t * (2 + t * (-3 + t * (0.5 + t * 0.25))); };
  History history;
  history.begin(7);
  history.add_break(1);
  add(history, 1, 1.5, f);
  add(history, 1.5, 3, f);
  for (const double t : {1.0, 1.2, 1.5, 2.9, 3.0}) {
    CHECK(history.value(0, t, 0) == Approx(f(t)).epsilon(1e-13));
    CHECK(history.value(0, t, 1) == Approx(2 - 6 * t + 1.5 * t * t + t * t * t).epsilon(1e-11));
    CHECK(history.value(0, t, 2) == Approx(-6 + 3 * t + 3 * t * t).margin(1e-10));
    CHECK(history.value(0, t, 3) == Approx(3 + 6 * t).epsilon(1e-9));
  }
  CHECK(history.section_of(0.99) == -1);
  CHECK(history.value(-1, 0.99, 0) == 7);
  CHECK(history.value(-1, 0.99, 1) == 0);
}

TEST_CASE("at a jump each side has its own value") {
  History history;
  history.begin(0);
  history.add_break(0);
  add(history, 0, 1, [](double) { return 1.0; });
  history.add_break(1);
  add(history, 1, 2, [](double) { return 5.0; });
  CHECK_FALSE(history.drop_smooth_break(0.5));
  CHECK(history.value(0, 1, 0) == 1);
  CHECK(history.value(1, 1, 0) == 5);
  CHECK(history.section_of(1) == 1);
  CHECK(history.value(0, 1.0000001, 0) == 1);  // beyond its end by rounding
}

TEST_CASE("a break that joins smoothly is taken back, a kink is not") {
  const auto bow = [](double t) { return std::sin(t); };
  History history;
  history.begin(0);
  history.add_break(0);
  add(history, 0, 0.1, bow);
  history.add_break(0.1);
  add(history, 0.1, 0.2, bow);
  CHECK(history.drop_smooth_break(0.5));
  history.add_break(0.2);
  add(history, 0.2, 0.3, [&](double t) { return bow(t) + 1e-2 * (t - 0.2); });
  CHECK_FALSE(history.drop_smooth_break(0.5));
  CHECK(history.begin_of(1) == 0.2);
  CHECK(history.begin_of(2) == HUGE_VAL);
}

TEST_CASE("what is forgotten does not change what is left") {
  History history;
  history.begin(0);
  history.add_break(0);
  for (int i = 0; i < 1000; ++i) {
    add(history, i, i + 1, [](double t) { return t * t; });
    history.forget(i - 2.5);
    if (i >= 2) CHECK(history.value(0, i - 1.3, 0) == Approx((i - 1.3) * (i - 1.3)).epsilon(1e-12));
  }
}

}  // namespace
}  // namespace stribeck
