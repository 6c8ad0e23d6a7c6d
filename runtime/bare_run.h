#pragma once
// Runs of a program without rows, for analyses that make many of them.
#include <string>
#include <utility>
#include <vector>

#include "analysis/sensitivity.h"
#include "base/interruption.h"
#include "compile/outputs.h"
#include "program/machine.h"
#include "results/layout.h"
#include "simulation/loop/hybrid_loop.h"
#include "simulation/rows/energy_audit.h"

namespace stribeck {

/// An analysis needs all of a run. Throws Failure run.interrupted.
inline void refuse_interrupted(const RunSummary& summary, std::string because = {}) {
  if (!summary.interrupted) return;
  throw Failure(Diagnostic{.code = ErrorCode::run_interrupted,
                           .message = "the run was interrupted at t = " + with_prefix(summary.reached_s, "s"),
                           .where = {},
                           .because = std::move(because),
                           .remedy = {},
                           .details = {}});
}

struct Nobody : RowSink {
  void begin(const std::vector<OutputColumn>& /*columns*/) override {}
  void row(double /*time_s*/, const double* /*values*/) override {}
};

/// A run of a program without rows.
struct BareRun {
  Machine machine;
  Nobody nobody;
  RowWriter rows;
  HybridLoop loop;
  BareRun(const Program& program, const std::vector<double>& parameters, const OutputSelection& outputs, const FlatSystem& flat,
          const RunSettings& settings)
      : machine(program, parameters),
        rows(machine, nobody, outputs.expressions.size(), outputs.columns, audit_outputs(program.audit),
             heat_sources(program.audit, outputs.heats), row_formulas(outputs, flat)),
        loop(machine, rows, settings) {}
};

/// The start and the events of runs of one program, repeated with other values.
struct RunRepeater : EventRepeater {
  const OutputSelection& outputs;
  const FlatSystem& flat;
  const Program& program;
  RunSettings settings;
  RunRepeater(const OutputSelection& o, const FlatSystem& f, const Program& p, const RunSettings& s)
      : outputs(o), flat(f), program(p), settings(s) {
    settings.follower = nullptr, settings.progress = {}, settings.at_leg = {}, settings.chosen_rows = nullptr;
  }
  After after(BareRun& run) {
    const bool exists = &run.machine.program() == &program;
    return {.x = run.loop.state(),
            .discretes = exists ? discrete_values(run.machine) : std::vector<double>(),
            .modes = held_modes(run.machine),
            .exists = exists};
  }
  After start(const std::vector<double>& parameters, const std::vector<double>& changes) override {
    RunSettings own = settings;
    for (std::size_t t = 0; t < changes.size(); ++t) (*own.targets)[t].value += changes[t];
    try {
      BareRun run(program, parameters, outputs, flat, own);
      run.loop.begin();
      return after(run);
    } catch (const Failure& failure) {
      if (is_interruption(failure)) throw;
      return {};
    }
  }
  After event(const std::string& record, double t, std::span<const double> x, const std::vector<double>& discretes,
              const std::vector<double>& parameters) override {
    RunSettings own = settings;
    own.from_outside = true, own.resume = &record, own.span_s = settings.stop_s - settings.start_s;
    own.stop_s = HUGE_VAL;
    try {
      BareRun run(program, parameters, outputs, flat, own);
      run.loop.begin();
      run.loop.take_parameters(parameters);
      std::vector<GivenValue> given;
      for (std::size_t d = 0; d < discretes.size(); ++d) given.push_back({static_cast<std::int32_t>(d), -1, discretes[d]});
      run.loop.tell(given);
      run.loop.place(t, x);
      run.loop.happen();
      return after(run);
    } catch (const Failure& failure) {
      if (is_interruption(failure)) throw;
      return {};
    }
  }
  /// Of the outputs at the end, between a whole run with so much more of a quantity and what they are.
  std::vector<double> differences(const Direction& direction, double step, std::vector<double> parameters, const SensitivityRows& rows,
                                  const std::vector<LinearVariable>& shown) const {
    RunSettings own = settings;
    for (std::size_t p = 0; p < parameters.size(); ++p) parameters[p] += step * direction.all_parameters[p];
    for (std::size_t t = 0; t < direction.targets.size(); ++t) (*own.targets)[t].value += step * direction.targets[t];
    std::vector<double> values;
    try {
      BareRun run(program, parameters, outputs, flat, own);
      refuse_interrupted(run.loop.run());
      run.machine.run(Section::outputs);
      const Snapshot end = run.machine.snapshot();
      for (std::size_t o = 0; o < shown.size(); ++o)
        values.push_back((end.value(end.program().outputs[rows.outputs[o]]) - shown[o].value) / step);
    } catch (const Failure& failure) {
      if (is_interruption(failure)) throw;
      values.assign(shown.size(), std::numeric_limits<double>::quiet_NaN());
    }
    return values;
  }
};

}  // namespace stribeck
