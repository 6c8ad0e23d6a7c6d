// The C++ side of tests/python/bench.py: the same work without Python. Prints nanoseconds.
//   beside run FILE STOP COUNT            nanoseconds a run of the diagram, values alone
//   beside steps PROGRAM LENGTH COUNT     nanoseconds a step of that many seconds
#include <stribeck/kernel.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <iterator>
#include <stribeck/stribeck.hpp>
#include <string>

namespace {

/// Time of the processor, so that what else the machine does counts little.
double ns_since(std::clock_t begin) { return 1e9 * static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC; }

double run(const std::string& file, const std::string& stop, int count) {
  stribeck::Simulation simulation(file);
  simulation.experiment("stop", stop);
  simulation.run();
  double best = HUGE_VAL;
  for (int repeat = 0; repeat < 5; ++repeat) {
    const auto begin = std::clock();
    for (int i = 0; i < count; ++i) {
      simulation.set("load.inertia", 1 + 1e-6 * i);
      simulation.run();
    }
    best = std::min(best, ns_since(begin) / count);
  }
  return best;
}

double steps(const std::string& file, double length_s, int count) {
  std::ifstream stream(file, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(stream), {}};
  stribeck_program* program = nullptr;
  stribeck_message why{};
  if (stribeck_program_read(bytes.data(), bytes.size(), file.c_str(), &program, &why) != stribeck_ok) return -1;
  double best = HUGE_VAL;
  for (int repeat = 0; repeat < 5; ++repeat) {
    stribeck_instance* instance = stribeck_instance_new(program);
    stribeck_experiment experiment{};
    stribeck_program_experiment(program, &experiment);
    experiment.stop_s = 1e300;
    stribeck_set_experiment(instance, &experiment);
    stribeck_initialise(instance, stribeck_steps);
    const auto begin = std::clock();
    for (int i = 0; i < count; ++i)
      if (stribeck_step_to(instance, stribeck_time(instance) + length_s, 0) != stribeck_ok) return -1;
    best = std::min(best, ns_since(begin) / count);
    stribeck_instance_free(instance);
  }
  stribeck_program_free(program);
  return best;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 5) return 2;
  const int count = std::atoi(argv[4]);
  std::printf("%.1f\n", std::string(argv[1]) == "run" ? run(argv[2], argv[3], count) : steps(argv[2], std::atof(argv[3]), count));
}
