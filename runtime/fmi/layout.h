#pragma once
// What an FMU of a diagram is made of: its value references, and the files inside. Shared by what writes FMUs and what runs inside them.
#include <cstdint>

namespace stribeck::fmi {

/// Value references: the kind of a variable in the upper byte, its number in the others. Time is 0.
enum class Kind : std::uint8_t { time = 0, parameter = 1, input = 2, output = 3, state = 4, derivative = 5, indicator = 6 };

constexpr std::uint32_t kMostOfAKind = 1U << 24U;
constexpr std::uint32_t reference(Kind kind, std::uint32_t number) { return (static_cast<std::uint32_t>(kind) << 24U) + number; }
constexpr Kind kind_of(std::uint32_t reference) { return static_cast<Kind>(reference >> 24U); }
constexpr std::uint32_t number_of(std::uint32_t reference) { return reference & (kMostOfAKind - 1); }

/// In the folder "resources".
constexpr const char* kProgramFile = "diagram.program";
/// The same; holds the GUID, or instantiation token, in one line.
constexpr const char* kTokenFile = "token.txt";

}  // namespace stribeck::fmi
