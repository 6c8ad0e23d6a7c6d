// A chain of N cells, each a mass tied to the next one by a spring and a damper and rubbing on the ground, drawn at one end at constant
// speed through a spring: how the time from the JSON text to the first step, and the cost of one right-hand side, grow with N
// (design section 7).     bench_chain [N ...]     without arguments 1000 10000
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <string>
#include <vector>

#include "assembly/assembly.h"
#include "diagram/read.h"
#include "equations/flat_system.h"
#include "pipeline.h"
#include "simulation/model_ode.h"
#include "structure/sorted_system.h"

using namespace stribeck;

namespace {

/// Processor time of this program, which runs on one thread: what else the machine does is left out.
double seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

std::string chain(int cells) {
  std::string components = R"("drive": {"type": "translational.velocity_source", "parameters": {"velocity": "0.1 m/s"}},
"pull": {"type": "translational.spring", "parameters": {"stiffness": "50 N/m"}},
"wall": {"type": "translational.ground"})";
  std::string connections = R"(["drive.R", "pull.R"], ["drive.C", "wall.W"], ["pull.C", "m0.M"])";
  for (int i = 0; i < cells; ++i) {
    const std::string n = std::to_string(i), next = i + 1 < cells ? "m" + std::to_string(i + 1) + ".M" : "wall.W";
    components += ",\n\"m" + n + R"(": {"type": "translational.mass", "parameters": {"mass": "1 kg"}, "initial": {"v": 0}})";
    components += ", \"k" + n + R"(": {"type": "translational.spring", "parameters": {"stiffness": "100 N/m"}, "initial": {"x": 0}})";
    components += ", \"d" + n + R"(": {"type": "translational.damper", "parameters": {"damping": "0.5 N*s/m"}})";
    components += ", \"f" + n + R"(": {"type": "translational.friction"})";
    connections += ",\n[\"m" + n + ".M\", \"k" + n + ".R\", \"d" + n + ".R\", \"f" + n + ".R\"], [\"k" + n + ".C\", \"d" + n + ".C\", \"" +
                   next + "\"], [\"f" + n + ".C\", \"wall.W\"]";
  }
  return "{\"format\": \"stribeck/1\", \"components\": {" + components + "},\n\"connections\": [" + connections +
         "],\n\"experiment\": {\"stop\": \"1 s\", \"interval\": \"10 ms\"}, \"outputs\": [\"m0.v\"]}\n";
}

/// Peak of this process so far, GiB.
double peak_memory() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.starts_with("VmHWM:")) return std::stod(line.substr(6)) / (1024 * 1024);
  return 0;
}

struct NoRows : RowSink {
  void begin(const std::vector<OutputColumn>&) override {}
  void row(double, const double*) override {}
};

struct Measured {
  int cells = 0;
  double load_s = 0, first_step_s = 0, rhs_per_cell_s = 0, memory_gib = 0;
  std::vector<StageTime> stages;
};

/// From the text to the end of the first step.
void time_first_step(Registry& registry, const std::string& text, Measured& measured) {
  const double start = seconds();
  std::atomic<bool> interrupted = false;
  RunOptions options;
  options.interrupted = &interrupted;
  options.progress = [&](double, double) {
    if (!interrupted) measured.first_step_s = seconds() - start;
    interrupted = true;
  };
  const ModelPtr model = load(registry, "chain.json", options, &text);
  measured.load_s = seconds() - start;
  NoRows rows;
  measured.stages = run(*model, rows, options).stages;
  measured.memory_gib = peak_memory();
}

/// The fastest of several rounds, a round at least 50 ms.
double time_derivatives(Registry& registry, const std::string& text) {
  const Diagram diagram = read_diagram(registry, "chain.json", {}, &text);
  const Assembly assembly = assemble(diagram);
  FlatSystem flat = flatten(assembly);
  SortedSystem sorted = sort_system(flat);
  const Program program = compile(sorted, {});
  Machine machine(program);
  machine.set_parameters(flat.parameter_values);
  ModelOde ode(machine);
  std::vector<double> x(static_cast<std::size_t>(ode.states()), 1e-3), rates(x.size());
  double best = HUGE_VAL;
  for (int round = 0; round < 5; ++round) {
    int calls = 0;
    const double start = seconds();
    for (; seconds() - start < 0.05; ++calls) ode.derivatives(0, x.data(), rates.data(), nullptr);
    best = std::min(best, (seconds() - start) / calls);
  }
  return best;
}

Measured measure(Registry& registry, int cells) {
  Measured measured{.cells = cells, .stages = {}};
  const std::string text = chain(cells);
  time_first_step(registry, text, measured);
  measured.rhs_per_cell_s = time_derivatives(registry, text) / cells;
  return measured;
}

void print(const Measured& m) {
  std::printf("%7d cells: load %.3f s, first step after %.3f s, peak memory %.2f GiB, right-hand side %.1f ns a cell\n        ", m.cells,
              m.load_s, m.first_step_s, m.memory_gib, 1e9 * m.rhs_per_cell_s);
  for (const StageTime& stage : m.stages) std::printf(" %s %.3f", stage.stage.c_str(), stage.seconds);
  std::printf("  (wall)\n");
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  Registry registry;
  add_builtin_components(registry);
  std::vector<int> sizes;
  for (int i = 1; i < argc; ++i) sizes.push_back(std::atoi(argv[i]));
  if (sizes.empty()) sizes = {1000, 10000};
  std::vector<Measured> all;
  for (const int cells : sizes) {
    if (cells < 1) return std::fprintf(stderr, "usage: bench_chain [N ...]\n"), 2;
    print(all.emplace_back(measure(registry, cells)));
  }
  if (all.size() < 2) return 0;
  const Measured &first = all.front(), &last = all.back();
  const double exponent = std::log(last.first_step_s / first.first_step_s) / std::log(static_cast<double>(last.cells) / first.cells);
  const double ratio = last.rhs_per_cell_s / first.rhs_per_cell_s;
  std::printf("load to first step grows as N^%.2f (at most 1.1); right-hand side a cell, last to first: %.2f (at most 1.5)\n", exponent,
              ratio);
  return exponent <= 1.1 && ratio <= 1.5 ? 0 : 1;
}
