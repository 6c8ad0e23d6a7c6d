#include <catch2/catch.hpp>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>

#include "base/diagnostic.h"
#include "results/csv_writer.h"
#include "results/result_table.h"

using namespace stribeck;

namespace {

class File {
 public:
  explicit File(const std::string& text) : path_(std::filesystem::temp_directory_path() / "stribeck_csv_reader_test.csv") {
    std::ofstream(path_, std::ios::binary) << text;
  }
  ~File() { std::filesystem::remove(path_); }
  ResultTable read() const { return read_csv(path_.string()); }
  Diagnostic failure() const {
    try {
      static_cast<void>(read());
    } catch (const Failure& failure) {
      return failure.diagnostics().front();
    }
    FAIL("was read");
    return {};
  }

 private:
  std::filesystem::path path_;
};

}  // namespace

TEST_CASE("reading CSV: what was written comes back to the last bit") {
  const auto path = (std::filesystem::temp_directory_path() / "stribeck_round_trip.csv").string();
  const std::vector<double> values{0.1, 1e-300, -2.0 / 3.0, 12345678.901234567};
  {
    CsvWriter writer(path);
    writer.begin({{"a.b", "m", ""}});
    for (const double value : values) writer.row(value * 0.5, &value);
    writer.finish();
  }
  const ResultTable table = read_csv(path);
  std::filesystem::remove(path);
  CHECK(table.names == std::vector<std::string>{"time", "a.b"});
  CHECK(column_of(table, "a.b") == values);
}

TEST_CASE("reading CSV: what measuring instruments write") {
  const ResultTable table = File("\xEF\xBB\xBF# bench 3\r\n\"t\";\"omega meas\"\r\n0;+1.5\r\n\r\n0.5; 2e3 \r\n1;\r\n").read();
  CHECK(table.names == std::vector<std::string>{"t", "omega meas"});
  REQUIRE(table.rows() == 3);
  CHECK(table.columns[1][0] == 1.5);
  CHECK(table.columns[1][1] == 2000);
  CHECK(std::isnan(table.columns[1][2]));
  CHECK(File("a\tb\n1\t2\n").read().columns[1][0] == 2);
}

TEST_CASE("reading CSV: what is wrong is told with its line") {
  const Diagnostic word = File("time,y\n0,1\n1,many\n").failure();
  CHECK(word.code == ErrorCode::result_unreadable);
  CHECK(word.where.line == 3);
  CHECK(word.message.find("many") != std::string::npos);
  CHECK(File("time,y\n0,1,2\n").failure().where.line == 2);
  CHECK(File("time,y\n0\n").failure().message == "the line has 1 field, but the header names 2 columns");
  CHECK(File("").failure().code == ErrorCode::result_unreadable);
  CHECK_THROWS_AS(read_csv("/no/such/file.csv"), Failure);
}

TEST_CASE("reading CSV: a column that is not there") {
  const ResultTable table = File("time,load.w\n0,1\n").read();
  try {
    static_cast<void>(column_of(table, "laod.w"));
    FAIL("was found");
  } catch (const Failure& failure) {
    CHECK(failure.diagnostics().front().remedy.find("load.w") != std::string::npos);
  }
}
