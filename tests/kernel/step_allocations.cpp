// step_allocations FILE...: runs program files with every integrator, those of SUNDIALS among them, alone and looked at from outside, and
// prints how often a step asked for memory: "FILE SOLVER: A allocations in S steps" for runs, and the same with "looks" for the latter.
//
// A step is what lies between two reports of progress: it is tried, perhaps rejected, searched for events and accepted, and rows in it are
// evaluated. Work areas grow in the first half of a run, which does not count. Neither do, as they allocate:
//   events, which make labels and decide on modes with matrices of the size of the elements that take part;
//   the beginning of a leg, which makes a record of the run: there is only one leg here;
//   loops in which more sticks than the motion determines (program/shared_solve.cpp), whose least-norm solution Eigen finds;
//   the first trial of each implicit method by `auto`, which makes it.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "count_allocations.h"
#include "program/image.h"
#include "simulation/integrator.h"
#include "simulation/loop/image_run.h"

namespace {

using namespace stribeck;

class StepCount {
 public:
  StepCount(double start_s, double stop_s) : half_s_(start_s + 0.5 * (stop_s - start_s)) {}
  void step(double time_s, std::int64_t events) {
    if (time_s > half_s_ && events == events_) {
      ++steps_;
      allocations_ += test::allocations() - last_;
    }
    events_ = events;
    last_ = test::allocations();
  }
  long steps() const { return steps_; }
  long allocations() const { return allocations_; }

 private:
  double half_s_;
  std::int64_t events_ = -1;
  long last_ = 0, steps_ = 0, allocations_ = 0;
};

/// `looks`: goes on by short pieces and evaluates a row and the states at the end of each, as kernel/instance.cpp does.
void count(const ProgramImage& image, const char* file, std::string_view solver, bool looks) {
  RunSettings settings = settings_of(image.experiment);
  settings.solver = solver;
  settings.is_stepped = looks;
  settings.leg = {.steps = INT64_MAX, .operations = 1e300};
  StepCount count(settings.start_s, settings.stop_s);
  settings.progress = [&](double time_s, double /*stop_s*/, std::int64_t events) { count.step(time_s, events); };
  NoRows rows;
  const std::vector<double> parameters = image.parameter_values();
  ImageRun run(image, parameters, rows, settings);
  if (looks) {
    constexpr int kPieces = 2000;
    HybridLoop& loop = run.loop();
    std::vector<double> states(static_cast<std::size_t>(image.program.states()));
    loop.begin();
    for (int k = 1; k <= kPieces && !loop.is_over(); ++k) {
      const double t = settings.start_s + (settings.stop_s - settings.start_s) * k / kPieces;
      loop.go_to(t);
      loop.look(loop.reached(t));
      loop.states(loop.reached(t), states);
    }
  } else {
    run.run();
  }
  std::printf("%s %.*s: %ld allocations in %ld steps%s\n", file, static_cast<int>(solver.size()), solver.data(), count.allocations(),
              count.steps(), looks ? " with looks" : "");
}

}  // namespace

int main(int number, char** arguments) {
  const long before = test::allocations();
  { const std::vector<double> noticed(1000); }
  if (test::allocations() == before) return std::fprintf(stderr, "allocations are not counted\n"), 2;
  for (int k = 1; k < number; ++k) {
    std::ifstream file(arguments[k], std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    try {
      const ProgramImage image = read_image(bytes, arguments[k]);
      for (const IntegratorRow& row : integrators()) {
        for (const bool looks : {false, true}) count(image, arguments[k], row.name, looks);
      }
    } catch (const Failure& failure) {
      return std::fprintf(stderr, "%s\n", failure.what()), 1;
    }
  }
  return 0;
}
