#include "drawing/plot_page.h"

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <utility>

#include "base/diagnostic.h"
#include "drawing/axis_unit.h"
#include "drawing/gnuplot.h"
#include "drawing/page_layout.h"
#include "stages.h"

using namespace stribeck;

namespace {

/// load.w falls from 2 to 0 and rests; friction.mode tells it; force is in kilonewtons; y has no unit of its own.
Trajectory trajectory() {
  Trajectory result;
  result.begin({{"load.w", "rad/s", ""}, {"friction.mode", "1", "1 slips, 0 sticks"}, {"push.F", "N", ""}, {"profile.y", "", ""}});
  const std::vector<std::array<double, 5>> rows{{0, 2, 1, 20e3, 2}, {1, 0, 1, 0, 2}, {1, 0, 0, 0, 2}, {4, 0, 0, 10e3, 2}};
  for (const auto& row : rows) result.row(row[0], &row[1]);
  result.event({1, "friction: sticks"});
  result.event({1, "friction: w = 0"});
  return result;
}

Diagram diagram_with(std::vector<Plot> plots) {
  Diagram diagram;
  diagram.file = "drive.json";
  diagram.plots = std::move(plots);
  return diagram;
}

Plot plot_of(std::vector<std::string> y) {
  Plot plot;
  plot.labels.resize(y.size());
  plot.y = std::move(y);
  return plot;
}

}  // namespace

TEST_CASE("plot page: each unit has a panel, numbers a prefix, the title stands once") {
  Plot plot = plot_of({"load.w", "push.F", "profile.y"});
  plot.title = "both";
  const PlotPage page = plot_page(diagram_with({plot}), trajectory(), 4, {});
  REQUIRE(page.panels.size() == 2);
  CHECK(page.title == "drive.json");
  CHECK(page.panels[0].title == "both");
  CHECK(page.panels[1].title.empty());
  CHECK(page.panels[0].y_label == "angular velocity [rad/s]");
  REQUIRE(page.panels[0].curves.size() == 2);  // the signal without a unit goes with the first
  CHECK(page.panels[1].y_label == "force [kN]");
  CHECK(page.panels[1].curves[0].y == std::vector<double>{20, 0, 0, 10});
  CHECK(page.panels[1].y.low < 0);
  CHECK(page.panels[1].y.high > 20);
  CHECK(page.panels[0].x.low == 0);  // time fills the frame
  CHECK(page.panels[0].x.high == 4);
}

TEST_CASE("plot page: events are marked once an instant, what sticks is shaded") {
  Plot plot = plot_of({"load.w"});
  plot.modes = {"friction.mode"};
  const Panel panel = plot_page(diagram_with({plot}), trajectory(), 4, {}).panels.at(0);
  CHECK(panel.events == std::vector<double>{1});
  REQUIRE(panel.shaded.size() == 1);
  CHECK(panel.shaded[0].from == 1);
  CHECK(panel.shaded[0].to == 4);
  CHECK(panel.shaded_label == "friction sticks");
}

TEST_CASE("plot page: one unit that is written in two ways has one panel, by the name that people know") {
  Trajectory rows;
  rows.begin({{"flywheel.energy", "kg*m^2/s^2", ""},
              {"brake.heat", "J", ""},
              {"brake.T", "N*m", ""},
              {"load.phi", "rad", ""},
              {"slip.s", "1", ""}});
  const std::array<double, 5> row{3, 1, 2, 4, 5};
  rows.row(0, row.data()), rows.row(1, row.data());
  const PlotPage page = plot_page(diagram_with({plot_of({"flywheel.energy", "brake.heat", "brake.T", "load.phi", "slip.s"})}), rows, 5, {});
  REQUIRE(page.panels.size() == 4);
  CHECK(page.panels[0].curves.size() == 2);
  CHECK(page.panels[0].y_label == "energy [J]");
  CHECK(page.panels[1].y_label == "torque [N·m]");
  CHECK(known_unit("kg*m/s^2") == "N");
  CHECK(known_unit("1/s") == "1/s");
  CHECK(plots_by_unit(rows.columns()).size() == 4);
}

TEST_CASE("plot page: a contact is shaded while it rests") {
  Trajectory rows;
  rows.begin({{"load.x", "m", ""}, {"stop.mode", "1", "1 rests on the upper side, -1 on the lower one, 0 between"}});
  for (const auto& row : {std::array<double, 3>{0, 0, 0}, {1, 1, 0}, {1, 1, 1}, {2, 1, 1}}) rows.row(row[0], &row[1]);
  Plot plot = plot_of({"load.x"});
  plot.modes = {"stop.mode"};
  Diagram diagram = diagram_with({plot});
  diagram.instances.emplace_back();
  diagram.instances.back().name = "stop";
  diagram.instances.back().record = &test::builtin_registry().record("translational.backlash", {});
  const Panel panel = plot_page(diagram, rows, 2, {}).panels.at(0);
  REQUIRE(panel.shaded.size() == 1);
  CHECK(panel.shaded[0].from == 1);
  CHECK(panel.shaded[0].to == 2);
  CHECK(panel.shaded_label == "stop rests on the upper side or on the lower one");
}

TEST_CASE("plot page: a plot that is called as the whole page repeats no title") {
  Plot plot = plot_of({"load.w"});
  plot.title = "Two discs";
  Diagram diagram = diagram_with({plot});
  diagram.title = "Two discs";
  CHECK(plot_page(diagram, trajectory(), 4, {}).panels.at(0).title.empty());
}

TEST_CASE("plot page: modes become lanes, also beside curves") {
  const PlotPage page = plot_page(diagram_with({plot_of({"friction.mode", "load.w"})}), trajectory(), 4, {});
  REQUIRE(page.panels.size() == 2);
  REQUIRE(page.panels[1].lanes.size() == 1);
  CHECK(page.panels[1].lanes[0].label == "friction");
  CHECK(page.panels[1].lanes[0].spans.size() == 2);
  CHECK(page.panels[1].mode_words.size() == 2);
}

TEST_CASE("plot page: units asked for, labels, logarithms, phase planes") {
  Plot plot = plot_of({"load.w"});
  plot.y_unit = "rpm", plot.x_unit = "ms", plot.labels = {"the load"}, plot.log = LogAxes::y;
  Plot plane = plot_of({"load.w"});
  plane.x = "push.F";
  const PlotPage page = plot_page(diagram_with({plot, plane}), trajectory(), 4, {});
  CHECK(page.panels[0].y_label == "angular velocity [rpm]");
  CHECK(page.panels[0].x_label == "time [ms]");
  CHECK(page.panels[0].curves[0].label == "the load");
  CHECK(page.panels[0].curves[0].y[0] == Approx(2 * 60 / 6.283185307179586));
  CHECK(page.panels[0].curves[0].x[3] == Approx(4000));
  CHECK(page.panels[0].log_y);
  CHECK(page.panels[0].y.low > 0);
  CHECK_FALSE(page.panels[1].over_time);
  CHECK(page.panels[1].x_label == "push.F [kN]");
  CHECK(page.panels[1].events.empty());
}

TEST_CASE("plot page: what lies over the curves is converted and takes their colour or its own") {
  const auto path = std::filesystem::temp_directory_path() / "stribeck_bench.csv";
  std::ofstream(path) << "t_ms,n\n0,60\n1000,0\n";
  Plot plot = plot_of({"load.w", "push.F"});
  Overlay overlay;
  overlay.file = path.string(), overlay.x = "t_ms", overlay.y = "n", overlay.label = "measured", overlay.y_unit = "rad/s";
  overlay.x_factor = 1e-3, overlay.y_factor = 6.283185307179586 / 60;
  plot.overlays = {overlay};
  const OtherResult other{"slow", {"slow.csv", {"time", "load.w"}, {{0, 4}, {1, 1}}}};
  const PlotPage page = plot_page(diagram_with({plot}), trajectory(), 4, {other});
  std::filesystem::remove(path);
  REQUIRE(page.panels[0].curves.size() == 3);
  CHECK(page.panels[0].curves[1].label == "load.w, slow");
  CHECK(page.panels[0].curves[1].style == CurveStyle::dashed);
  CHECK(page.panels[0].curves[1].colour == page.panels[0].curves[0].colour);
  const Curve& measured = page.panels[0].curves[2];
  CHECK(measured.style == CurveStyle::points);
  CHECK(measured.x[1] == Approx(1));
  CHECK(measured.y[0] == Approx(6.283185307179586));
  CHECK(page.panels[1].curves.size() == 1);  // no force was measured
}

TEST_CASE("plot page: without plots, one panel for each unit, and what does not fit is said") {
  const PlotPage page = plot_page(diagram_with({}), trajectory(), 3, {});
  CHECK(page.panels.size() == 3);
  CHECK(page.remarks.empty());
  std::vector<OutputColumn> many;
  std::vector<double> values;
  for (int i = 0; i < 30; ++i) {
    many.push_back({"a" + std::to_string(i), i < 20 ? "N" : "u" + std::to_string(i), ""});
    values.push_back(1 + i);
  }
  Trajectory rows;
  rows.begin(many);
  rows.row(0, values.data());
  for (double& value : values) value *= 2;
  rows.row(1, values.data());
  std::vector<std::string> remarks;
  const auto plots = default_plots(diagram_with({}), rows, many.size(), remarks);
  CHECK(plots.size() == 8);
  CHECK(plots[0].y.size() == 7);
  REQUIRE(remarks.size() == 1);
  CHECK(remarks[0].find("16 further outputs") != std::string::npos);  // 13 of the forces, 3 units
}

TEST_CASE("plot page: without plots, what is one curve is drawn once, and of many panels those of constants are left out") {
  Trajectory rows;
  rows.begin({{"drive.w", "rad/s", ""},
              {"load.w", "rad/s", ""},
              {"limit.w", "rad/s", ""},
              {"brake.T", "N*m", ""},
              {"push.F", "N", ""},
              {"slide.x", "m", ""},
              {"drive.T", "N*m", ""}});
  const std::vector<std::array<double, 8>> table{{0, 1, 1, 9, 5, 3, 0, 1e-15}, {1, 2, 2 + 1e-13, 9, 5, 4, 1, -1e-15}};
  for (const auto& row : table) rows.row(row[0], &row[1]);
  const PlotPage few = plot_page(diagram_with({}), rows, 4, {});
  REQUIRE(few.panels.size() == 2);
  REQUIRE(few.panels[0].curves.size() == 2);
  CHECK(few.panels[0].curves[0].label == "drive.w, load.w");
  CHECK(few.panels[0].curves[1].label == "limit.w");  // beside what changes a constant is a mark to compare with
  CHECK(few.panels[1].y_label == "torque [N·m]");
  const PlotPage many = plot_page(diagram_with({}), rows, 7, {});
  REQUIRE(many.panels.size() == 3);
  for (const Panel& panel : many.panels) CHECK(panel.y_label != "torque [N·m]");  // nor what is zero but for rounding
  CHECK(undrawn_curves(diagram_with({}), rows, 7).panels.size() == 2);            // a reader may still pick load.w and the torques
}

TEST_CASE("plot page: without plots, what is zero all along is left out, unless nothing else is there") {
  Trajectory result;
  result.begin({{"load.v", "m/s", ""}, {"wall.v", "m/s", ""}});
  const std::vector<std::array<double, 3>> rows{{0, 2, 0}, {1, 1, 0}};
  for (const auto& row : rows) result.row(row[0], &row[1]);
  const PlotPage page = plot_page(diagram_with({}), result, 2, {});
  REQUIRE(page.panels.size() == 1);
  REQUIRE(page.panels[0].curves.size() == 1);
  CHECK(page.panels[0].curves[0].label == "load.v");
  CHECK(undrawn_curves(diagram_with({}), result, 2).panels[0].curves[0].label == "wall.v");  // a reader may still pick it
  Trajectory still;
  still.begin({{"wall.v", "m/s", ""}});
  for (const auto& row : rows) still.row(row[0], &row[2]);
  CHECK(plot_page(diagram_with({}), still, 1, {}).panels.size() == 1);
}

TEST_CASE("plot page: one other run has the colour of the curve, several have colours of their own") {
  const auto other = [](const std::string& label) {
    OtherResult result;
    result.label = label;
    result.table.names = {"time", "load.w"};
    result.table.columns = {{0, 4}, {1, 1}};
    return result;
  };
  const std::vector<Plot> plots{plot_of({"load.w"})};
  const PlotPage one = plot_page(diagram_with(plots), trajectory(), 4, {other("a")});
  CHECK(one.panels[0].curves[0].colour == one.panels[0].curves[1].colour);
  const PlotPage two = plot_page(diagram_with(plots), trajectory(), 4, {other("a"), other("b")});
  REQUIRE(two.panels[0].curves.size() == 3);
  std::set<std::size_t> colours;
  for (const Curve& curve : two.panels[0].curves) colours.insert(curve.colour);
  CHECK(colours.size() == 3);
}

TEST_CASE("plot page: legends keep inside the frame and panels apart") {
  Plot plot = plot_of({"load.w", "profile.y"});
  plot.labels = {std::string(70, 'a'), std::string(70, 'b')};
  PlotPage page = plot_page(diagram_with({plot, plot}), trajectory(), 4, {});
  const PageLayout layout = page_layout(page);
  REQUIRE(layout.panels.size() == 2);
  CHECK(layout.panels[0].legend[0].y < layout.panels[0].legend[1].y);
  CHECK(layout.panels[0].legend[1].y < layout.panels[0].top);
  CHECK(layout.panels[0].bottom < layout.panels[1].legend[0].y);
  CHECK(layout.panels[1].bottom < layout.height);
}

TEST_CASE("gnuplot: names are quoted so that nothing in them is carried out") {
  Plot plot = plot_of({"load.w"});
  plot.labels = {"it's `date` \"x\"\nplot"};
  const std::string script = gnuplot_script(plot_page(diagram_with({plot}), trajectory(), 4, {}), PictureFormat::svg);
  CHECK(script.find("'it''s `date` \"x\" plot'") != std::string::npos);
  CHECK(script == gnuplot_script(plot_page(diagram_with({plot}), trajectory(), 4, {}), PictureFormat::svg));
}

TEST_CASE("plot page: a line that runs along an earlier one is dashed, by its order, and one that only crosses it is not") {
  Trajectory rows;
  rows.begin({{"a", "m", ""}, {"b", "m", ""}, {"c", "m", ""}, {"d", "m", ""}});
  for (int i = 0; i <= 100; ++i) {
    const double t = 0.01 * i, along = std::sin(6 * t);
    const std::array<double, 4> row{along, i < 50 ? along : along + 0.5, i < 30 ? along : along - 0.5, 4 * t - 2};
    rows.row(t, row.data());
  }
  const PlotPage page = plot_page(diagram_with({plot_of({"a", "b", "c", "d"})}), rows, 4, {});
  REQUIRE(page.panels[0].curves.size() == 4);
  const std::array<CurveStyle, 4> expected{CurveStyle::line, CurveStyle::dashed, CurveStyle::dotted, CurveStyle::line};
  for (std::size_t c = 0; c < 4; ++c) CHECK(page.panels[0].curves[c].style == expected[c]);
}

TEST_CASE("plot page: a law that is gone through again and again is one line, and a loop stays a loop") {
  Trajectory laws;
  laws.begin({{"rub.v", "m/s", ""}, {"rub.F", "N", ""}, {"bend.F", "N", ""}});
  for (int i = 0; i <= 200; ++i) {
    const double phase = 0.37 * i, v = std::cos(phase);
    const std::array<double, 3> row{v, v * v * v, v * v * v + std::sin(phase)};
    laws.row(i, row.data());
  }
  Plot plot = plot_of({"rub.F", "bend.F"});
  plot.x = "rub.v";
  const PlotPage page = plot_page(diagram_with({plot}), laws, 200, {});
  REQUIRE(page.panels.size() == 1);
  const Curve &law = page.panels[0].curves[0], &loop = page.panels[0].curves[1];
  CHECK(std::is_sorted(law.x.begin(), law.x.end()));
  CHECK(std::is_sorted(law.y.begin(), law.y.end()));  // as v^3 is
  REQUIRE(loop.x.size() == 201);
  CHECK(loop.x[1] == Approx(std::cos(0.37)));
}

TEST_CASE("plot page: a loop is drawn as one however thin it is, and a bent law or one with a jump is not") {
  Trajectory rows;
  rows.begin({{"spool.x", "m", ""}, {"thin.F", "N", ""}, {"bent.F", "N", ""}, {"rub.F", "N", ""}});
  for (int i = 0; i <= 80; ++i) {
    const double phase = 0.04 * 3.14159265358979 * (i + 0.3), x = std::sin(phase);
    const std::array<double, 4> row{x, x + 0.01 * std::cos(phase), std::exp(x), x + (x > 0 ? 1 : -1)};
    rows.row(i, row.data());
  }
  Plot plot = plot_of({"thin.F", "bent.F", "rub.F"});
  plot.x = "spool.x";
  const PlotPage page = plot_page(diagram_with({plot}), rows, 80, {});
  REQUIRE(page.panels[0].curves.size() == 3);
  const auto in_order = [&](std::size_t c) { return std::is_sorted(page.panels[0].curves[c].x.begin(), page.panels[0].curves[c].x.end()); };
  CHECK_FALSE(in_order(0));
  CHECK(in_order(1));
  CHECK(in_order(2));
}

TEST_CASE("plot page: pages drawn together are those drawn alone") {
  try {
    require_gnuplot();
  } catch (const Failure&) {
    WARN("no gnuplot here (Debian: apt-get install gnuplot-nox)");
    return;
  }
  const PlotPage page = plot_page(diagram_with({plot_of({"load.w", "push.F"})}), trajectory(), 4, {});
  PlotPage narrow = page;
  narrow.width = kNarrowPage;
  const std::vector<std::string> both = draw_svgs({page, narrow});
  REQUIRE(both.size() == 2);
  const auto picture = [](const std::string& text) {  // lines and letters: groups without them begin with the colour that was last
    std::vector<std::string> drawn;
    for (const char* const begin : {" d='", "<text>"})
      for (std::size_t at = text.find(begin); at != std::string::npos; at = text.find(begin, at + 1))
        drawn.push_back(text.substr(at, text.find_first_of("'<", at + 6) - at));
    return drawn;
  };
  CHECK(picture(both[0]) == picture(draw(page, PictureFormat::svg)));
  CHECK(picture(both[1]) == picture(draw(narrow, PictureFormat::svg)));
}
