#include "drawing/energy_bars.h"

#include <algorithm>
#include <cmath>

#include "base/format.h"
#include "base/text.h"
#include "drawing/markup.h"
#include "results/layout.h"

namespace stribeck {
namespace {

constexpr double kBarWidth = 420, kBarHeight = 16;  // px of a bar
constexpr std::size_t kMostRows = 60;
constexpr std::string_view kSupplied = "#009E73", kStored = "#0072B2", kDissipated = "#D55E00";

/// One bar: what comes from the component to the left of the middle, what goes into it to the right.
std::string bar(const EnergyRow& row, double scale) {
  double left = kBarWidth / 2, right = kBarWidth / 2;
  std::string parts;
  const auto add = [&](double joules, std::string_view colour) {  // positive: into the component
    const double length = std::fabs(joules) * scale;
    if (length < 0.05) return;
    const double x = joules < 0 ? left - length : right;
    parts += fmt::format("<rect x=\"{:.2f}\" y=\"2\" width=\"{:.2f}\" height=\"{}\" fill=\"{}\"/>", x, length, kBarHeight - 4, colour);
    (joules < 0 ? left : right) += joules < 0 ? -length : length;
  };
  add(-row.supplied, kSupplied);
  add(row.stored, kStored);
  add(row.dissipated, kDissipated);
  return fmt::format(
      "<svg width=\"{0:.0f}\" height=\"{1:.0f}\" viewBox=\"0 0 {0:.0f} {1:.0f}\" preserveAspectRatio=\"none\" "
      "aria-hidden=\"true\">{2}<path d=\"M{3} 0V{1}\" stroke=\"#999\"/></svg>",
      kBarWidth, kBarHeight, parts, kBarWidth / 2);
}

std::string cell(double joules, double rounding) {
  return "<td class=\"number\">" + (std::fabs(joules) <= rounding ? "" : escaped(with_minus(with_prefix(joules, "J")))) + "</td>";
}

std::string line(const EnergyRow& row, double scale, double rounding) {
  std::string html =
      "<tr><td>" + escaped(row.instance) + "</td><td>" + escaped(row.type) + "</td><td class=\"bar\">" + bar(row, scale) + "</td>";
  for (const double joules : {row.taken, row.supplied, row.stored, row.dissipated, row.residual}) html += cell(joules, rounding);
  return html + "</tr>\n";
}

std::string key(std::string_view colour, std::string_view words) {
  return fmt::format("<span class=\"entry patch\" style=\"--colour:{}\"><i></i>{}</span>", colour, words);
}

}  // namespace

std::string energy_bars_html(const EnergyAudit& audit) {
  std::vector<EnergyRow> rows;
  for (const EnergyRow& row : audit.components)
    if (std::max(row.moved(), std::fabs(row.residual)) > audit.rounding()) rows.push_back(row);
  std::stable_sort(rows.begin(), rows.end(), [](const EnergyRow& a, const EnergyRow& b) { return a.moved() > b.moved(); });
  EnergyRow total{"total", "", audit.supplied, audit.stored, audit.dissipated};
  total.residual = audit.residual;
  double most = std::max({std::fabs(audit.supplied), std::fabs(audit.stored) + std::fabs(audit.dissipated)});
  for (const EnergyRow& row : rows) most = std::max({most, std::fabs(row.supplied), std::fabs(row.stored) + std::fabs(row.dissipated)});
  const double scale = most > 0 ? kBarWidth / 2 / most : 0;
  std::string html = "<p>" + key(kSupplied, "supplied") + key(kStored, "stored (change)") + key(kDissipated, "dissipated") +
                     "left of the line: energy that the component supplies, right: that it keeps. Work in is what its ports took in; what "
                     "is supplied and taken in but neither stored nor dissipated is the residual.</p>\n<div class=\"wide\" "
                     "tabindex=\"0\"><table class=\"bars\">\n<thead><tr><th scope=\"col\">component"
                     "</th><th scope=\"col\">type</th><td></td><th scope=\"col\">work in</th><th scope=\"col\">supplied</th><th "
                     "scope=\"col\">stored</th><th scope=\"col\">dissipated</th><th scope=\"col\">residual</th></tr></thead>\n";
  for (std::size_t i = 0; i < std::min(rows.size(), kMostRows); ++i) html += line(rows[i], scale, audit.rounding());
  if (rows.size() > kMostRows) html += "<tr><td>" + counted(static_cast<std::int64_t>(rows.size() - kMostRows), "other") + "</td></tr>\n";
  html += line(total, scale, audit.rounding()) + "</table></div>\n<p>Residual: " + escaped(with_minus(with_prefix(audit.residual, "J")));
  if (audit.exchanged > 0)
    html +=
        ", " + with_minus(fmt::format("{:.1e}", audit.relative())) + " of the " + escaped(with_prefix(audit.exchanged, "J")) + " exchanged";
  return html + "</p>\n";
}

}  // namespace stribeck
