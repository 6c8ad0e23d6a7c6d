#pragma once
// What documents tell of an optimisation.
#include <string>
#include <vector>

#include "documents.h"
#include "drawing/plot.h"
#include "optimise/optimise.h"
#include "results/document.h"

namespace stribeck::cli {

struct ToldVariable {
  std::string name, unit;
  double value = 0, low = 0, high = 0;
};
struct ToldCondition {
  std::string text;
  double missed = 0;
};
struct ToldNumber {
  std::string name, unit;
  std::optional<double> value;
};
struct ToldSearch {
  std::vector<double> start, end;
  std::optional<double> objective;
  std::int64_t runs = 0;
  bool converged = false;
  std::string why;
};
struct ToldOptimum {
  const Optimum* optimum = nullptr;
};

inline const document::Shape<ToldVariable>& shape_of(const ToldVariable*) {
  static const auto shape = document::Shape<ToldVariable>()
                                .key("name", "of the factor", &ToldVariable::name)
                                .key("unit", "of the SI; empty for pure numbers", &ToldVariable::unit)
                                .key("value", "that was found", &ToldVariable::value)
                                .key("low", "its bound", &ToldVariable::low)
                                .key("high", "the same", &ToldVariable::high);
  return shape;
}
inline const document::Shape<ToldCondition>& shape_of(const ToldCondition*) {
  static const auto shape = document::Shape<ToldCondition>()
                                .key("condition", "as the plan has it", &ToldCondition::text)
                                .key("missed", "left side less right one, or the other way: zero or less holds", &ToldCondition::missed);
  return shape;
}
inline const document::Shape<ToldNumber>& shape_of(const ToldNumber*) {
  static const auto shape = document::Shape<ToldNumber>()
                                .key("name", "of the scalar", &ToldNumber::name)
                                .key("unit", "of the SI; empty for pure numbers", &ToldNumber::unit)
                                .key("value", "of the best run; null: there is no such number", &ToldNumber::value);
  return shape;
}
inline const document::Shape<ToldSearch>& shape_of(const ToldSearch*) {
  static const auto shape = document::Shape<ToldSearch>()
                                .key("start", "values of the factors, SI", &ToldSearch::start)
                                .key("end", "the best that it found; empty if it found none", &ToldSearch::end)
                                .key("objective", "there; null if it found none", &ToldSearch::objective)
                                .key("runs", "that it made", &ToldSearch::runs)
                                .key("converged", "or why not: see `why`", &ToldSearch::converged)
                                .key("why", "it ended", &ToldSearch::why);
  return shape;
}

inline std::vector<ToldVariable> variables_of(const Optimum& optimum) {
  std::vector<ToldVariable> all;
  for (std::size_t f = 0; f < optimum.plan.factors.size(); ++f) {
    const StudyFactor& factor = optimum.plan.factors[f];
    all.push_back({factor.name, factor.unit, optimum.run().values[f], low_of(factor), high_of(factor)});
  }
  return all;
}
inline std::vector<ToldCondition> conditions_of(const Optimum& optimum) {
  std::vector<ToldCondition> all;
  for (std::size_t c = 0; c < optimum.plan.aim->constraints.size(); ++c)
    all.push_back({optimum.plan.aim->constraints[c].text, optimum.run().constraints[c]});
  return all;
}
inline std::vector<ToldNumber> numbers_of(const Optimum& optimum) {
  std::vector<ToldNumber> all;
  for (std::size_t s = 0; s < optimum.plan.scalars.size(); ++s)
    all.push_back({optimum.plan.scalars[s].name, optimum.plan.scalars[s].unit, optimum.run().scalars[s]});
  return all;
}
inline std::vector<ToldSearch> searches_of(const Optimum& optimum) {
  std::vector<ToldSearch> all;
  for (const OptimiseStart& one : optimum.starts) {
    ToldSearch told{one.start, {}, {}, one.evaluations, one.how == SearchEnd::How::converged, one.why};
    if (one.is_found) told.end = optimum.runs[one.best].values, told.objective = optimum.runs[one.best].objective;
    all.push_back(std::move(told));
  }
  return all;
}

inline const document::Shape<ToldOptimum>& shape_of(const ToldOptimum*) {
  using O = ToldOptimum;
  static const auto shape = document::Shape<O>()
                                .key("plan", "its file", [](const O& o) { return o.optimum->plan.file; })
                                .key("diagram", "its file", [](const O& o) { return o.optimum->plan.diagram; })
                                .key("objective", "the formula", [](const O& o) { return o.optimum->plan.aim->objective.text; })
                                .key("greatest", "or least", [](const O& o) { return o.optimum->plan.aim->is_greatest; })
                                .key("value", "of the objective", [](const O& o) { return *o.optimum->run().objective; })
                                .key("variables", "with which it has that", [](const O& o) { return variables_of(*o.optimum); })
                                .key("conditions", "that hold", [](const O& o) { return conditions_of(*o.optimum); })
                                .key("scalars", "of that run", [](const O& o) { return numbers_of(*o.optimum); })
                                .key("best", "which search, from 0", [](const O& o) { return o.optimum->best; })
                                .key("searches", "in their order", [](const O& o) { return searches_of(*o.optimum); })
                                .key("runs", "of the diagram", [](const O& o) { return o.optimum->runs.size(); })
                                .key("gradients", "runs with sensitivities besides", [](const O& o) { return o.optimum->gradients; })
                                .key("without_gradients", "why searches went, or went on, without them; empty: they did not",
                                     [](const O& o) { return o.optimum->without_gradients; })
                                .key("command", "that repeats the best run", [](const O& o) { return o.optimum->command; });
  return shape;
}

/// The path of the searches: the objective, and each factor, over the runs; of two factors the way in their plane, too.
PlotPage optimise_plot(const Optimum& optimum);
/// All runs, as CSV.
std::string optimise_rows(const Optimum& optimum);

}  // namespace stribeck::cli
