#pragma once
// As few points as draw the same line.
#include <vector>

namespace stribeck {

struct Pixel {
  double x = 0, y = 0;
};

/// The numbers of the points to keep, ascending: the line through them stays within `tolerance` (in the points' own unit) of all others;
/// of a dense ascending line only the extremes of each column as wide as 1 are looked at. Points that are not numbers are kept: they
/// interrupt the line. Douglas, Peucker (1973), Algorithms for the Reduction of the Number of Points Required to Represent a Digitized
/// Line, Cartographica 10(2), 112-122; applied to stretches of bounded length, so that the cost is linear.
std::vector<std::size_t> thinned(const std::vector<Pixel>& points, double tolerance);

}  // namespace stribeck
