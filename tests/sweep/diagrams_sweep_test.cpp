// Every diagram of the project: its balances at every row, its expectations under several solvers, the same bytes every time.
#include <unistd.h>
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <vector>

#include "assembly/assembly.h"
#include "base/constants.h"
#include "choices.h"
#include "diagram/read.h"
#include "diagram_files.h"
#include "files.h"
#include "results/csv_writer.h"
#include "results/expectations.h"
#include "results/output_file.h"
#include "simulation/rows/motion_check.h"
#include "whole_run.h"

namespace stribeck {
namespace {

template <typename Check>
void for_every_diagram(Check check) {
  for (const std::string& file : test::diagrams_in({"start", "gallery", "verify"})) {
    CAPTURE(file.substr(test::kRoot.size() + 1));
    try {
      check(file);
    } catch (const Failure& failure) {
      FAIL_CHECK(failure.what());
    }
  }
}

struct CheckedRun : test::WholeRun {
  std::vector<Diagnostic> missed;  ///< expectations that do not hold
};

/// At the tolerances of the diagrams. Steps of SUNDIALS' methods are off by up to 60 tolerances at kinks, which their estimates do not see.
bool judges_motion(const RunOptions& options, const std::string& solver) {
  return options.rtol.empty() && (solver == "auto" || solver == "rosenbrock4");
}

CheckedRun run_file(const std::string& file, const std::string& text, RunOptions options) {
  options.columns = ColumnsFor::expectations;
  options.verify = true;
  const ModelPtr model = load(test::builtin_registry(), file, options, &text);
  CheckedRun result;
  const std::vector<std::string> events = possible_events(*model);
  options.extra_times_s = expected_times(diagram_of(*model).expect);
  result.summary = run(*model, result.trajectory, options);
  CHECK(result.summary.verification->residual <= kVerifiedResidual);  // the equations as stated, whichever solver runs
  const MotionVerification& motion = *result.summary.motion;
  CAPTURE(result.summary.solver, motion.what, motion.begin_s, motion.end_s, motion.worst);
  CHECK(motion.unchecked == 0);
  for (const EventRecord& event : result.trajectory.events())
    if (!event.label.starts_with("jump of ")) CHECK(std::ranges::binary_search(events, event.label));
  if (judges_motion(options, result.summary.solver))
    CHECK(is_motion_verified(motion));                // states change by the integrals of their derivatives
  CHECK(result.summary.verification->drift < 1e-12);  // m or rad: positions along the network are sums, not integrals
  result.missed = compare(diagram_of(*model), result.trajectory, result.summary, 1);
  return result;
}

/// The largest sum of the through variables into one node, relative to the largest of them, over all rows. Where a node carries next to
/// nothing for a while, what it carries otherwise counts, as for the second lane.
double worst_node_sum(const Assembly& assembly, const test::WholeRun& run) {
  double worst = 0;
  for (const NetworkNode& node : assembly.nodes) {
    if (node.domain < 0) continue;
    const std::string_view through = domains()[static_cast<std::size_t>(node.domain)].through;
    double peak = 0;
    for (const std::int32_t member : node.members)
      for (const double value : run[assembly.quantity_name(member, through)]) peak = std::max(peak, std::fabs(value));
    for (std::size_t row = 0; row < run.times().size(); ++row) {
      double sum = 0, largest = kVerifiedNoise * peak;
      for (const std::int32_t member : node.members) {
        const double value = run[assembly.quantity_name(member, through)][row];
        sum += value;
        largest = std::max(largest, std::fabs(value));
      }
      if (std::isnan(sum)) return HUGE_VAL;
      if (largest > 0) worst = std::max(worst, std::fabs(sum) / largest);
    }
  }
  return worst;
}

TEST_CASE("every diagram balances its energy, and the forces at each node, at every row") {
  REQUIRE(test::diagrams_in({"start", "gallery", "verify"}).size() >= (test::kOnlyDiagram != nullptr ? 0 : 30));
  for_every_diagram([](const std::string& file) {
    nlohmann::json json = nlohmann::json::parse(test::content_of(file), nullptr, true, true);
    json["outputs"] = {"*"};
    const std::string text = json.dump();
    RunOptions options;
    options.rtol = "1e-8";
    const CheckedRun run = run_file(file, text, options);
    CHECK(run.summary.audit.relative() < 1e-6);
    for (const EnergyRow& row : run.summary.audit.components) {
      CAPTURE(row.instance);
      CHECK(std::fabs(row.residual) <= 1e-6 * run.summary.audit.exchanged);
    }
    for (const Diagnostic& note : run.summary.notes) CHECK(note.code != ErrorCode::run_energy_unbalanced);
    const Diagram diagram = read_diagram(test::builtin_registry(), file, {}, &text);
    CHECK(worst_node_sum(assemble(diagram), run) <= 1e-12);  // a dozen roundings, through chains of levers
  });
}

TEST_CASE("every diagram is as it expects itself to be, whichever solver runs it") {
  RunOptions options;
  // Sanitized each diagram has its turn with one of them; all five run without.
  const std::vector<std::string> solvers{"auto", "dopri5", "cvode", "rosenbrock4", "arkode"};
  for (std::size_t s = 0; s < solvers.size(); ++s) {
    options.solver = solvers[s];
    std::size_t turn = 0;
    for_every_diagram([&](const std::string& file) {
      if (test::kSanitized && ++turn % solvers.size() != s) return;
      CAPTURE(options.solver);
      for (const Diagnostic& missed : run_file(file, test::content_of(file), options).missed) FAIL_CHECK(to_text(missed));
    });
  }
}

/// The bytes of a run's CSV file.
std::string csv_of(const std::string& file) {
  const std::string path = (std::filesystem::temp_directory_path() / ("stribeck_sweep_" + std::to_string(::getpid()) + ".csv")).string();
  const ModelPtr model = load(test::builtin_registry(), file, {});
  CsvWriter writer(path);
  run(*model, writer, {});
  writer.finish();
  std::string bytes = test::content_of(path);
  std::filesystem::remove(path);
  return bytes;
}

void write_program(const std::string& file, const std::string& path) {
  RunOptions options;
  options.columns = ColumnsFor::expectations;
  options.sources = std::make_shared<Sources>();
  const ModelPtr model = load(test::builtin_registry(), file, options);
  write_file(path, program_file(*model, file, options));
}

/// FNV-1a, 64 bits.
std::uint64_t hash_of(const std::string& bytes) {
  std::uint64_t hash = 14695981039346656037ULL;
  for (const char c : bytes) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211ULL;
  return hash;
}

TEST_CASE("debug, release and sanitized builds give the same bytes") {
  // Taken from two builds that agree; a change here must be one that was meant. The diagrams call no function of the mathematical library
  // whose last digit depends on the processor, as the hyperbolic tangent of a smoothed friction does.
  CHECK(hash_of(csv_of(test::kRoot + "/diagrams/start/mass_spring_damper.json")) == 8691494859946774586ULL);
  CHECK(hash_of(csv_of(test::kRoot + "/diagrams/verify/translational_dry_friction_belt.json")) == 16868581604362945879ULL);
  CHECK(hash_of(csv_of(test::kRoot + "/diagrams/verify/translational_hard_stop_two_masses.json")) == 13125942527052246311ULL);
}

TEST_CASE("running a diagram again, from its program file, gives the same bytes") {
  const test::Folder folder;
  std::size_t turn = 0;
  for_every_diagram([&](const std::string& file) {
    if (test::kSanitized && ++turn % 3 != 0) return;
    const std::string once = csv_of(file);
    CHECK(once.size() > 100);
    write_program(file, folder / "again.program");
    CHECK(once == csv_of(folder / "again.program"));
  });
}

}  // namespace
}  // namespace stribeck
