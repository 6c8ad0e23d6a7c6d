#include <charconv>
#include <fstream>
#include <limits>
#include <system_error>

#include "base/text.h"
#include "results/layout.h"
#include "results/result_table.h"
#include "results/unreadable.h"

namespace stribeck {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

std::string_view without_quotes(std::string_view field) {
  field = trimmed(field);
  if (field.size() >= 2 && field.front() == '"' && field.back() == '"') field = field.substr(1, field.size() - 2);
  return field;
}

/// The separator behind a field, which may stand in quotes; npos behind the last one.
std::size_t end_of_field(std::string_view text, char separator) {
  const std::size_t begin = text.find_first_not_of(' ');
  const bool is_quoted = begin != std::string_view::npos && text[begin] == '"';
  const std::size_t quote = is_quoted ? text.find('"', begin + 1) : std::string_view::npos;
  return text.find(separator, quote == std::string_view::npos ? 0 : quote);
}

class CsvReader {
 public:
  explicit CsvReader(const std::string& path) : file_(path) {
    if (!file_) refuse_missing_result(path);
    table_.file = path;
  }

  ResultTable read() {
    std::string line;
    while (std::getline(file_, line)) {
      ++line_;
      std::string_view text = line;
      if (line_ == 1 && text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
      text = trimmed(text);
      if (text.empty() || text.front() == '#') continue;
      table_.names.empty() ? read_header(text) : read_row(text);
    }
    if (table_.names.empty()) refuse_result(table_.file, 0, "the result is empty", "a result begins with a line of names: time,load.w");
    return std::move(table_);
  }

 private:
  void read_header(std::string_view text) {
    for (const char candidate : {',', ';', '\t'})
      if (end_of_field(text, candidate) != std::string_view::npos) {
        separator_ = candidate;
        break;
      }
    for_each_field(text, [&](std::string_view field) { table_.names.emplace_back(without_quotes(field)); });
    table_.columns.resize(table_.names.size());
  }

  void read_row(std::string_view text) {
    std::size_t column = 0;
    for_each_field(text, [&](std::string_view field) {
      if (column < table_.columns.size()) table_.columns[column].push_back(number(without_quotes(field)));
      ++column;
    });
    if (column != table_.columns.size())
      refuse_result(table_.file, line_,
                    "the line has " + counted(static_cast<std::int64_t>(column), "field") + ", but the header names " +
                        counted(static_cast<std::int64_t>(table_.columns.size()), "column"),
                    "write one number a column on every line");
  }

  template <typename Visit>
  void for_each_field(std::string_view text, Visit visit) const {
    while (true) {
      const std::size_t end = end_of_field(text, separator_);
      visit(text.substr(0, end));
      if (end == std::string_view::npos) return;
      text.remove_prefix(end + 1);
    }
  }

  double number(std::string_view field) const {
    if (field.empty()) return std::numeric_limits<double>::quiet_NaN();
    double value = 0;
    if (field.front() == '+') field.remove_prefix(1);
    const auto [end, problem] = std::from_chars(field.data(), field.data() + field.size(), value);
    if (problem != std::errc{} || end != field.data() + field.size())
      refuse_result(table_.file, line_, in_quotes(field) + " is no number", "write numbers with a decimal point, as in 1.5e-3");
    return value;
  }

  std::ifstream file_;
  ResultTable table_;
  std::size_t line_ = 0;
  char separator_ = ',';
};

}  // namespace

ResultTable read_csv(const std::string& path) { return CsvReader(path).read(); }

}  // namespace stribeck
