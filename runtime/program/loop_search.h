#pragma once
// Starting points of the search for a loop's solutions, and the reasons why it may have failed, for messages.
#include <cstddef>
#include <vector>

namespace stribeck {

/// Starting points for so many unknowns: all unknowns of one size, for every size in use and every combination of signs, then a sequence in
/// which the sizes differ.
std::vector<std::vector<double>> spread_points(std::size_t unknowns);

/// For one unknown: values on both sides of the start of the search, from a millionth of a unit to a million of them away, ascending.
std::vector<double> points_of_every_size(double start);

inline constexpr const char* kSingularLoop = "its equations are not independent at this point, so the unknowns have no unique values";
inline constexpr const char* kNoFiniteValue = "its equations have no finite value";
inline constexpr const char* kNoFiniteSlope = "its equations have no finite derivative where the search for their solution begins";
inline constexpr const char* kRootEnds = "the solution that the motion has followed ends here, and leads to no other";
inline constexpr const char* kNothingFound = "Newton's iteration found no values that fulfil its equations";

}  // namespace stribeck
