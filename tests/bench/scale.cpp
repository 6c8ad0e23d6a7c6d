// N cells, each a mass tied to its neighbours by springs and dampers and rubbing on the ground, in a chain or in a square grid (every mass
// moves along the same line; springs to the right and downwards), drawn at one corner at constant speed through a spring: how the time
// from the JSON text to the first step, and the cost of one right-hand side, grow with N (design section 7); and what a step of a stiff
// run by CVODE costs.     bench_scale [chain|grid|stiff] [N ...]     without arguments all three, 1000 10000 100000
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <string>
#include <vector>

#include "assembly/assembly.h"
#include "base/memory.h"
#include "compile/compile.h"
#include "diagram/read.h"
#include "equations/flat_system.h"
#include "equations/retune.h"
#include "pipeline.h"
#include "simulation/loop/model_ode.h"
#include "structure/sorted_system.h"

using namespace stribeck;

namespace {

/// Processor time of this program, which runs on one thread: what else the machine does is left out.
double seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

enum class Shape { chain, grid };

class Text {
 public:
  explicit Text(double stiffness) : stiffness_(std::to_string(stiffness)) {
    components_ = R"("drive": {"type": "translational.velocity_source", "parameters": {"velocity": "0.1 m/s"}},
"pull": {"type": "translational.spring", "parameters": {"stiffness": "50 N/m"}},
"wall": {"type": "translational.ground"})";
    connections_ = R"(["drive.R", "pull.R"], ["drive.C", "wall.W"], ["pull.C", "m0.M"])";
  }
  void add_mass(int i) {
    const std::string n = std::to_string(i);
    components_ += ",\n\"m" + n + R"(": {"type": "translational.mass", "parameters": {"mass": "1 kg"}, "initial": {"v": 0}}, "f)" + n +
                   R"(": {"type": "translational.friction"})";
    connections_ += ",\n[\"m" + n + ".M\", \"f" + n + ".R\"], [\"f" + n + ".C\", \"wall.W\"]";
  }
  /// A spring and a damper; `to` below zero is the wall. Only the springs of a spanning tree may have their deformation set.
  void add_tie(const std::string& n, int from, int to, bool start) {
    const std::string there = to < 0 ? "wall.W" : "m" + std::to_string(to) + ".M";
    components_ += ", \"k" + n + R"(": {"type": "translational.spring", "parameters": {"stiffness": )" + stiffness_ + "}" +
                   (start ? R"(, "initial": {"x": 0})" : "") + R"(}, "d)" + n +
                   R"(": {"type": "translational.damper", "parameters": {"damping": "0.5 N*s/m"}})";
    connections_ += ", [\"m" + std::to_string(from) + ".M\", \"k" + n + ".R\", \"d" + n + ".R\"], [\"k" + n + ".C\", \"d" + n + ".C\", \"" +
                    there + "\"]";
  }
  std::string diagram() const {
    return "{\"format\": \"stribeck/1\", \"components\": {" + components_ + "},\n\"connections\": [" + connections_ +
           "],\n\"experiment\": {\"stop\": \"1 s\", \"interval\": \"10 ms\", \"rtol\": 1e-4, \"atol\": 1e-6}, \"outputs\": [\"m0.v\"]}\n";
  }

 private:
  std::string stiffness_, components_, connections_;
};

std::string diagram_text(Shape shape, int cells, double stiffness = 100) {
  Text text(stiffness);
  const int side = shape == Shape::chain ? cells : static_cast<int>(std::lround(std::sqrt(cells)));
  const int count = shape == Shape::chain ? cells : side * side;
  for (int i = 0; i < count; ++i) {
    text.add_mass(i);
    const bool last = i % side + 1 == side;
    if (shape == Shape::chain || !last) text.add_tie("r" + std::to_string(i), i, last ? -1 : i + 1, true);
    if (shape == Shape::grid && i + side < count) text.add_tie("b" + std::to_string(i), i, i + side, i % side == 0);
  }
  return text.diagram();
}

/// Peak of this process so far, GiB.
double peak_memory() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.starts_with("VmHWM:")) return std::stod(line.substr(6)) / (1024 * 1024);
  return 0;
}

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
  options.progress = [&](double, double, std::int64_t) {
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
  ExprPool pool;
  const SortedSystem sorted = sort_system(flatten(assembly, pool), pool);
  const Program program = compile(sorted, pool, {.quadratures = {}, .outputs = {}, .jacobian = false});
  Machine machine(program);
  machine.set_parameters(parameter_values(diagram));
  Evaluation evaluation(machine);
  LiveSystem live(machine, evaluation, 1);
  ModelOde ode(machine, live, {});
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

Measured measure(Registry& registry, Shape shape, int cells) {
  Measured measured{.cells = cells, .stages = {}};
  const std::string text = diagram_text(shape, cells);
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

/// Growth of a figure from the smallest to the largest of the sizes, as an exponent of N.
double exponent(double first, double last, int from, int to) { return std::log(last / first) / std::log(static_cast<double>(to) / from); }

bool loads_near_linearly(Registry& registry, Shape shape, const std::vector<int>& sizes) {
  std::printf("%s\n", shape == Shape::chain ? "chain" : "grid");
  std::vector<Measured> all;
  for (const int cells : sizes) print(all.emplace_back(measure(registry, shape, cells)));
  if (all.size() < 2) return true;
  const Measured &first = all.front(), &last = all.back();
  const double growth = exponent(first.first_step_s, last.first_step_s, first.cells, last.cells);
  const double ratio = last.rhs_per_cell_s / first.rhs_per_cell_s;
  std::printf("load to first step grows as N^%.2f (at most 1.1); right-hand side a cell, last to first: %.2f (at most 1.5)\n", growth,
              ratio);
  return growth <= 1.1 && ratio <= 1.5;
}

/// Springs 1e6 times as stiff: waves pass a cell in a millisecond, while what is asked for takes a second.
bool stiff_steps_are_near_linear(Registry& registry, const std::vector<int>& sizes) {
  std::printf("chain of stiff springs, 1 s by CVODE\n");
  std::vector<double> per_step;
  for (const int cells : sizes) {
    const std::string text = diagram_text(Shape::chain, cells, 1e8);
    RunOptions options;
    options.solver = "cvode";
    const ModelPtr model = load(registry, "chain.json", options, &text);
    NoRows rows;
    const double start = seconds();
    const RunSummary summary = run(*model, rows, options);
    const double taken = seconds() - start;
    per_step.push_back(taken / static_cast<double>(summary.statistics.steps));
    std::printf("%7d cells: %.3f s, %lld steps, %.3f ms a step, peak memory %.2f GiB, energy residual %.1e\n", cells, taken,
                static_cast<long long>(summary.statistics.steps), 1e3 * per_step.back(), peak_memory(), summary.audit.relative());
    std::fflush(stdout);
  }
  if (sizes.size() < 2) return true;
  const double growth = exponent(per_step.front(), per_step.back(), sizes.front(), sizes.back());
  // In instructions a step is linear (callgrind, 1000 to 4000 cells: N^0.98); the rest is memory, as 1000 cells fit into a core's cache and
  // 100000 into none.
  std::printf("a step grows as N^%.2f (near-linear: at most 1.25)\n", growth);
  return growth <= 1.25;
}

}  // namespace

int main(int argc, char** argv) {
  keep_freed_memory();  // as the command line does
  Registry registry;
  add_builtin_components(registry);
  std::vector<int> sizes;
  std::string only;
  for (int i = 1; i < argc; ++i) {
    const int size = std::atoi(argv[i]);
    if (size > 0)
      sizes.push_back(size);
    else
      only = argv[i];
  }
  if (!only.empty() && only != "chain" && only != "grid" && only != "stiff")
    return std::fprintf(stderr, "usage: bench_scale [chain|grid|stiff] [N ...]\n"), 2;
  if (sizes.empty()) sizes = {1000, 10000, 100000};
  bool good = true;
  if (only.empty() || only == "chain") good = loads_near_linearly(registry, Shape::chain, sizes) && good;
  if (only.empty() || only == "grid") good = loads_near_linearly(registry, Shape::grid, sizes) && good;
  if (only.empty() || only == "stiff") good = stiff_steps_are_near_linear(registry, sizes) && good;
  return good ? 0 : 1;
}
