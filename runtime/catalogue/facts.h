#pragma once
// All that a component declares, as tables: the terminal, the Markdown pages and the HTML pages show the same ones.
#include <string>
#include <string_view>
#include <vector>

#include "component/record.h"

namespace stribeck {

/// An expression of the record may be set in type; the text says the same on one line.
struct Cell {
  Cell(std::string plain) : text(std::move(plain)) {}  // NOLINT(google-explicit-constructor): most cells are text
  Cell(const char* plain) : text(plain) {}             // NOLINT(google-explicit-constructor)
  Cell(std::string plain, std::string typeset) : text(std::move(plain)), mathml(std::move(typeset)) {}
  std::string text;
  std::string mathml;  ///< empty: there is nothing but the text
  bool operator==(const Cell&) const = default;
};

struct FactTable {
  std::string heading;
  std::vector<std::string> columns;
  std::vector<std::vector<Cell>> rows;
  std::string note{};                             ///< a sentence above it
  std::vector<std::vector<Cell>> typeset_rows{};  ///< what a page shows instead of them, equations of vectors; empty: they are the same
};

/// Between the names of the first and the last of the variables that share a row.
inline constexpr std::string_view kToLast = " to ";

/// In place of the default of a parameter that has none.
inline constexpr const char* kRequired = "required";

/// In front of the first of the sub-expressions that equations name.
inline constexpr const char* kWhere = "where";

/// Ports, signals, parameters, options, variables, equations, energy, events, modes, causality; those without rows are left out.
std::vector<FactTable> facts_of(const ComponentRecord& record);

/// The functions that expressions call; with `name` that one alone: no rows if there is none of that name.
FactTable facts_of_functions(const std::string& name = "");

/// What a contact is or has, with its label, as a component may have several: "touches_upper", "impulse_upper".
std::string of_contact(std::string_view what, const FrictionDeclaration& contact);

/// How a component's own page calls a symbol: "stiffness", "R.v", "t".
std::string shown_symbol(const ComponentRecord& record, std::int32_t symbol);

}  // namespace stribeck
