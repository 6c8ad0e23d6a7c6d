#include "results/result_table.h"

#include <algorithm>

#include "base/diagnostic.h"
#include "base/text.h"

namespace stribeck {

std::optional<std::size_t> ResultTable::find(std::string_view name) const {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) return std::nullopt;
  return static_cast<std::size_t>(found - names.begin());
}

ResultTable read_result(const std::string& path) { return read_csv(path); }

const std::vector<double>& column_of(const ResultTable& table, std::string_view name) {
  if (const auto found = table.find(name)) return table.columns[*found];
  Diagnostic diagnostic;
  diagnostic.code = ErrorCode::result_unreadable;
  diagnostic.message = "the result has no column " + quoted(name);
  diagnostic.where.file = table.file;
  diagnostic.remedy = did_you_mean(name, table.names);
  if (diagnostic.remedy.empty())
    for (const std::string& own : table.names) diagnostic.remedy += (diagnostic.remedy.empty() ? "its columns are " : ", ") + own;
  throw Failure(std::move(diagnostic));
}

}  // namespace stribeck
