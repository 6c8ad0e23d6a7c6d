// run_program FILE: the rows of a program file on standard output, as CSV with all digits.
// run_program FILE THREADS RUNS: one program, which so many threads share; each runs it so often, and every run must have the same rows.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

#include "program/image.h"
#include "simulation/loop/image_run.h"
#include "simulation/rows/energy_audit.h"

namespace {

using namespace stribeck;

class Rows : public RowSink {
 public:
  explicit Rows(std::size_t columns) : columns_(columns) {}
  void begin(const std::vector<OutputColumn>&) override {}
  void row(double time_s, const double* values) override {
    numbers.push_back(time_s);
    numbers.insert(numbers.end(), values, values + columns_);
  }
  std::vector<double> numbers;

 private:
  std::size_t columns_;
};

std::vector<double> rows_of(const ProgramImage& image) {
  const std::vector<double> parameters = image.parameter_values();
  const RunSettings settings = settings_of(image.experiment);
  Rows rows(image.columns.size());
  ImageRun(image, parameters, rows, settings).run();
  return rows.numbers;
}

/// How many runs had other rows than the first.
int run_in_threads(const ProgramImage& image, int threads, int runs) {
  const std::vector<double> first = rows_of(image);
  std::vector<int> differ(static_cast<std::size_t>(threads), 0);
  std::vector<std::thread> working;
  for (int& count : differ)
    working.emplace_back([&] {
      for (int run = 0; run < runs; ++run) {
        const std::vector<double> again = rows_of(image);
        const bool same = again.size() == first.size() && std::memcmp(again.data(), first.data(), first.size() * sizeof(double)) == 0;
        count += same ? 0 : 1;
      }
    });
  for (std::thread& thread : working) thread.join();
  int all = 0;
  for (const int count : differ) all += count;
  std::printf("%d threads, %d runs each: %d differ\n", threads, runs, all);
  return all;
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 2 && count != 4) return std::fprintf(stderr, "usage: run_program FILE [THREADS RUNS]\n"), 2;
  try {
    std::ifstream file(arguments[1], std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    const ProgramImage image = read_image(bytes, arguments[1]);
    if (count == 4) return run_in_threads(image, std::atoi(arguments[2]), std::atoi(arguments[3])) == 0 ? 0 : 1;
    std::string text = "time";
    for (const OutputColumn& column : image.columns) text += "," + column.name;
    const std::vector<double> numbers = rows_of(image);
    for (std::size_t k = 0; k < numbers.size(); ++k) {
      char number[32];
      std::snprintf(number, sizeof number, "%.17g", numbers[k]);
      text += (k % (image.columns.size() + 1) == 0 ? "\n" : ",") + std::string(number);
    }
    std::printf("%s\n", text.c_str());
  } catch (const Failure& failure) {
    return std::fprintf(stderr, "%s\n", failure.what()), 1;
  }
  return 0;
}
