#pragma once
// What documents and texts about linear models have in common.
#include <cmath>
#include <complex>
#include <optional>
#include <string>
#include <vector>

#include "analysis/linear_model.h"
#include "base/text.h"
#include "results/document.h"
#include "results/layout.h"

namespace stribeck::cli {

using Complex = std::complex<double>;

struct Pole {
  Complex value;
  double frequency_rad_s() const { return std::abs(value); }
  std::optional<double> damping_ratio() const {
    return value == Complex(0) ? std::nullopt : std::optional(0.0 - value.real() / std::abs(value));
  }
};

/// What a document tells of a thing that has no shape of its own.
template <typename Thing>
struct Told {
  Thing thing;
};
template <typename Thing>
std::vector<Told<Thing>> told(const std::vector<Thing>& things) {
  std::vector<Told<Thing>> all;
  for (const Thing& thing : things) all.push_back({thing});
  return all;
}

inline const document::Shape<Told<LinearVariable>>& shape_of(const Told<LinearVariable>*) {
  using Variable = Told<LinearVariable>;
  static const auto shape = document::Shape<Variable>()
                                .key("name", "of the variable or parameter", [](const Variable& v) { return v.thing.name; })
                                .key("unit", "SI", [](const Variable& v) { return v.thing.unit; })
                                .key("value", "at the point", [](const Variable& v) { return v.thing.value; });
  return shape;
}

inline const document::Shape<Told<Complex>>& shape_of(const Told<Complex>*) {
  static const auto shape = document::Shape<Told<Complex>>()
                                .key("real", "part", [](const Told<Complex>& z) { return z.thing.real(); })
                                .key("imaginary", "part", [](const Told<Complex>& z) { return z.thing.imag(); });
  return shape;
}

inline const document::Shape<Told<HeldElement>>& shape_of(const Told<HeldElement>*) {
  using Held = Told<HeldElement>;
  static const auto shape = document::Shape<Held>()
                                .key("element", "the component", [](const Held& h) { return h.thing.name; })
                                .key("is_contact", "a rigid contact that is closed; false: a friction that sticks",
                                     [](const Held& h) { return h.thing.is_contact; });
  return shape;
}

inline const document::Shape<Pole>& shape_of(const Pole*) {
  static const auto shape = document::Shape<Pole>()
                                .key("real", "part, in 1/s: above zero it grows", [](const Pole& p) { return p.value.real(); })
                                .key("imaginary", "part, in rad/s", [](const Pole& p) { return p.value.imag(); })
                                .key("frequency_rad_s", "size of the pole", &Pole::frequency_rad_s)
                                .key("damping_ratio", "minus the real part over the size; null of a pole at zero", &Pole::damping_ratio);
  return shape;
}

/// "-0.2 +- 4.9i" stands for a pair: of each pair the first.
inline std::string complex_text(Complex value, Digits digits) {
  if (value.imag() == 0) return short_number(value.real(), digits);
  return (value.real() == 0 ? "" : short_number(value.real(), digits) + " ") + "+- " + short_number(std::fabs(value.imag()), digits) + "i";
}

}  // namespace stribeck::cli
