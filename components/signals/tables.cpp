#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "stribeck/component.hpp"

namespace stribeck::signals {
namespace {

/// An option that has a choice for each of the words.
template <std::size_t count>
const char* choose(ComponentBuilder& c, const char* name, const std::array<TableWord, count>& words, std::string doc) {
  std::vector<Choice<const char*>> choices;
  for (std::size_t i = 0; i < count; ++i) {
    choices.push_back({words[i].name, words[i].name});
    doc += (i == 0 ? "" : i + 1 < count ? "; " : "; or ") + std::string(words[i].doc);
  }
  return c.option<const char*>(name, choices, doc);
}

/// The options `method` and `ends`. A linear table may jump.
Table table_options(ComponentBuilder& c) {
  const char* const method = choose(c, "method", kInterpolations, "between the points: ");
  return {.method = method, .ends = choose(c, "ends", kTableEnds, "outside the points: ")};
}

}  // namespace

/// A function of one signal, given by points (look-up table).
///     y(arguments[i]) = values[i], between them by `method`, outside by `ends`
/// Outside it holds the last value unless `ends` says otherwise. Modelica's tables extend by default, with the slope at their last point:
/// what comes from there takes ends extend.
/// Source: Akima (1970), J. ACM 17, pp. 589-602; Fritsch, Butland (1984), SIAM J. Sci. Stat. Comput. 5, pp. 300-304.
/// Assumes points that are right; none is smoothed.
void table_1d(ComponentBuilder& c) {
  const Table table = table_options(c);
  const List arguments = c.ascending_list("arguments", "any:u", "values of u, ascending");
  const List values = c.list("values", "any:y", "y at these, as many");
  const Expression u = c.input("u", "any:u", "the argument");
  const Expression y = c.output("y", "any:y", "the value");
  c.relation("table", y == c.interpolate(arguments, values, u, table));
}

/// A signal along a curve through given points in time.
///     y(times[i]) = values[i], between them by `method`, before the first and after the last by `ends`
/// Where two points have one time a linear table jumps: the value of the first holds before, that of the second from then on. ends `repeat`
/// makes it periodic; where its last value is not its first it jumps there. The run steps exactly to every point. signals.profile is the
/// same with straight lines and held ends. Modelica's CombiTimeTable extends by default: what comes from there takes ends extend.
/// Assumes a time that the run itself keeps, so that edges and kinks fall on steps of the solver.
/// Source: definition; Akima (1970), J. ACM 17, pp. 589-602; Fritsch, Butland (1984), SIAM J. Sci. Stat. Comput. 5, pp. 300-304.
void time_table(ComponentBuilder& c) {
  const Table table = table_options(c);
  const bool jumps = std::string_view(table.method) == "linear";
  const List times = jumps ? c.ascending_list_with_jumps("times", "s", "times of the points; linear: of two at one time y jumps")
                           : c.ascending_list("times", "s", "times of the points, each later than the one before");
  const List values = c.list("values", "any:u", "values at these times, as many");
  const Expression y = c.output("y", "any:u", "the signal");
  c.relation("curve", y == c.interpolate(times, values, c.time(), table));
}

/// A signal along straight lines through given points.
///     y(times[i]) = values[i], linear between them; the first value holds before the first time, the last one after the last
/// Where two points have one time it jumps: the value of the first holds before, that of the second from then on.
/// Assumes a time that the run itself keeps, so that edges and kinks fall on steps of the solver.
/// Source: definition of linear interpolation.
void profile(ComponentBuilder& c) {
  const List times = c.ascending_list_with_jumps("times", "s", "times of the points, ascending; of two at one time y jumps");
  const List values = c.list("values", "any:u", "values at these times, as many");
  const Expression y = c.output("y", "any:u", "the signal");
  c.relation("profile", y == c.interpolate(times, values, c.time()));
}

namespace {

/// What one piece of a curve across the rows adds on its way, from 0 to the difference of its ends: a line, or a cubic with these slopes.
Expression part_of_piece(const Expression& share, const Expression& difference, const Expression* slopes, const Expression& length) {
  if (slopes == nullptr) return share * difference;
  const Expression s2 = share * share, s3 = s2 * share;
  return (3 * s2 - 2 * s3) * difference + length * ((share - 2 * s2 + s3) * slopes[0] + (s3 - s2) * slopes[1]);
}

}  // namespace

/// A function of two signals, given on a grid (map).
///     y(arguments1[i], arguments2[j]) = values[i n + j],  n the number of entries in arguments2;  held at the rim outside
/// The values are listed row by row, a row for each entry of arguments1. Between them by `method`: bilinear, or smooth, which has a
/// continuous slope in both directions: Akima's cubics along the rows, cubics with the slopes of parabolas through three points across
/// them.
/// Assumes points that are right; none is smoothed.
/// Source: bilinear interpolation; Akima (1970), J. ACM 17, pp. 589-602.
void table_2d(ComponentBuilder& c) {
  const bool is_smooth =
      c.option<bool>("method", {{"linear", false}, {"smooth", true}}, "between the points: bilinear, or with continuous slopes");
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
    sum += part_of_piece(share, row[i + 1] - row[i], is_smooth ? &slope[i] : nullptr, length(i));
  }
  c.relation("table", y == sum);
}

}  // namespace stribeck::signals
