#include "drawing/gnuplot.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/format.h"
#include "drawing/child_process.h"
#include "drawing/page_layout.h"
#include "drawing/palette.h"
#include "drawing/thinning.h"

namespace stribeck {
namespace {

constexpr double kTolerance = 0.12;    // px by which a thinned line may leave the true one: nobody sees it
constexpr double kLeastSpan = 0.4;     // px: shades closer together run into one another
constexpr double kAxisLabelAt = 16;    // px from the left edge
constexpr double kPageTitleFont = 15;  // px
constexpr double kPerNumber = 65;      // px that a number below an axis has at least
constexpr double kPointsPerPixel = 0.75;
constexpr double kPixelsPerInch = 96;
constexpr double kSharp = 2;  // pixels of a bitmap per pixel of the layout

const Tool kGnuplot{"gnuplot", "gnuplot-nox", "draws the plots"};

/// In single quotes gnuplot replaces nothing.
std::string quoted_text(std::string_view text) {
  std::string result = "'";
  for (const char c : text) {
    if (c == '\'') result += '\'';
    result += c == '\n' || c == '\r' ? ' ' : c;
  }
  return result + "'";
}

std::string_view point_of(CurveStyle style) { return style == CurveStyle::crosses ? "pt 2 ps 0.8 lw 1.6" : "pt 6 ps 0.6 lw 1.4"; }

std::string dash_of(CurveStyle style, double line_width) {
  switch (style) {
    case CurveStyle::dashed:
      return "lw 1.5 dt '-'";
    case CurveStyle::dotted:
      return "lw 1.8 dt (1.5,3)";
    case CurveStyle::dash_dotted:
      return "lw 1.5 dt '-.'";
    default:
      return fmt::format("lw {}", line_width);
  }
}

class Script {
 public:
  Script(const PlotPage& page, PictureFormat format) : page_(page), layout_(page_layout(page)), format_(format) {}

  std::string write() {
    set_terminal();
    for (std::size_t i = 0; i < page_.panels.size(); ++i) write_data(i);
    line("set multiplot");
    for (std::size_t i = 0; i < page_.panels.size(); ++i) write_panel(page_.panels[i], layout_.panels[i], i);
    line("unset multiplot");
    return std::move(text_);
  }

 private:
  void line(const std::string& text) { text_ += text + "\n"; }
  double across(double x) const { return x / layout_.width; }
  double up(double y) const { return 1 - y / layout_.height; }
  std::string screen(double x, double y) const { return fmt::format("screen {:.5f},{:.5f}", across(x), up(y)); }

  void set_terminal() {
    line("set encoding utf8\nset minussign");
    if (format_ == PictureFormat::svg)
      line(fmt::format("set terminal svg size {:.0f},{:.0f} fixed enhanced font 'sans-serif,12' background '#ffffff' rounded",
                       layout_.width, layout_.height));
    else if (format_ == PictureFormat::png)
      line(
          fmt::format("set terminal pngcairo size {:.0f},{:.0f} enhanced font 'sans,9' fontscale {} linewidth {} pointscale {} "
                      "background '#ffffff' rounded",
                      kSharp * layout_.width, kSharp * layout_.height, kSharp, kSharp, kSharp));
    else
      line(fmt::format("set terminal pdfcairo size {:.4f}in,{:.4f}in enhanced font 'sans,9' background '#ffffff' rounded",
                       layout_.width / kPixelsPerInch, layout_.height / kPixelsPerInch));
    line(fmt::format("set border 3 lc rgb '{}' lw 1\nset tics nomirror out scale 0.5 textcolor rgb '{}'\nunset key", kBorderColour,
                     kTextColour));
    line(fmt::format("set grid lc rgb '{}' lw 1 lt 1\nset bars small", kGridColour));
    line(fmt::format("set lmargin at screen {:.5f}\nset rmargin at screen {:.5f}", across(layout_.left), across(layout_.right)));
  }

  void write_panel(const Panel& panel, const PanelLayout& own, std::size_t number) {
    line("unset label\nunset arrow\nunset object\nunset logscale\nset format '%g'\nset xtics auto\nset ytics auto");
    line(fmt::format("set tmargin at screen {:.5f}\nset bmargin at screen {:.5f}", up(own.top), up(own.bottom)));
    if (number == 0 && !page_.title.empty()) put_lines(layout_.title, layout_.title_y, kPageTitleFont);
    if (own.title_y > 0) put_lines(own.title, own.title_y, kPanelTitleFont);
    for (const LegendEntry& entry : own.legend) put_sample(entry);
    set_axes(panel, own);
    for (const Span& span : merged(panel)) shade(span);
    for (const double event : marks_of(panel, layout_.right - layout_.left)) mark(event);
    if (panel.lanes.empty())
      plot_curves(panel, number);
    else
      plot_lanes(panel);
  }

  void put_lines(const std::vector<std::string>& lines, double y, double size) {
    const double points = format_ == PictureFormat::svg ? size : kPointsPerPixel * size;
    for (std::size_t i = 0; i < lines.size(); ++i)
      put_text(lines[i], layout_.left, y + static_cast<double>(i) * kLineHeight * size, fmt::format("font ',{}'", points));
  }
  void put_text(const std::string& text, double x, double y, std::string_view how) {
    line(fmt::format("set label {} at {} left {} noenhanced tc rgb '{}' front", quoted_text(text), screen(x, y), how, kTextColour));
  }

  void put_sample(const LegendEntry& entry) {
    const double right = entry.x + sample_width(entry.kind);
    switch (entry.kind) {
      case SampleKind::curve:
        if (has_single_points(entry.style))
          line(fmt::format("set label '' at {} point {} lc rgb '{}' front", screen((entry.x + right) / 2, entry.y), point_of(entry.style),
                           entry.colour));
        else
          line(fmt::format("set arrow from {} to {} nohead front lc rgb '{}' {}", screen(entry.x, entry.y), screen(right, entry.y),
                           entry.colour, dash_of(entry.style, 2)));
        break;
      case SampleKind::patch:
        line(fmt::format("set object rectangle from {} to {} fc rgb '{}' fs solid noborder front", screen(entry.x, entry.y - 5),
                         screen(right, entry.y + 5), entry.colour));
        break;
      case SampleKind::mark:
        line(fmt::format("set arrow from {} to {} nohead front lc rgb '{}' lw 1 dt (3,4)", screen(right - 1, entry.y - 6),
                         screen(right - 1, entry.y + 6), entry.colour));
        break;
    }
    put_text(entry.words, right + kSampleGap, entry.y, "");
  }

  void set_axes(const Panel& panel, const PanelLayout& own) {
    line(fmt::format("set xrange [{:.10g}:{:.10g}]\nset yrange [{:.10g}:{:.10g}]", panel.x.low, panel.x.high, panel.y.low, panel.y.high));
    if (page_.width < kPageWidth && !panel.log_x) line(fmt::format("set xtics {:.10g}", step_of(panel.x)));
    if (panel.log_x) line("set logscale x\nset format x '10^{%T}'");
    if (panel.log_y) line("set logscale y\nset format y '10^{%T}'");
    if (panel.y_step > 0) line(fmt::format("set ytics {:.10g}", panel.y_step));
    if (!own.x_numbers) line("set format x ''");
    line(fmt::format("set xlabel {} noenhanced tc rgb '{}' offset 0,0.5", quoted_text(own.x_numbers ? panel.x_label : ""), kTextColour));
    // at a fixed place, so that the labels of all panels line up whatever their numbers
    line("unset ylabel");
    if (!panel.y_label.empty())
      line(fmt::format("set label {} at {} center rotate by 90 noenhanced tc rgb '{}' front", quoted_text(panel.y_label),
                       screen(kAxisLabelAt, (own.top + own.bottom) / 2), kTextColour));
  }

  /// 1, 2 or 5 times a power of ten, so that numbers at the axis stay apart.
  double step_of(Range range) const {
    const double least = (range.high - range.low) * kPerNumber / (layout_.right - layout_.left);
    const double power = std::pow(10, std::floor(std::log10(least)));
    for (const double factor : {1.0, 2.0, 5.0})
      if (factor * power >= least) return factor * power;
    return 10 * power;
  }

  void shade(const Span& span) {
    line(fmt::format("set object rectangle from first {:.10g},graph 0 to first {:.10g},graph 1 behind fc rgb '{}' fs solid noborder",
                     span.from, span.to, kShade.light));
  }
  void mark(double event) {
    line(fmt::format("set arrow from first {:.10g},graph 0 to first {:.10g},graph 1 nohead back lc rgb '{}' lw 1 dt (3,4)", event, event,
                     kEventColour));
  }

  /// Shaded times, those that nobody could tell apart joined.
  std::vector<Span> merged(const Panel& panel) const {
    const double pixel = (panel.x.high - panel.x.low) / (layout_.right - layout_.left);
    std::vector<Span> result;
    for (const Span& span : panel.shaded) {
      if (!result.empty() && span.from - result.back().to < kLeastSpan * pixel)
        result.back().to = span.to;
      else
        result.push_back(span);
    }
    return result;
  }

  static std::string data_name(std::size_t panel, std::size_t curve) { return fmt::format("$curve_{}_{}", panel + 1, curve + 1); }

  void write_data(std::size_t number) {
    const Panel& panel = page_.panels[number];
    for (std::size_t c = 0; c < panel.curves.size(); ++c) {
      line(data_name(number, c) + " << end_of_data");
      write_points(panel, panel.curves[c], layout_.panels[number]);
      line("end_of_data");
    }
  }

  void write_points(const Panel& panel, const Curve& curve, const PanelLayout& own) {
    const auto place = [](double value, Range range, bool log, double length) {
      if (log) return std::log(value / range.low) / std::log(range.high / range.low) * length;
      return (value - range.low) / (range.high - range.low) * length;
    };
    std::vector<Pixel> pixels(curve.x.size());
    for (std::size_t i = 0; i < pixels.size(); ++i)
      pixels[i] = {place(curve.x[i], panel.x, panel.log_x, layout_.right - layout_.left),
                   place(curve.y[i], panel.y, panel.log_y, own.bottom - own.top)};
    const auto add = [&](std::size_t i) {
      if (std::isfinite(pixels[i].x) && std::isfinite(pixels[i].y))
        line(fmt::format("{:.8g} {:.8g}", curve.x[i], curve.y[i]));
      else
        line("");  // interrupts the line
    };
    std::vector<std::size_t> all(pixels.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    for (const std::size_t i : has_single_points(curve.style) ? all : thinned(pixels, kTolerance)) add(i);
  }

  /// Those drawn first are wider, so that they show below a curve that covers them.
  static double line_width(const Panel& panel, std::size_t curve) {
    const std::size_t above = std::min<std::size_t>(panel.curves.size() - 1 - curve, 3);
    return 1.8 + 0.6 * static_cast<double>(above);
  }

  void plot_curves(const Panel& panel, std::size_t number) {
    std::string parts;
    for (std::size_t c = 0; c < panel.curves.size(); ++c) {
      const Curve& curve = panel.curves[c];
      const std::string colour(curve_colour(curve.colour));
      parts += (parts.empty() ? "plot " : ", ") + data_name(number, c);
      if (has_single_points(curve.style))
        parts += fmt::format(" using 1:2 with points {} lc rgb '{}'", point_of(curve.style), colour);
      else
        parts += fmt::format(" using 1:2 with lines lc rgb '{}' {}", colour, dash_of(curve.style, line_width(panel, c)));
    }
    line(parts.empty() ? "plot 1/0" : parts);
  }

  void plot_lanes(const Panel& panel) {
    const auto count = static_cast<double>(panel.lanes.size());
    std::string names;
    for (std::size_t i = 0; i < panel.lanes.size(); ++i) {
      const double middle = count - static_cast<double>(i) - 0.5;
      names += fmt::format("{}{} {}", names.empty() ? "" : ", ", quoted_text(panel.lanes[i].label), middle);
      for (const ModeSpan& span : panel.lanes[i].spans)
        line(fmt::format("set object rectangle from first {:.10g},{} to first {:.10g},{} fc rgb '{}' fs solid noborder", span.span.from,
                         middle - 0.36, span.span.to, middle + 0.36, mode_colour(span.mode)));
    }
    line(fmt::format("set yrange [0:{}]\nset ytics ({}) noenhanced\nplot 1/0", count, names));
    line("set ytics enhanced");
  }

  const PlotPage& page_;
  PageLayout layout_;
  PictureFormat format_;
  std::string text_;
};

/// The day of drawing is the one thing in a PDF that the page does not decide: the same page is to give the same bytes.
void forget_date(std::string& pdf) {
  constexpr std::string_view kKey = "/CreationDate (D:", kNoDate = "19700101000000";
  const std::size_t found = pdf.find(kKey);
  if (found != std::string::npos) pdf.replace(found + kKey.size(), kNoDate.size(), kNoDate);
}

}  // namespace

std::string gnuplot_script(const PlotPage& page, PictureFormat format) { return Script(page, format).write(); }

std::string draw(const PlotPage& page, PictureFormat format) {
  std::string picture = run_tool(kGnuplot, {"--default-settings", "-"}, gnuplot_script(page, format));
  if (format == PictureFormat::pdf) forget_date(picture);
  return picture;
}

std::vector<std::string> draw_svgs(const std::vector<PlotPage>& pages) {
  std::string scripts;
  for (const PlotPage& page : pages) scripts += gnuplot_script(page, PictureFormat::svg) + "reset session\n";
  const std::string output = run_tool(kGnuplot, {"--default-settings", "-"}, scripts);
  std::vector<std::string> pictures;
  for (std::size_t at = 0; pictures.size() < pages.size();) {  // each is a document of its own
    const std::size_t next = std::min(output.find("<?xml", at + 1), output.size());
    pictures.push_back(output.substr(at, next - at));
    at = next;
  }
  return pictures;
}

void require_gnuplot() { static_cast<void>(run_tool(kGnuplot, {"--version"}, "")); }

}  // namespace stribeck
