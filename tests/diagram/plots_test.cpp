// What a diagram asks to be drawn, read with the built-in components.
#include <catch2/catch.hpp>

#include "diagram/read.h"
#include "stages.h"

using namespace stribeck;

namespace {

constexpr const char* kSled = R"("push": {"type": "translational.force_source"},
  "spring": {"type": "translational.spring", "parameters": {"stiffness": 1}},
  "sled": {"type": "translational.mass", "parameters": {"mass": 1}},
  "rub": {"type": "translational.dry_friction"}, "floor": {"type": "translational.ground"})";
constexpr const char* kWires = R"(["push.R", "spring.R"], ["spring.C", "sled.M", "rub.R"], ["push.C", "rub.C", "floor.W"])";

Diagram with_plots(const std::string& plots) {
  const std::string text = test::diagram_text(kSled, kWires, "\"plots\": " + plots);
  return read_diagram(test::builtin_registry(), "test.json", {}, &text);
}

Diagnostic plots_failure(const std::string& plots) {
  try {
    with_plots(plots);
  } catch (const Failure& failure) {
    return failure.diagnostics().front();
  }
  FAIL("was read: " << plots);
  return {};
}

}  // namespace

TEST_CASE("plots: variables, patterns and labels") {
  const Plot plot = with_plots(R"([{"y": ["sled.v", "*.mode", {"of": "push.F", "label": "a push"}]}])").plots.at(0);
  CHECK(plot.y == std::vector<std::string>{"sled.v", "rub.mode", "push.F"});
  CHECK(plot.labels == std::vector<std::string>{"", "", "a push"});
  CHECK(with_plots(R"([{"y": {"of": "sled.v"}}])").plots[0].y.size() == 1);
  CHECK(plots_failure(R"([{"y": ["*.phi"]}])").code == ErrorCode::diagram_unknown_variable);
  CHECK(plots_failure(R"([{"y": {"label": "a"}}])").code == ErrorCode::diagram_missing_key);
  CHECK(plots_failure(R"([{"y": {"of": "sled.w"}}])").code == ErrorCode::diagram_unknown_variable);
}

TEST_CASE("plots: units must measure what is drawn") {
  const Plot plot = with_plots(R"([{"y": ["sled.v", "spring.F"], "x_unit": "ms", "y_unit": "kN"}])").plots.at(0);
  CHECK(plot.x_unit == "ms");
  CHECK(plot.y_unit == "kN");
  CHECK(plots_failure(R"([{"y": "sled.v", "y_unit": "rpm"}])").code == ErrorCode::value_wrong_dimension);
  CHECK(plots_failure(R"([{"y": "sled.v", "x_unit": "m"}])").code == ErrorCode::value_wrong_dimension);
  CHECK(plots_failure(R"([{"y": "sled.v", "y_unit": "bananas"}])").code == ErrorCode::value_unknown_unit);
}

TEST_CASE("plots: axes with logarithms") {
  CHECK(with_plots(R"([{"y": "sled.v"}])").plots[0].log == LogAxes::none);
  CHECK(with_plots(R"([{"y": "sled.v", "log": "x"}])").plots[0].log == LogAxes::x);
  CHECK(with_plots(R"([{"y": "sled.v", "log": "y"}])").plots[0].log == LogAxes::y);
  CHECK(with_plots(R"([{"y": "sled.v", "log": "both"}])").plots[0].log == LogAxes::both);
  CHECK(plots_failure(R"([{"y": "sled.v", "log": "z"}])").code == ErrorCode::value_bad_choice);
}

TEST_CASE("plots: the modes to shade are those drawn, those beside, or those named") {
  CHECK(with_plots(R"([{"y": "rub.F"}])").plots[0].modes == std::vector<std::string>{"rub.mode"});
  CHECK(with_plots(R"([{"y": "sled.v"}])").plots[0].modes == std::vector<std::string>{"rub.mode"});  // tied to the sled
  CHECK(with_plots(R"([{"y": "push.F"}])").plots[0].modes.empty());                                  // only tied to what never moves
  CHECK(with_plots(R"([{"y": "push.F", "modes": ["rub"]}])").plots[0].modes == std::vector<std::string>{"rub.mode"});
  CHECK(with_plots(R"([{"y": "rub.F", "modes": []}])").plots[0].modes.empty());
  CHECK(plots_failure(R"([{"y": "sled.v", "modes": ["sled"]}])").code == ErrorCode::diagram_unknown_variable);
  CHECK(plots_failure(R"([{"y": "sled.v", "modes": ["rab"]}])").code == ErrorCode::diagram_unknown_instance);
}

TEST_CASE("plots: overlays convert to SI") {
  const Overlay overlay =
      with_plots(R"([{"y": "sled.v", "overlay": [{"file": "b.csv", "y": "v", "unit": "mm/s", "x": "t", "x_unit": "min"}]}])")
          .plots.at(0)
          .overlays.at(0);
  CHECK(overlay.x == "t");
  CHECK(overlay.x_factor == Approx(60));
  CHECK(overlay.y_factor == Approx(1e-3));
  CHECK(overlay.y_unit == "m/s");
  CHECK(plots_failure(R"([{"y": "sled.v", "overlay": [{"y": "v"}]}])").code == ErrorCode::diagram_missing_key);
  CHECK(plots_failure(R"([{"y": "sled.v", "overlay": [{"file": "b.csv"}]}])").code == ErrorCode::diagram_missing_key);
  CHECK(plots_failure(R"([{"y": "sled.v", "overlay": [{"file": "b.csv", "y": "v", "unit": "N"}]}])").code ==
        ErrorCode::value_wrong_dimension);
  CHECK(plots_failure(R"([{"y": "sled.v", "overlay": [{"file": "b.csv", "y": "v", "colour": "red"}]}])").code ==
        ErrorCode::diagram_unknown_key);
}
