#include "stribeck/component.hpp"

namespace stribeck::signals {

namespace {

/// What one piece of a curve across the rows adds on its way, from 0 to the difference of its ends: a line, or a cubic with these slopes.
Expression part_of_piece(const Expression& share, const Expression& difference, const Expression* slopes, const Expression& length) {
  if (slopes == nullptr) return share * difference;
  const Expression s2 = share * share, s3 = s2 * share;
  return (3 * s2 - 2 * s3) * difference + length * ((share - 2 * s2 + s3) * slopes[0] + (s3 - s2) * slopes[1]);
}

}  // namespace

/// A function of two signals, given on a grid (map).
///     y(arguments1[i], arguments2[j]) = values[i n + j],  n entries in arguments2;  held at the rim outside
/// The values are listed row by row, a row for each entry of arguments1. Between them by `method`: bilinear, or smooth, which has a
/// continuous slope in both directions: Akima's cubics along the rows, cubics with the slopes of parabolas through three points across
/// them.
/// Assumes points that are right; none is smoothed.
/// Source: bilinear interpolation; Akima (1970), J. ACM 17, pp. 589-602.
void table_2d(ComponentBuilder& c) {
  const bool is_smooth = c.option("method", "linear|smooth", "between the points: bilinear, or with continuous slopes") == 1;
  const List arguments1 = c.ascending_list("arguments1", "any:u1", "values of u1, ascending", {0, 1});
  const int rows = c.length(arguments1, 2);
  const List arguments2 = c.ascending_list("arguments2", "any:u2", "values of u2, ascending", {0, 1});
  const List values = c.list("values", "any:y", "y on the grid, row by row", {0, 0, 0, 1});
  const Expression u1 = c.input("u1", "any:u1", "the argument that picks the row");
  const Expression u2 = c.input("u2", "any:u2", "the argument along the rows");
  const Expression y = c.output("y", "any:y", "the value");
  std::vector<Expression> row, place, chord, slope;
  for (int i = 0; i < rows; ++i) {
    row.push_back(c.interpolate(arguments2, values, u2, {.method = is_smooth ? "akima" : "linear", .row = i, .rows = rows}));
    place.push_back(c.entry(arguments1, i));
  }
  const auto last = static_cast<std::size_t>(rows) - 1;
  const auto length = [&](std::size_t i) { return place[i + 1] - place[i]; };
  for (std::size_t i = 0; i < last; ++i) chord.push_back((row[i + 1] - row[i]) / length(i));
  // of the parabola through a point and its neighbours
  const auto inner = [&](std::size_t i) { return (chord[i - 1] * length(i) + chord[i] * length(i - 1)) / (length(i - 1) + length(i)); };
  for (std::size_t i = 0; i <= last && is_smooth; ++i) {
    const bool is_end = i == 0 || i == last;
    slope.push_back(last == 1 ? chord[0] : !is_end ? inner(i) : i == 0 ? 2 * chord[0] - inner(1) : 2 * chord[last - 1] - inner(last - 1));
  }
  Expression sum = row[0];
  for (std::size_t i = 0; i < last; ++i) {
    const Expression share = min(max((u1 - place[i]) / length(i), 0), 1);
    sum = sum + part_of_piece(share, row[i + 1] - row[i], is_smooth ? &slope[i] : nullptr, length(i));
  }
  c.relation("table", y == sum);
}

}  // namespace stribeck::signals
