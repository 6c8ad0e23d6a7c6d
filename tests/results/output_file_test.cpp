// A result file is complete or not there at all, and what the system refuses is said.
#include "results/output_file.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <csignal>
#include <filesystem>
#include <fstream>

#include "base/diagnostic.h"
#include "files.h"

namespace fs = std::filesystem;
using stribeck::ErrorCode;
using stribeck::Failure;
using stribeck::OutputFile;
using stribeck::test::content_of;
using stribeck::test::Folder;

namespace {

template <typename Action>
stribeck::Diagnostic refusal(Action action) {
  try {
    action();
  } catch (const Failure& failure) {
    REQUIRE(failure.diagnostics().size() == 1);
    return failure.diagnostics().front();
  }
  FAIL("nothing was refused");
  return {};
}

}  // namespace

TEST_CASE("a file appears under its name only when it is complete") {
  const Folder folder;
  const std::string path = folder / "a.csv";
  OutputFile file(path);
  file.write("one\n");
  CHECK_FALSE(fs::exists(path));
  file.commit();
  CHECK(content_of(path) == "one\n");
  CHECK(folder.files() == 1);
}

TEST_CASE("a file that is given up leaves nothing, and what was there stays") {
  const Folder folder;
  const std::string path = folder / "a.csv";
  std::ofstream(path) << "old\n";
  {
    OutputFile file(path);
    file.write("new\n");
  }
  CHECK(content_of(path) == "old\n");
  CHECK(folder.files() == 1);
}

TEST_CASE("a file that broke off is kept under a marked name") {
  const Folder folder;
  const std::string path = folder / "a.csv";
  std::ofstream(path) << "old\n";
  OutputFile file(path);
  file.write("new\n");
  CHECK(file.keep_partial() == path + ".partial");
  CHECK(content_of(path + ".partial") == "new\n");
  CHECK(content_of(path) == "old\n");
  CHECK(folder.files() == 2);
}

TEST_CASE("replacing a file keeps its permissions; a new one has those of the user's mask") {
  const Folder folder;
  std::ofstream(folder / "old") << "x";
  fs::permissions(folder / "old", fs::perms::owner_read | fs::perms::owner_write | fs::perms::group_read);
  OutputFile replaced(folder / "old");
  replaced.commit();
  struct stat status {};
  REQUIRE(::stat((folder / "old").c_str(), &status) == 0);
  CHECK((status.st_mode & 0777U) == 0640U);

  const mode_t mask = ::umask(0027);
  OutputFile fresh(folder / "new");
  fresh.commit();
  ::umask(mask);
  REQUIRE(::stat((folder / "new").c_str(), &status) == 0);
  CHECK((status.st_mode & 0777U) == 0640U);
}

TEST_CASE("a symbolic link stays one: the file behind it is replaced") {
  const Folder folder;
  std::ofstream(folder / "real") << "old";
  fs::create_symlink("real", folder / "link");
  OutputFile file(folder / "link");
  file.write("new");
  file.commit();
  CHECK(fs::is_symlink(folder / "link"));
  CHECK(content_of(folder / "real") == "new");
}

TEST_CASE("a device is written to, never replaced") {
  OutputFile file("/dev/null");
  file.write("x");
  file.commit();
  CHECK(fs::is_character_file("/dev/null"));
}

TEST_CASE("a missing folder, a folder as a file and an empty name are refused at once") {
  const Folder folder;
  const stribeck::Diagnostic missing = refusal([&] { OutputFile file(folder / "none/a.csv"); });
  CHECK(missing.code == ErrorCode::output_unwritable);
  CHECK_THAT(missing.message, Catch::Contains("No such file or directory") && Catch::Contains("none/a.csv"));
  CHECK_THAT(missing.remedy, Catch::Contains("none"));
  CHECK_THAT(refusal([&] { OutputFile file(folder / ""); }).message, Catch::Contains("Is a directory"));
  CHECK(refusal([&] { OutputFile file(""); }).code == ErrorCode::output_unwritable);
}

TEST_CASE("a read-only folder is refused") {
  if (::geteuid() == 0) {
    // The superuser writes anywhere except to a file system that has no files of its own to make.
    CHECK(refusal([] { OutputFile file("/proc/stribeck_test.csv"); }).code == ErrorCode::output_unwritable);
    return;
  }
  const Folder folder;
  fs::create_directory(folder / "closed");
  fs::permissions(folder / "closed", fs::perms::owner_read | fs::perms::owner_exec);
  CHECK_THAT(refusal([&] { OutputFile file(folder / "closed/a.csv"); }).message, Catch::Contains("Permission denied"));
}

TEST_CASE("a full disk is said, before commit when the buffer overflows and in commit otherwise") {
  const stribeck::Diagnostic at_commit = refusal([] {
    OutputFile file("/dev/full");
    file.write("x");
    file.commit();
  });
  CHECK_THAT(at_commit.message, Catch::Contains("No space left on device") && Catch::Contains("/dev/full"));
  CHECK_THAT(at_commit.remedy, Catch::Contains("space"));
  CHECK_THROWS_AS(OutputFile("/dev/full").write(std::string(1 << 20, 'x')), Failure);
}

TEST_CASE("a file that outgrows its limit leaves nothing behind") {
  const Folder folder;
  rlimit before{};
  REQUIRE(::getrlimit(RLIMIT_FSIZE, &before) == 0);
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  const rlimit small{1 << 16, before.rlim_max};
  REQUIRE(::setrlimit(RLIMIT_FSIZE, &small) == 0);
  std::string message;
  try {
    OutputFile file(folder / "a.csv");
    file.write(std::string(1 << 20, 'x'));
    file.commit();
  } catch (const Failure& failure) {
    message = failure.what();
  }
  ::setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, handler);
  CHECK_THAT(message, Catch::Contains("File too large"));
  CHECK(folder.files() == 0);
}

TEST_CASE("a pipe whose reader has gone is an error, not a death") {
  const auto handler = std::signal(SIGPIPE, SIG_IGN);
  const Folder folder;
  const std::string path = folder / "pipe";
  REQUIRE(::mkfifo(path.c_str(), 0600) == 0);
  const int reader = ::open(path.c_str(), O_RDONLY | O_NONBLOCK);
  REQUIRE(reader >= 0);
  OutputFile file(path);
  ::close(reader);
  const stribeck::Diagnostic diagnostic = refusal([&] {
    file.write("x");
    file.commit();
  });
  std::signal(SIGPIPE, handler);
  CHECK(diagnostic.code == ErrorCode::output_unwritable);
  CHECK_THAT(diagnostic.message, Catch::Contains("Broken pipe"));
}
