#include "explain/port_ties.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/constants.h"
#include "base/index.h"
#include "equations/record_forms.h"
#include "expression/evaluate.h"

namespace stribeck {

namespace {

/// Gauss and Jordan, columns from the left; entries that cancel but for rounding are zero. Returns the pivot of each row that is left.
std::vector<std::size_t> reduce_rows(std::vector<std::vector<double>>& rows) {
  std::vector<std::size_t> pivots;
  const std::size_t columns = rows.empty() ? 0 : rows.front().size();
  for (std::size_t c = 0; c < columns && pivots.size() < rows.size(); ++c) {
    const auto first = rows.begin() + static_cast<std::ptrdiff_t>(pivots.size());
    const auto greatest =
        std::max_element(first, rows.end(), [c](const auto& a, const auto& b) { return std::fabs(a[c]) < std::fabs(b[c]); });
    if ((*greatest)[c] == 0) continue;
    std::swap(*first, *greatest);
    const double pivot = (*first)[c];
    for (double& entry : *first) entry /= pivot;
    for (auto row = rows.begin(); row != rows.end(); ++row) {
      const double factor = (*row)[c];
      if (row == first || factor == 0) continue;
      for (std::size_t k = 0; k < columns; ++k) {
        const double before = (*row)[k], taken = factor * (*first)[k];
        (*row)[k] = std::fabs(before - taken) <= kCancellation * std::max(std::fabs(before), std::fabs(taken)) ? 0 : before - taken;
      }
      (*row)[c] = 0;
    }
    pivots.push_back(c);
  }
  rows.resize(pivots.size());
  return pivots;
}

}  // namespace

std::vector<PortTie> port_ties(const ComponentRecord& record, const std::vector<double>& parameters, const std::vector<std::int32_t>& ports,
                               PortQuantity quantity) {
  const auto symbol_of_port = [&](std::int32_t connector) {
    const ConnectorDeclaration& own = record.connectors[at(connector)];
    return record.pool[quantity == PortQuantity::velocity ? own.symbol : own.through].a;
  };
  // Columns: all other symbols, which are eliminated, then the ports.
  std::vector<std::size_t> column(record.symbols.size());
  for (std::size_t s = 0; s < column.size(); ++s) column[s] = s;
  const std::size_t width = column.size() + ports.size();
  for (std::size_t p = 0; p < ports.size(); ++p) column[at(symbol_of_port(ports[p]))] = column.size() + p;
  const RecordForms forms = linear_forms(record);
  const auto value_of = [&](std::int32_t symbol) {
    const RecordSymbol& own = record.symbols[at(symbol)];
    return own.kind == SymbolKind::parameter ? parameters[at(own.index)] : 0.0;
  };
  std::vector<std::vector<double>> rows;
  for (const RelationForm& form : forms.relations) {
    if (!form.linear) continue;
    std::vector<double> row(width, 0.0);
    bool is_known = true;
    for (const RelationForm::Term& term : form.terms) {
      const bool at_rest = quantity == PortQuantity::velocity && record.symbols[at(term.symbol)].kind == SymbolKind::across &&
                           column[at(term.symbol)] < column.size();
      const double value = at_rest ? 0 : evaluate(forms.pool, term.coefficient, value_of);
      is_known = is_known && std::isfinite(value);
      row[column[at(term.symbol)]] = value;
    }
    if (is_known) rows.push_back(std::move(row));
  }
  if (quantity == PortQuantity::velocity)  // what is fixed to one another moves alike
    for (const DisplacementDeclaration& own : record.displacements) {
      if (own.kind != DisplacementDeclaration::Kind::fixed) continue;
      std::vector<double> row(width, 0.0);
      for (const auto& [port, sign] : {std::pair{own.port_r, 1.0}, {own.port_c, -1.0}})
        if (port >= 0 && column[at(symbol_of_port(port))] >= column.size()) row[column[at(symbol_of_port(port))]] += sign;
      rows.push_back(std::move(row));
    }
  const std::vector<std::size_t> pivots = reduce_rows(rows);
  std::vector<PortTie> ties;
  for (std::size_t r = 0; r < rows.size(); ++r)
    if (pivots[r] >= column.size()) ties.emplace_back(rows[r].begin() + static_cast<std::ptrdiff_t>(column.size()), rows[r].end());
  return ties;
}

}  // namespace stribeck
