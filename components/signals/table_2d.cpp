#include "stribeck/component.hpp"

namespace stribeck::signals {

/// A function of two signals, given on a grid (map).
///     y(arguments1[i], arguments2[j]) = values[i n + j],  n entries in arguments2;  bilinear between them, held at the rim outside
/// The values are listed row by row, a row for each entry of arguments1.
void table_2d(ComponentBuilder& c) {
  const List arguments1 = c.ascending_list("arguments1", "any:u1", "values of u1, ascending", {0, 1});
  const int rows = c.length(arguments1, 2);
  const List arguments2 = c.ascending_list("arguments2", "any:u2", "values of u2, ascending", {0, 1});
  const List values = c.list("values", "any:y", "y on the grid, row by row", {0, 0, 0, 1});
  const Expression u1 = c.input("u1", "any:u1", "the argument that picks the row");
  const Expression u2 = c.input("u2", "any:u2", "the argument along the rows");
  const Expression y = c.output("y", "any:y", "the value");
  const auto along = [&](int row) { return c.interpolate(arguments2, values, u2, {.row = row, .rows = rows}); };
  Expression sum = along(0);
  for (int i = 1; i < rows; ++i) {
    const Expression from = c.entry(arguments1, i - 1), share = (u1 - from) / (c.entry(arguments1, i) - from);
    sum = sum + min(max(share, 0), 1) * (along(i) - along(i - 1));
  }
  c.relation("table", y == sum);
}

}  // namespace stribeck::signals
