// A drawing many screens wide is cut between ranks, like a text into lines; where a wire is cut, both ends bear the same number.
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "base/index.h"
#include "drawing/schematic.h"

namespace stribeck {
namespace {

constexpr double kRowMargin = 16, kCutStub = 20;
constexpr double kBetweenRows = 28, kBelowPart = 17;

class Wrapper {
 public:
  explicit Wrapper(Schematic& schematic) : drawing_(schematic) {}

  void run() {
    if (drawing_.width <= kWidestRow) return;
    find_gaps();
    if (gaps_.empty()) return;
    for (auto rows = static_cast<std::size_t>(drawing_.width / kWidestRow) + 1; rows <= gaps_.size() + 1; ++rows) {
      cuts_ = evenly_chosen(rows);
      if (row_width() <= kWidestRow) break;
    }
    measure_rows();
    cut_wires();
    move_parts();
    drawing_.width = row_width();
    drawing_.height = rows_height();
  }

 private:
  struct Span {
    double low = std::numeric_limits<double>::infinity(), high = -std::numeric_limits<double>::infinity();
    void add(double value) { low = std::min(low, value), high = std::max(high, value); }
  };

  /// Between two ranks, in the widest place without a vertical stretch of wire.
  void find_gaps() {
    std::vector<Span> columns(at(drawing_.ranks));
    for (const SchematicPart& part : drawing_.parts)
      for (const double side : {-1, 1}) columns[at(part.rank)].add(part.x + side * part.extent.width / 2);
    std::vector<double> risers;
    for (const Wire& wire : drawing_.wires)
      for (std::size_t k = 1; k < wire.points.size(); ++k)
        if (wire.points[k].x == wire.points[k - 1].x) risers.push_back(wire.points[k].x);
    std::sort(risers.begin(), risers.end());
    for (std::size_t r = 1; r < columns.size(); ++r) {
      double last = columns[r - 1].high, widest = 0, cut = last;
      const auto look_until = [&](double x) {
        if (x - last > widest) widest = x - last, cut = (x + last) / 2;
        last = x;
      };
      for (auto riser = std::upper_bound(risers.begin(), risers.end(), last); riser != risers.end() && *riser < columns[r].low; ++riser)
        look_until(*riser);
      look_until(columns[r].low);
      if (widest > 1) gaps_.push_back(cut);
    }
  }

  std::vector<double> evenly_chosen(std::size_t rows) const {
    std::vector<double> cuts;
    for (std::size_t k = 1; k < rows; ++k) {
      const double wanted = drawing_.width * static_cast<double>(k) / static_cast<double>(rows);
      const auto after = std::lower_bound(gaps_.begin(), gaps_.end(), wanted);
      const bool takes_before = after == gaps_.end() || (after != gaps_.begin() && wanted - *(after - 1) < *after - wanted);
      const double cut = takes_before ? *(after - 1) : *after;
      if (cuts.empty() || cut > cuts.back()) cuts.push_back(cut);
    }
    return cuts;
  }

  std::size_t row_of(double x) const { return at(std::lower_bound(cuts_.begin(), cuts_.end(), x) - cuts_.begin()); }
  double left_of(std::size_t row) const { return row == 0 ? 0 : cuts_[row - 1]; }
  double right_of(std::size_t row) const { return row < cuts_.size() ? cuts_[row] : drawing_.width; }

  /// How high each row is.
  void measure_rows() {
    heights_.assign(cuts_.size() + 1, {});
    for (const SchematicPart& part : drawing_.parts) {
      const bool has_name = part.kind == SchematicPart::Kind::component;
      const double lines = has_name ? kBelowPart + kValueLine * static_cast<double>(part.caption.size()) : 0;
      heights_[row_of(part.x)].add(part.y - part.extent.height / 2 - (has_name ? kBelowPart : 0));
      heights_[row_of(part.x)].add(part.y + part.extent.height / 2 + lines);
    }
    for (const Wire& wire : drawing_.wires)
      for (std::size_t k = 1; k < wire.points.size(); ++k) {
        const auto [left, right] = std::minmax(wire.points[k - 1].x, wire.points[k].x);
        for (std::size_t row = row_of(left); row <= row_of(right); ++row)
          for (const std::size_t i : {k - 1, k}) heights_[row].add(wire.points[i].y);
      }
  }

  double row_width() const {
    double widest = 0;
    for (std::size_t row = 0; row <= cuts_.size(); ++row) widest = std::max(widest, right_of(row) - left_of(row));
    return widest + 2 * (kRowMargin + kCutStub);
  }
  double rows_height() const {
    double height = kRowMargin;
    for (const Span& row : heights_) height += row.high - row.low + kBetweenRows;
    return height;
  }

  Point moved(Point point, std::size_t row) const {
    double above = kRowMargin;
    for (std::size_t k = 0; k < row; ++k) above += heights_[k].high - heights_[k].low + kBetweenRows;
    return {point.x - left_of(row) + kRowMargin + kCutStub, point.y - heights_[row].low + above};
  }

  void cut_wires() {
    std::vector<Wire> pieces;
    for (const Wire& wire : drawing_.wires) {
      Wire piece = wire;
      piece.points.clear();
      std::size_t row = row_of(wire.points.front().x);
      piece.points.push_back(moved(wire.points.front(), row));
      for (std::size_t k = 1; k < wire.points.size(); ++k) {
        const std::size_t end = row_of(wire.points[k].x);
        while (row != end) {  // along a level stretch
          const bool right = end > row;
          const Point at_cut{cuts_[right ? row : row - 1], wire.points[k].y};
          const std::int32_t number = number_of(wire.node, at_cut);
          end_piece(piece, at_cut, row, right, number);
          pieces.push_back(piece);
          pieces.back().is_last = false;
          row = right ? row + 1 : row - 1;
          piece.points.clear();
          end_piece(piece, at_cut, row, !right, number);
        }
        piece.points.push_back(moved(wire.points[k], row));
      }
      pieces.push_back(std::move(piece));
    }
    drawing_.wires = std::move(pieces);
  }

  /// Marks where the piece is cut, a little beyond the row on its right or left.
  void end_piece(Wire& piece, Point at_cut, std::size_t row, bool right, std::int32_t number) {
    Point end = moved(at_cut, row);
    end.x += right ? kCutStub / 2 : -kCutStub / 2;
    piece.points.push_back(end);
    if (drawn_marks_.emplace(std::pair{number, right}, 0).second) drawing_.cuts.push_back({end, piece.node, number, right});
  }

  /// Wires of one node that are cut at one place are one wire.
  std::int32_t number_of(std::int32_t node, Point at_cut) {
    const auto key = std::tuple{node, at_cut.x, std::llround(at_cut.y * 10)};
    return numbers_.emplace(key, static_cast<std::int32_t>(numbers_.size()) + 1).first->second;
  }

  void move_parts() {
    for (SchematicPart& part : drawing_.parts) {
      const Point place = moved({part.x, part.y}, row_of(part.x));
      part.x = place.x, part.y = place.y;
    }
  }

  Schematic& drawing_;
  std::vector<double> gaps_, cuts_;
  std::vector<Span> heights_;  // of the rows, before they are moved
  std::map<std::tuple<std::int32_t, double, long long>, std::int32_t> numbers_;
  std::map<std::pair<std::int32_t, bool>, int> drawn_marks_;
};

}  // namespace

void wrap_rows(Schematic& schematic) { Wrapper(schematic).run(); }

}  // namespace stribeck
