// Program files: what they run is what the diagram runs, wherever its files are by then; damaged ones are refused, or harmless.
// STRIBECK_DAMAGED_PROGRAMS asks for more of those, from seed STRIBECK_DAMAGED_FIRST on; STRIBECK_DAMAGED_KEPT is a file that has the last
// one.
#include <catch2/catch.hpp>
#include <cstdlib>
#include <fstream>
#include <random>
#include <string>
#include <vector>

#include "choices.h"
#include "diagram_files.h"
#include "files.h"
#include "program/image.h"
#include "program/verify.h"
#include "results/output_file.h"
#include "simulation/loop/image_run.h"
#include "simulation/rows/energy_audit.h"
#include "whole_run.h"

namespace stribeck {
namespace {

std::string program_of(const std::string& file, std::vector<Override> overrides = {}) {
  RunOptions options;
  options.columns = ColumnsFor::expectations;
  options.sources = std::make_shared<Sources>();
  options.overrides = std::move(overrides);
  const ModelPtr model = load(test::builtin_registry(), file, options);
  return program_file(*model, file, options);
}

test::WholeRun run_of(const std::string& file, const RunOptions& options = {}) {
  const ModelPtr model = load(test::builtin_registry(), file, options);
  test::WholeRun result;
  result.summary = run(*model, result.trajectory, options);
  return result;
}

void check_same(const test::WholeRun& a, const test::WholeRun& b) {
  CHECK(a.times() == b.times());
  REQUIRE(a.trajectory.columns().size() == b.trajectory.columns().size());
  for (std::size_t c = 0; c < a.trajectory.columns().size(); ++c) {
    CHECK(a.trajectory.columns()[c].name == b.trajectory.columns()[c].name);
    CHECK(a.trajectory.values(c) == b.trajectory.values(c));
  }
  CHECK(a.summary.events == b.summary.events);
  CHECK(a.summary.notes.size() == b.summary.notes.size());
}

/// Keeps rows, and asks for an end after so many.
class FewRows : public RowSink {
 public:
  explicit FewRows(std::size_t most = SIZE_MAX) : most_(most) {}
  void begin(const std::vector<OutputColumn>&) override {}
  void row(double time_s, const double* values) override {
    times.push_back(time_s);
    first.push_back(values[0]);
    if (times.size() >= most_) is_enough = true;
  }
  std::vector<double> times, first;
  std::atomic<bool> is_enough = false;

 private:
  std::size_t most_;
};

/// `most_work`: in instructions; a damaged law may be one that takes millions of iterations in one step.
RunSummary run_image(const ProgramImage& image, FewRows& rows, std::int64_t most_work = INT64_MAX) {
  const std::vector<double> values = image.parameter_values();
  RunSettings settings = settings_of(image.experiment);
  settings.interrupted = &rows.is_enough;
  settings.most_instructions = most_work;
  return ImageRun(image, values, rows, settings).run();
}

std::string fingerprint_of(std::string_view bytes) {
  Fingerprint fingerprint;
  fingerprint.add(bytes);
  return fingerprint.to_text();
}

const std::string kStart = test::kRoot + "/diagrams/start/rotational_stick_slip.json";

TEST_CASE("a program file serves for all that a diagram is asked for") {
  const test::Folder folder;
  const std::string file = test::kRoot + "/diagrams/verify/translational_dry_friction_belt.json", program = folder / "belt.program";
  write_file(program, program_of(file));
  check_same(run_of(file), run_of(program));
  RunOptions tighter;
  tighter.rtol = "1e-9", tighter.solver = "dopri5", tighter.stop = "0.5 s";
  check_same(run_of(file, tighter), run_of(program, tighter));
  RunOptions plain;
  plain.plain = true;
  check_same(run_of(file, plain), run_of(program, plain));
  RunOptions verified;
  verified.verify = true;
  CHECK(run_of(program, verified).summary.verification.has_value());
  const ModelPtr of_diagram = load(test::builtin_registry(), file, {}), of_program = load(test::builtin_registry(), program, {});
  for (const std::string& stage : stage_names()) CHECK(explain(*of_program, stage) == explain(*of_diagram, stage));
  CHECK(diagram_text(*of_program, program) == test::content_of(file));
}

TEST_CASE("explain tells of a program file what it tells of the diagram, whatever else its plots and expectations ask for") {
  const test::Folder folder;
  const std::string file = test::kRoot + "/diagrams/verify/network_wheel_chain.json", program = folder / "chain.program";
  write_file(program, program_of(file));
  const ModelPtr of_diagram = load(test::builtin_registry(), file, {}), of_program = load(test::builtin_registry(), program, {});
  for (const std::string& stage : stage_names()) CHECK(explain(*of_program, stage) == explain(*of_diagram, stage));
}

TEST_CASE("a program file runs where the files are gone that the diagram was read from") {
  const test::Folder folder;
  write_file(folder / "points.csv", "t,y\n0,1\n1,3\n2,0\n");
  write_file(folder / "drive.json",
             test::diagram_text(
                 R"json("table": {"type": "signals.time_table", "parameters": {"times": {"file": "points.csv", "column": "t"},
                    "values": {"file": "points.csv", "column": "y"}}})json",
                 "", R"("experiment": {"stop": "2 s"})"));
  const test::WholeRun before = run_of(folder / "drive.json");
  write_file(folder / "drive.program", program_of(folder / "drive.json"));
  std::filesystem::remove(folder / "points.csv");
  std::filesystem::remove(folder / "drive.json");
  check_same(before, run_of(folder / "drive.program"));
}

/// Blocks on springs, each of which rubs on a driven belt.
std::string chain(std::size_t blocks) {
  std::string parts = R"("wall": {"type": "translational.ground"}, "belt": {"type": "translational.velocity_source",
    "parameters": {"velocity": "0.1 m/s"}})",
              joined = R"(["belt.C", "wall.W"])", belt = R"("belt.R")", before = "wall.W";
  for (std::size_t i = 0; i < blocks; ++i) {
    const std::string n = std::to_string(i);
    parts += ", \"m" + n + R"(": {"type": "translational.mass"}, "s)" + n + R"(": {"type": "translational.spring"}, "f)" + n +
             R"(": {"type": "translational.friction"})";
    joined += ", [\"" + before + "\", \"s" + n + ".R\"], [\"s" + n + ".C\", \"m" + n + ".M\", \"f" + n + ".R\"]";
    belt += ", \"f" + n + ".C\"";
    before = "m" + n + ".M";
  }
  return test::diagram_text(parts, joined + ", [" + belt + "]", R"("experiment": {"stop": "0.2 s", "solver": "dopri5"})");
}

TEST_CASE("a program file of many states has the Jacobian that stiff solvers ask for later") {
  const test::Folder folder;
  const std::string file = folder / "chain.json", program = folder / "chain.program";
  write_file(file, chain(80));
  write_file(program, program_of(file));
  const ProgramImage image = read_image(test::content_of(program), program);
  CHECK(!image.program.has_jacobian);
  REQUIRE(image.with_jacobian != nullptr);
  CHECK(image.with_jacobian->has_jacobian);
  for (const char* solver : {"dopri5", "cvode", "auto"}) {
    CAPTURE(solver);
    RunOptions options;
    options.solver = solver;
    check_same(run_of(file, options), run_of(program, options));
  }
}

TEST_CASE("parameters of a program file are set as those of the diagram") {
  const test::Folder folder;
  write_file(folder / "start.program", program_of(kStart));
  RunOptions options;
  options.overrides = {{"load.inertia", "0.3"}};
  check_same(run_of(kStart, options), run_of(folder / "start.program", options));
  write_file(folder / "heavy.program", program_of(kStart, options.overrides));
  check_same(run_of(kStart, options), run_of(folder / "heavy.program"));
}

TEST_CASE("base, program and simulation alone run a program file to the rows of the diagram") {
  for (const char* name : {"start/rotational_stick_slip.json", "verify/translational_dry_friction_belt.json",
                           "verify/translational_hard_stop_two_masses.json", "verify/translational_switch_mass.json"}) {
    CAPTURE(name);
    const std::string file = test::kRoot + "/diagrams/" + name;
    const ProgramImage image = read_image(program_of(file), "some.program");
    CHECK(broken_invariant(image.program).empty());
    FewRows rows;
    const RunSummary alone = run_image(image, rows);
    const test::WholeRun whole = run_of(file);
    CHECK(rows.times == whole.times());
    CHECK(rows.first == whole.trajectory.values(0));
    CHECK(alone.audit.dissipated == whole.summary.audit.dissipated);
    REQUIRE(alone.audit.components.size() == whole.summary.audit.components.size());
    for (std::size_t c = 0; c < alone.audit.components.size(); ++c)
      CHECK(alone.audit.components[c].instance == whole.summary.audit.components[c].instance);
  }
}

TEST_CASE("a run that takes more instructions than it may is broken off") {
  ProgramImage image = read_image(program_of(kStart), "some.program");
  image.experiment.rtol = image.experiment.atol = 1e-11;
  FewRows all;
  const std::int64_t needed = run_image(image, all).instructions;
  REQUIRE(needed > 1'000'000);
  FewRows some;
  try {
    run_image(image, some, needed / 2);
    FAIL("it ended");
  } catch (const Failure& failure) {
    CHECK(failure.diagnostics().front().code == ErrorCode::run_interrupted);
    CHECK_THAT(failure.diagnostics().front().because, Catch::Contains(std::to_string(needed / 2)));
  }
  // The motion takes the same work everywhere, within the length of its steps.
  const double share = static_cast<double>(some.times.size()) / static_cast<double>(all.times.size());
  CHECK(share == Approx(0.5).margin(0.2));
}

TEST_CASE("what is no program file, or a damaged one, is refused with program.unreadable") {
  const test::Folder folder;
  const std::string bytes = program_of(kStart), path = folder / "some.program";
  const auto code_of = [&](const std::string& content) {
    write_file(path, content);
    return test::error_of([&] { run_of(path); });
  };
  std::string changed = bytes;
  changed[changed.size() / 2] ^= 4;
  CHECK(code_of(changed) == "program.unreadable");
  CHECK(code_of(bytes.substr(0, bytes.size() - 1)) == "program.unreadable");
  CHECK(code_of(bytes.substr(0, 30)) == "program.unreadable");
  CHECK(code_of(bytes + "more") == "program.unreadable");
  CHECK(code_of("stribeck program 0\n" + bytes.substr(bytes.find('\n') + 1)) == "program.unreadable");
}

/// Bytes are changed, left out, doubled or taken from elsewhere; then the fingerprint is made right again.
std::string damaged(const std::string& bytes, std::mt19937& random) {
  const std::size_t head = program_file_magic().size() + fingerprint_of("").size();
  std::string body = bytes.substr(head);
  const auto below = [&](std::size_t count) { return std::uniform_int_distribution<std::size_t>(0, count - 1)(random); };
  const std::size_t changes = 1 + below(3);
  for (std::size_t k = 0; k < changes; ++k) {
    const std::size_t at = below(body.size()), length = std::min<std::size_t>(1 + below(12), body.size() - at);
    switch (below(6)) {
      case 0:
        body[at] = static_cast<char>(below(256));
        break;
      case 1:
        body[at] = static_cast<char>(body[at] ^ (1 << below(8)));
        break;
      case 2:
        body.erase(at, length);
        break;
      case 3:
        body.insert(at, body.substr(at, length));
        break;
      case 4:
        for (std::size_t i = 0; i < length; ++i) body[at + i] = static_cast<char>(below(2) == 0 ? 0 : 255);
        break;
      default:
        body.replace(at, length, body.substr(below(body.size()), length));
    }
  }
  return std::string(program_file_magic()) + fingerprint_of(body) + body;
}

TEST_CASE("damaged program files are refused or harmless") {
  const char* const wanted = std::getenv("STRIBECK_DAMAGED_PROGRAMS");
  const std::size_t count = wanted != nullptr ? std::strtoull(wanted, nullptr, 10) : test::kSanitized ? 400 : 4000;
  std::vector<std::string> programs;
  for (const char* name :
       {"start/rotational_stick_slip.json", "verify/translational_dry_friction_belt.json", "verify/signals_time_table.json",
        "verify/translational_hard_stop_two_masses.json", "verify/joints_slider_crank.json", "verify/signals_delay.json"})
    programs.push_back(program_of(test::kRoot + "/diagrams/" + name));
  std::size_t refused = 0, failed = 0, ran = 0;
  const char* const first = std::getenv("STRIBECK_DAMAGED_FIRST");
  for (std::size_t seed = first != nullptr ? std::strtoull(first, nullptr, 10) : 0, end = seed + count; seed < end; ++seed) {
    std::mt19937 random(static_cast<std::uint32_t>(seed));
    const std::string bytes = damaged(programs[seed % programs.size()], random);
    if (const char* const kept = std::getenv("STRIBECK_DAMAGED_KEPT")) std::ofstream(kept, std::ios::binary) << bytes;
    try {
      const ProgramImage image = read_image(bytes, "damaged.program");
      FewRows rows(50);
      try {
        run_image(image, rows, 200'000);
        ++ran;
      } catch (const Failure&) {
        ++failed;
      }
    } catch (const Failure& failure) {
      CHECK(failure.diagnostics().front().code == ErrorCode::program_unreadable);
      ++refused;
    }
  }
  WARN("of " << count << " damaged program files " << refused << " are refused, " << failed << " fail, " << ran << " run");
  CHECK(refused > count / 2);
}

}  // namespace
}  // namespace stribeck
