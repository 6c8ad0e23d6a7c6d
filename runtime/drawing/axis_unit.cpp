#include "drawing/axis_unit.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/unit_text.h"

namespace stribeck {
namespace {

struct QuantityName {
  std::string_view unit, name;
};
constexpr std::array<QuantityName, 13> kQuantities{{{"s", "time"},
                                                    {"m", "position"},
                                                    {"rad", "angle"},
                                                    {"m/s", "velocity"},
                                                    {"rad/s", "angular velocity"},
                                                    {"m/s^2", "acceleration"},
                                                    {"rad/s^2", "angular acceleration"},
                                                    {"N", "force"},
                                                    {"N*m", "torque"},
                                                    {"J", "energy"},
                                                    {"W", "power"},
                                                    {"Pa", "pressure"},
                                                    {"Hz", "frequency"}}};

struct Prefix {
  double factor;
  std::string_view symbol;
};
constexpr std::array<Prefix, 7> kPrefixes{{{1e9, "G"}, {1e6, "M"}, {1e3, "k"}, {1e-3, "m"}, {1e-6, "µ"}, {1e-9, "n"}, {1e-12, "p"}}};
/// Numbers up to these need no prefix: 0.2 m and 1500 N read well.
constexpr double kSmallestPlain = 0.1, kLargestPlain = 1e4;

Prefix prefix_for(std::string_view unit, double largest) {
  const Prefix none{1, ""};
  if (!takes_prefix(unit) || !std::isfinite(largest) || largest == 0 || (largest >= kSmallestPlain && largest < kLargestPlain)) return none;
  if (unit == "s" && largest >= kLargestPlain) return none;  // nobody counts in kiloseconds
  const auto found = std::find_if(kPrefixes.begin(), kPrefixes.end(), [&](const Prefix& p) { return largest >= p.factor; });
  return found == kPrefixes.end() ? none : *found;
}

}  // namespace

AxisUnit axis_unit(std::string_view si_unit, std::string_view asked, double largest) {
  const std::string_view si = shown_unit(si_unit);
  if (!asked.empty()) {
    const Unit unit = parse_unit(asked).value_or(Unit{});
    return {std::string(shown_unit(asked)), unit.factor, unit.offset};
  }
  const Prefix prefix = prefix_for(si, largest);
  return {std::string(prefix.symbol) + std::string(si), prefix.factor, 0};
}

std::string quantity_of(std::string_view si_unit) {
  const auto found = std::find_if(kQuantities.begin(), kQuantities.end(), [&](const QuantityName& q) { return q.unit == si_unit; });
  return found == kQuantities.end() ? "" : std::string(found->name);
}

std::string known_unit(std::string_view si_unit) {
  const auto own = parse_unit(si_unit);
  if (!quantity_of(si_unit).empty() || !own || own->dimension == Dimension{}) return std::string(si_unit);
  std::string_view known;
  for (const QuantityName& quantity : kQuantities) {
    const auto other = parse_unit(quantity.unit);
    const bool is_same = other && other->dimension == own->dimension && other->factor == own->factor && other->offset == own->offset;
    const bool is_of_turns = quantity.unit == "Hz" || quantity.unit.find("rad") != std::string_view::npos;
    if (is_same && !is_of_turns && (known.empty() || quantity.unit.size() < known.size())) known = quantity.unit;
  }
  return std::string(known.empty() ? si_unit : known);
}

std::string axis_label(std::string_view quantity, const AxisUnit& unit) {
  std::string label(quantity);
  if (unit.symbol.empty()) return label;
  return label + (label.empty() ? "" : " ") + "[" + pretty_unit(unit.symbol) + "]";
}

/// "N*m/(rad/s)" as "N*m*s/rad": pages write a unit in one way, whichever way a component or a diagram has it.
static std::string with_one_fraction(std::string_view unit) {
  const std::size_t open = unit.find("/(");
  if (open == std::string_view::npos || !unit.ends_with(')')) return std::string(unit);
  const std::string_view above = unit.substr(0, open), below = unit.substr(open + 2, unit.size() - open - 3);
  const std::size_t slash = below.find('/');
  const bool is_plain = slash != std::string_view::npos && above.find('/') == std::string_view::npos &&
                        below.find_first_of("()", 0) == std::string_view::npos && below.find('/', slash + 1) == std::string_view::npos;
  if (!is_plain) return std::string(unit);
  return (above == "1" ? "" : std::string(above) + "*") + std::string(below.substr(slash + 1)) + "/" + std::string(below.substr(0, slash));
}

std::string pretty_unit(std::string_view written) {
  const std::string unit = with_one_fraction(written);
  constexpr std::array<std::string_view, 10> kSuperscripts{"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string pretty;
  bool raised = false;
  for (const char c : unit) {
    raised = c == '^' || (raised && (c == '-' || (c >= '0' && c <= '9')));
    if (c == '*')
      pretty += "·";
    else if (raised && c == '-')
      pretty += "⁻";
    else if (raised && c != '^')
      pretty += kSuperscripts[static_cast<std::size_t>(c - '0')];
    else if (c != '^')
      pretty += c;
  }
  return pretty;
}

}  // namespace stribeck
