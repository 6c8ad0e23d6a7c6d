#include "results/sparkline.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "results/layout.h"

namespace stribeck {
namespace {

constexpr std::size_t kMostLines = 8;  // a glance, not a page
constexpr std::size_t kCells = 48;
constexpr std::array<const char*, 8> kBlocks{"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};

}  // namespace

void Sparklines::begin(const std::vector<OutputColumn>& columns) {
  lines_.clear();
  any_ = false;
  const std::size_t shown = std::min(columns.size(), kMostLines);
  for (std::size_t i = 0; i < shown; ++i) lines_.push_back({columns[i], std::vector<Cell>(kCells), 0, 0});
  others_ = columns.size() - shown;
}

void Sparklines::row(double time_s, const double* values) {
  const double share = span_s_ > 0 ? (time_s - start_s_) / span_s_ : 0;
  const auto cell = static_cast<std::size_t>(std::clamp(share * kCells, 0.0, kCells - 1.0));
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    Line& line = lines_[i];
    Cell& own = line.cells[cell];
    own.low = own.used ? std::min(own.low, values[i]) : values[i];
    own.high = own.used ? std::max(own.high, values[i]) : values[i];
    own.used = true;
    line.low = any_ ? std::min(line.low, values[i]) : values[i];
    line.high = any_ ? std::max(line.high, values[i]) : values[i];
  }
  any_ = true;
}

/// Each cell shows whichever of its extremes is farther from the cell before, so that neither peaks nor dips are lost.
std::string Sparklines::drawn(const Line& line) const {
  const double range = line.high - line.low;
  std::string text;
  double last = line.cells.front().low;
  for (const Cell& cell : line.cells) {
    if (cell.used) last = std::fabs(cell.high - last) >= std::fabs(cell.low - last) ? cell.high : cell.low;
    const double share = range > 0 ? (last - line.low) / range : 0.5;
    text += kBlocks[static_cast<std::size_t>(std::clamp(share * kBlocks.size(), 0.0, kBlocks.size() - 1.0))];
  }
  return text;
}

std::string Sparklines::to_text(Digits digits) const {
  if (!any_ || lines_.empty()) return "";
  TextTable table("llrlr");
  for (const Line& line : lines_) {
    const auto shown = [&](double si) { return in_shown_unit(si, line.column.unit, line.column.shown, digits); };
    table.add({line.column.name, drawn(line), shown(line.low), "to", shown(line.high)});
  }
  std::string text = table.to_text();
  if (others_ > 0) text += "  and " + counted(static_cast<std::int64_t>(others_), "other curve") + "\n";
  return text;
}

}  // namespace stribeck
