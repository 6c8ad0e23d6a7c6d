#include "drawing/curve_data.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>

using namespace stribeck;

namespace {

std::string decoded_text(const std::string& text) {
  const std::string digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string bytes;
  for (std::size_t i = 0; i < text.size(); i += 4) {
    std::uint32_t bits = 0;
    int count = 3;
    for (std::size_t k = 0; k < 4; ++k) {
      bits <<= 6U;
      if (text[i + k] == '=')
        --count;
      else
        bits |= static_cast<std::uint32_t>(digits.find(text[i + k]));
    }
    for (int k = 0; k < count; ++k) bytes += static_cast<char>(bits >> (16U - 8U * static_cast<unsigned>(k)));
  }
  return bytes;
}

/// The numbers as the page decodes them.
std::vector<double> decoded(const CodedArray& array) {
  const std::string bytes = decoded_text(array.base64);
  std::vector<double> values;
  if (array.coding == "f64" || array.coding == "f32") {
    const std::size_t size = array.coding == "f64" ? 8 : 4;
    for (std::size_t at = 0; at < bytes.size(); at += size) {
      double wide = 0;
      float narrow = 0;
      size == 8 ? std::memcpy(&wide, &bytes[at], 8) : std::memcpy(&narrow, &bytes[at], 4);
      values.push_back(size == 8 ? wide : static_cast<double>(narrow));
    }
    return values;
  }
  std::int64_t level = 0, rate = 0;
  for (std::size_t at = 0; at < bytes.size();) {
    std::uint64_t code = 0;
    for (unsigned shift = 0;; shift += 7) {
      const auto byte = static_cast<unsigned char>(bytes[at++]);
      code |= static_cast<std::uint64_t>(byte & 127U) << shift;
      if (byte < 128) break;
    }
    const auto number = static_cast<std::int64_t>(code >> 1U) ^ -static_cast<std::int64_t>(code & 1U);
    rate = array.coding == "differences" ? number : rate + number;
    level += rate;
    values.push_back(array.low + static_cast<double>(level) * array.step);
  }
  return values;
}

constexpr std::size_t kMuch = 100'000'000;

}  // namespace

TEST_CASE("curve data: base64 as RFC 4648 has it") {
  CHECK(base64("").empty());
  CHECK(base64("f") == "Zg==");
  CHECK(base64("fo") == "Zm8=");
  CHECK(base64("foobar") == "Zm9vYmFy");
  CHECK(base64(std::string("\xff\xfe\x00", 3)) == "//4A");
}

TEST_CASE("curve data: short results keep their numbers") {
  const std::vector<double> times{0, 0.1, 0.1, 1.0 / 3.0}, values{1.5, -2.25, 1e30, NAN};
  ArrayStore store;
  CHECK(store.add(times, ArrayRole::time) == 0);
  CHECK(store.add(values, ArrayRole::value) == 1);
  std::size_t rows = 0;
  const auto coded = store.coded(kMuch, rows);
  CHECK(rows == 1);
  CHECK(decoded(coded[0]) == times);
  const auto back = decoded(coded[1]);
  CHECK(back[0] == 1.5);
  CHECK(back[2] == Approx(1e30));
  CHECK(std::isnan(back[3]));
}

TEST_CASE("curve data: an array is there once for all that show it") {
  const std::vector<double> a{1, 2, 3}, same{1, 2, 3};
  ArrayStore store;
  CHECK(store.add(a, ArrayRole::value) == store.add(same, ArrayRole::value));
  CHECK(store.add(a, ArrayRole::time) == 1);
}

TEST_CASE("curve data: long results lose less than a screen shows and take two bytes a number") {
  constexpr std::size_t kCount = 1'500'000;
  std::vector<double> times(kCount), values(kCount);
  for (std::size_t i = 0; i < kCount; ++i) {
    times[i] = static_cast<double>(i) * 1e-4;
    values[i] = std::sin(times[i]);
  }
  times[700'000] = times[699'999];  // an event: two rows at one instant
  ArrayStore store;
  store.add(times, ArrayRole::time);
  store.add(values, ArrayRole::value);
  std::size_t rows = 0;
  const auto coded = store.coded(kMuch, rows);
  CHECK(rows == 1);
  CHECK(coded[0].base64.size() + coded[1].base64.size() < 2 * 2 * kCount);
  const auto times_back = decoded(coded[0]), values_back = decoded(coded[1]);
  REQUIRE(times_back.size() == kCount);
  double worst_time = 0, worst_value = 0;
  for (std::size_t i = 0; i < kCount; ++i) {
    worst_time = std::max(worst_time, std::fabs(times_back[i] - times[i]));
    worst_value = std::max(worst_value, std::fabs(values_back[i] - values[i]));
  }
  CHECK(worst_time <= 150.0 / 35184372088832.0);
  CHECK(worst_value <= 2.0 / 65535);
  CHECK(times_back[700'000] == times_back[699'999]);
}

TEST_CASE("curve data: smooth curves take a byte a number, and those to be seen at once have a glance") {
  constexpr std::size_t kCount = 2'100'000;
  std::vector<double> times(kCount), values(kCount);
  for (std::size_t i = 0; i < kCount; ++i) {
    times[i] = static_cast<double>(i) * 1e-3;
    values[i] = std::sin(10 * times[i]);
  }
  values[1'234'567] = 3;
  ArrayStore store;
  store.add(times, ArrayRole::time, true);
  store.add(values, ArrayRole::value, true);
  std::size_t rows = 0;
  const auto coded = store.coded(kMuch, rows);
  CHECK(coded[1].coding == "second_differences");
  CHECK(static_cast<double>(coded[0].base64.size() + coded[1].base64.size()) < 2 * 1.34 * kCount);  // 4/3 of a byte
  const auto back = decoded(coded[1]);
  for (std::size_t i = 0; i < kCount; i += 1000) REQUIRE(std::fabs(back[i] - values[i]) <= 4.0 / 65535);
  const auto glance_times = decoded({.coding = "f64", .base64 = coded[0].glance}),
             glance = decoded({.coding = "f32", .base64 = coded[1].glance});
  REQUIRE(glance.size() == glance_times.size());
  CHECK(glance.size() < 2100);
  const auto top = std::max_element(glance.begin(), glance.end());
  CHECK(*top == 3);
  CHECK(std::fabs(glance_times[static_cast<std::size_t>(top - glance.begin())] - times[1'234'567]) < 2.1);  // a group's width
}

TEST_CASE("curve data: what does not fit keeps its extremes") {
  std::vector<double> times(400'000), noise(400'000);
  std::uint32_t state = 1;
  for (std::size_t i = 0; i < times.size(); ++i) {
    times[i] = static_cast<double>(i);
    state = state * 1664525U + 1013904223U;
    noise[i] = static_cast<double>(state % 1000);
  }
  noise[123'456] = 5000;
  ArrayStore store;
  store.add(times, ArrayRole::time);
  store.add(noise, ArrayRole::value);
  std::size_t rows = 0;
  const auto coded = store.coded(200'000, rows);
  CHECK(rows > 1);
  CHECK(coded[0].base64.size() + coded[1].base64.size() <= 200'000);
  CHECK(coded[0].count == coded[1].count);
  const auto back = decoded(coded[1]);
  CHECK(*std::max_element(back.begin(), back.end()) == Approx(5000));
  const auto times_back = decoded(coded[0]);
  const auto at = static_cast<std::size_t>(std::max_element(back.begin(), back.end()) - back.begin());
  CHECK(std::fabs(times_back[at] - 123'456) <= static_cast<double>(rows));
}
