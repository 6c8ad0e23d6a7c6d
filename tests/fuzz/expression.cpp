// Any bytes as a unit, a quantity and an expression. What was read must print as text that reads again, to the same value.
#include <cmath>

#include "base/units.h"
#include "checks.h"
#include "expression/derivative.h"
#include "expression/evaluate.h"
#include "expression/parse.h"
#include "expression/print.h"

using namespace stribeck;

namespace {

constexpr std::size_t kLongestUnit = 64;  // longer ones only cost time
constexpr std::string_view kNames[] = {"a", "b", "x", "speed"};
constexpr double kValues[] = {0.5, 3, -2, 1e3};

TypedExpr resolve(ExprPool& pool, std::string_view name) {
  for (std::int32_t i = 0; i < 4; ++i)
    if (name == kNames[i]) {
      Dimension dimension;
      if (i >= 2) dimension.sixths[0] = 6;  // x and speed in m, so that dimensions matter
      return {pool.symbol(i, kUnknown), dimension};
    }
  return {};
}

double value(const ExprPool& pool, ExprId id) {
  return evaluate(pool, id, [](std::int32_t symbol) { return kValues[symbol]; });
}

/// Where a division by zero is in it, the value depends on what was simplified before: 0/0 is none, 0*x is 0, x/x is 1.
bool same(double a, double b) { return a == b || !std::isfinite(a) || !std::isfinite(b); }

void read_expression(std::string_view text) {
  ExprPool pool;
  const auto names = [&](std::string_view name) { return resolve(pool, name); };
  TypedExpr first, second;
  ParseError error;
  if (!parse_expression(text, pool, names, first, error)) {
    fuzz::require(!error.message.empty(), "a fault has a message");
    fuzz::require(error.offset <= text.size(), "a fault stands in the text", error.message);
    return;
  }
  const double once = value(pool, first.id);
  Differentiator differentiator(pool);
  for (const Partial& partial : differentiator.partials(first.id)) value(pool, partial.value);
  constexpr std::size_t kLongest = 20000;  // what is shared is written out each time it occurs: that can grow without bound
  const std::string shown = to_text(
      pool, first.id, [](std::int32_t symbol) { return std::string(kNames[symbol]); }, kLongest);
  if (shown.size() >= kLongest) return;
  // A zero has every dimension, and with it may go what made the sum around it fit. Long texts may nest deeper than the reader allows.
  if (!parse_expression(shown, pool, names, second, error)) {
    const bool excused = error.kind == ParseError::Kind::dimension || (error.kind == ParseError::Kind::syntax && shown.size() > 100);
    fuzz::require(excused, "what is printed can be read", shown);
    return;
  }
  fuzz::require(same(once, value(pool, second.id)), "what is printed has the same value", shown);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  read_expression(text);
  if (size > kLongestUnit) return 0;
  if (const auto unit = parse_unit(text)) fuzz::require(std::isfinite(unit->factor) && unit->factor != 0, "a unit has a size", text);
  if (const auto quantity = parse_quantity(text)) fuzz::require(!std::isnan(quantity->value), "a quantity has a value", text);
  return 0;
}
