#include "base/unit_spelling.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "base/unit_names.h"

namespace stribeck {
namespace {

struct Spelling {
  std::string_view typed, first, last;
  bool prefixed = false;  ///< takes SI prefixes, which belong to its first factor
};

/// Spellings that mean one thing only to those who type them. In products with "lb" and "oz" these are forces.
constexpr std::array kSpellings = std::to_array<Spelling>({
    {"Nm", "N", "m", true},    {"Nmm", "N", "mm", true}, {"Ncm", "N", "cm", true}, {"Ns", "N", "s", true},   {"Nms", "N*m", "s", true},
    {"Vs", "V", "s", true},    {"As", "A", "s", true},   {"Ah", "A", "h", true},   {"Pas", "Pa", "s", true}, {"kgm", "kg", "m"},
    {"kgcm", "kg", "cm"},      {"kgmm", "kg", "mm"},     {"gcm", "g", "cm"},       {"gmm", "g", "mm"},       {"kgfm", "kgf", "m"},
    {"kgfcm", "kgf", "cm"},    {"kpm", "kp", "m"},       {"lbft", "lbf", "ft"},    {"lbfft", "lbf", "ft"},   {"ftlb", "ft", "lbf"},
    {"ftlbf", "ft", "lbf"},    {"lbin", "lbf", "in"},    {"lbfin", "lbf", "in"},   {"inlb", "in", "lbf"},    {"inlbf", "in", "lbf"},
    {"ozin", "ozf", "in"},     {"ozfin", "ozf", "in"},   {"inoz", "in", "ozf"},    {"RPM", "", "rpm"},       {"Rpm", "", "rpm"},
    {"r", "", "rev"},          {"U", "", "rev"},         {"Deg", "", "deg"},       {"Rad", "", "rad"},       {"Grad", "", "deg"},
    {"hz", "", "Hz"},          {"HZ", "", "Hz"},         {"khz", "", "kHz"},       {"mins", "", "min"},      {"Min", "", "min"},
    {"Kg", "", "kg"},          {"KG", "", "kg"},         {"kgs", "", "kg"},        {"lbs", "", "lb"},        {"ton", "", "short_ton"},
    {"tons", "", "short_ton"}, {"KN", "", "kN"},         {"Km", "", "km"},         {"MM", "", "mm"},         {"KW", "", "kW"},
    {"kw", "", "kW"},          {"HP", "", "hp"},         {"Hp", "", "hp"},         {"PSI", "", "psi"},       {"Mpa", "", "MPa"},
    {"mps", "m", "s^-1"},      {"kmh", "km", "h^-1"},    {"kmph", "km", "h^-1"},   {"g0", "", "gn"},
});

std::string without_hyphens(std::string_view name) {
  std::string result(name);
  std::erase(result, '-');
  return result;
}

std::string in_small_letters(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return result;
}

const Spelling* find_spelling(std::string_view typed) {
  const auto* const row =
      std::find_if(kSpellings.begin(), kSpellings.end(), [&](const Spelling& candidate) { return candidate.typed == typed; });
  return row == kSpellings.end() ? nullptr : row;
}

std::string written(const Spelling& row) { return std::string(row.first) + (row.first.empty() ? "" : "*") + std::string(row.last); }

}  // namespace

std::optional<TypedUnit> find_typed_unit(std::string_view name) {
  const std::string typed = without_hyphens(name);
  if (const Spelling* row = find_spelling(typed)) return TypedUnit{std::string(row->first), std::string(row->last)};
  for (std::size_t length = 1; length <= 2 && length < typed.size(); ++length) {
    const Spelling* row = find_spelling(std::string_view(typed).substr(length));
    if (row == nullptr || !row->prefixed) continue;
    const std::string first = typed.substr(0, length) + std::string(row->first);
    if (parse_unit(first)) return TypedUnit{first, std::string(row->last)};
  }
  return std::nullopt;
}

std::string other_case(std::string_view unit, const Dimension& wanted) {
  const std::string sought = in_small_letters(unit);
  const auto fits = [&](std::string_view candidate, const std::string& meant) {
    const std::optional<Unit> found = candidate == unit || in_small_letters(candidate) != sought ? std::nullopt : parse_unit(meant);
    return found && found->dimension == wanted;
  };
  for (const Spelling& row : kSpellings)
    if (fits(row.typed, written(row))) return written(row);
  for (const std::string& name : unit_names())
    if (fits(name, name)) return name;
  return {};
}

}  // namespace stribeck
