#pragma once
// Where the search for a loop's solutions begins, and why it has none, as told to people.
#include <cstddef>
#include <vector>

namespace stribeck {

/// Points for so many unknowns, at every size and with every combination of signs.
std::vector<std::vector<double>> spread_points(std::size_t unknowns);

inline constexpr const char* kSingularLoop = "its equations are not independent at this point, so the unknowns have no unique values";
inline constexpr const char* kNoFiniteValue = "its equations have no finite value";
inline constexpr const char* kNoFiniteSlope = "its equations have no finite derivative where the search for their solution begins";
inline constexpr const char* kRootEnds = "the solution that the motion has followed ends here, and leads to no other";
inline constexpr const char* kNothingFound = "Newton's iteration found no values that fulfil its equations";

}  // namespace stribeck
