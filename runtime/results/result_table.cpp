#include "results/result_table.h"

#include <algorithm>

#include "base/diagnostic.h"
#include "base/text.h"
#include "results/result_format.h"
#include "results/unreadable.h"

namespace stribeck {

std::optional<std::size_t> ResultTable::find(std::string_view name) const {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) return std::nullopt;
  return static_cast<std::size_t>(found - names.begin());
}

ResultTable read_result(const std::string& path) {
  for (const ResultFormat* format : result_formats())
    if (path.ends_with(format->ending) || (!format->other_ending.empty() && path.ends_with(format->other_ending)))
      return format->read(path);
  return read_csv(path);
}

const std::vector<double>& column_of(const ResultTable& table, std::string_view name) {
  if (const auto found = table.find(name)) return table.columns[*found];
  std::string remedy = did_you_mean(name, table.names);
  if (remedy.empty())
    for (const std::string& own : table.names) remedy += (remedy.empty() ? "its columns are " : ", ") + own;
  refuse_result(table.file, 0, "the result has no column " + in_quotes(name), remedy);
}

}  // namespace stribeck
