#include "study_page.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <nlohmann/json.hpp>
#include <numeric>

#include "base/format.h"
#include "base/path.h"
#include "base/text.h"
#include "drawing/assets.h"
#include "drawing/axis_unit.h"
#include "drawing/curve_data.h"
#include "drawing/markup.h"
#include "drawing/viewer.h"
#include "results/layout.h"
#include "study/columns.h"
#include "study/curves.h"
#include "study/samples.h"
#include "study_documents.h"

namespace stribeck::cli {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kMostOnPage = 1'200'000;  // of factors and scalars: 13 MB of base64
constexpr std::size_t kMostCodes = 2'000'000;   // of points of curves: 5 MB
constexpr std::size_t kMostPoints = 160;        // of one curve
constexpr std::size_t kMostFailures = 200;
constexpr std::uint16_t kNoCurve = 65535;  // as in page/study.js

template <typename Number>
std::string script_of(const std::string& id, const std::vector<Number>& values) {
  std::string bytes(values.size() * sizeof(Number), '\0');
  if (!values.empty()) std::memcpy(bytes.data(), values.data(), bytes.size());
  return "<script type=\"text/plain\" id=\"" + id + "\">" + base64(bytes) + "</script>\n";
}

template <typename Number>
std::vector<Number> every(const std::vector<Number>& all, std::size_t stride) {
  std::vector<Number> some;
  for (std::size_t k = 0; k < all.size(); k += stride) some.push_back(all[k]);
  return some;
}

/// `least` or a little more: every so manyth sample is of all levels of each factor, and of all parts of points that come by powers of two.
std::size_t fair_stride(const StudyPlan& plan, std::size_t least) {
  if (least <= 1) return 1;
  std::vector<std::size_t> periods{2, plan.factors.size() + 2};
  for (const StudyFactor& factor : plan.factors) periods.push_back(std::max<std::size_t>(factor.levels.size(), 1));
  const auto is_fair = [&](std::size_t stride) {
    return std::ranges::all_of(periods, [&](std::size_t period) { return std::gcd(stride, period) == 1; });
  };
  while (!is_fair(least)) ++least;
  return least;
}

/// Some instants of curves, and of some samples what the curves are there.
class PageCurves {
 public:
  /// `stride`: of the samples that are rows of the page.
  PageCurves(const StudyFolder& folder, const StudyPlan& plan, std::size_t stride) : plan_(plan) {
    const std::size_t instants = plan.curve_times_s.size(), points = std::min(instants, kMostPoints);
    for (std::size_t k = 0; k < points; ++k) places_.push_back(points > 1 ? k * (instants - 1) / (points - 1) : 0);
    const auto samples = static_cast<std::size_t>(plan.count);
    const std::size_t rows = (samples + stride - 1) / stride, all = rows * points * plan.curves.size();
    every_ = fair_stride(plan, (all + kMostCodes - 1) / kMostCodes);
    const std::size_t step = stride * every_;
    values_.resize(plan.curves.size());
    const CurveStore store(folder, plan);
    for (std::int64_t chunk = 0; chunk < folder.chunks(); ++chunk) {
      const auto first = static_cast<std::size_t>(folder.first_of(chunk)), end = static_cast<std::size_t>(folder.end_of(chunk));
      std::size_t sample = (first + step - 1) / step * step;
      if (sample >= end) continue;
      const auto curves = folder.is_done(chunk) ? store.read(chunk) : std::nullopt;
      for (; sample < end; sample += step) take(curves ? &(*curves)[sample - first] : nullptr, instants);
    }
  }

  /// Of the curves and the scripts that hold their codes.
  std::pair<Json, std::string> told() const {
    Json json = {
        {"names", Json::array()}, {"units", Json::array()}, {"times", Json::array()}, {"every", every_}, {"ranges", Json::array()}};
    for (const std::size_t place : places_) json["times"].push_back(plan_.curve_times_s[place]);
    std::string scripts;
    for (std::size_t c = 0; c < plan_.curves.size(); ++c) {
      double low = std::numeric_limits<double>::infinity(), high = -low;
      for (const double value : values_[c])
        if (std::isfinite(value)) low = std::min(low, value), high = std::max(high, value);
      if (!(low <= high)) low = 0, high = 1;
      std::vector<std::uint16_t> codes;
      for (const double value : values_[c]) {
        const double share = high > low ? (value - low) / (high - low) : 0.5;
        codes.push_back(std::isfinite(value) ? static_cast<std::uint16_t>(std::lround(share * (kNoCurve - 1))) : kNoCurve);
      }
      json["names"].push_back(plan_.curves[c].name), json["units"].push_back(pretty_unit(plan_.curves[c].unit));
      json["ranges"].push_back(Json::array({low, high}));
      scripts += script_of(fmt::format("curve-{}", c), codes);
    }
    return {json, scripts};
  }

 private:
  void take(const std::vector<double>* sample, std::size_t instants) {
    for (std::size_t c = 0; c < values_.size(); ++c)
      for (const std::size_t place : places_) values_[c].push_back(sample == nullptr ? std::nan("") : (*sample)[c * instants + place]);
  }

  const StudyPlan& plan_;
  std::vector<std::size_t> places_;
  std::size_t every_ = 1;
  std::vector<std::vector<double>> values_;  ///< [curve], sample by sample
};

std::string text_of(const Json& json) { return in_script(json.dump(-1, ' ', false, Json::error_handler_t::replace)); }

std::string failures_table(const StudyColumns& columns, std::size_t failed) {
  if (failed == 0) return "<p>None failed.</p>\n";
  std::string html =
      "<div class=\"scroll\" tabindex=\"0\"><table>\n<tr><th scope=\"col\">sample</th><th scope=\"col\">code</th>"
      "<th scope=\"col\">message</th><th scope=\"col\">repeats it</th></tr>\n";
  for (const FailedRow& row : columns.failures)
    html += fmt::format("<tr><td>{}</td><td>{}</td><td>{}</td><td><code>{}</code></td></tr>\n", row.sample, escaped(row.code),
                        escaped(row.message), escaped(row.command));
  html += "</table></div>\n";
  if (failed > columns.failures.size()) html += fmt::format("<p>The first {} of {}.</p>\n", columns.failures.size(), failed);
  return html;
}

std::string lead_of(const StudyPlan& plan, const StudyColumns& columns, std::size_t stride) {
  const auto count = [&](RowState state) { return std::ranges::count(columns.states, state); };
  std::string text =
      fmt::format("{} of {}: {} samples, {} done", plan.sampling->name, file_name(plan.diagram), plan.count, count(RowState::done));
  for (const RowState state : {RowState::failed, RowState::excluded, RowState::missing})
    if (count(state) > 0) text += fmt::format(", {} {}", count(state), to_text(state));
  text += ".";
  if (stride > 1) text += fmt::format(" Every {}th is on this page; the table has all.", stride);
  return text;
}

std::string select_of(const char* id, const char* label) {
  return fmt::format("<label>{} <select id=\"{}\"></select></label> ", label, id);
}
std::string picture(const char* id, const char* label) {
  return fmt::format("<div class=\"wide\"><div><canvas id=\"{}\" role=\"img\" aria-label=\"{}\"></canvas></div></div>\n", id, label);
}

std::string body_of(const std::string& failures) {
  std::string html =
      "<nav><a href=\"#parallel-part\">all at once</a><a href=\"#scatter-part\">two of them</a><a href=\"#matrix-part\">each with each</a>"
      "<a href=\"#histogram-part\">how often</a><a href=\"#decides-part\">what decides</a><a href=\"#run-part\">one run</a>"
      "<a href=\"#failures\">failures</a><a href=\"#repeat\">how to repeat it</a></nav>\n";
  html += "<p class=\"tools\">" + select_of("colour", "Colour") +
          "<button id=\"all\">Select all</button> <output id=\"selected\"></output></p>\n";
  html +=
      "<section id=\"parallel-part\">\n<h2>All at once</h2>\n<p class=\"lead\">Each line is a sample. Drag along an axis to select, click "
      "on it to end that; click between axes to see a run.</p>\n" +
      picture("parallel", "parallel coordinates of all columns") + "</section>\n";
  html += "<section id=\"scatter-part\">\n<h2>Two of them</h2>\n<p>" + select_of("x", "Across") + select_of("y", "Up") +
          "Click on a point to see its run.</p>\n<div class=\"pair\"><div>" + picture("scatter", "scatter plot of the two") +
          "</div><div>" + picture("heat", "mean of the coloured column over the two") +
          "<p id=\"heat-words\"></p></div></div>\n</section>\n";
  html +=
      "<section id=\"matrix-part\">\n<h2>Each with each</h2>\n<p class=\"lead\">Click on a cell to see it large above.</p>\n"
      "<p id=\"picked\"></p>\n" +
      picture("matrix", "scatter matrix of the columns that are ticked") + "</section>\n";
  html += "<section id=\"histogram-part\">\n<h2>How often</h2>\n<p class=\"lead\">Pale: all rows. Dark: those selected.</p>\n" +
          picture("histograms", "histograms of all columns") + "</section>\n";
  html +=
      "<section id=\"decides-part\">\n<h2>What decides</h2>\n<p>" + select_of("decides", "Scalar") +
      "</p>\n<p class=\"lead\">Its mean where a factor is in its lowest tenth (blue) and in its highest tenth (orange) of the samples; of "
      "words, the least and the greatest of their means.</p>\n" +
      picture("tornado", "tornado: means at the ends of each factor") +
      "<div id=\"sobol-part\"><h3>Sobol's indices</h3>\n<p class=\"lead\">The share of the variance that a factor explains alone (blue) "
      "and "
      "with others (orange), with intervals of 95 %.</p>\n" +
      picture("sobol", "Sobol's indices with intervals") + "</div>\n</section>\n";
  html +=
      "<section id=\"run-part\">\n<h2>One run</h2>\n<p class=\"lead\">A click on a line or on a point above chooses it.</p>\n<div "
      "id=\"curve-part\"><p>" +
      select_of("curve", "Curve") + "<output id=\"curve-words\"></output></p>\n" +
      picture("curves", "curves of the selected runs, the chosen one dark") +
      "</div>\n<div id=\"run\" hidden><p><button id=\"before\">Before</button> <button id=\"after\">After</button> <output id=\"which\">"
      "</output></p>\n<table id=\"facts\"></table>\n<h3>The command that repeats it</h3>\n<pre id=\"command\"></pre>\n<p><button "
      "id=\"copy\">Copy</button></p></div>\n</section>\n";
  html += "<section id=\"failures\">\n<h2>Failures</h2>\n" + failures + "</section>\n";
  return html;
}

}  // namespace

std::string study_page(const StudyFolder& folder, const StudyPlan& plan, const std::string& command) {
  const StudyColumns columns = columns_of(folder, plan, kMostFailures);
  const std::size_t width = columns.columns.size(), samples = columns.states.size();
  const std::size_t stride = fair_stride(plan, (samples * width + kMostOnPage - 1) / kMostOnPage);
  Json json = {{"samples", samples}, {"stride", stride}, {"rows", (samples + stride - 1) / stride}, {"columns", Json::array()}};
  std::string scripts = script_of("states", every(columns.states, stride));
  for (std::size_t c = 0; c < width; ++c) {
    const StudyColumn& column = columns.columns[c];
    json["columns"].push_back(
        {{"name", column.name}, {"unit", pretty_unit(column.unit)}, {"factor", column.is_factor}, {"words", column.words}});
    scripts += script_of(fmt::format("column-{}", c), every(column.values, stride));
  }
  const Samples repeating(plan);
  json["command"] = {{"before", repeating.command_before(plan.diagram)}, {"values", Json::array()}, {"after", repeating.command_after()}};
  for (const StudyFactor& factor : plan.factors) json["command"]["values"].push_back({{"name", factor.name}, {"unit", factor.unit}});
  for (const auto& [value, diagram] : plan.variants) json["command"]["variants"][value] = repeating.command_before(diagram);
  json["indices"] = Json::array();
  if (plan.sampling->is_saltelli)
    for (const FactorIndices& one : indices_of(StudyValues(folder, plan))) json["indices"].push_back(Json(shape_of(&one).value(one)));
  if (!plan.curves.empty()) {
    const auto [curves, codes] = PageCurves(folder, plan, stride).told();
    json["curves"] = curves;
    scripts += codes;
  }
  const std::string title = plan.title.empty() ? file_name(plan.file) : plan.title;
  const auto failed = static_cast<std::size_t>(std::ranges::count(columns.states, RowState::failed));
  return page_head(title) + "<main>\n<h1>" + escaped(title) + "</h1>\n<p class=\"lead\">" + escaped(lead_of(plan, columns, stride)) +
         "</p>\n" + body_of(failures_table(columns, failed)) +
         "<section id=\"repeat\">\n<h2>How to repeat it</h2>\n<p>Made by stribeck " STRIBECK_VERSION " with</p>\n<pre>" + escaped(command) +
         "</pre>\n</section>\n</main>\n<script type=\"application/json\" id=\"study\">" + text_of(json) + "</script>\n" + scripts +
         "<script>\n" + std::string(kStudyScript) + "</script>\n</body>\n</html>\n";
}

}  // namespace stribeck::cli
