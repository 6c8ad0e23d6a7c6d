#pragma once
// What documents tell of a fit.
#include <string>
#include <vector>

#include "fit/fit.h"
#include "fit/page.h"
#include "results/document.h"
#include "results/messages.h"

namespace stribeck::cli {

struct ToldParameter {
  const Fit* fit;
  std::size_t p;
  const FoundParameter& found() const { return fit->parameters[p]; }
  const FitParameter& asked() const { return fit->plan.parameters[p]; }
};

struct ToldLeft {
  LeftOver thing;
};
struct ToldStart {
  FitStart thing;
};
struct ToldFit {
  const Fit* fit;
};

template <typename As, typename Thing>
std::vector<As> each_as(const std::vector<Thing>& things) {
  std::vector<As> all;
  for (const Thing& thing : things) all.push_back({thing});
  return all;
}

inline std::string place_in_words(FitPlace place) {
  return place == FitPlace::inside ? "inside" : place == FitPlace::at_low ? "at its lower bound" : "at its upper bound";
}

inline const document::Shape<ToldParameter>& shape_of(const ToldParameter*) {
  using P = ToldParameter;
  static const auto shape =
      document::Shape<P>()
          .key("name", "of the parameter", [](const P& p) { return p.asked().name; })
          .key("unit", "SI", [](const P& p) { return p.asked().unit; })
          .key("value", "that fits best", [](const P& p) { return p.found().value; })
          .key("standard_error", "of the value; null at a bound, and where the data do not tell",
               [](const P& p) { return p.found().error; })
          .key("low", "the true value lies above it and below `high` with a probability of 95 %", [](const P& p) { return p.found().low; })
          .key("high", "see there", [](const P& p) { return p.found().high; })
          .key(
              "place", "between its bounds", [](const P& p) { return place_in_words(p.found().place); },
              document::one_of({"inside", "at its lower bound", "at its upper bound"}))
          .key("is_seen", "the data tell it, to less than its own size", [](const P& p) { return p.found().is_seen; })
          .key("start", "from which it was found", [](const P& p) { return p.fit->starts[p.fit->best].start[p.p]; })
          .key("derivatives", "how they were had: exact, or by differences and why",
               [](const P& p) { return words_of(p.found().derivatives); });
  return shape;
}

struct ToldCorrelation {
  std::string a, b;
  double value;
};
inline const document::Shape<ToldCorrelation>& shape_of(const ToldCorrelation*) {
  static const auto shape = document::Shape<ToldCorrelation>()
                                .key("of", "a parameter", &ToldCorrelation::a)
                                .key("with", "another one", &ToldCorrelation::b)
                                .key("value", "of the correlation of their estimates", &ToldCorrelation::value);
  return shape;
}

struct ToldChange {
  std::string name;
  double by;
};
inline const document::Shape<ToldChange>& shape_of(const ToldChange*) {
  static const auto shape = document::Shape<ToldChange>()
                                .key("name", "of the parameter", &ToldChange::name)
                                .key("by", "its part of the change, SI", &ToldChange::by);
  return shape;
}

inline const document::Shape<ToldLeft>& shape_of(const ToldLeft*) {
  using L = ToldLeft;
  static const auto shape = document::Shape<L>()
                                .key("experiment", "its name; empty where there is but one", [](const L& l) { return l.thing.experiment; })
                                .key("of", "the variable, or the event", [](const L& l) { return l.thing.variable; })
                                .key("rows", "that are compared", [](const L& l) { return l.thing.rows; })
                                .key("deviation", "standard deviation of what is left, SI", [](const L& l) { return l.thing.deviation; })
                                .key("correlation", "of neighbouring rows", [](const L& l) { return l.thing.correlation; })
                                .key("whiteness", "how probable such correlations are in white noise; null of fewer than 20 rows",
                                     [](const L& l) { return l.thing.whiteness; });
  return shape;
}

inline const document::Shape<ToldStart>& shape_of(const ToldStart*) {
  using S = ToldStart;
  static const auto shape =
      document::Shape<S>()
          .key("start", "values of the parameters, SI", [](const S& s) { return s.thing.start; })
          .key("end", "where that led", [](const S& s) { return s.thing.end; })
          .key("cost", "half the sum of squares there, or of losses", [](const S& s) { return s.thing.cost; })
          .key("iterations", "of the solver", [](const S& s) { return s.thing.iterations; })
          .key("converged", "or why not: see `why`", [](const S& s) { return s.thing.how == LeastSquaresEnd::How::converged; })
          .key("why", "it ended, in the solver's words", [](const S& s) { return s.thing.why; });
  return shape;
}

inline std::vector<ToldParameter> parameters_of(const Fit& fit) {
  std::vector<ToldParameter> all;
  for (std::size_t p = 0; p < fit.parameters.size(); ++p) all.push_back({&fit, p});
  return all;
}
inline std::vector<ToldCorrelation> correlations_of(const Fit& fit) {
  std::vector<ToldCorrelation> all;
  for (std::size_t p = 0; p < fit.parameters.size(); ++p)
    for (std::size_t q = 0; q < p; ++q)
      if (fit.parameters[p].error && fit.parameters[q].error)
        all.push_back({fit.plan.parameters[q].name, fit.plan.parameters[p].name, fit.correlations(p, q)});
  return all;
}
inline std::vector<std::vector<ToldChange>> unseen_of(const Fit& fit) {
  std::vector<std::vector<ToldChange>> all;
  for (const UnseenChange& change : fit.unseen) {
    all.emplace_back();
    for (const auto& [p, by] : change.changes) all.back().push_back({fit.plan.parameters[p].name, by});
  }
  return all;
}

inline const document::Shape<ToldFit>& shape_of(const ToldFit*) {
  using F = ToldFit;
  static const auto shape =
      document::Shape<F>()
          .key("file", "that says what is fitted", [](const F& f) { return f.fit->plan.file; })
          .key("diagram", "its file", [](const F& f) { return f.fit->plan.diagram; })
          .key("converged", "from the best start",
               [](const F& f) { return f.fit->starts[f.fit->best].how == LeastSquaresEnd::How::converged; })
          .key("parameters", "that were free", [](const F& f) { return parameters_of(*f.fit); })
          .key("correlations", "of the estimates, each pair once", [](const F& f) { return correlations_of(*f.fit); })
          .key("unseen", "changes of parameters together that the noise hides though they are larger than the parameters",
               [](const F& f) { return unseen_of(*f.fit); })
          .key("rows", "that are compared", [](const F& f) { return f.fit->rows; })
          .key("freedom", "rows less parameters that have an interval", [](const F& f) { return f.fit->freedom; })
          .key("sum_of_squares", "of what is left, over sigma where that is given, else SI",
               [](const F& f) { return f.fit->sum_of_squares; })
          .key("deviation", "its root over the freedom: 1 where sigma is right", [](const F& f) { return f.fit->deviation; })
          .key("condition", "of the derivatives, columns of length 1", [](const F& f) { return f.fit->condition; })
          .key("left", "of each column and kind of events", [](const F& f) { return each_as<ToldLeft>(f.fit->left); })
          .key("best", "which start, from 0", [](const F& f) { return f.fit->best; })
          .key("starts", "in their order", [](const F& f) { return each_as<ToldStart>(f.fit->starts); })
          .key("runs", "of the diagram", [](const F& f) { return f.fit->runs; })
          .key("messages", "warnings and notes", [](const F& f) { return f.fit->notes.list(); });
  return shape;
}

}  // namespace stribeck::cli
