#include "results/sparkline.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "results/layout.h"

namespace stribeck {
namespace {

constexpr std::size_t kMostLines = 8;  // a glance, not a page
constexpr std::size_t kCells = 48;
constexpr std::size_t kFewestCells = 12;  // of a line too short for more
constexpr std::size_t kIndentBelow = 4;   // of what stands below a name
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

/// Each of `count` blocks shows whichever of its extremes is farther from the one before, so that neither peaks nor dips are lost.
std::string Sparklines::drawn(const Line& line, std::size_t count) const {
  const double range = line.high - line.low;
  std::string text;
  double last = line.cells.front().low;
  for (std::size_t i = 0; i < count; ++i) {
    Cell block;
    for (std::size_t k = i * kCells / count; k < (i + 1) * kCells / count; ++k) {
      const Cell& cell = line.cells[k];
      if (!cell.used) continue;
      block.low = block.used ? std::min(block.low, cell.low) : cell.low;
      block.high = block.used ? std::max(block.high, cell.high) : cell.high;
      block.used = true;
    }
    if (block.used) last = std::fabs(block.high - last) >= std::fabs(block.low - last) ? block.high : block.low;
    const double share = range > 0 ? (last - line.low) / range : 0.5;
    text += kBlocks[static_cast<std::size_t>(std::clamp(share * kBlocks.size(), 0.0, kBlocks.size() - 1.0))];
  }
  return text;
}

TextTable Sparklines::table(std::size_t cells, Digits digits) const {
  TextTable table("llrlr");
  for (const Line& line : lines_) {
    const auto shown = [&](double si) { return in_shown_unit(si, line.column.unit, line.column.shown, digits); };
    table.add({line.column.name, drawn(line, cells), shown(line.low), "to", shown(line.high)});
  }
  return table;
}

/// So narrow that it folds.
TextTable Sparklines::narrow_table(std::size_t cells, Digits digits) const {
  TextTable table("lll");
  for (const Line& line : lines_) {
    const auto shown = [&](double si) { return in_shown_unit(si, line.column.unit, line.column.shown, digits); };
    table.add({line.column.name, drawn(line, cells), shown(line.low) + " to " + shown(line.high)});
  }
  return table;
}

std::string Sparklines::to_text(const TextStyle& style) const {
  if (!any_ || lines_.empty()) return "";
  const std::size_t around = table(0, style.digits).width();
  const bool is_narrow = around + kFewestCells > style.columns;
  const std::size_t room = style.columns - (is_narrow ? kIndentBelow : around);
  const std::size_t cells = std::min(room, kCells);
  std::string text = (is_narrow ? narrow_table(cells, style.digits) : table(cells, style.digits)).to_text(style);
  if (others_ > 0) text += "  and " + counted(static_cast<std::int64_t>(others_), "other curve") + "\n";
  return text;
}

}  // namespace stribeck
