#pragma once
// The rows of a study by columns: factors and scalars as numbers.
#include <cstdint>
#include <string>
#include <vector>

#include "study/folder.h"

namespace stribeck {

struct StudyColumn {
  std::string name, unit;
  bool is_factor = false;
  /// One a sample, SI; not a number where there is none. Of a factor with words the number of the word.
  std::vector<double> values;
  std::vector<std::string> words;
};

/// Where a sample stands.
enum class RowState : std::uint8_t { done, failed, excluded, missing };
std::string_view to_text(RowState state);

/// What is told of a sample that failed.
struct FailedRow {
  std::int64_t sample = 0;
  std::string code, message, command;
};

struct StudyColumns {
  std::vector<StudyColumn> columns;  ///< factors, then scalars, as the plan has them
  std::vector<RowState> states;
  std::vector<FailedRow> failures;  ///< the first ones
};

/// Of all samples, of which some may not be there. At most `most_failures` are told.
StudyColumns columns_of(const StudyFolder& folder, const StudyPlan& plan, std::size_t most_failures = 0);

/// The fields of a line of CSV without line feeds in them.
std::vector<std::string> fields_of(const std::string& line);
/// Not a number where the cell is none.
double value_of_cell(const std::string& cell);

}  // namespace stribeck
