#include "drawing/curve_data.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include "base/numbers.h"

namespace stribeck {
namespace {

constexpr std::size_t kFewNumbers = 2'000'000;
constexpr std::size_t kShortArray = 20'000;       // decoded before anybody has seen it missing
constexpr std::size_t kGlanceGroups = 1024;       // a screen is as wide
constexpr double kValueLevels = 65535;            // a screen shows a thousand
constexpr double kTimeLevels = 35184372088832.0;  // 2^45: sums of differences stay exact in a double

using Values = std::vector<double>;

template <typename Number>
void append(std::string& bytes, Number number) {  // little-endian, as every machine is that runs this
  std::array<char, sizeof(Number)> raw{};
  std::memcpy(raw.data(), &number, sizeof(Number));
  bytes.append(raw.data(), raw.size());
}

void append_signed(std::string& bytes, std::int64_t value) {
  auto code = (static_cast<std::uint64_t>(value) << 1U) ^ static_cast<std::uint64_t>(value >> 63);
  for (; code >= 128; code >>= 7U) bytes += static_cast<char>((code & 127U) | 128U);
  bytes += static_cast<char>(code);
}

struct Bytes {
  CodedArray array;
  std::string bytes;
};

Bytes plain(const Values& values, ArrayRole role) {
  Bytes result{{role == ArrayRole::time ? "f64" : "f32", values.size(), 0, 0}, {}};
  for (const double value : values) role == ArrayRole::time ? append(result.bytes, value) : append(result.bytes, static_cast<float>(value));
  return result;
}

std::string differences(const std::vector<std::int64_t>& levels, bool twice) {
  std::string bytes;
  bytes.reserve(levels.size());
  std::int64_t last = 0, rate = 0;
  for (const std::int64_t level : levels) {
    append_signed(bytes, level - last - (twice ? rate : 0));
    rate = level - last;
    last = level;
  }
  return bytes;
}

Bytes levelled(const Values& values, ArrayRole role) {
  if (!all_finite(values) || values.empty()) return plain(values, role);
  const auto extremes = std::minmax_element(values.begin(), values.end());
  const double low = *extremes.first, range = *extremes.second - low;
  const bool is_time = role == ArrayRole::time;
  const double step = range > 0 ? range / (is_time ? kTimeLevels : kValueLevels) : 1;
  std::vector<std::int64_t> levels(values.size());
  std::transform(values.begin(), values.end(), levels.begin(), [&](double value) { return std::llround((value - low) / step); });
  std::string bytes = differences(levels, true);
  if (is_time) return {{"times", values.size(), low, step}, std::move(bytes)};
  std::string once = differences(levels, false);
  if (once.size() <= bytes.size()) return {{"differences", values.size(), low, step}, std::move(once)};
  return {{"second_differences", values.size(), low, step}, std::move(bytes)};  // smooth curves
}

/// Of every `rows` rows two numbers: a value's extremes in the order in which they come, other arrays' first and middle.
Values thinned_out(const Values& values, ArrayRole role, std::size_t rows) {
  Values result;
  result.reserve(2 * (values.size() / rows + 1));
  for (std::size_t first = 0; first < values.size(); first += rows) {
    const std::size_t end = std::min(first + rows, values.size());
    const auto begin = values.begin() + static_cast<std::ptrdiff_t>(first), past = values.begin() + static_cast<std::ptrdiff_t>(end);
    if (role == ArrayRole::value) {
      const auto [low, high] = std::minmax_element(begin, past);
      result.push_back(low < high ? *low : *high);
      result.push_back(low < high ? *high : *low);
    } else {
      result.push_back(values[first]);
      result.push_back(values[first + (end - first) / 2]);
    }
  }
  return result;
}

std::size_t text_size(const std::vector<Bytes>& all) {
  std::size_t size = 0;
  for (const Bytes& one : all) size += (one.bytes.size() + 2) / 3 * 4 + one.array.glance.size();
  return size;
}

std::string glance_of(const Values& values, ArrayRole role) {
  return base64(plain(thinned_out(values, role, (values.size() + kGlanceGroups - 1) / kGlanceGroups), role).bytes);
}

}  // namespace

std::size_t ArrayStore::add(const Values& values, ArrayRole role, bool at_once) {
  const auto same = std::find_if(entries_.begin(), entries_.end(), [&](const Entry& entry) {
    return entry.role == role && (entry.values == &values || *entry.values == values);
  });
  if (same != entries_.end()) {
    same->at_once = same->at_once || at_once;
    return static_cast<std::size_t>(same - entries_.begin());
  }
  entries_.push_back({&values, role, at_once});
  return entries_.size() - 1;
}

std::vector<CodedArray> ArrayStore::coded(std::size_t most_bytes, std::size_t& rows_per_pair) const {
  std::size_t numbers = 0;
  for (const Entry& entry : entries_) numbers += entry.values->size();
  std::vector<Bytes> all;
  for (const Entry& entry : entries_) {
    all.push_back(numbers <= kFewNumbers ? plain(*entry.values, entry.role) : levelled(*entry.values, entry.role));
    if (entry.at_once && entry.values->size() > kShortArray) all.back().array.glance = glance_of(*entry.values, entry.role);
  }
  rows_per_pair = 1;
  for (std::size_t rows = 4; text_size(all) > most_bytes; rows *= 2) {
    rows_per_pair = rows;
    for (std::size_t i = 0; i < all.size(); ++i) {
      std::string glance = std::move(all[i].array.glance);
      all[i] = levelled(thinned_out(*entries_[i].values, entries_[i].role, rows), entries_[i].role);
      all[i].array.glance = std::move(glance);
    }
  }
  std::vector<CodedArray> result;
  for (Bytes& one : all) {
    result.push_back(std::move(one.array));
    result.back().base64 = base64(one.bytes);
    one.bytes = {};
  }
  return result;
}

std::string base64(const std::string& bytes) {
  constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t bits = 0;
    const std::size_t count = std::min<std::size_t>(3, bytes.size() - i);
    for (std::size_t k = 0; k < 3; ++k) bits = (bits << 8U) | (k < count ? static_cast<unsigned char>(bytes[i + k]) : 0U);
    for (std::size_t k = 0; k < 4; ++k) text += k <= count ? kDigits[(bits >> (18 - 6 * k)) & 63U] : '=';
  }
  return text;
}

}  // namespace stribeck
