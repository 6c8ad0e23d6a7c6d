#include "drawing/viewer.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "drawing/assets.h"
#include "drawing/curve_data.h"
#include "drawing/markup.h"
#include "drawing/page_layout.h"
#include "drawing/palette.h"

namespace stribeck {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMostArrays = 18'000'000;  // bytes of arrays: with everything else the page stays under 20 MB

std::string_view word_of(CurveStyle style) {
  switch (style) {
    case CurveStyle::line:
      return "line";
    case CurveStyle::dashed:
      return "dashed";
    case CurveStyle::dotted:
      return "dotted";
    case CurveStyle::dash_dotted:
      return "dash-dotted";
    case CurveStyle::points:
      return "points";
    case CurveStyle::crosses:
      return "crosses";
  }
  return "line";
}

Json pair(double a, double b) { return Json::array({a, b}); }

class Description {
 public:
  explicit Description(const PlotPage& page) {
    json_["mostMarks"] = kMostMarks;
    json_["markWidth"] = kMarkWidth;
    json_["times"] = arrays.add(page.times_s, ArrayRole::time, true);
    json_["span"] = page.times_s.empty() ? pair(0, 1) : pair(page.times_s.front(), page.times_s.back());
    json_["panels"] = Json::array();
  }

  void add(const Panel& panel, bool shown) {
    Json own = {{"title", panel.title},
                {"xLabel", panel.x_label},
                {"yLabel", panel.y_label},
                {"overTime", panel.over_time},
                {"logX", panel.log_x},
                {"logY", panel.log_y},
                {"height", panel.height},
                {"x", pair(panel.x.low, panel.x.high)},
                {"y", pair(panel.y.low, panel.y.high)}};
    own["curves"] = Json::array();
    for (const Curve& curve : panel.curves)
      own["curves"].push_back({{"label", curve.label},
                               {"name", curve.name.empty() ? curve.label : curve.name},
                               {"colour", curve_colour_name(curve.colour)},
                               {"style", word_of(curve.style)},
                               {"shown", shown},
                               {"x", arrays.add(curve.x, panel.over_time ? ArrayRole::time : ArrayRole::sample, shown)},
                               {"y", arrays.add(curve.y, panel.over_time ? ArrayRole::value : ArrayRole::sample, shown)}});
    own["shaded"] = Json::array();
    for (const Span& span : panel.shaded) own["shaded"].push_back(pair(span.from, span.to));
    own["shadedLabel"] = panel.shaded_label;
    own["events"] = panel.events;
    own["words"] = Json::array();
    for (const ModeWord& word : panel.mode_words) own["words"].push_back({{"colour", mode_colour(word.mode)}, {"text", word.words}});
    own["lanes"] = Json::array();
    for (const Lane& lane : panel.lanes) own["lanes"].push_back(lane_of(lane, shown));
    json_["panels"].push_back(std::move(own));
  }

  std::string text(const std::vector<CodedArray>& coded) {
    json_["arrays"] = Json::array();
    for (const CodedArray& array : coded) {
      json_["arrays"].push_back({{"coding", array.coding}, {"count", array.count}, {"low", array.low}, {"step", array.step}});
      if (!array.glance.empty()) json_["arrays"].back()["glance"] = array.glance;
    }
    return in_script(json_.dump(-1, ' ', false, Json::error_handler_t::replace));
  }

  ArrayStore arrays;

 private:
  static Json lane_of(const Lane& lane, bool shown) {
    Json spans = Json::array();
    for (const ModeSpan& span : lane.spans) spans.push_back(Json::array({span.span.from, span.span.to, mode_colour(span.mode)}));
    return {{"label", lane.label}, {"shown", shown}, {"spans", std::move(spans)}};
  }

  Json json_;
};

}  // namespace

Viewer viewer_of(const PlotPage& page, const PlotPage& others) {
  Description description(page);
  for (const Panel& panel : page.panels) description.add(panel, true);
  for (const Panel& panel : others.panels) description.add(panel, false);
  std::size_t rows = 1;
  const std::vector<CodedArray> coded = description.arrays.coded(kMostArrays, rows);
  const std::int64_t told =
      page.rows_per_pair * std::max<std::int64_t>(1, static_cast<std::int64_t>(rows) / (page.rows_per_pair > 1 ? 2 : 1));
  Viewer viewer;
  if (told > 1)
    viewer.remark = "Of every " + std::to_string(told) +
                    " rows the smallest and the largest value of each curve are on this page; the whole result "
                    "would not fit a browser.";
  viewer.body = "<div id=\"viewer\"></div>\n<script type=\"application/json\" id=\"viewer-data\">" + description.text(coded) +
                "</script>\n<script>\n" + std::string(kScalesScript) + std::string(kPaperScript) + std::string(kCurvesScript) +
                std::string(kPainterScript) + std::string(kViewerScript) + "</script>\n";
  for (std::size_t i = 0; i < coded.size(); ++i)
    viewer.arrays += "<script type=\"text/plain\" id=\"array-" + std::to_string(i) + "\">" + coded[i].base64 + "</script>\n";
  return viewer;
}

std::string page_head(const std::string& title) {
  return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width\">\n"
         "<link rel=\"icon\" href=\"data:,\">\n<title>" +
         escaped(title) + "</title>\n<style>\n" + palette_style() + std::string(kPageStyle) + "</style>\n</head>\n<body>\n";
}

}  // namespace stribeck
