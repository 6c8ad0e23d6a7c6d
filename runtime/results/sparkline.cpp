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
constexpr double kNothing = 1e-11;        // of the curve's greatest size: no solver is that accurate
constexpr std::array<const char*, 8> kBlocks{"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};

}  // namespace

void Sparklines::begin(const std::vector<OutputColumn>& columns) {
  lines_.clear();
  any_ = false;
  const std::size_t shown = std::min(columns.size(), kMostLines);
  for (std::size_t i = 0; i < shown; ++i) lines_.push_back({columns[i], std::vector<Cell>(kCells), {}});
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
    line.extremes.take(time_s, values[i]);
  }
  any_ = true;
}

/// Each of `count` blocks shows whichever of its extremes is farther from the one before, so that neither peaks nor dips are lost.
std::string Sparklines::drawn(const Line& line, std::size_t count) const {
  const double low = line.extremes.least, range = line.extremes.greatest - low;
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
    const double share = range > 0 ? (last - low) / range : 0.5;
    text += kBlocks[static_cast<std::size_t>(std::clamp(share * kBlocks.size(), 0.0, kBlocks.size() - 1.0))];
  }
  return text;
}

/// An extreme. What is nothing beside the other one is told as zero, unless all digits are wanted: a body that sticks rests.
std::string Sparklines::shown(const Line& line, double si, Digits digits) const {
  const double size = std::max(std::fabs(line.extremes.least), std::fabs(line.extremes.greatest));
  if (digits == Digits::four && std::fabs(si) < kNothing * size) si = 0;
  return in_shown_unit(si, line.column.unit, line.column.shown, digits);
}

TextTable Sparklines::table(std::size_t cells, Digits digits) const {
  TextTable table("llrlr");
  for (const Line& line : lines_) {
    table.add({line.column.name, drawn(line, cells), shown(line, line.extremes.least, digits), "to",
               shown(line, line.extremes.greatest, digits)});
  }
  return table;
}

/// So narrow that it folds.
TextTable Sparklines::narrow_table(std::size_t cells, Digits digits) const {
  TextTable table("lll");
  for (const Line& line : lines_) {
    table.add({line.column.name, drawn(line, cells),
               shown(line, line.extremes.least, digits) + " to " + shown(line, line.extremes.greatest, digits)});
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
