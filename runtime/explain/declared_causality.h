#pragma once
// What a component declares about the causality of its ports.
#include <optional>
#include <vector>

#include "component/record.h"

namespace stribeck {

/// Of each connector of a record: the causality declared for the force or the velocity that its port has by a relation of the component,
/// as `R.F = F` or `v = R.v - C.v`. A velocity between two ports is a wish of both, which either can fulfil.
std::vector<std::optional<CausalityWish>> declared_causality(const ComponentRecord& record);

inline bool wants_force_out(CausalityWish wish) {
  return wish == CausalityWish::fixed_force_out || wish == CausalityWish::preferred_force_out;
}

inline bool wants_velocity_out(CausalityWish wish) {
  return wish == CausalityWish::fixed_velocity_out || wish == CausalityWish::preferred_velocity_out;
}

}  // namespace stribeck
