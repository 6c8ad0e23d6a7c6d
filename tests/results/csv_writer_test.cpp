#include "results/csv_writer.h"

#include <unistd.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>

using stribeck::CsvWriter;

namespace {

std::string written(const std::vector<std::vector<double>>& rows) {
  const std::string path = (std::filesystem::temp_directory_path() / ("stribeck_csv_" + std::to_string(::getpid()))).string();
  CsvWriter writer(path);
  writer.begin({{"load.w", "rad/s", ""}, {"spring.phi", "rad", ""}});
  for (const auto& row : rows) writer.row(row[0], row.data() + 1);
  writer.finish();
  std::ifstream file(path, std::ios::binary);
  std::string text(std::istreambuf_iterator<char>(file), {});
  std::filesystem::remove(path);
  return text;
}

}  // namespace

TEST_CASE("CSV: a header, then rows, the shortest digits, LF") {
  CHECK(written({{0, 1, -0.5}, {0.01, 1e300, 0.1}, {0.02, 1.0 / 3, -0.0}}) ==
        "time,load.w,spring.phi\n"
        "0,1,-0.5\n"
        "0.01,1e+300,0.1\n"
        "0.02,0.3333333333333333,-0\n");
}

TEST_CASE("CSV: a run without rows is a header") { CHECK(written({}) == "time,load.w,spring.phi\n"); }

TEST_CASE("CSV: every double reads back to the same bits") {
  // Bit patterns from a fixed linear congruential sequence, with the extremes added.
  std::vector<double> values{std::numeric_limits<double>::max(), std::numeric_limits<double>::denorm_min(),
                             std::numeric_limits<double>::min(), -std::numeric_limits<double>::epsilon()};
  for (std::uint64_t bits = 1; values.size() < 3000;) {
    bits = bits * 6364136223846793005ULL + 1442695040888963407ULL;
    double value;
    std::memcpy(&value, &bits, sizeof value);
    if (value - value == 0) values.push_back(value);
  }
  std::vector<std::vector<double>> rows;
  for (std::size_t i = 0; i + 2 < values.size(); i += 3) rows.push_back({values[i], values[i + 1], values[i + 2]});
  const std::string text = written(rows);
  const char* cursor = text.c_str() + text.find('\n') + 1;
  for (const auto& row : rows) {
    for (const double value : row) {
      char* end = nullptr;
      const double read = std::strtod(cursor, &end);
      REQUIRE(std::memcmp(&read, &value, sizeof value) == 0);
      cursor = end + 1;  // the comma or the line feed
    }
  }
  CHECK(*cursor == '\0');
}

TEST_CASE("CSV: more rows than the buffer holds all arrive") {
  std::vector<std::vector<double>> rows;
  for (int i = 0; i < 50000; ++i) rows.push_back({i * 0.001, i * 1.0, -i * 1.0});
  const std::string text = written(rows);
  CHECK(std::count(text.begin(), text.end(), '\n') == 50001);
  CHECK(text.size() > 1000000 / 2);
  CHECK(text.substr(text.size() - 20) == "49.999,49999,-49999\n");
}
