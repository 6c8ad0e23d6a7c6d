#pragma once
// What joins the points of a table, and what holds outside them, with what people read about it. A new way to interpolate is a row here and
// its slopes in base/table.cpp.
#include <array>
#include <cstdint>

namespace stribeck {

/// A word of a diagram for what a table does.
struct TableWord {
  const char* name;
  const char* doc;
  const char* phrase;  ///< in "straight lines through y over x, again and again"
};

enum class TableMethod : std::uint8_t { linear, akima, monotone };
inline constexpr std::array kInterpolations = {
    TableWord{"linear", "straight lines", "straight lines"},
    TableWord{"akima", "a smooth curve by Akima, which does not ring", "Akima's cubics"},
    TableWord{"monotone", "a smooth curve that nowhere leaves the range of its two neighbours (Fritsch, Butland)", "monotone cubics"},
};

enum class TableEnds : std::uint8_t { hold, extend, repeat };
inline constexpr std::array kTableEnds = {
    TableWord{"hold", "the value of the last one", ""},
    TableWord{"extend", "the line on which the curve leaves it", ", extended beyond them"},
    TableWord{"repeat", "the same again and again, the last point being the first of the next period", ", again and again"},
};

}  // namespace stribeck
