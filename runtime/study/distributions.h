#pragma once
// How the values of a factor are distributed.
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace stribeck {

/// A value of the factor, the difference of two of them, or a pure number.
enum class ArgumentKind : std::uint8_t { value, difference, pure };

struct DistributionArgument {
  std::string_view name;
  std::string_view doc;
  ArgumentKind kind = ArgumentKind::value;
};

struct Distribution {
  std::string_view name, doc;
  std::vector<DistributionArgument> arguments;
  /// Why these arguments cannot be; empty if they can.
  std::string (*fault)(std::span<const double> arguments);
  /// The value below which a share u of all values lies, 0 < u < 1.
  double (*quantile)(std::span<const double> arguments, double u);
};

const std::vector<Distribution>& distributions();
/// Null if there is none of that name.
const Distribution* find_distribution(std::string_view name);

}  // namespace stribeck
