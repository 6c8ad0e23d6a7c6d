#pragma once
// What stands behind the unknowns of a singular part, in terms of instances and ports. Made only for messages.
#include <cstdint>
#include <string>
#include <vector>

#include "equations/flat_system.h"

namespace stribeck {

/// "axle.D, axle.S1 and axle.S2", with a count instead of names beyond a handful: more hide the cause.
std::string listed(const std::vector<std::string>& names);
/// "drive (rotational.velocity_source)"
std::string described(const FlatSystem& flat, std::int32_t instance);
std::string described(const FlatSystem& flat, const std::vector<std::int32_t>& instances);

/// The instances with a force at one of their ports that is one of these unknowns, or a constant times it; ascending.
std::vector<std::int32_t> carriers_of(const FlatSystem& flat, const std::vector<std::int32_t>& unknowns);
/// The same and the grounds that any of them is connected to, ascending.
std::vector<std::int32_t> with_grounds(const FlatSystem& flat, const std::vector<std::int32_t>& instances);
/// Ports with nothing connected to them among all that hangs together with the instance, ascending; at most a handful.
std::vector<std::int32_t> open_ports_around(const FlatSystem& flat, std::int32_t instance);
/// The signal components around a closed loop through one of these unknowns, in the direction of the signal; empty if there is none.
std::vector<std::int32_t> signal_loop_through(const FlatSystem& flat, const std::vector<std::int32_t>& unknowns);
/// Two ports of the instance on one node, as "drive.R and drive.C"; "" if there are none.
std::string shorted_ports(const FlatSystem& flat, std::int32_t instance);

}  // namespace stribeck
