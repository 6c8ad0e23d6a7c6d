#include "branch_page.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "drawing/assets.h"
#include "drawing/markup.h"
#include "drawing/viewer.h"
#include "linear_documents.h"
#include "orbit_documents.h"
#include "results/layout.h"

namespace stribeck::cli {
namespace {

using Json = nlohmann::json;
constexpr std::size_t kMostRows = 300;    // of the curves of an orbit
constexpr std::size_t kMostEvents = 200;  // of an orbit

/// What a picture and its words show of a number: a page of hundreds of orbits stays small.
double coarse(double value) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.6g", value);
  return std::atof(text.data());
}

Json facts_of(const Orbit& orbit) {
  Json facts = Json::array();
  facts.push_back({"period", with_prefix(orbit.period_s, "s", Digits::four)});
  facts.push_back({"stability", word_of(orbit.stability)});
  std::vector<std::string> multipliers;
  for (const std::complex<double>& value : orbit.multipliers)
    if (value.imag() >= 0) multipliers.push_back(complex_text(value, Digits::four));
  facts.push_back({"multipliers", joined(multipliers)});
  for (const OrbitOutput& output : orbit.outputs)
    facts.push_back(
        {output.name, with_prefix(output.least, output.unit, Digits::four) + " to " + with_prefix(output.most, output.unit, Digits::four)});
  for (const Chatter& chatter : orbit.chatters)
    facts.push_back({"chatters", chatter.contact + ": " + counted(static_cast<std::int64_t>(chatter.rebounds), "rebound")});
  for (const std::string& names : orbit.releases_at_once) facts.push_back({"not unique", names + " let go at one instant"});
  return facts;
}

Json point_of(const BranchOrbit& point, bool begins) {
  const Orbit& orbit = point.orbit;
  Json one{{"p", point.parameter},
           {"stable", orbit.stability == OrbitStability::stable},
           {"border", orbit.stability == OrbitStability::border},
           {"mark", word_of(point.mark)},
           {"what", point.what},
           {"begins", begins},
           {"facts", facts_of(orbit)},
           {"least", Json::array()},
           {"most", Json::array()},
           {"events", Json::array()},
           {"t", Json::array()},
           {"y", Json::array()}};
  for (const OrbitOutput& output : orbit.outputs) one["least"].push_back(coarse(output.least)), one["most"].push_back(coarse(output.most));
  for (std::size_t k = 0; k < std::min(kMostEvents, orbit.events.size()); ++k)
    one["events"].push_back({coarse(orbit.events[k].time_s), joined(orbit.events[k].labels)});
  const std::size_t rows = orbit.times_s.size(), every = std::max<std::size_t>(1, (rows + kMostRows - 1) / kMostRows);
  const auto thinned = [&](const std::vector<double>& values) {
    Json some = Json::array();
    for (std::size_t k = 0; k < rows; k += every) some.push_back(coarse(values[k]));
    if ((rows - 1) % every != 0) some.push_back(coarse(values[rows - 1]));
    return some;
  };
  one["t"] = thinned(orbit.times_s);
  for (const std::vector<double>& curve : orbit.curves) one["y"].push_back(thinned(curve));
  return one;
}

Json data_of(const OrbitBranch& branch, std::size_t output) {
  Json data{{"parameter", {{"name", branch.parameter.name}, {"unit", branch.parameter.unit}}},
            {"chosen", output},
            {"outputs", Json::array()},
            {"points", Json::array()},
            {"steady", Json::array()}};
  if (!branch.points.empty())
    for (const OrbitOutput& one : branch.points.front().orbit.outputs) data["outputs"].push_back({{"name", one.name}, {"unit", one.unit}});
  else
    for (const LinearVariable& one : branch.steady.front().outputs) data["outputs"].push_back({{"name", one.name}, {"unit", one.unit}});
  for (std::size_t k = 0; k < branch.points.size(); ++k)
    data["points"].push_back(point_of(branch.points[k], k == 0 || branch.points[k].mark == BranchMark::hopf));
  for (std::size_t k = 0; k < branch.steady.size(); ++k) {
    const BranchSteady& point = branch.steady[k];
    Json values = Json::array();
    for (const LinearVariable& one : point.outputs) values.push_back(coarse(one.value));
    const bool is_border = point.mark != BranchMark::none;
    data["steady"].push_back({{"p", point.parameter},
                              {"values", values},
                              {"stable", point.is_stable},
                              {"border", is_border},
                              {"mark", word_of(point.mark)},
                              {"what", point.what},
                              {"begins", k == 0}});
  }
  return data;
}

std::string remarks_of(const OrbitBranch& branch) {
  std::string text;
  for (const Diagnostic& note : branch.notes.list())
    text += "<p class=\"warning\">" + escaped(note.message) + (note.because.empty() ? "" : ": " + escaped(note.because)) + "</p>\n";
  return text;
}

}  // namespace

std::string branch_page(const OrbitBranch& branch, std::size_t output, const std::string& file, const std::string& command) {
  const std::string data = in_script(data_of(branch, output).dump(-1, ' ', false, Json::error_handler_t::replace));
  const std::string title = "Motions of " + file + " over " + branch.parameter.name;
  return page_head(title) + "<main>\n<h1>" + escaped(title) +
         "</h1>\n<p class=\"lead\">Full: stable. Dashed: not stable. Of orbits the least and the most of the output. Click on a point, or "
         "use "
         "the arrow keys, to see the motion there.</p>\n" +
         remarks_of(branch) +
         "<p><label>Output <select id=\"output\"></select></label></p>\n"
         "<svg id=\"chart\" class=\"branch\" tabindex=\"0\" role=\"img\" aria-label=\"The branch\"></svg>\n"
         "<section id=\"orbit\">\n<h2>The orbit</h2>\n"
         "<p><button id=\"before\">Before</button> <button id=\"after\">After</button> <output id=\"where\"></output></p>\n"
         "<svg id=\"curves\" class=\"branch\" role=\"img\" aria-label=\"The output over a period\"></svg>\n"
         "<table id=\"facts\"></table>\n<h3>Events</h3>\n<div class=\"scroll\" tabindex=\"0\"><table "
         "id=\"events\"></table></div>\n</section>\n"
         "<h2>How to make this page again</h2>\n<pre tabindex=\"0\">" +
         escaped(command) + "</pre>\n</main>\n<script type=\"application/json\" id=\"branch\">" + data + "</script>\n<script>\n" +
         std::string(kBranchScript) + "</script>\n</body>\n</html>\n";
}

}  // namespace stribeck::cli
