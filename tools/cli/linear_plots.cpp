#include "linear_plots.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "analysis/linear_curves.h"
#include "base/text.h"
#include "base/unit_text.h"
#include "results/layout.h"

namespace stribeck::cli {
namespace {

using ComplexValue = std::complex<double>;

constexpr double kHalfHeight = 220;  // px: of the two panels of a Bode plot, and of a step
constexpr std::array<CurveStyle, 4> kDashes{CurveStyle::line, CurveStyle::dashed, CurveStyle::dotted, CurveStyle::dash_dotted};

std::string with_label_unit(const std::string& words, const std::string& unit) { return unit.empty() ? words : words + " [" + unit + "]"; }

std::string ratio_unit(const std::string& over, const std::string& under) {
  if (over == under) return "";
  const bool is_product = under.find_first_of("*/ ") != std::string::npos;
  return (over.empty() ? "1" : over) + (under.empty() ? "" : "/" + (is_product ? "(" + under + ")" : under));
}

/// Covers all numbers, with a margin.
Range range_over(const std::vector<Curve>& curves, std::vector<double> Curve::*numbers, double margin) {
  double low = HUGE_VAL, high = -HUGE_VAL;
  for (const Curve& curve : curves)
    for (const double number : curve.*numbers)
      if (std::isfinite(number)) low = std::min(low, number), high = std::max(high, number);
  if (low > high) return {-1, 1};
  const double size = std::max(std::fabs(low), std::fabs(high)), length = high - low;
  const double beside = length > 1e-9 * size ? margin * length : size > 0 ? 0.1 * size : 1;
  return {low - beside, high + beside};
}

/// The one that is too short for equal scales is made longer about its middle; `shape`: width over height of the frame.
void make_scales_equal(Panel& panel, double shape) {
  const double width = panel.x.high - panel.x.low, height = panel.y.high - panel.y.low;
  Range& shorter = width < shape * height ? panel.x : panel.y;
  const double wanted = width < shape * height ? shape * height : width / shape, middle = 0.5 * (shorter.low + shorter.high);
  shorter = {middle - 0.5 * wanted, middle + 0.5 * wanted};
}

/// Numbers at multiples of what degrees are read by.
void set_degrees(Panel& panel) {
  constexpr std::array<double, 5> kSteps{15, 30, 45, 90, 180};
  const double length = panel.y.high - panel.y.low;
  panel.y_step = *std::find_if(kSteps.begin(), kSteps.end() - 1, [&](double step) { return length <= 7 * step; });
  panel.y = {panel.y_step * std::floor(panel.y.low / panel.y_step + 1e-6), panel.y_step * std::ceil(panel.y.high / panel.y_step - 1e-6)};
}

class LinearPage {
 public:
  LinearPage(const std::vector<PlottedModel>& models, const LinearPlots& plots) : models_(models), plots_(plots) {}

  PlotPage write() {
    PlotPage page;
    page.title = plots_.title;
    const LinearModel& first = *models_.front().model;
    for (const std::string& picture : plots_.pictures) {
      if (picture == "step") add_steps();
      for (std::size_t o = 0; o < first.outputs.size() && picture != "step"; ++o)
        for (std::size_t i = 0; i < first.inputs.size(); ++i) add(picture, o, i);
    }
    page.panels = std::move(panels_);
    return page;
  }

 private:
  struct NumberedCurve {
    std::size_t number;  ///< of the model
    FrequencyCurve curve;
  };
  static double decibels(ComplexValue value) { return value == ComplexValue(0) ? std::nan("") : 20 * std::log10(std::abs(value)); }
  static CurveStyle dash(std::size_t k) { return kDashes[k % kDashes.size()]; }

  void add(const std::string& picture, std::size_t o, std::size_t i) {
    const LinearModel& first = *models_.front().model;
    const LinearVariable &output = first.outputs[o], &input = first.inputs[i];
    const std::string pair = output.name + " to " + input.name, unit = ratio_unit(output.unit, input.unit);
    std::vector<TransferFunction> functions;
    for (const PlottedModel& one : models_) functions.push_back(transfer_function(*one.model, o, i));
    if (picture == "poles") return add_poles(pair, functions);
    std::vector<NumberedCurve> curves;
    const auto [low, high] = range_of(functions);
    for (std::size_t k = 0; k < models_.size(); ++k)
      if (functions[k].gain != 0) curves.push_back({k, frequency_curve(*models_[k].model, o, i, low, high)});
    if (curves.empty()) return;
    if (picture == "bode") return add_bode(pair, unit, curves);
    if (picture == "nyquist") return add_nyquist(pair, unit, curves);
    add_nichols(pair, unit, curves);
  }

  std::pair<double, double> range_of(const std::vector<TransferFunction>& functions) const {
    if (plots_.range_rad_s) return *plots_.range_rad_s;
    std::vector<ComplexValue> roots;
    for (const TransferFunction& function : functions) roots.insert(roots.end(), function.zeros.begin(), function.zeros.end());
    for (const PlottedModel& one : models_)
      for (const ComplexValue pole : poles_of(one.model->a)) roots.push_back(pole);
    return frequency_range(roots);
  }

  Panel panel(const std::string& title, const std::string& x_label, const std::string& y_label) const {
    Panel panel;
    panel.title = title, panel.x_label = x_label, panel.y_label = y_label, panel.over_time = false;
    return panel;
  }

  void add_bode(const std::string& pair, const std::string& unit, const std::vector<NumberedCurve>& curves) {
    const std::string frequency = "angular frequency [rad/s]";
    Panel size = panel("Bode: " + pair, frequency, unit.empty() ? "amplitude [dB]" : "amplitude [dB re " + unit + "]");
    Panel phase = panel("", frequency, "phase [deg]");
    for (const auto& [k, curve] : curves) {
      std::vector<double> sizes;
      for (const ComplexValue value : curve.values) sizes.push_back(decibels(value));
      size.curves.push_back({models_[k].label, k, dash(k), curve.frequencies_rad_s, sizes});
      phase.curves.push_back({models_[k].label, k, dash(k), curve.frequencies_rad_s, curve.phases_deg});
    }
    for (Panel* one : {&size, &phase}) {
      one->log_x = true, one->height = kHalfHeight;
      one->x = {curves.front().curve.frequencies_rad_s.front(), curves.front().curve.frequencies_rad_s.back()};
      one->y = range_over(one->curves, &Curve::y, 0.05);
    }
    set_degrees(phase);
    panels_.push_back(std::move(size)), panels_.push_back(std::move(phase));
  }

  void add_nyquist(const std::string& pair, const std::string& unit, const std::vector<NumberedCurve>& curves) {
    Panel plane =
        panel("Nyquist: " + pair + ", " + range_words(curves), with_label_unit("real part", unit), with_label_unit("imaginary part", unit));
    for (const auto& [k, response] : curves) {
      Curve& curve = plane.curves.emplace_back(Curve{models_[k].label, k, dash(k), {}, {}});
      for (const ComplexValue value : response.values) curve.x.push_back(value.real()), curve.y.push_back(value.imag());
    }
    // Where the output is fed back to an input of the same unit.
    if (unit.empty()) plane.curves.push_back({"-1", 6, CurveStyle::crosses, {-1}, {0}});
    plane.x = range_over(plane.curves, &Curve::x, 0.05), plane.y = range_over(plane.curves, &Curve::y, 0.05);
    make_scales_equal(plane, 1.8);
    panels_.push_back(std::move(plane));
  }

  void add_nichols(const std::string& pair, const std::string& unit, const std::vector<NumberedCurve>& curves) {
    Panel plane = panel("Nichols: " + pair + ", " + range_words(curves), "phase [deg]",
                        unit.empty() ? "amplitude [dB]" : "amplitude [dB re " + unit + "]");
    for (const auto& [k, response] : curves) {
      Curve& curve = plane.curves.emplace_back(Curve{models_[k].label, k, dash(k), response.phases_deg, {}});
      for (const ComplexValue value : response.values) curve.y.push_back(decibels(value));
    }
    if (unit.empty()) plane.curves.push_back({"-180 deg, 0 dB", 6, CurveStyle::crosses, {-180}, {0}});
    plane.x = range_over(plane.curves, &Curve::x, 0.05), plane.y = range_over(plane.curves, &Curve::y, 0.05);
    panels_.push_back(std::move(plane));
  }

  static std::string range_words(const std::vector<NumberedCurve>& curves) {
    const std::vector<double>& w = curves.front().curve.frequencies_rad_s;
    return short_number(w.front()) + " to " + short_number(w.back()) + " rad/s";
  }

  void add_poles(const std::string& pair, const std::vector<TransferFunction>& functions) {
    Panel plane = panel("Poles and zeros: " + pair, "real part [1/s]", "imaginary part [rad/s]");
    const auto add = [&](const std::string& words, std::size_t k, CurveStyle style, const std::vector<ComplexValue>& roots) {
      if (roots.empty()) return;
      Curve& curve = plane.curves.emplace_back(Curve{words + models_[k].label, k, style, {}, {}});
      for (const ComplexValue root : roots) curve.x.push_back(root.real()), curve.y.push_back(root.imag());
    };
    for (std::size_t k = 0; k < models_.size(); ++k) {
      add("poles, ", k, CurveStyle::crosses, poles_of(models_[k].model->a));
      add("zeros, ", k, CurveStyle::points, functions[k].zeros);
    }
    plane.x = range_over(plane.curves, &Curve::x, 0.08), plane.y = range_over(plane.curves, &Curve::y, 0.08);
    plane.x = {std::min(plane.x.low, -0.05 * (plane.x.high - plane.x.low)), std::max(plane.x.high, 0.05 * (plane.x.high - plane.x.low))};
    plane.shaded.push_back({0, plane.x.high}), plane.shaded_label = "grows";
    panels_.push_back(std::move(plane));
  }

  void add_steps() {
    const LinearModel& first = *models_.front().model;
    std::string unit;
    for (const LinearVariable& input : first.inputs)
      if (input.name == plots_.step.input) unit = input.unit;
    for (std::size_t o = 0; o < first.outputs.size(); ++o) {
      Panel over = panel("Step of " + plots_.step.input + " by " + with_unit(short_number(plots_.step.amount), unit),
                         "time after the step [s]", with_label_unit("change of " + first.outputs[o].name, first.outputs[o].unit));
      for (std::size_t k = 0; k < models_.size(); ++k) {
        if (models_[k].steps == nullptr) continue;
        const auto column = [&](const Matrix& rows) {
          std::vector<double> values;
          for (std::size_t r = 0; r < rows.rows; ++r) values.push_back(rows(r, o));
          return values;
        };
        over.curves.push_back({"run, " + models_[k].label, k, CurveStyle::line, plots_.step.times_s, column(models_[k].steps->real)});
        over.curves.push_back(
            {"linear, " + models_[k].label, k, CurveStyle::dashed, plots_.step.times_s, column(models_[k].steps->linear)});
      }
      over.height = kHalfHeight;
      over.x = {0, plots_.step.times_s.back()}, over.y = range_over(over.curves, &Curve::y, 0.06);
      panels_.push_back(std::move(over));
    }
  }

  const std::vector<PlottedModel>& models_;
  const LinearPlots& plots_;
  std::vector<Panel> panels_;
};

}  // namespace

PlotPage linear_page(const std::vector<PlottedModel>& models, const LinearPlots& plots) { return LinearPage(models, plots).write(); }

}  // namespace stribeck::cli
