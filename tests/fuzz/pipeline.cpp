// A random diagram of real components through the whole road: it runs for some steps or it is refused with a code.
#include <cmath>

#include "checks.h"
#include "pipeline.h"
#include "random_diagram.h"

using namespace stribeck;

namespace {

constexpr int kSteps = 60;  // an interruption is asked for after so many

struct Rows : RowSink {
  std::vector<OutputColumn> columns;
  double last_s = -HUGE_VAL;
  void begin(const std::vector<OutputColumn>& c) override { columns = c; }
  void row(double time_s, const double* values) override {
    fuzz::require(time_s >= last_s, "rows follow each other in time");
    last_s = time_s;
    for (std::size_t i = 0; i < columns.size(); ++i) fuzz::require(!std::isnan(values[i]), "a row has numbers", columns[i].name);
  }
};

void load_and_run(Registry& registry, const std::string& text, bool explained) {
  RunOptions options;
  const ModelPtr model = load(registry, "fuzz.json", options, &text);
  if (explained)
    for (const std::string& stage : stage_names()) fuzz::require(!explain(*model, stage).empty(), "every stage can be explained", stage);
  fuzz::require(!explained || !explain_causality(*model, CausalityForm::text).empty(), "the causality can be reported");

  std::atomic<bool> interrupted = false;
  int steps = 0;
  options.interrupted = &interrupted;
  options.progress = [&](double, double, std::int64_t) { interrupted = ++steps >= kSteps; };
  Rows rows;
  const RunSummary summary = run(*model, rows, options);
  fuzz::require(summary.interrupted || summary.reached_s == summary.stop_s, "a run that is not interrupted reaches its end");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static Registry registry = [] {
    Registry made;
    add_builtin_components(made);
    return made;
  }();
  static const std::vector<std::string> types = registry.types();
  static const bool shown = std::getenv("STRIBECK_FUZZ_SHOW") != nullptr;
  FuzzedDataProvider bytes(data, size);
  const bool explained = bytes.ConsumeIntegralInRange(0, 15) == 0;
  const std::string text = fuzz::RandomDiagram(registry, types, bytes).text();
  if (shown) std::fputs(text.c_str(), stdout), std::fflush(stdout);
  try {
    load_and_run(registry, text, explained);
  } catch (const Failure& failure) {
    if (shown) std::puts(failure.what());
    fuzz::require_good(failure, text);
  }
  return 0;
}
