#include "base/unit_names.h"

#include <algorithm>
#include <array>

namespace stribeck {
namespace {

constexpr double kPi = 3.141592653589793238;
constexpr double kGravity = 9.80665;   // m/s^2, standard; 3rd CGPM (1901)
constexpr double kPound = 0.45359237;  // kg, exact; international yard and pound agreement (1959)
constexpr double kInch = 0.0254;       // m, exact; same source
constexpr double kPoundForce = kPound * kGravity;
constexpr double kFahrenheit = 5.0 / 9.0;               // K per degree
constexpr double kFahrenheitZero = 459.67 * 5.0 / 9.0;  // K at 0 degF

struct Row {
  std::string_view name;
  bool prefixed;  ///< takes SI prefixes
  double factor;
  int m, kg, s, A, K, mol, cd;  ///< exponents
  double offset = 0;
};

constexpr Row number(std::string_view name, double factor, bool prefixed = false) { return {name, prefixed, factor, 0, 0, 0, 0, 0, 0, 0}; }
constexpr Row length(std::string_view name, double factor, bool prefixed = false) { return {name, prefixed, factor, 1, 0, 0, 0, 0, 0, 0}; }
constexpr Row mass(std::string_view name, double factor, bool prefixed = false) { return {name, prefixed, factor, 0, 1, 0, 0, 0, 0, 0}; }
constexpr Row duration(std::string_view name, double factor, bool prefixed = false) {
  return {name, prefixed, factor, 0, 0, 1, 0, 0, 0, 0};
}
constexpr Row rate(std::string_view name, double factor, bool prefixed = false) { return {name, prefixed, factor, 0, 0, -1, 0, 0, 0, 0}; }
constexpr Row velocity(std::string_view name, double factor) { return {name, false, factor, 1, 0, -1, 0, 0, 0, 0}; }
constexpr Row force(std::string_view name, double factor, bool prefixed = false) { return {name, prefixed, factor, 1, 1, -2, 0, 0, 0, 0}; }
constexpr Row pressure(std::string_view name, double factor, bool prefixed = false) {
  return {name, prefixed, factor, -1, 1, -2, 0, 0, 0, 0};
}
constexpr Row energy(std::string_view name, double factor, bool prefixed = false) { return {name, prefixed, factor, 2, 1, -2, 0, 0, 0, 0}; }
constexpr Row power_row(std::string_view name, double factor, bool prefixed = false) {
  return {name, prefixed, factor, 2, 1, -3, 0, 0, 0, 0};
}
constexpr Row volume(std::string_view name, double factor, bool prefixed = false) { return {name, prefixed, factor, 3, 0, 0, 0, 0, 0, 0}; }
constexpr Row temperature(std::string_view name, double factor, double offset) {
  return {name, false, factor, 0, 0, 0, 0, 1, 0, 0, offset};
}

constexpr std::array kTable = {
    // SI base units and those derived from them
    length("m", 1, true), mass("g", 1e-3, true), duration("s", 1, true), Row{"A", true, 1, 0, 0, 0, 1, 0, 0, 0},
    Row{"K", true, 1, 0, 0, 0, 0, 1, 0, 0}, Row{"mol", true, 1, 0, 0, 0, 0, 0, 1, 0}, Row{"cd", true, 1, 0, 0, 0, 0, 0, 0, 1},
    rate("Hz", 1, true), force("N", 1, true), pressure("Pa", 1, true), energy("J", 1, true), power_row("W", 1, true),
    Row{"V", true, 1, 2, 1, -3, -1, 0, 0, 0}, Row{"ohm", true, 1, 2, 1, -3, -2, 0, 0, 0}, Row{"S", true, 1, -2, -1, 3, 2, 0, 0, 0},
    Row{"C", true, 1, 0, 0, 1, 1, 0, 0, 0}, Row{"F", true, 1, -2, -1, 4, 2, 0, 0, 0}, Row{"H", true, 1, 2, 1, -2, -2, 0, 0, 0},
    Row{"T", true, 1, 0, 1, -2, -1, 0, 0, 0}, Row{"Wb", true, 1, 2, 1, -2, -1, 0, 0, 0}, Row{"lm", true, 1, 0, 0, 0, 0, 0, 0, 1},
    Row{"lx", true, 1, -2, 0, 0, 0, 0, 0, 1},
    // angles and turning
    number("rad", 1, true), number("sr", 1, true), number("deg", kPi / 180), number("arcmin", kPi / 10800), number("arcsec", kPi / 648000),
    number("rev", 2 * kPi), number("turn", 2 * kPi), rate("rpm", 2 * kPi / 60), rate("rps", 2 * kPi),
    // pure numbers
    number("%", 0.01), number("percent", 0.01),
    // time
    duration("min", 60), duration("h", 3600), duration("hr", 3600), duration("d", 86400), duration("day", 86400),
    // length, speed, acceleration, volume
    length("in", kInch), length("inch", kInch), length("ft", 12 * kInch), length("yd", 36 * kInch), length("mi", 63360 * kInch),
    length("mile", 63360 * kInch), velocity("mph", 63360 * kInch / 3600), velocity("kph", 1 / 3.6),
    Row{"gn", false, kGravity, 1, 0, -2, 0, 0, 0, 0}, volume("l", 1e-3, true), volume("L", 1e-3, true),
    // mass and force
    mass("t", 1e3), mass("lb", kPound), mass("lbm", kPound), mass("oz", kPound / 16), mass("slug", kPoundForce / (12 * kInch)),
    force("kgf", kGravity), force("kp", kGravity), force("lbf", kPoundForce), force("ozf", kPoundForce / 16),
    // pressure, energy, power
    pressure("bar", 1e5, true), pressure("atm", 101325), pressure("psi", kPoundForce / (kInch * kInch)), energy("Wh", 3600, true),
    power_row("hp", 550 * 12 * kInch * kPoundForce), power_row("PS", 75 * kGravity),
    // temperature; those with another zero stand alone
    temperature("degC", 1, 273.15), temperature("degF", kFahrenheit, kFahrenheitZero), temperature("degR", kFahrenheit, 0)};

struct Prefix {
  std::string_view symbol;
  double factor;
};
constexpr std::array<Prefix, 20> kPrefixes{{{"da", 1e1}, {"Y", 1e24},  {"Z", 1e21},  {"E", 1e18},  {"P", 1e15},  {"T", 1e12}, {"G", 1e9},
                                            {"M", 1e6},  {"k", 1e3},   {"h", 1e2},   {"d", 1e-1},  {"c", 1e-2},  {"m", 1e-3}, {"u", 1e-6},
                                            {"n", 1e-9}, {"p", 1e-12}, {"f", 1e-15}, {"a", 1e-18}, {"z", 1e-21}, {"y", 1e-24}}};

Unit unit_of(const Row& row) {
  Unit unit;
  const std::array<int, 7> exponents{row.m, row.kg, row.s, row.A, row.K, row.mol, row.cd};
  for (std::size_t i = 0; i < exponents.size(); ++i) unit.dimension.sixths[i] = static_cast<std::int8_t>(6 * exponents[i]);
  unit.factor = row.factor;
  unit.offset = row.offset;
  return unit;
}

const Row* find_row(std::string_view name) {
  const auto* row = std::find_if(kTable.begin(), kTable.end(), [&](const Row& candidate) { return candidate.name == name; });
  return row == kTable.end() ? nullptr : row;
}

}  // namespace

std::optional<Unit> find_unit_name(std::string_view name) {
  if (const Row* row = find_row(name)) return unit_of(*row);
  for (const auto& [symbol, factor] : kPrefixes) {
    if (!name.starts_with(symbol)) continue;
    const Row* row = find_row(name.substr(symbol.size()));
    if (row == nullptr || !row->prefixed) continue;
    Unit unit = unit_of(*row);
    unit.factor *= factor;
    return unit;
  }
  return std::nullopt;
}

std::vector<std::string> unit_names() {
  std::vector<std::string> result;
  for (const Row& row : kTable) result.emplace_back(row.name);
  return result;
}

}  // namespace stribeck
