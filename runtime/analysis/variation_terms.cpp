#include "analysis/variation_terms.h"

#include <algorithm>

namespace stribeck {

void VariationTerms::begin(std::size_t states, std::size_t parameters, std::span<const Direction> directions) {
  states_ = states, parameters_ = parameters;
  directions_.assign(parameters, {});
  for (std::size_t j = 0; j < directions.size(); ++j)
    for (const auto& [column, factor] : directions[j].parameters) directions_[column].emplace_back(j, factor);
}

void VariationTerms::take(const SlopeReader& reader, const Matrix& discretes, const std::vector<bool>& defined,
                          Variation& variation) const {
  const std::span<const double> values = reader.states();
  std::fill(variation.b.values.begin(), variation.b.values.end(), 0.0);
  std::size_t place = 0;
  for (std::size_t k = 0; k < values.size(); ++k) {
    const auto& [row, column, value_at] = reader.state_entries()[k];
    const double value = reader.finite() ? values[k] : 0;
    if (column < states_) {
      variation.a[place++] = value;
    } else if (const std::size_t of = column - states_; of < parameters_) {
      for (const auto& [j, factor] : directions_[of])
        if (defined[j]) variation.b(row, j) += value * factor;
    } else {
      for (std::size_t j = 0; j < defined.size(); ++j) variation.b(row, j) += value * discretes(of - parameters_, j);
    }
  }
}

}  // namespace stribeck
