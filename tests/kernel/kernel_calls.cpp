// kernel_calls FILE THREADS CALLS: each thread has instances of one program file and makes so many calls of the C interface, wanted and
// unwanted ones in any order, with sane and mad numbers. No call crashes; a state that was saved comes back with the outputs that it had.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <limits>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "stribeck/kernel.h"

namespace {

using Random = std::mt19937_64;

std::size_t below(Random& random, std::size_t bound) { return bound == 0 ? 0 : random() % bound; }

double some_number(Random& random) {
  const double mad[] = {0, -1, 1e300, -1e-300, std::nan(""), std::numeric_limits<double>::infinity()};
  const std::size_t which = below(random, 60);
  return which < 6 ? mad[which] : std::uniform_real_distribution<double>(-2, 2)(random);
}

struct Caller {
  stribeck_program* program;
  Random random;
  stribeck_instance* instance = stribeck_instance_new(program);
  std::vector<unsigned char> saved{};
  std::vector<double> outputs_then{};
  int differ = 0;
  long counts[5] = {0, 0, 0, 0, 0};

  std::vector<double> outputs() {
    std::vector<std::size_t> numbers(stribeck_count(program, stribeck_output));
    for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = i;
    std::vector<double> values(numbers.size());
    if (note(stribeck_get(instance, stribeck_output, numbers.size(), numbers.data(), values.data())) != stribeck_ok) values.clear();
    return values;
  }
  stribeck_status note(stribeck_status status) {
    ++counts[status];
    return status;
  }
  double span() const {
    stribeck_experiment experiment;
    stribeck_program_experiment(program, &experiment);
    return experiment.stop_s - experiment.start_s;
  }

  void set_some(stribeck_kind kind) {
    const std::size_t count = below(random, 3);
    std::vector<std::size_t> numbers(count);
    std::vector<double> values(count), slopes(count);
    for (std::size_t i = 0; i < count; ++i) {
      numbers[i] = below(random, stribeck_count(program, kind) + 1);
      values[i] = some_number(random), slopes[i] = some_number(random);
      stribeck_variable known;
      if (kind == stribeck_parameter && stribeck_describe(program, kind, numbers[i], &known) == stribeck_ok && below(random, 4) > 0)
        values[i] = known.value * (1 + 0.01 * static_cast<double>(below(random, 3)));
    }
    if (kind == stribeck_parameter)
      note(stribeck_set_parameters(instance, count, numbers.data(), values.data()));
    else
      note(stribeck_set_inputs(instance, count, numbers.data(), values.data(), below(random, 2) == 0 ? nullptr : slopes.data()));
  }

  void save() {
    const void* bytes = nullptr;
    std::size_t size = 0;
    if (note(stribeck_save(instance, &bytes, &size)) != stribeck_ok) return;
    saved.assign(static_cast<const unsigned char*>(bytes), static_cast<const unsigned char*>(bytes) + size);
    outputs_then = outputs();
  }

  void restore() {
    if (saved.empty()) return;
    if (below(random, 4) == 0) {  // damaged
      std::vector<unsigned char> damaged = saved;
      damaged[below(random, damaged.size())] ^= static_cast<unsigned char>(1 + below(random, 255));
      damaged.resize(below(random, 2) == 0 ? damaged.size() : below(random, damaged.size()));
      note(stribeck_restore(instance, damaged.data(), damaged.size()));
      return;
    }
    if (note(stribeck_restore(instance, saved.data(), saved.size())) != stribeck_ok) return;
    const std::vector<double> again = outputs();
    const bool same =
        again.size() == outputs_then.size() && std::memcmp(again.data(), outputs_then.data(), again.size() * sizeof(double)) == 0;
    differ += same ? 0 : 1;
  }

  void of_the_caller() {
    const std::size_t n = stribeck_count(program, stribeck_state);
    std::vector<double> x(n + 1), y(n + 1), z(stribeck_count_indicators(instance) + 1);
    for (std::size_t i = 0; i < n; ++i) {
      stribeck_get(instance, stribeck_state, 1, &i, &x[i]);
      if (below(random, 8) == 0) x[i] += 1e-3 * some_number(random);
    }
    const double time = stribeck_time(instance) + (below(random, 3) == 0 ? 1e-3 * span() : 0);
    note(stribeck_place(instance, time, x.data()));
    note(stribeck_derivatives(instance, y.data()));
    note(stribeck_indicators(instance, z.data()));
    if (below(random, 4) == 0) note(stribeck_jacobian_times(instance, x.data(), y.data()));
    int is_event = 0;
    note(stribeck_complete_step(instance, &is_event));
    double next = 0;
    if (is_event != 0 || below(random, 6) == 0) note(stribeck_happen(instance, &next));
  }

  void call() {
    switch (below(random, 24)) {
      case 0:
        return stribeck_reset(instance);
      case 1:
        note(stribeck_initialise(instance, stribeck_equations));
        return;
      case 2:
      case 3:
        note(stribeck_initialise(instance, stribeck_steps));
        return;
      case 4:
        return set_some(stribeck_parameter);
      case 5:
      case 6:
        return set_some(stribeck_input);
      case 7:
        return save();
      case 8:
        return restore();
      case 9: {
        stribeck_experiment experiment;
        stribeck_program_experiment(program, &experiment);
        if (below(random, 2) == 0) experiment.rtol = some_number(random);
        if (below(random, 3) == 0) std::snprintf(experiment.solver, sizeof experiment.solver, "%s", "rk9");
        note(stribeck_set_experiment(instance, &experiment));
        return;
      }
      case 10:
        note(stribeck_step_to(instance, some_number(random), 0));
        return;
      case 11:
      case 12:
      case 13:
      case 14:
        return of_the_caller();
      case 15:
        outputs();
        return;
      default: {
        const double ahead = 0.02 * span() * static_cast<double>(below(random, 4));
        note(stribeck_step_to(instance, stribeck_time(instance) + ahead, static_cast<int>(below(random, 2))));
      }
    }
  }
};

}  // namespace

int main(int count, char** arguments) {
  if (count != 4) return std::fprintf(stderr, "usage: kernel_calls FILE THREADS CALLS\n"), 2;
  std::ifstream file(arguments[1], std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
  stribeck_program* program = nullptr;
  stribeck_message why;
  if (stribeck_program_read(bytes.data(), bytes.size(), arguments[1], &program, &why) != stribeck_ok)
    return std::fprintf(stderr, "%s\n", why.text), 1;
  std::vector<Caller> callers;
  for (int k = 0; k < std::atoi(arguments[2]); ++k) callers.push_back({program, Random(static_cast<std::uint64_t>(k))});
  std::vector<std::thread> threads;
  for (Caller& caller : callers)
    threads.emplace_back([&caller, calls = std::atoi(arguments[3])] {
      for (int k = 0; k < calls; ++k) caller.call();
    });
  for (std::thread& thread : threads) thread.join();
  stribeck_program_free(program);
  int differ = 0;
  long counts[5] = {0, 0, 0, 0, 0};
  for (const Caller& caller : callers) {
    differ += caller.differ;
    for (int k = 0; k < 5; ++k) counts[k] += caller.counts[k];
    stribeck_instance_free(caller.instance);
  }
  std::printf("%ld done, %ld refused, %ld failed, %ld ended, %ld undefined; %d restored with other outputs\n", counts[0], counts[1],
              counts[2], counts[3], counts[4], differ);
  return differ == 0 ? 0 : 1;
}
