#include "results/summary.h"

#include <catch2/catch.hpp>

using namespace stribeck;

namespace {

RunSummary small_run() {
  RunSummary summary;
  summary.solver = "dopri5";
  summary.solver_reason = "not stiff";
  summary.stop_s = summary.reached_s = 10;
  summary.rows = 1001;
  summary.states = 2;
  summary.statistics.steps = 120;
  summary.statistics.rejected = 3;
  summary.statistics.evaluations = 740;
  summary.stages = {{"diagram", 0.0005}, {"simulation", 0.0015}};
  summary.audit.components = {{"drive", "rotational.velocity_source", 12, 0, 0}, {"load", "rotational.inertia", 0, 2.5, 0}};
  summary.audit.components[1].taken = 2.5;
  summary.audit.supplied = 12;
  summary.audit.stored = 2.5;
  summary.audit.dissipated = 9.5;
  summary.audit.residual = 1.2e-9;
  summary.audit.exchanged = 12;
  return summary;
}

}  // namespace

TEST_CASE("a summary as a person sees it") {
  CHECK(to_text(small_run(), "Drive") ==
        "Drive\n"
        "  solver  dopri5, chosen by auto: not stiff\n"
        "  time    0 s to 10 s\n"
        "  states  2\n"
        "  steps   120 accepted, 3 rejected; 740 evaluations\n"
        "  events  none\n"
        "  rows    1001\n"
        "  took    2 ms: diagram 500 µs, simulation 1.5 ms\n"
        "  energy  supplied 12 J = stored 2.5 J + dissipated 9.5 J; residual 1.2 nJ, 1e-10 of the 12 J exchanged\n"
        "\n"
        "  energy                              work in  supplied  stored  dissipated  residual\n"
        "  drive   rotational.velocity_source        -      12 J       -           -         -\n"
        "  load    rotational.inertia            2.5 J         -   2.5 J           -         -\n"
        "  total                                            12 J   2.5 J       9.5 J    1.2 nJ\n");
}

TEST_CASE("a run that broke off says where") {
  RunSummary summary = small_run();
  summary.reached_s = 3;
  CHECK_THAT(to_text(summary, ""), Catch::Contains("0 s to 3 s, ended before 10 s"));
  summary.interrupted = true;
  CHECK_THAT(to_text(summary, ""), Catch::Contains("interrupted before 10 s"));
}

TEST_CASE("notes stand at the end, whole") {
  RunSummary summary = small_run();
  Diagnostic note;
  note.severity = Severity::note;
  note.code = ErrorCode::initial_conflict;
  note.message = "load.w starts at 1, asked for 2";
  summary.notes = {note};
  CHECK_THAT(to_text(summary, ""), Catch::EndsWith(to_text(note)));
}

TEST_CASE("of very many components the table shows those that moved most energy, in the diagram's order") {
  EnergyAudit audit;
  for (int i = 0; i < 100; ++i) audit.components.push_back({"c" + std::to_string(i), "x.y", i % 2 == 0 ? 1000.0 + i : 1.0, 0, 0});
  const std::string text = to_text(audit);
  CHECK_THAT(text, Catch::Contains("76 others"));
  CHECK_THAT(text, Catch::Contains("  c98 ") && Catch::Contains("  c52 ") && !Catch::Contains("  c50 ") && !Catch::Contains("  c99 "));
  CHECK(text.find("  c52 ") < text.find("  c98 "));
}
