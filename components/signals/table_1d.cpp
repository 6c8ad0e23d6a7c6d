#include "../table_options.h"

namespace stribeck::signals {

/// A function of one signal, given by points (look-up table).
///     y(arguments[i]) = values[i], between them by `method`, outside by `ends`
/// Outside it holds the last value unless `ends` says otherwise. Modelica's tables extend by default, with the slope at their last point:
/// what comes from there takes ends extend.
/// Source: Akima (1970), J. ACM 17, pp. 589-602; Fritsch, Butland (1984), SIAM J. Sci. Stat. Comput. 5, pp. 300-304.
/// Assumes points that are right; none is smoothed.
void table_1d(ComponentBuilder& c) {
  const Table table = partial::table_options(c);
  const List arguments = c.ascending_list("arguments", "any:u", "values of u, ascending");
  const List values = c.list("values", "any:y", "y at these, as many");
  const Expression u = c.input("u", "any:u", "the argument");
  const Expression y = c.output("y", "any:y", "the value");
  c.relation("table", y == c.interpolate(arguments, values, u, table));
}

}  // namespace stribeck::signals
