#include "results/run_document.h"

#include "results/messages.h"

namespace stribeck {

using document::if_any;
using document::Shape;

namespace {

struct Setting {
  std::string name, value;
};

/// What a run cost, and with what.
struct SolverFacts {
  const RunSummary* run;
};

struct EventFacts {
  const RunDocument* document;
};

const Shape<Setting>& shape_of(const Setting*) {
  static const auto shape = Shape<Setting>().key("name", "the parameter", &Setting::name).key("value", "as it was given", &Setting::value);
  return shape;
}

const Shape<SolverFacts>& shape_of(const SolverFacts*) {
  using Solver = SolverFacts;
  static const auto shape =
      Shape<Solver>()
          .key("name", "the method that integrated", [](const Solver& s) { return s.run->solver; })
          .key("because", "why auto took it; null if it was asked for", [](const Solver& s) { return if_any(s.run->solver_reason); })
          .key("states", "how many variables were integrated", [](const Solver& s) { return s.run->states; })
          .key("state_choices", "how often other states were chosen on the way", [](const Solver& s) { return s.run->state_choices; })
          .key("steps", "accepted", [](const Solver& s) { return s.run->statistics.steps; })
          .key("rejected", "steps that were made again, shorter", [](const Solver& s) { return s.run->statistics.rejected; })
          .key("evaluations", "of the derivatives", [](const Solver& s) { return s.run->statistics.evaluations; })
          .key("jacobians", "evaluated", [](const Solver& s) { return s.run->statistics.jacobians; })
          .key("factorisations", "of matrices", [](const Solver& s) { return s.run->statistics.factorisations; })
          .key("restarts", "after events", [](const Solver& s) { return s.run->statistics.restarts; })
          .key("operations", "of the compiled program, since the run began or was resumed: what it cost, on any machine",
               [](const Solver& s) { return s.run->instructions; });
  return shape;
}

}  // namespace

static const Shape<UsedLibrary>& shape_of(const UsedLibrary*) {
  static const auto shape = Shape<UsedLibrary>()
                                .key("name", "by which it was asked for", &UsedLibrary::name)
                                .key("version", "as its file says", &UsedLibrary::version)
                                .key("folder", "where it was found", &UsedLibrary::folder);
  return shape;
}

static const Shape<CurveSummary>& shape_of(const CurveSummary*) {
  using Curve = CurveSummary;
  static const auto shape = Shape<Curve>()
                                .key("name", "of the column", [](const Curve& c) { return c.column.name; })
                                .key("unit", "of its values, SI; \"1\" for a pure number", [](const Curve& c) { return c.column.unit; })
                                .key("description", "what it is", [](const Curve& c) { return c.column.doc; })
                                .key("first", "at the first row", &Curve::first)
                                .key("last", "at the last row", &Curve::last)
                                .key("min", "the least value of all rows; of values that differ by rounding alone the first",
                                     [](const Curve& c) { return c.extremes.least; })
                                .key("min_at_s", "when it is reached first", [](const Curve& c) { return c.extremes.least_s; })
                                .key("max", "the greatest value of all rows, likewise", [](const Curve& c) { return c.extremes.greatest; })
                                .key("max_at_s", "when it is reached first", [](const Curve& c) { return c.extremes.greatest_s; });
  return shape;
}

static const Shape<EventSummary>& shape_of(const EventSummary*) {
  static const auto shape = Shape<EventSummary>()
                                .key("label", "component and condition", &EventSummary::label)
                                .key("count", "how often it happened", &EventSummary::count)
                                .key("first_s", "time of the first", &EventSummary::first_s)
                                .key("last_s", "time of the last", &EventSummary::last_s);
  return shape;
}

static const Shape<EventRecord>& shape_of(const EventRecord*) {
  static const auto shape =
      Shape<EventRecord>().key("time_s", "when", &EventRecord::time_s).key("label", "component and condition", &EventRecord::label);
  return shape;
}

static const Shape<EnergyRow>& shape_of(const EnergyRow*) {
  static const auto shape = Shape<EnergyRow>()
                                .key("component", "its name", &EnergyRow::instance)
                                .key("type", "its component type", &EnergyRow::type)
                                .key("work_in_J", "taken in at its ports", &EnergyRow::taken)
                                .key("supplied_J", "fed into the diagram", &EnergyRow::supplied)
                                .key("stored_J", "change of what it stores", &EnergyRow::stored)
                                .key("dissipated_J", "turned into heat", &EnergyRow::dissipated)
                                .key("residual_J", "work in + supplied - stored - dissipated", &EnergyRow::residual);
  return shape;
}

static const Shape<EnergyAudit>& shape_of(const EnergyAudit*) {
  using Audit = EnergyAudit;
  static const auto shape =
      Shape<Audit>()
          .key("supplied_J", "by all components", &Audit::supplied)
          .key("stored_J", "change of what all store", &Audit::stored)
          .key("dissipated_J", "by all components", &Audit::dissipated)
          .key("residual_J", "supplied - stored - dissipated", &Audit::residual)
          .key("exchanged_J", "what the residual is compared with", &Audit::exchanged)
          .key("relative_residual", "its size by what was exchanged", &Audit::relative)
          .key("components", "those that take in, supply, store or dissipate; none for very large diagrams", &Audit::components);
  return shape;
}

static const Shape<SteadyStart>& shape_of(const SteadyStart*) {
  using S = SteadyStart;
  static const auto shape = Shape<S>()
                                .key("left", "the largest acceleration, or other rate of a state that should not change, SI", &S::left)
                                .key("of", "which; null if there are no states", [](const S& s) { return if_any(s.of); });
  return shape;
}

static const Shape<Verification>& shape_of(const Verification*) {
  using V = Verification;
  static const auto shape =
      Shape<V>()
          .key("equations", "how many were evaluated anew", &V::equations)
          .key("rows", "at how many rows", &V::rows)
          .key("residual", "the largest, by the largest term of its equation", &V::residual)
          .key("equation", "whose that is; null if every residual is zero", [](const V& v) { return if_any(v.equation); })
          .key("time_s", "when", &V::time_s)
          .key("drift", "largest distance of a position from where it has to be, in m or rad", &V::drift)
          .key("drift_of", "of which position; null if there is none", [](const V& v) { return if_any(v.drift_of); })
          .key("drift_time_s", "when", &V::drift_time_s);
  return shape;
}

static const Shape<MotionVerification>& shape_of(const MotionVerification*) {
  using M = MotionVerification;
  static const auto shape =
      Shape<M>()
          .key("judged", "false for methods of fixed step, which promise no accuracy", &M::is_judged)
          .key("steps", "that were compared with their derivatives", &M::steps)
          .key("events", "that were compared with their impulses", &M::events)
          .key("unchecked", "steps inside which the equations have no value", &M::unchecked)
          .key("worst", "the largest difference of a step or event, in tolerances of the run", &M::worst)
          .key("what", "of what that is; null if there is none", [](const M& m) { return if_any(m.what); })
          .key("begin_s", "of that step", &M::begin_s)
          .key("end_s", "of that step", &M::end_s)
          .key("off", "the difference itself, SI", &M::off)
          .key("summed", "the sum of differences over all steps, of the state for which it is the most tolerances, SI", &M::summed)
          .key("summed_of", "of which state; null if there is none", [](const M& m) { return if_any(m.summed_of); });
  return shape;
}

namespace {

const Shape<EventFacts>& shape_of(const EventFacts*) {
  using Facts = EventFacts;
  static const auto shape =
      Shape<Facts>()
          .key("count", "of all that happened", [](const Facts& f) { return f.document->summary->events; })
          .key("instants", "at which they happened", [](const Facts& f) { return f.document->summary->event_instants; })
          .key("kinds", "those with a label, by their label", [](const Facts& f) { return f.document->rows->events(); })
          .key("first", "the first thousand of those with a label; --result FILE.jsonl has all",
               [](const Facts& f) { return f.document->rows->first_events(); });
  return shape;
}

}  // namespace

static const Shape<RunDocument>& shape_of(const RunDocument*) {
  using Run = RunDocument;
  static const auto shape =
      Shape<Run>()
          .key("version", "of stribeck", &Run::version)
          .key("file", "the diagram, as it was named", &Run::file)
          .key("title", "of the diagram; null if it has none", [](const Run& r) { return if_any(r.title); })
          .key("set", "what --set gave",
               [](const Run& r) {
                 std::vector<Setting> settings;
                 for (const auto& [name, value] : r.set) settings.push_back({name, value});
                 return settings;
               })
          .key("libraries", "that the diagram takes types from", &Run::libraries)
          .key("start_s", "time at the start", [](const Run& r) { return r.summary->start_s; })
          .key("stop_s", "time at the end, as asked for", [](const Run& r) { return r.summary->stop_s; })
          .key("reached_s", "time at the end; before stop_s where a component ended the run",
               [](const Run& r) { return r.summary->reached_s; })
          .key("end", "why a component ended the run, as planned; null if none did", [](const Run& r) { return if_any(r.summary->end); })
          .key("rows", "how many", [](const Run& r) { return r.summary->rows; })
          .key("curves", "the diagram's outputs", [](const Run& r) { return r.rows->curves(); })
          .key("events", "what happened", [](const Run& r) { return EventFacts{&r}; })
          .key("energy", "the audit", [](const Run& r) { return r.summary->audit; })
          .key("solver", "what the run cost", [](const Run& r) { return SolverFacts{r.summary}; })
          .key("steady", "what a start with steady_state leaves; else null", [](const Run& r) { return r.summary->steady; })
          .key("verification", "of --verify: how far the equations hold; else null", [](const Run& r) { return r.summary->verification; })
          .key("motion", "of --verify: how far the motion is from its derivatives; else null",
               [](const Run& r) { return r.summary->motion; })
          .key("messages", "warnings and notes", [](const Run& r) { return r.summary->notes; });
  return shape;
}

std::string to_json(const RunDocument& document) { return document::text_of("run", document); }

std::string run_schema() { return document::schema_text<RunDocument>("run", "What stribeck run --format json and --summary write"); }

}  // namespace stribeck
