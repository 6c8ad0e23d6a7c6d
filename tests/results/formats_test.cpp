#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>

#include "base/diagnostic.h"
#include "files.h"
#include "results/result_format.h"
#include "results/result_table.h"
#include "results/result_writer.h"

using namespace stribeck;

namespace {

namespace fs = std::filesystem;

const ResultHead kHead{"A \"title\" with ü", "1.2.3", {{{"load.inertia", "kg*m^2", "moment of inertia"}, 2.5}}};
const std::vector<OutputColumn> kColumns{{"load.w", "rad/s", "speed"}, {"clutch.mode", "1", "0 sticks"}};
constexpr int kRows = 3000;  // more than two blocks of any format

/// A name in each format of the table; without CSV, as which any text is read, where foreign files are to be refused.
std::vector<std::string> names(bool with_csv = true) {
  std::vector<std::string> result;
  for (const ResultFormat* format : result_formats())
    if (with_csv || format->ending != ".csv") result.push_back("a" + std::string(format->ending));
  return result;
}

double first(int i) { return 1.0 / (i + 3); }
double second(int i) { return i % 7 == 0 ? -1e-300 : i * 1e10; }

void write(ResultWriter& writer, int rows) {
  writer.begin(kColumns);
  for (int i = 0; i < rows; ++i) {
    const double values[] = {first(i), second(i)};
    writer.row(i * 0.1, values);
    if (i == 10) writer.event({1.0, "clutch: sticks"});
  }
}

void check(const ResultTable& table, int rows) {
  const auto& time = column_of(table, "time");
  const auto& w = column_of(table, "load.w");
  const auto& mode = column_of(table, "clutch.mode");
  REQUIRE(time.size() == static_cast<std::size_t>(rows));
  for (int i = 0; i < rows; ++i) {
    const auto at = static_cast<std::size_t>(i);
    REQUIRE(time[at] == i * 0.1);
    REQUIRE(w[at] == first(i));
    REQUIRE(mode[at] == second(i));
  }
}

}  // namespace

TEST_CASE("formats: every number comes back to the last bit") {
  const test::Folder folder;
  for (const std::string& name : names()) {
    INFO(name);
    const auto writer = open_result(folder / name, kHead);
    REQUIRE(writer != nullptr);
    write(*writer, kRows);
    CHECK(writer->rows() == kRows);
    CHECK_FALSE(fs::exists(folder / name));  // not before it is complete
    writer->finish();
    check(read_result(folder / name), kRows);
  }
  CHECK(folder.files() == names().size());
  CHECK(column_of(read_result(folder / "a.mat"), "load.inertia")[5] == 2.5);  // constants too
}

TEST_CASE("formats: the same rows give the same bytes") {
  const test::Folder folder;
  for (const ResultFormat* format : result_formats()) {
    const std::string ending(format->ending);
    for (const char* name : {"a", "b"}) {
      const auto writer = open_result(folder / (name + ending), kHead);
      write(*writer, 100);
      writer->finish();
    }
    INFO(ending);
    CHECK(test::content_of(folder / ("a" + ending)) == test::content_of(folder / ("b" + ending)));
  }
}

TEST_CASE("formats: what a broken run had is kept and can be read") {
  const test::Folder folder;
  for (const std::string& name : names(false)) {
    INFO(name);
    const auto writer = open_result(folder / name, kHead);
    write(*writer, 1500);
    const std::string kept = writer->keep_partial();
    CHECK(kept == folder / name + ".partial");
    fs::rename(kept, folder / name);
    check(read_result(folder / name), 1500);
  }
}

TEST_CASE("formats: a writer that is dropped leaves nothing") {
  const test::Folder folder;
  for (const std::string& name : names()) write(*open_result(folder / name, kHead), 10);
  CHECK(folder.files() == 0);
}

TEST_CASE("formats: names and places that cannot be") {
  const test::Folder folder;
  CHECK(result_endings() == ".csv, .jsonl, .mat or .h5");
  CHECK(open_result(folder / "a.xls", kHead) == nullptr);
  CHECK_THROWS_AS(open_result("/no/such/folder/a.h5", kHead), Failure);
  CHECK_THROWS_AS(open_result("/no/such/folder/a.mat", kHead), Failure);
}

TEST_CASE("formats: a file that is something else is refused") {
  const test::Folder folder;
  for (const std::string& name : names(false)) {
    INFO(name);
    for (const std::string& text : {std::string(), std::string("time,y\n0,1\n"), std::string(300, '\x7f'), std::string(64, '\0')}) {
      std::ofstream(folder / name, std::ios::binary) << text;
      try {
        static_cast<void>(read_result(folder / name));
        FAIL("was read");
      } catch (const Failure& failure) {
        CHECK(failure.diagnostics().front().code == ErrorCode::result_unreadable);
      }
    }
    CHECK_THROWS_AS(read_result("/no/such/" + name), Failure);
  }
}

TEST_CASE("formats: a MAT-file that ends too soon is refused") {
  const test::Folder folder;
  const auto writer = open_result(folder / "a.mat", kHead);
  write(*writer, 100);
  writer->finish();
  const std::string bytes = test::content_of(folder / "a.mat");
  for (std::size_t length = 1; length < bytes.size(); length += 37) {
    std::ofstream(folder / "b.mat", std::ios::binary) << bytes.substr(0, length);
    CHECK_THROWS_AS(read_result(folder / "b.mat"), Failure);
  }
}
