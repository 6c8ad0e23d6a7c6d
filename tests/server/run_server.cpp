// Runs diagrams that arrive on standard input, one after the other, and answers on standard output with what `stribeck run` would say and
// write.
//
//   request   name_bytes text_bytes plain verify most_steps milliseconds solver\n  name text
//   answer    status code text_bytes names_bytes columns rows steps exchanged_J\n  text names (time, then columns)
//
// Numbers of a header are decimal; "-" stands for no solver and no code. `text` is what is said; `names` has a line a column, then a line a
// component with what it dissipated; times and columns are doubles as in memory. A run of more than `most_steps`, or of so many
// milliseconds of the processor, ends as "long"; if it does not let itself be ended, the process ends with kHangs.
#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdio>
#include <iostream>
#include <new>
#include <sstream>

#include "../choices.h"
#include "base/constants.h"
#include "base/format.h"
#include "base/interruption.h"
#include "base/memory.h"
#include "component/registry.h"
#include "pipeline.h"
#include "results/trajectory.h"
#include "simulation/rows/motion_check.h"
#include "verification/second_lane.h"

namespace {

using namespace stribeck;

constexpr int kHangs = 98;
constexpr long kHard_s = 20;                // of the processor, after which a run that does not let itself be ended is given up
constexpr rlim_t kMostMemory = 3ULL << 30;  // bytes; sanitizers take more than any limit, and are left without
std::atomic<bool> interrupted = false;
std::atomic<bool> is_late = false;

extern "C" void on_late(int) {
  if (is_late.exchange(true)) _exit(kHangs);
  interrupted = true;
}

void allow_milliseconds(long soft) {
  is_late = interrupted = false;
  const itimerval timer{{soft > 0 ? kHard_s : 0, 0}, {soft / 1000, soft % 1000 * 1000}};
  setitimer(ITIMER_PROF, &timer, nullptr);
}

struct Request {
  std::string name, text;
  RunOptions options;
  std::int64_t most_steps = 0;
  long milliseconds = 0;
};

struct Answer {
  int status = 0;
  std::string code = "-", text;
  std::int64_t steps = 0;
  double exchanged_J = 0;
  Trajectory rows;
  std::vector<EnergyRow> energies;
};

bool read(std::istream& in, Request& request) {
  std::string header, solver;
  if (!std::getline(in, header)) return false;
  std::istringstream fields(header);
  std::size_t name_bytes = 0, text_bytes = 0;
  fields >> name_bytes >> text_bytes >> request.options.plain >> request.options.verify >> request.most_steps >> request.milliseconds >>
      solver;
  if (solver != "-") request.options.solver = solver;
  request.name.resize(name_bytes), request.text.resize(text_bytes);
  in.read(request.name.data(), static_cast<std::streamsize>(name_bytes));
  in.read(request.text.data(), static_cast<std::streamsize>(text_bytes));
  return static_cast<bool>(in) && static_cast<bool>(fields);
}

void take(Answer& answer, const Failure& failure) {
  const bool is_long = is_interruption(failure);
  answer.status = is_long ? 1 : failure.exit_status();
  answer.code = is_long ? "long" : describe(failure.diagnostics().front().code).code;
  for (const Diagnostic& diagnostic : failure.diagnostics()) answer.text += to_text(diagnostic);
}

void take(Answer& answer, const RunSummary& summary) {
  for (const Diagnostic& note : summary.notes) answer.text += to_text(note);
  answer.steps = summary.statistics.steps;
  answer.exchanged_J = summary.audit.exchanged;
  answer.energies = summary.audit.components;
  if (summary.interrupted) {
    answer.status = 1;
    answer.code = "long";
    answer.text += fmt::format("reached {} s with {} steps and {} events\n", summary.reached_s, answer.steps, summary.events);
  }
  std::vector<Diagnostic> found;
  if (summary.verification && summary.verification->residual > kVerifiedResidual) found.push_back(unverified(*summary.verification));
  if (summary.motion && !is_motion_verified(*summary.motion)) found.push_back(unverified(*summary.motion));
  if (!found.empty()) take(answer, Failure(std::move(found)));
}

Answer run(Registry& registry, Request& request) {
  Answer answer;
  request.options.interrupted = &interrupted;
  std::int64_t steps = 0;
  request.options.progress = [&](double, double, std::int64_t events) {
    interrupted = interrupted || ++steps + events > request.most_steps;
  };
  try {
    const ModelPtr model = load(registry, request.name, request.options, &request.text);
    take(answer, run(*model, answer.rows, request.options));
  } catch (const Failure& failure) {
    take(answer, failure);
  } catch (const std::bad_alloc&) {
    answer.status = 1, answer.code = "memory", answer.text = "the machine has no memory left for this diagram\n";
  } catch (const std::exception& error) {
    answer.status = 1, answer.text = std::string("stribeck itself is at fault: ") + error.what();
  }
  return answer;
}

void write(std::ostream& out, const Answer& answer) {
  std::string names;
  for (const OutputColumn& column : answer.rows.columns()) names += column.name + "\n";
  for (const EnergyRow& row : answer.energies) names += fmt::format("{} {}\n", row.instance, row.dissipated);
  const std::vector<double>& times = answer.rows.times_s();
  out << fmt::format("{} {} {} {} {} {} {} {}\n", answer.status, answer.code, answer.text.size(), names.size(),
                     answer.rows.columns().size(), times.size(), answer.steps, answer.exchanged_J)
      << answer.text << names;
  const auto numbers = [&](const std::vector<double>& values) {
    out.write(reinterpret_cast<const char*>(values.data()), static_cast<std::streamsize>(values.size() * sizeof(double)));
  };
  numbers(times);
  for (std::size_t c = 0; c < answer.rows.columns().size(); ++c) numbers(answer.rows.values(c));
  out.flush();
}

}  // namespace

int main() {
  keep_freed_memory();
  std::ios::sync_with_stdio(false);
  std::signal(SIGPROF, on_late);
  if (!test::kSanitized) {
    const rlimit memory{kMostMemory, kMostMemory};
    setrlimit(RLIMIT_AS, &memory);
  }
  Registry registry;
  add_builtin_components(registry);
  for (Request request; read(std::cin, request); request = {}) {
    allow_milliseconds(request.milliseconds);
    const Answer answer = run(registry, request);
    allow_milliseconds(0);
    write(std::cout, answer);
  }
  return 0;
}
