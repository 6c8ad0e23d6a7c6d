#include "study/columns.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "study/plan.h"
#include "study/samples.h"

namespace stribeck {
namespace {

/// The words of a factor whose values are not all numbers; empty if they are.
std::vector<std::string> words_of(const StudyFactor& factor) {
  std::vector<std::string> words;
  if (std::ranges::none_of(factor.levels, [](const std::string& level) { return std::isnan(number_of(level)); })) return words;
  for (const std::string& level : factor.levels)
    if (std::ranges::find(words, shown_value(level)) == words.end()) words.push_back(shown_value(level));
  return words;
}

RowState state_of(SampleStatus status) {
  return status == SampleStatus::done ? RowState::done : status == SampleStatus::failed ? RowState::failed : RowState::excluded;
}

}  // namespace

std::string_view to_text(RowState state) {
  switch (state) {
    case RowState::done:
      return "done";
    case RowState::failed:
      return "failed";
    case RowState::excluded:
      return "excluded";
    case RowState::missing:
      break;
  }
  return "missing";
}

std::vector<std::string> fields_of(const std::string& line) {
  std::vector<std::string> fields(1);
  bool is_quoted = false;
  for (std::size_t k = 0; k < line.size(); ++k) {
    const char c = line[k];
    if (c == '"' && is_quoted && k + 1 < line.size() && line[k + 1] == '"')
      fields.back() += line[++k];
    else if (c == '"')
      is_quoted = !is_quoted;
    else if (c == ',' && !is_quoted)
      fields.emplace_back();
    else if (c != '\n')
      fields.back() += c;
  }
  return fields;
}

double value_of_cell(const std::string& cell) {
  double value = std::nan("");
  std::from_chars(cell.data(), cell.data() + cell.size(), value);
  return value;
}

StudyColumns columns_of(const StudyFolder& folder, const StudyPlan& plan, std::size_t most_failures) {
  StudyColumns all;
  const auto samples = static_cast<std::size_t>(plan.count);
  const auto add = [&](const std::string& name, const std::string& unit, bool is_factor, std::vector<std::string> words) {
    all.columns.push_back({name, unit, is_factor, std::vector<double>(samples, std::nan("")), std::move(words)});
  };
  for (const StudyFactor& factor : plan.factors) add(factor.name, factor.unit, true, words_of(factor));
  for (const StudyScalar& scalar : plan.scalars) add(scalar.name, scalar.unit, false, {});
  all.states.assign(samples, RowState::missing);
  for (std::int64_t chunk = 0; chunk < folder.chunks(); ++chunk) {
    const auto rows = folder.rows_of(chunk);
    if (!rows) continue;
    for (std::size_t r = 0; r < rows->size(); ++r) {
      const StudyRow& row = (*rows)[r];
      const std::size_t sample = static_cast<std::size_t>(folder.first_of(chunk)) + r;
      const std::vector<std::string> fields = fields_of(row.line);
      all.states[sample] = state_of(row.status);
      for (std::size_t c = 0; c < all.columns.size(); ++c) {
        StudyColumn& column = all.columns[c];
        const std::string& cell = fields.at(1 + c);
        const auto word = std::ranges::find(column.words, cell);
        column.values[sample] = column.words.empty() ? value_of_cell(cell) : static_cast<double>(word - column.words.begin());
      }
      if (row.status == SampleStatus::failed && all.failures.size() < most_failures)
        all.failures.push_back({static_cast<std::int64_t>(sample), row.code, fields.at(fields.size() - 2), fields.back()});
    }
  }
  return all;
}

}  // namespace stribeck
