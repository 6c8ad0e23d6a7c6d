#pragma once
// What documents tell of a periodic motion, of a branch of them, and of a map over two parameters.
#include <string>
#include <vector>

#include "analysis/branch.h"
#include "analysis/orbit.h"
#include "linear_documents.h"
#include "results/document.h"
#include "results/messages.h"

namespace stribeck::cli {

inline const document::Shape<Told<OrbitState>>& shape_of(const Told<OrbitState>*) {
  using State = Told<OrbitState>;
  static const auto shape =
      document::Shape<State>()
          .key("name", "of the state", [](const State& s) { return s.thing.name; })
          .key("unit", "SI", [](const State& s) { return s.thing.unit; })
          .key("value", "where the orbit begins", [](const State& s) { return s.thing.value; })
          .key("advance", "a period; not zero of what does not come back", [](const State& s) { return s.thing.advance; });
  return shape;
}

inline const document::Shape<Told<OrbitOutput>>& shape_of(const Told<OrbitOutput>*) {
  using Output = Told<OrbitOutput>;
  static const auto shape =
      document::Shape<Output>()
          .key("name", "of the output", [](const Output& o) { return o.thing.name; })
          .key("unit", "SI", [](const Output& o) { return o.thing.unit; })
          .key("least", "in a period", [](const Output& o) { return o.thing.least; })
          .key("most", "in a period", [](const Output& o) { return o.thing.most; })
          .key("advance", "a period; not zero of what does not come back", [](const Output& o) { return o.thing.advance; });
  return shape;
}

inline const document::Shape<Told<EnergyRow>>& shape_of(const Told<EnergyRow>*) {
  using Row = Told<EnergyRow>;
  static const auto shape = document::Shape<Row>()
                                .key("component", "that supplies or dissipates", [](const Row& r) { return r.thing.instance; })
                                .key("supplied_J", "a period", [](const Row& r) { return r.thing.supplied; })
                                .key("dissipated_J", "a period", [](const Row& r) { return r.thing.dissipated; });
  return shape;
}

struct ToldOrbit {
  std::string file;
  Orbit orbit;
};

struct ToldValue {
  std::string name;
  double value = 0;
};

inline const document::Shape<Told<Chatter>>& shape_of(const Told<Chatter>*) {
  static const auto shape =
      document::Shape<Told<Chatter>>()
          .key("contact", "that chatters", [](const Told<Chatter>& c) { return c.thing.contact; })
          .key("first", "the number of its first rebound in events, from 0", [](const Told<Chatter>& c) { return c.thing.first; })
          .key("last", "the same of where it rests", [](const Told<Chatter>& c) { return c.thing.last; })
          .key("rebounds", "so many above its rest speed", [](const Told<Chatter>& c) { return c.thing.rebounds; });
  return shape;
}

struct ToldOrbitEvent {
  OrbitEvent event;
  std::vector<ToldValue> outputs;
};

inline std::vector<ToldOrbitEvent> events_of(const Orbit& orbit) {
  std::vector<ToldOrbitEvent> events;
  for (const OrbitEvent& event : orbit.events) {
    ToldOrbitEvent& one = events.emplace_back(ToldOrbitEvent{event, {}});
    for (std::size_t o = 0; o < orbit.outputs.size(); ++o) one.outputs.push_back({orbit.outputs[o].name, event.outputs[o]});
  }
  return events;
}

inline const char* word_of(OrbitStability stability) {
  switch (stability) {
    case OrbitStability::stable:
      return "stable";
    case OrbitStability::border:
      return "border";
    case OrbitStability::real:
      return "unstable_real";
    case OrbitStability::flip:
      return "unstable_flip";
    case OrbitStability::turning:
      return "unstable_pair";
  }
  return "";
}

inline const document::Shape<ToldValue>& shape_of(const ToldValue*) {
  static const auto shape =
      document::Shape<ToldValue>().key("name", "of the output", &ToldValue::name).key("value", "SI", &ToldValue::value);
  return shape;
}

inline const document::Shape<ToldOrbitEvent>& shape_of(const ToldOrbitEvent*) {
  static const auto shape = document::Shape<ToldOrbitEvent>()
                                .key("time_s", "from where the orbit begins", [](const ToldOrbitEvent& e) { return e.event.time_s; })
                                .key("lasts_s", "to the next event", [](const ToldOrbitEvent& e) { return e.event.lasts_s; })
                                .key("labels", "what happens", [](const ToldOrbitEvent& e) { return e.event.labels; })
                                .key("outputs", "right after it", &ToldOrbitEvent::outputs);
  return shape;
}

inline const document::Shape<ToldOrbit>& shape_of(const ToldOrbit*) {
  static const auto shape =
      document::Shape<ToldOrbit>()
          .key("file", "the diagram, as it was named", &ToldOrbit::file)
          .key("is_forced", "something depends on time: the orbit has its period, or a multiple",
               [](const ToldOrbit& t) { return t.orbit.is_forced; })
          .key("source_period_s", "of what forces it; 0: nothing does", [](const ToldOrbit& t) { return t.orbit.source_period_s; })
          .key("begin_s", "the time of the run at which it is taken to begin", [](const ToldOrbit& t) { return t.orbit.begin_s; })
          .key("period_s", "of the orbit", [](const ToldOrbit& t) { return t.orbit.period_s; })
          .key("closure", "by how much it does not close, of the largest way of a state",
               [](const ToldOrbit& t) { return t.orbit.closure; })
          .key("stability", "stable, border, unstable_real (above 1), unstable_flip (below -1) or unstable_pair",
               [](const ToldOrbit& t) { return std::string(word_of(t.orbit.stability)); })
          .key("multipliers", "by what small changes are multiplied each period, the largest first; without those of flow and drifts",
               [](const ToldOrbit& t) { return told(t.orbit.multipliers); })
          .key("zeros", "so many of them are zero because something sticks or rests on the way",
               [](const ToldOrbit& t) { return t.orbit.zeros; })
          .key("drifts", "directions in which the mechanism may stand anywhere; each has a multiplier 1",
               [](const ToldOrbit& t) { return t.orbit.drifts; })
          .key("half_multipliers", "with --symmetric: of half a period and its mirror image, whose squares the others are",
               [](const ToldOrbit& t) { return told(t.orbit.half_multipliers); })
          .key("multiplier_of_flow", "as computed: 1 to the accuracy of the others", [](const ToldOrbit& t) { return t.orbit.of_flow; })
          .key("states", "where it begins", [](const ToldOrbit& t) { return told(t.orbit.states); })
          .key("outputs", "their extremes", [](const ToldOrbit& t) { return told(t.orbit.outputs); })
          .key("events", "of a period", [](const ToldOrbit& t) { return events_of(t.orbit); })
          .key("chatters", "contacts that rebound ever sooner until they rest", [](const ToldOrbit& t) { return told(t.orbit.chatters); })
          .key("releases_at_once", "frictions that begin to slip at one instant, where a change of the motion decides which goes first",
               [](const ToldOrbit& t) { return t.orbit.releases_at_once; })
          .key("energy", "of a period", [](const ToldOrbit& t) { return told(t.orbit.energy); })
          .key("messages", "warnings and notes", [](const ToldOrbit& t) { return t.orbit.notes.list(); });
  return shape;
}

inline const char* word_of(BranchMark mark) {
  switch (mark) {
    case BranchMark::none:
      return "";
    case BranchMark::fold:
      return "fold";
    case BranchMark::flip:
      return "flip";
    case BranchMark::neimark_sacker:
      return "neimark_sacker";
    case BranchMark::branch_point:
      return "branch_point";
    case BranchMark::sequence:
      return "sequence";
    case BranchMark::corner:
      return "corner";
    case BranchMark::hopf:
      return "hopf";
    case BranchMark::vanishes:
      return "vanishes";
    case BranchMark::grazing:
      return "grazing";
    case BranchMark::lost:
      return "lost";
  }
  return "";
}

inline const document::Shape<Told<BranchOrbit>>& shape_of(const Told<BranchOrbit>*) {
  static const auto shape =
      document::Shape<Told<BranchOrbit>>()
          .key("parameter", "its value, SI", [](const Told<BranchOrbit>& b) { return b.thing.parameter; })
          .key("mark", "fold, flip, neimark_sacker, branch_point, sequence, corner, hopf, vanishes, grazing, lost; empty: none",
               [](const Told<BranchOrbit>& b) { return std::string(word_of(b.thing.mark)); })
          .key("what", "of a mark, in words", [](const Told<BranchOrbit>& b) { return b.thing.what; })
          .key("orbit", "there", [](const Told<BranchOrbit>& b) {
            return ToldOrbit{"", b.thing.orbit};
          });
  return shape;
}

inline const document::Shape<Told<BranchSteady>>& shape_of(const Told<BranchSteady>*) {
  using Steady = Told<BranchSteady>;
  static const auto shape = document::Shape<Steady>()
                                .key("parameter", "its value, SI", [](const Steady& b) { return b.thing.parameter; })
                                .key("mark", "hopf, fold, branch_point, sequence, lost; empty: none",
                                     [](const Steady& b) { return std::string(word_of(b.thing.mark)); })
                                .key("what", "of a mark, in words", [](const Steady& b) { return b.thing.what; })
                                .key("is_stable", "all poles have negative real parts", [](const Steady& b) { return b.thing.is_stable; })
                                .key("poles", "rad/s; without those of what sticks, rests or may be anywhere",
                                     [](const Steady& b) { return told(b.thing.poles); })
                                .key("modes", "what frictions and contacts do", [](const Steady& b) { return b.thing.modes; })
                                .key("states", "there", [](const Steady& b) { return told(b.thing.states); })
                                .key("outputs", "there", [](const Steady& b) { return told(b.thing.outputs); });
  return shape;
}

/// A marked point of a stability map.
struct MapPoint {
  double value = 0;  ///< of the parameter of the branch
  BranchMark mark = BranchMark::none;
  std::string what;
  bool is_steady = false;
  double period_s = 0;  ///< of the orbit, of steady motion at a Hopf point of the orbits that branch off; else 0
};
/// At one value of the other parameter.
struct MapRow {
  double value = 0;
  std::string failure;  ///< why there is no branch; empty: there is
  std::vector<MapPoint> points;
};
struct StabilityMap {
  LinearVariable parameter, other;  ///< `other`: its value is that of the diagram
  double least = 0, most = 0;       ///< of `parameter`
  std::vector<MapRow> rows;
};

inline const document::Shape<MapPoint>& shape_of(const MapPoint*) {
  static const auto shape =
      document::Shape<MapPoint>()
          .key("parameter", "its value, SI", &MapPoint::value)
          .key("motion", "steady or periodic", [](const MapPoint& p) { return std::string(p.is_steady ? "steady" : "periodic"); })
          .key("mark", "as of points and steady", [](const MapPoint& p) { return std::string(word_of(p.mark)); })
          .key("what", "in words", &MapPoint::what)
          .key("period_s", "of the orbit; at a Hopf point, of the smallest; else 0", &MapPoint::period_s);
  return shape;
}

inline const document::Shape<MapRow>& shape_of(const MapRow*) {
  static const auto shape = document::Shape<MapRow>()
                                .key("value", "of the other parameter, SI", &MapRow::value)
                                .key("failure", "why there is no branch; empty: there is", &MapRow::failure)
                                .key("points", "what is marked on the branch", &MapRow::points);
  return shape;
}

struct ToldBranch {
  std::string file;
  OrbitBranch branch;
  StabilityMap map{};  ///< without rows: a branch was asked for
};

inline const document::Shape<ToldBranch>& shape_of(const ToldBranch*) {
  static const auto shape =
      document::Shape<ToldBranch>()
          .key("file", "the diagram, as it was named", &ToldBranch::file)
          .key("parameter", "with its value in the diagram", [](const ToldBranch& b) { return Told<LinearVariable>{b.branch.parameter}; })
          .key("points", "along the branch of periodic motions; with --from-hopf those of each Hopf point begin with the mark hopf",
               [](const ToldBranch& b) { return told(b.branch.points); })
          .key("steady", "along the branch of steady motions, with --steady or --from-hopf",
               [](const ToldBranch& b) { return told(b.branch.steady); })
          .key("other", "the parameter of --and; its name is empty without",
               [](const ToldBranch& b) { return Told<LinearVariable>{b.map.other}; })
          .key("rows", "with --and, instead of points and steady: what is marked at each value of the other parameter",
               [](const ToldBranch& b) { return b.map.rows; })
          .key("messages", "warnings and notes", [](const ToldBranch& b) { return b.branch.notes.list(); });
  return shape;
}

}  // namespace stribeck::cli
