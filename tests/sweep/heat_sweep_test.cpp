// What every component that dissipates shows of it: its loss and its heat.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <numeric>
#include <optional>

#include "every_component.h"
#include "expression/evaluate.h"
#include "expression/walk.h"
#include "whole_run.h"

namespace stribeck {
namespace {

/// The value of a symbol of the component "tested" in a row of a run; nothing for what is not shown, as the modes of frictions.
std::optional<double> shown(const ComponentRecord& record, const sweep::Draw& draw, std::int32_t symbol, const test::WholeRun& run,
                            std::size_t row) {
  const RecordSymbol& s = record.symbols[static_cast<std::size_t>(symbol)];
  if (s.kind == SymbolKind::time) return run.times()[row];
  if (s.kind == SymbolKind::parameter) {
    const ParameterDeclaration& parameter = record.parameters[static_cast<std::size_t>(s.index)];
    return parameter.list < 0 ? draw.parameters[static_cast<std::size_t>(s.index)]
                              : draw.lists[static_cast<std::size_t>(parameter.list)][static_cast<std::size_t>(parameter.entry)];
  }
  if (s.kind == SymbolKind::mode) return std::nullopt;
  return run["tested." + symbol_name(record, symbol)][row];
}

/// Whether the power can be told from what a row shows: no rates, tables, functions in C and modes.
bool is_told_by_rows(const ComponentRecord& record, ExprId power) {
  Walker walker;
  for (const std::int32_t i : walker.below(record.pool, std::vector<ExprId>{power})) {
    const Node& n = record.pool.node(i);
    if (n.op == Operator::derivative || is_table(n.op) || is_call(n.op)) return false;
    if (n.op == Operator::symbol && record.symbols[static_cast<std::size_t>(n.a)].kind == SymbolKind::mode) return false;
  }
  return true;
}

/// By the rule of Simpson over pairs of rows between events, and what is left by that of the trapezium.
double integral(const std::vector<double>& t, const std::vector<double>& y) {
  double sum = 0;
  for (std::size_t i = 0; i + 1 < t.size();) {
    const bool is_pair = i + 2 < t.size() && std::fabs((t[i + 2] - t[i + 1]) - (t[i + 1] - t[i])) < 1e-9 && t[i + 1] > t[i];
    sum += is_pair ? (t[i + 2] - t[i]) / 6 * (y[i] + 4 * y[i + 1] + y[i + 2]) : (t[i + 1] - t[i]) / 2 * (y[i] + y[i + 1]);
    i += is_pair ? 2 : 1;
  }
  return sum;
}

/// How far the heat of the component "tested" at the end is from the integral of its loss and what impacts took, over its largest value.
double deviation(const test::WholeRun& run) {
  const std::vector<double>&t = run.times(), &heat = run["tested.heat"];
  double jumps = 0, most = 0;
  for (std::size_t i = 0; i + 1 < t.size(); ++i) {
    if (t[i] == t[i + 1]) jumps += heat[i + 1] - heat[i];
    most = std::max(most, std::fabs(heat[i + 1]));
  }
  return std::max(0.0, std::fabs(integral(t, run["tested.loss"]) + jumps - heat.back()) - 1e-12) / std::max(most, 1e-300);
}

constexpr std::size_t kEvery = test::kSanitized ? 10 : 1;  // of the components

TEST_CASE("loss is the power that a component dissipates, and heat its integral and what the audit tells", "[heat]") {
  std::size_t components = 0, told_by_rows = 0;
  sweep::for_every_draw(1, 5, [&](const ComponentRecord& record, const sweep::Draw& draw, std::mt19937&) {
    if (record.dissipated == ExprId::none) return;
    if (++components % kEvery != 0) return;
    const auto run_with = [&](double interval_s, const std::string& outputs) {
      return test::run_text(sweep::diagram_around(record, draw, {.interval_s = interval_s, .outputs = outputs}));
    };
    const test::WholeRun run = run_with(5e-4, R"("tested.*")");
    const std::vector<double>&t = run.times(), &loss = run["tested.loss"], &heat = run["tested.heat"];
    const auto own = std::find_if(run.summary.audit.components.begin(), run.summary.audit.components.end(),
                                  [](const EnergyRow& row) { return row.instance == "tested"; });
    REQUIRE(own != run.summary.audit.components.end());
    CHECK(heat.front() == 0);
    CHECK(heat.back() == own->dissipated);
    for (std::size_t i = 0; i + 1 < t.size(); ++i)
      if (loss[i] >= 0 && loss[i + 1] >= 0) REQUIRE(heat[i + 1] >= heat[i] - 1e-9 * std::fabs(heat[i]) - 1e-15);
    // The power has kinks, and as that of a stiff stop peaks of some 10 us, of which only dense rows see anything.
    if (!test::kSanitized && deviation(run) > 1e-4) CHECK(deviation(run_with(2e-6, R"("tested.loss", "tested.heat")")) <= 1e-4);
    if (!is_told_by_rows(record, record.dissipated)) return;
    ++told_by_rows;
    double size = 1e-9;
    for (const double power : loss) size = std::max(size, std::fabs(power));
    for (std::size_t row = 1; row + 1 < t.size(); row += 7) {
      if (t[row] == t[row + 1] || t[row] == t[row - 1]) continue;  // a branch of the law may be the one before the event
      const double power = evaluate(record.pool, record.dissipated, [&](std::int32_t s) { return *shown(record, draw, s, run, row); });
      CAPTURE(t[row], power, loss[row]);
      CHECK(std::fabs(power - loss[row]) <= 1e-10 * size);
    }
  });
  CHECK(components > 200);
  CHECK(told_by_rows > 100 / kEvery);
}

TEST_CASE("a run is the same to the bit whether anybody asks for its heat or not", "[heat]") {
  std::size_t components = 0;
  sweep::for_every_draw(1, 6, [&](const ComponentRecord& record, const sweep::Draw& draw, std::mt19937&) {
    if (record.dissipated == ExprId::none || ++components % kEvery != 0) return;
    {  // an explicit method and an implicit one take turns
      const char* solver = components % 2 == 0 ? "dopri5" : "cvode";
      CAPTURE(solver);
      sweep::Surroundings plain{.stop_s = 0.25, .experiment = std::string(R"("solver": ")") + solver + '"'}, asked = plain;
      const test::WholeRun one = test::run_text(sweep::diagram_around(record, draw, plain));
      asked.outputs = R"("*.heat", "*.loss")";
      for (const OutputColumn& column : one.trajectory.columns()) asked.outputs += ", \"" + column.name + '"';
      const test::WholeRun other = test::run_text(sweep::diagram_around(record, draw, asked));
      REQUIRE(one.times() == other.times());
      for (const OutputColumn& column : one.trajectory.columns()) {
        CAPTURE(column.name);
        CHECK(one[column.name] == other[column.name]);
      }
      CHECK(one.summary.statistics.steps == other.summary.statistics.steps);
      CHECK(one.summary.audit.dissipated == other.summary.audit.dissipated);
    }
  });
}

TEST_CASE("no component of the library calls anything else its loss or its heat", "[heat]") {
  sweep::for_every_draw(1, 7, [](const ComponentRecord& record, const sweep::Draw&, std::mt19937&) {
    for (const char* name : {"loss", "heat"}) CHECK((record.find_variable(name) < 0 && record.find_connector(name) < 0));
  });
}

}  // namespace
}  // namespace stribeck
