#pragma once
// Quantities that follow a temperature.
#include <string>

#include "stribeck/component.hpp"

namespace stribeck::partial {

/// 1 + alpha (theta - theta_0): what a quantity is at a temperature over what it is at the one for which it is given.
inline Expression per_temperature(ComponentBuilder& c, double usual, const std::string& of_what) {
  constexpr double kColdest = 200, kWarmest = 400;  // K: values at other temperatures are in no data sheet
  auto alpha = c.parameter("temperature_coefficient", usual, "1/K", "growth per kelvin over the value at reference_temperature");
  const auto kelvin = [&](double value) {
    return Expression(alpha.recording(), alpha.recording().api->constant(alpha.recording().recorder, value, "K"));
  };
  auto reference =
      c.parameter("reference_temperature", 293.15, "K", "at which that is as given").between(kelvin(kColdest), kelvin(kWarmest));
  const Expression theta = c.input("temperature", "K", of_what + ", absolute", reference);
  const Expression share = 1 + alpha * (theta - reference);
  c.require(share > 0, "the temperature is so far from reference_temperature that what grows with it would turn negative");
  return share;
}

}  // namespace stribeck::partial
