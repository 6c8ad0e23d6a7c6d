#pragma once
// How distributions of Boost.Math compute.
#include <boost/math/policies/policy.hpp>

namespace stribeck {

/// Without long double: what Boost prepares for it when a program starts overflows where long double is no wider than double, as under
/// valgrind, and the program ends there.
using InDouble = boost::math::policies::policy<boost::math::policies::promote_double<false>>;

}  // namespace stribeck
