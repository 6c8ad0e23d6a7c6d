#include "imports/units_of_fmus.h"

#include <array>
#include <charconv>
#include <cmath>
#include <optional>

#include "base/format.h"

namespace stribeck::imports {
namespace {

constexpr int kSixths = 6;
/// By number in Dimension, which has no radian: angles are pure numbers.
constexpr std::array<const char*, 7> kBaseNames{"m", "kg", "s", "A", "K", "mol", "cd"};
/// Of factors that are written in decimals: 0.104719755 is an rpm.
constexpr double kSameFactor = 1e-6;

double number_of(const XmlElement& element, const char* name, double fallback) {
  const std::string* text = element.attribute(name);
  double value = fallback;
  if (text != nullptr) std::from_chars(text->data(), text->data() + text->size(), value);
  return value;
}

/// Modelica writes "N.m", "kg.m2", "rad/s": a dot is a product, a number behind a name is a power.
std::string as_written_here(const std::string& name) {
  std::string text;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    const auto is_letter = [](char a) { return (a >= 'a' && a <= 'z') || (a >= 'A' && a <= 'Z'); };
    const bool is_digit = c >= '0' && c <= '9';
    const bool begins_power =
        (is_digit || (c == '-' && i + 1 < name.size() && name[i + 1] >= '0' && name[i + 1] <= '9')) && i > 0 && is_letter(name[i - 1]);
    if (begins_power)
      text += fmt::format("^{}", c);
    else
      text += c == '.' ? '*' : c;
  }
  return text;
}

std::optional<FmuUnit> read_here(const std::string& name) {
  for (const std::string& text : {as_written_here(name), name})
    if (const auto unit = parse_unit(text)) return FmuUnit{text.empty() ? "1" : text, "1", *unit};
  return std::nullopt;
}

/// In which signals are, as those of all components; parameters are in units as the FMU's.
std::string si_text(const FmuUnit& unit) {
  if (unit.si.factor == 1 && unit.si.offset == 0) return unit.text;
  for (const char* text : {"rad", "rad/s", "rad/s^2", "Pa", "N", "N*m", "W", "V", "N/m", "N*m/rad", "N*m*s/rad"})
    if (const auto known = parse_unit(text); known->dimension == unit.si.dimension) {
      const bool is_angle = std::string_view(text) == "rad" || std::string_view(text).starts_with("rad/");
      const bool is_turning = unit.text.starts_with("r") || unit.text.starts_with("deg") || unit.text.find("min") != std::string::npos;
      if (!is_angle || is_turning) return text;
    }
  return to_text(unit.si.dimension);
}

bool is_close(double a, double b) { return std::abs(a - b) <= kSameFactor * std::max(std::abs(a), std::abs(b)); }

FmuUnit defined_unit(const std::string& name, const XmlElement& base) {
  FmuUnit unit;
  for (std::size_t i = 0; i < kBaseNames.size(); ++i)
    unit.si.dimension.sixths[i] = static_cast<std::int8_t>(kSixths * static_cast<int>(number_of(base, kBaseNames[i], 0)));
  unit.si.factor = number_of(base, "factor", 1), unit.si.offset = number_of(base, "offset", 0);
  const auto here = read_here(name);
  const bool is_same = here && here->si.dimension == unit.si.dimension && is_close(here->si.factor, unit.si.factor) &&
                       is_close(here->si.offset, unit.si.offset);
  if (is_same) return *here;  // with the factor that is not rounded
  unit.text = to_text(unit.si.dimension);
  return unit;
}

}  // namespace

FmuUnits::FmuUnits(const XmlElement* definitions) {
  if (definitions == nullptr) return;
  for (const XmlElement& unit : definitions->children) {
    if (unit.name != "Unit") continue;
    const std::string name = unit.text("name");
    if (const XmlElement* base = unit.child("BaseUnit")) {
      FmuUnit defined = defined_unit(name, *base);
      defined.signal = si_text(defined);
      units_[name] = std::move(defined);
    }
  }
}

std::optional<FmuUnit> FmuUnits::find(const std::string& name) const {
  if (const auto found = units_.find(name); found != units_.end()) return found->second;
  std::optional<FmuUnit> here = read_here(name);
  if (here) here->signal = si_text(*here);
  return here;
}

}  // namespace stribeck::imports
