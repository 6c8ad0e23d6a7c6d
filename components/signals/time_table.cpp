#include <string_view>

#include "../table_options.h"

namespace stribeck::signals {

/// A signal along a curve through given points in time.
///     y(times[i]) = values[i], between them by `method`, before the first and after the last by `ends`
/// Where two points have one time a linear table jumps: the value of the first holds before, that of the second from then on. ends `repeat`
/// makes it periodic; where its last value is not its first it jumps there. The run steps exactly to every point. signals.profile is the
/// same with straight lines and held ends. Modelica's CombiTimeTable extends by default: what comes from there takes ends extend.
/// Assumes a time that the run itself keeps, so that edges and kinks fall on steps of the solver.
/// Source: definition; Akima (1970), J. ACM 17, pp. 589-602; Fritsch, Butland (1984), SIAM J. Sci. Stat. Comput. 5, pp. 300-304.
void time_table(ComponentBuilder& c) {
  const Table table = partial::table_options(c);
  const bool jumps = std::string_view(table.method) == "linear";
  const List times = jumps ? c.ascending_list_with_jumps("times", "s", "times of the points; linear: of two at one time y jumps")
                           : c.ascending_list("times", "s", "times of the points, each later than the one before");
  const List values = c.list("values", "any:u", "values at these times, as many");
  const Expression y = c.output("y", "any:u", "the signal");
  c.relation("curve", y == c.interpolate(times, values, c.time(), table));
}

}  // namespace stribeck::signals
