// Names beyond the built-in table, from the udunits2 database.
#include <udunits2.h>

#include <map>
#include <memory>
#include <mutex>

#include "base/unit_names.h"

namespace stribeck {
namespace {

constexpr std::size_t kLongestUnitName = 64;

struct Freed {
  void operator()(ut_unit* unit) const { ut_free(unit); }
  void operator()(cv_converter* converter) const { cv_free(converter); }
};

/// The database; read once and kept, because units point into it. Null if it is not installed.
ut_system* database() {
  static ut_system* const system = [] {
    ut_set_error_message_handler(ut_ignore);
    return ut_read_xml(nullptr);
  }();
  return system;
}

/// Position of a base unit in Dimension; -1 for named pure numbers such as the radian.
int base_index(const ut_unit* unit) {
  static const std::map<std::string_view, int> kIndex = {{"meter", 0},  {"kilogram", 1}, {"second", 2}, {"ampere", 3},
                                                         {"kelvin", 4}, {"mole", 5},     {"candela", 6}};
  const char* name = ut_get_name(unit, UT_ASCII);
  const auto found = name == nullptr ? kIndex.end() : kIndex.find(name);
  return found == kIndex.end() ? -1 : found->second;
}

ut_status visit_basic(const ut_unit* unit, void* argument) {
  const int index = base_index(unit);
  if (index >= 0) static_cast<Unit*>(argument)->dimension.sixths[static_cast<std::size_t>(index)] = 6;
  return UT_SUCCESS;
}

ut_status visit_product(const ut_unit*, int count, const ut_unit* const* units, const int* powers, void* argument) {
  auto& result = *static_cast<Unit*>(argument);
  for (int i = 0; i < count; ++i) {
    const int index = base_index(units[i]);
    if (index < 0) continue;
    Dimension base;
    base.sixths[static_cast<std::size_t>(index)] = 6;
    result.dimension = product(result.dimension, power(base, powers[i]));
  }
  return UT_SUCCESS;
}

ut_status visit_scaled(const ut_unit* unit, double, const ut_unit* underlying, double, void* argument);
ut_status refuse_time(const ut_unit*, const ut_unit*, double, void*) { return UT_MEANINGLESS; }
ut_status refuse_logarithm(const ut_unit*, double, const ut_unit*, void*) { return UT_MEANINGLESS; }

constexpr ut_visitor kVisitor{visit_basic, visit_product, visit_scaled, refuse_time, refuse_logarithm};

ut_status visit_scaled(const ut_unit* unit, double, const ut_unit* underlying, double, void* argument) {
  // The converter is asked rather than the numbers given here, because the library's own offset counts in the scaled unit.
  const std::unique_ptr<cv_converter, Freed> converter(ut_get_converter(const_cast<ut_unit*>(unit), const_cast<ut_unit*>(underlying)));
  if (!converter) return UT_MEANINGLESS;
  auto& result = *static_cast<Unit*>(argument);
  result.offset = cv_convert_double(converter.get(), 0);
  result.factor = cv_convert_double(converter.get(), 1) - result.offset;
  return ut_accept_visitor(underlying, &kVisitor, argument);
}

std::optional<Unit> ask_database(const std::string& name) {
  if (database() == nullptr) return std::nullopt;
  const std::unique_ptr<ut_unit, Freed> unit(ut_parse(database(), name.c_str(), UT_UTF8));
  Unit result;
  if (!unit || ut_accept_visitor(unit.get(), &kVisitor, &result) != UT_SUCCESS || result.dimension.any) return std::nullopt;
  return result;
}

}  // namespace

std::optional<Unit> find_udunits_name(std::string_view name) {
  if (name.size() > kLongestUnitName) return std::nullopt;
  static std::mutex mutex;  // the library keeps its parser's state in globals
  static std::map<std::string, std::optional<Unit>, std::less<>> known;
  const std::lock_guard lock(mutex);
  const auto found = known.find(name);
  if (found != known.end()) return found->second;
  return known.emplace(std::string(name), ask_database(std::string(name))).first->second;
}

}  // namespace stribeck
