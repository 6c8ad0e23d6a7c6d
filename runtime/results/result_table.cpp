#include "results/result_table.h"

#include <algorithm>

#include "base/diagnostic.h"
#include "base/text.h"
#include "results/hdf5_file.h"
#include "results/json_lines.h"
#include "results/mat_file.h"
#include "results/unreadable.h"

namespace stribeck {

std::optional<std::size_t> ResultTable::find(std::string_view name) const {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) return std::nullopt;
  return static_cast<std::size_t>(found - names.begin());
}

ResultTable read_result(const std::string& path) {
  if (path.ends_with(".jsonl")) return read_json_lines(path);
  if (path.ends_with(".mat")) return read_mat(path);
  if (path.ends_with(".h5") || path.ends_with(".hdf5")) return read_hdf5(path);
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
