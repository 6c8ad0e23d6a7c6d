#include "study/work.h"

#ifdef __linux__
#include <sys/prctl.h>
#endif
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <set>
#include <thread>
#include <utility>

#include "base/format.h"
#include "results/output_file.h"
#include "study/curves.h"
#include "study/sample_watch.h"
#include "study/ticking.h"

namespace stribeck {
namespace {

using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

/// False if interrupted.
bool run_chunk(StudyFolder& folder, std::int64_t chunk, SampleRunner& runner, Lease& lease, SampleWatch& watch,
               const std::atomic<bool>& interrupted) {
  std::uint64_t beats = 0;
  const Ticking beating(Seconds(folder.record().lease_s / 6), [&] { lease.beat(++beats); });
  const auto earlier = folder.earlier_rows_of(chunk);
  const auto marks = folder.marks_of(chunk);
  const CurveStore store(folder, runner.plan());
  // Curves of rows that are kept; where these are not there, the sample is run once more.
  const auto earlier_curves = earlier && store.is_wanted() ? store.read(chunk) : std::nullopt;
  std::vector<StudyRow> rows;
  std::vector<std::vector<double>> curves;
  for (std::int64_t i = folder.first_of(chunk); i < folder.end_of(chunk); ++i) {
    const std::size_t at = rows.size();
    if (earlier && earlier->at(at).status != SampleStatus::failed && (earlier_curves || !store.is_wanted())) {
      rows.push_back(earlier->at(at)), curves.push_back(earlier_curves ? earlier_curves->at(at) : std::vector<double>());
      continue;
    }
    curves.emplace_back();
    std::optional<StudyRow> row;
    if (const auto mark = marks.find(i); mark != marks.end()) {
      row = runner.without_run(i, marked_sample(mark->second, runner.plan().limit_s));
    } else {
      watch.begin(i);
      row = runner.run(i, &watch.stop(), &curves.back());
      watch.end();
      if (!row && watch.is_too_long()) row = runner.without_run(i, too_long(runner.plan().limit_s));
    }
    if (!row || interrupted) return false;
    rows.push_back(std::move(*row));
  }
  try {
    store.write(chunk, curves);  // before the rows: where these are, the curves are
  } catch (const Failure&) {
    if (!folder.is_done(chunk)) throw;  // another worker was first, and the study may have been tidied up
    return true;
  }
  folder.finish(chunk, std::move(rows));
  return true;
}

void wait_a_little(double seconds, const std::atomic<bool>& interrupted) {
  const auto end = Clock::now() + Seconds(seconds);
  while (!interrupted && Clock::now() < end) std::this_thread::sleep_for(std::chrono::milliseconds(20));
}

}  // namespace

bool work(StudyFolder& folder, const StudyPlan& plan, Registry& registry, const std::atomic<bool>& interrupted, WorkerProcess process) {
  SampleRunner runner(plan, registry);
  SampleWatch watch(folder, plan.limit_s, interrupted, process);
  while (true) {
    const std::vector<bool> done = folder.listed();
    bool any_left = false, any_taken = false;
    for (std::int64_t chunk = 0; chunk < folder.chunks(); ++chunk) {
      if (done[static_cast<std::size_t>(chunk)] || folder.is_done(chunk)) continue;
      any_left = true;
      std::optional<Lease> lease = folder.claim(chunk);
      if (!lease) continue;
      any_taken = true;
      if (!run_chunk(folder, chunk, runner, *lease, watch, interrupted)) return false;
    }
    if (!any_left) return true;
    if (!any_taken) wait_a_little(std::min(0.2, folder.record().lease_s / 10), interrupted);
    if (interrupted) return false;
  }
}

std::int64_t measured_chunk(const StudyPlan& plan, Registry& registry) {
  constexpr double kChunk_s = 0.5, kMeasured_s = 0.05;
  constexpr std::int64_t kMostMeasured = 20, kMostAsked = 100, kFewestChunks = 16, kMost = 10'000;
  constexpr std::int64_t kMostNumbers = 2'000'000;  // of curves that a worker keeps in memory: 16 MB
  std::atomic<bool> is_enough = false;
  const Ticking limit(Seconds(kChunk_s), [&] { is_enough = true; });
  SampleRunner runner(plan, registry);
  bool is_compiled = false;  // by the first sample that runs
  double first_s = 0;
  // The first samples that run, spread over the study; those that fail or are excluded take less time, and count where none else runs.
  std::int64_t count = 0, others = 0;
  double passed = 0, others_s = 0;
  for (std::int64_t k = 0; k < kMostAsked && count < kMostMeasured && passed < kMeasured_s; ++k) {
    const auto begin = Clock::now();
    const auto row = runner.run(k * plan.count / kMostAsked, &is_enough);
    if (!row) return 1;
    const double took = Seconds(Clock::now() - begin).count();
    if (row->status != SampleStatus::done)
      ++others, others_s += took;
    else if (!std::exchange(is_compiled, true))
      first_s = took;
    else
      ++count, passed += took;
  }
  if (count == 0 && is_compiled) count = 1, passed = first_s;
  if (count == 0) count = others, passed = others_s;
  const auto chunk = static_cast<std::int64_t>(kChunk_s * static_cast<double>(count) / std::max(passed, 1e-6));
  const auto numbers = static_cast<std::int64_t>(plan.curves.size() * plan.curve_times_s.size());
  const std::int64_t most = numbers > 0 ? std::clamp(kMostNumbers / numbers, std::int64_t{1}, kMost) : kMost;
  return std::clamp(std::min(chunk, plan.count / kFewestChunks), std::int64_t{1}, most);
}

std::int64_t suitable_chunk(const StudyPlan& plan, Registry& registry) {
  std::array<int, 2> ends{};
  if (::pipe(ends.data()) != 0) return 1;
  const pid_t child = ::fork();
  std::int64_t chunk = 1;
  if (child == 0) {
    try {
      chunk = measured_chunk(plan, registry);
    } catch (const std::exception&) {  // told by the workers
    }
    ::_exit(::write(ends[1], &chunk, sizeof chunk) == sizeof chunk ? 0 : 1);
  }
  ::close(ends[1]);
  if (child < 0 || ::read(ends[0], &chunk, sizeof chunk) != sizeof chunk) chunk = 1;
  ::close(ends[0]);
  if (child > 0) ::waitpid(child, nullptr, 0);
  return chunk;
}

void StudyTally::update() {
  const std::vector<bool> listed = folder_.listed();
  for (std::size_t chunk = 0; chunk < listed.size(); ++chunk) {
    if (!listed[chunk] || counted_[chunk]) continue;
    const auto rows = folder_.rows_of(static_cast<std::int64_t>(chunk));
    if (!rows) continue;
    counted_[chunk] = true;
    for (const StudyRow& row : *rows) {
      ++(row.status == SampleStatus::done ? done : row.status == SampleStatus::failed ? failed : excluded);
      if (row.status == SampleStatus::failed) ++by_code[row.code];
    }
  }
}

bool supervise(const StudyFolder& folder, int workers, const std::function<int()>& worker, const std::atomic<bool>& interrupted,
               const std::function<void(const StudyTally&)>& told) {
  constexpr int kMostDeaths = 20;  // without any chunk in between
  const pid_t parent = ::getpid();
  std::set<pid_t> running;
  const auto begin_one = [&] {
    const pid_t child = ::fork();
    if (child == 0) {
      int status = 1;
#ifdef __linux__
      ::prctl(PR_SET_PDEATHSIG, SIGTERM);  // who kills the study means all of it
#endif
      if (::getppid() == parent) status = worker();
      ::_exit(status);
    }
    if (child > 0) running.insert(child);
  };
  const auto begin_all = [&] {
    while (std::cmp_less(running.size(), workers)) {
      const std::size_t before = running.size();
      begin_one();
      if (running.size() == before) break;  // no more processes to be had: those that there are do it
    }
  };
  StudyTally tally(folder);
  tally.update();
  begin_all();
  int deaths = 0;
  while (!running.empty()) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    if (interrupted)
      for (const pid_t child : running) ::kill(child, SIGTERM);
    int status = 0;
    bool was_killed = false;
    while (true) {
      const pid_t child = ::waitpid(-1, &status, interrupted ? 0 : WNOHANG);
      if (child <= 0) break;
      running.erase(child);
      was_killed = was_killed || WIFSIGNALED(status) || (WIFEXITED(status) && WEXITSTATUS(status) == kInterruptedWorker);
    }
    if (interrupted) break;
    const std::int64_t before = tally.rows();
    tally.update();
    told(tally);
    if (tally.rows() > before) deaths = 0;
    if (was_killed && ++deaths < kMostDeaths) begin_all();
  }
  tally.update();
  return tally.is_complete();
}

StudyTally write_table(const StudyFolder& folder, const StudyPlan& plan, const std::string& path) {
  StudyTally tally(folder);
  tally.update();
  OutputFile table(path);
  table.write(table_head(plan));
  for (std::int64_t chunk = 0; chunk < folder.chunks(); ++chunk)
    if (const auto rows = folder.rows_of(chunk))
      for (const StudyRow& row : *rows) table.write(row.line);
  table.commit();
  return tally;
}

}  // namespace stribeck
