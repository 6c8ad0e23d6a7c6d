#pragma once
// What documents tell of a survey of motions and of basins of attraction.
#include <optional>
#include <string>
#include <vector>

#include "analysis/survey.h"
#include "orbit_documents.h"

namespace stribeck::cli {

inline const char* word_of(SurveyMotion motion) {
  switch (motion) {
    case SurveyMotion::steady:
      return "steady";
    case SurveyMotion::periodic:
      return "periodic";
    case SurveyMotion::dies_away:
      return "dies_away";
    case SurveyMotion::grows:
      return "grows";
    case SurveyMotion::chaotic:
      return "chaotic";
    case SurveyMotion::irregular:
      return "irregular";
    case SurveyMotion::failed:
      return "failed";
  }
  return "";
}

inline const char* word_of(PoincareKind kind) {
  switch (kind) {
    case PoincareKind::most:
      return "max";
    case PoincareKind::least:
      return "min";
    case PoincareKind::event:
      return "event";
    case PoincareKind::period:
      return "period";
  }
  return "";
}

inline const document::Shape<Told<Growth>>& shape_of(const Told<Growth>*) {
  static const auto shape =
      document::Shape<Told<Growth>>()
          .key("per_s", "the exponent, 1/s; -Infinity: changes are lost altogether", [](const Told<Growth>& t) { return t.thing.exponent; })
          .key("error_per_s", "standard error, of the means over ten parts", [](const Told<Growth>& t) { return t.thing.error; })
          .key("length_s", "followed for so long", [](const Told<Growth>& t) { return t.thing.length_s; })
          .key("lost", "stretches that made all changes zero, as where everything comes to rest",
               [](const Told<Growth>& t) { return t.thing.lost; })
          .key("undefined", "instants without a derivative, past which other changes were followed",
               [](const Told<Growth>& t) { return t.thing.undefined; });
  return shape;
}

inline const document::Shape<Told<SurveyPoint>>& shape_of(const Told<SurveyPoint>*) {
  static const auto shape =
      document::Shape<Told<SurveyPoint>>()
          .key("parameter", "its value, SI; of basins 0", [](const Told<SurveyPoint>& t) { return t.thing.parameter; })
          .key("sweep", "up or down", [](const Told<SurveyPoint>& p) { return std::string(p.thing.upwards ? "up" : "down"); })
          .key("motion", "steady, periodic, dies_away, grows, chaotic, irregular or failed",
               [](const Told<SurveyPoint>& p) { return std::string(word_of(p.thing.motion)); })
          .key("failure", "why there is no motion; empty: there is", [](const Told<SurveyPoint>& t) { return t.thing.failure; })
          .key("is_held", "something sticks or rests where it ends", [](const Told<SurveyPoint>& t) { return t.thing.is_held; })
          .key("multiple", "section points after which it comes again; 0: it does not",
               [](const Told<SurveyPoint>& t) { return t.thing.multiple; })
          .key("period_s", "of a periodic motion, else 0", [](const Told<SurveyPoint>& t) { return t.thing.period_s; })
          .key("outputs", "their extremes", [](const Told<SurveyPoint>& p) { return told(p.thing.outputs); })
          .key("section", "the outputs at each section point, in the same order; of a periodic motion those of one period",
               [](const Told<SurveyPoint>& t) { return t.thing.section; })
          .key("sequence", "what happens in a period; of a motion without one whatever is seen",
               [](const Told<SurveyPoint>& t) { return t.thing.sequence; })
          .key("chatters", "contacts that rebound ever sooner until they rest", [](const Told<SurveyPoint>& p) { return p.thing.chatters; })
          .key("releases_at_once", "frictions that begin to slip at one instant, where a change of the motion decides which goes first",
               [](const Told<SurveyPoint>& p) { return p.thing.releases_at_once; })
          .key("lyapunov", "the largest exponent of a motion that does not come again; else null",
               [](const Told<SurveyPoint>& p) { return p.thing.growth ? std::optional(Told<Growth>{*p.thing.growth}) : std::nullopt; });
  return shape;
}

inline const document::Shape<Told<SurveySpan>>& shape_of(const Told<SurveySpan>*) {
  static const auto shape = document::Shape<Told<SurveySpan>>()
                                .key("from", "SI", [](const Told<SurveySpan>& t) { return t.thing.from; })
                                .key("to", "SI", [](const Told<SurveySpan>& t) { return t.thing.to; });
  return shape;
}

inline const document::Shape<Told<BasinCell>>& shape_of(const Told<BasinCell>*) {
  static const auto shape =
      document::Shape<Told<BasinCell>>()
          .key("first", "initial value, SI", [](const Told<BasinCell>& t) { return t.thing.first; })
          .key("second", "initial value, SI", [](const Told<BasinCell>& t) { return t.thing.second; })
          .key("attractor", "its number in attractors, from 0", [](const Told<BasinCell>& t) { return t.thing.attractor; });
  return shape;
}

struct ToldSurvey {
  std::string file;
  Survey survey;
  Basins basins{};  ///< without cells: a survey was asked for
};

inline const document::Shape<ToldSurvey>& shape_of(const ToldSurvey*) {
  static const auto shape =
      document::Shape<ToldSurvey>()
          .key("file", "the diagram, as it was named", &ToldSurvey::file)
          .key("parameter", "with its value in the diagram; its name is empty with --basins",
               [](const ToldSurvey& s) { return Told<LinearVariable>{s.survey.parameter}; })
          .key("is_forced", "something that depends on time drives the motion", [](const ToldSurvey& s) { return s.survey.is_forced; })
          .key("section", "what cuts the motion: max or min of an output, event or period",
               [](const ToldSurvey& s) { return std::string(word_of(s.survey.section.kind)); })
          .key("points", "in the order in which they were made", [](const ToldSurvey& s) { return told(s.survey.points); })
          .key("differing", "from the first to the last of neighbouring values where the sweeps come to other motions",
               [](const ToldSurvey& s) { return told(s.survey.differing); })
          .key("axes", "with --basins: the two initial values, with those of the diagram",
               [](const ToldSurvey& s) {
                 return s.basins.cells.empty() ? std::vector<Told<LinearVariable>>()
                                               : told(std::vector<LinearVariable>{s.basins.first, s.basins.second});
               })
          .key("attractors", "with --basins: the motions that are come to", [](const ToldSurvey& s) { return told(s.basins.attractors); })
          .key("cells", "with --basins: which of them from where", [](const ToldSurvey& s) { return told(s.basins.cells); })
          .key("messages", "warnings and notes", [](const ToldSurvey& s) { return s.survey.notes.list(); });
  return shape;
}

}  // namespace stribeck::cli
