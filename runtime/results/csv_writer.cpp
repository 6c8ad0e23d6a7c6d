#include "results/csv_writer.h"

#include <array>
#include <charconv>

#include "results/result_format.h"

namespace stribeck {
namespace {

void append_number(std::string& text, double value) {
  std::array<char, 32> digits;  // the shortest form of a double needs at most 24
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
  text.append(digits.data(), end);
}

/// RFC 4180: what has a comma of its own, as max(a.x, b.x) does, stands in quotes.
std::string field(const std::string& name) { return name.find(',') == std::string::npos ? name : '"' + name + '"'; }

}  // namespace

void CsvWriter::begin(const std::vector<OutputColumn>& columns) {
  columns_ = columns.size();
  line_ = "time";
  for (const OutputColumn& column : columns) line_ += "," + field(column.name);
  line_ += "\n";
  file_.write(line_);
}

void CsvWriter::row(double time_s, const double* values) {
  line_.clear();
  append_number(line_, time_s);
  for (std::size_t i = 0; i < columns_; ++i) {
    line_ += ',';
    append_number(line_, values[i]);
  }
  line_ += '\n';
  file_.write(line_);
  ++rows_;
}

extern const ResultFormat kCsvFormat;
const ResultFormat kCsvFormat{
    .ending = ".csv",
    .open = [](const std::string& path, const ResultHead& /*head*/, Lasting lasting) -> std::unique_ptr<ResultWriter> {
      return std::make_unique<CsvWriter>(path, lasting);
    },
    .read = read_csv,
};

}  // namespace stribeck
