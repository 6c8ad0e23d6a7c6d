#pragma once
// Results read back: of an earlier run, or measured.
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stribeck {

struct ResultTable {
  std::string file;  ///< as the user named it
  std::vector<std::string> names;
  std::vector<std::vector<double>> columns;  ///< one per name, all equally long

  std::optional<std::size_t> find(std::string_view name) const;
  std::size_t rows() const { return columns.empty() ? 0 : columns.front().size(); }
};

/// A table of numbers with a header line: fields between commas, semicolons or tabs, names perhaps in quotes, lines that begin with # and
/// empty ones ignored; an empty field is not a number. Throws Failure file.missing or result.unreadable, which names the line.
ResultTable read_csv(const std::string& path);

/// A result of this program or of another, by the ending of its name: so far .csv and everything else as CSV.
ResultTable read_result(const std::string& path);

/// The column of that name. Throws Failure result.unreadable with a suggestion if there is none.
const std::vector<double>& column_of(const ResultTable& table, std::string_view name);

}  // namespace stribeck
