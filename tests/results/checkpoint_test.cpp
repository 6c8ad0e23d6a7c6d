// What is read back is what was written, and nothing else is taken for it.
#include "results/checkpoint.h"

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>

#include "files.h"
#include "results/output_file.h"
#include "results/result_writer.h"

using namespace stribeck;

namespace {

namespace fs = std::filesystem;

ErrorCode code_of(const std::function<void()>& work) {
  try {
    work();
  } catch (const Failure& failure) {
    return failure.diagnostics().front().code;
  }
  return ErrorCode{};
}

Checkpoint example() { return {{{"model", "abc"}, {"solver", "auto"}}, 60, std::string("state\0of it", 11), "rows"}; }

TEST_CASE("a checkpoint comes back as it was") {
  const test::Folder folder;
  Checkpoint written = example();
  write_checkpoint(folder / "a.checkpoint", written);
  const Checkpoint read = read_checkpoint(folder / "a.checkpoint");
  CHECK(read.identity == written.identity);
  CHECK(read.every_s == 60);
  CHECK(read.run == written.run);
  CHECK(read.results == written.results);
}

TEST_CASE("a checkpoint of which any byte differs, or is missing, is refused") {
  const test::Folder folder;
  Checkpoint written = example();
  write_checkpoint(folder / "a", written);
  const std::string good = test::content_of(folder / "a");
  for (std::size_t i = 0; i < good.size(); ++i) {
    std::string bad = good;
    bad[i] = static_cast<char>(bad[i] ^ 4);
    std::ofstream(folder / "a", std::ios::binary) << bad;
    REQUIRE(code_of([&] { read_checkpoint(folder / "a"); }) == ErrorCode::result_unreadable);
    std::ofstream(folder / "a", std::ios::binary) << good.substr(0, i);
    REQUIRE(code_of([&] { read_checkpoint(folder / "a"); }) == ErrorCode::result_unreadable);
  }
  CHECK(code_of([&] { read_checkpoint(folder / "none"); }) == ErrorCode::file_missing);
}

TEST_CASE("another run is told by what differs") {
  const RunIdentity then = example().identity;
  CHECK_NOTHROW(require_same_run("a", then, then));
  try {
    require_same_run("a", then, {{"model", "abc"}, {"solver", "cvode"}});
    FAIL("nothing was said");
  } catch (const Failure& failure) {
    CHECK(failure.diagnostics().front().code == ErrorCode::arguments_invalid);
    CHECK_THAT(failure.diagnostics().front().message, Catch::Contains("its solver differs"));
    CHECK(failure.diagnostics().front().because == "it was auto and is cvode now");
  }
}

const ResultHead kMassHead{"title", "1", {{{"m.mass", "kg", "mass"}, 2}}};
const std::vector<OutputColumn> kMassColumns{{"m.v", "m/s", "speed"}};

void write_rows(ResultWriter& writer, int from, int to) {
  for (int i = from; i < to; ++i) {
    const double value = 1.0 / (i + 1);
    writer.row(i * 0.25, &value);
    if (i % 700 == 0) writer.event({i * 0.25, "stop: touches"});
  }
}

TEST_CASE("rows that were cut off and taken up again are those of one go, in every format") {
  for (const char* name : {"a.csv", "a.jsonl", "a.mat", "a.h5"}) {
    CAPTURE(name);
    const test::Folder folder;
    const auto whole = open_result(folder / (std::string("whole_") + name), kMassHead);
    whole->begin(kMassColumns);
    write_rows(*whole, 0, 5000);
    whole->finish();

    std::string position;
    {
      const auto first = open_result(folder / name, kMassHead, Lasting::anew);
      first->begin(kMassColumns);
      write_rows(*first, 0, 2500);
      first->sync();
      Archive archive;
      first->carry(archive);
      position = archive.take();
      write_rows(*first, 2500, 3100);                           // beyond the checkpoint, and lost
      if (std::string(name) == "a.mat") first->keep_partial();  // tells its number of rows
    }
    for (const bool was_killed : {true, false}) {  // after it had made the result, before its checkpoint was gone
      Archive archive(position);
      const auto next = open_result(folder / name, kMassHead, Lasting::continued);
      next->carry(archive);
      CHECK(next->rows() == 2500);
      write_rows(*next, 2500, 5000);
      next->finish();
      CHECK(test::content_of(folder / name) == test::content_of(folder / (std::string("whole_") + name)));
      if (!was_killed) next->forget();
    }
    CHECK(std::distance(fs::directory_iterator(fs::path(folder / name).parent_path()), {}) == 2);
  }
}

TEST_CASE("a run that was killed after it had named its rows goes on all the same; foreign rows are left alone") {
  const test::Folder folder;
  std::string position;
  {
    OutputFile file(folder / "a.csv", Lasting::anew);
    file.write("time\n1\n2\n");
    file.sync();
    Archive archive;
    file.carry(archive);
    position = archive.take();
    file.write("3\n");
    file.commit();
  }
  {
    Archive archive(position);
    OutputFile file(folder / "a.csv", Lasting::continued);
    file.carry(archive);
    file.write("3\n");
    file.commit();
    CHECK(test::content_of(folder / "a.csv") == "time\n1\n2\n3\n");
  }
  std::ofstream(folder / "a.csv") << "a table of somebody else\n";
  Archive archive(position);
  OutputFile file(folder / "a.csv", Lasting::continued);
  CHECK(code_of([&] { file.carry(archive); }) == ErrorCode::result_unreadable);
  CHECK(test::content_of(folder / "a.csv") == "a table of somebody else\n");
}

TEST_CASE("what another run is writing is refused, and what lasts stays") {
  const test::Folder folder;
  {
    OutputFile first(folder / "a.csv", Lasting::anew);
    first.write("rows\n");
    first.sync();
    CHECK(code_of([&] { OutputFile second(folder / "a.csv", Lasting::anew); }) == ErrorCode::output_unwritable);
  }
  CHECK(test::content_of(folder / "a.csv.partial") == "rows\n");
  CHECK(code_of([&] { OutputFile second("/dev/null", Lasting::anew); }) == ErrorCode::output_unwritable);
}

}  // namespace
