#include <algorithm>
#include <array>
#include <cstring>

#include "results/mat_file.h"
#include "results/result_format.h"

namespace stribeck {
namespace {

enum class Kind : std::int32_t { real = 0, integer = 20, text = 51 };  // MOPT of level 4, little-endian

template <typename Number>
void append(std::string& bytes, Number number) {
  std::array<char, sizeof(Number)> raw{};
  std::memcpy(raw.data(), &number, sizeof(Number));
  bytes.append(raw.data(), raw.size());
}

/// The head of a matrix; its columns follow.
std::string head(const std::string& name, Kind kind, std::size_t rows, std::size_t columns) {
  std::string bytes;
  for (const auto number : {static_cast<std::int32_t>(kind), static_cast<std::int32_t>(rows), static_cast<std::int32_t>(columns), 0,
                            static_cast<std::int32_t>(name.size() + 1)})
    append(bytes, number);
  return bytes + name + '\0';
}
constexpr std::size_t kColumnsAt = 2 * sizeof(std::int32_t);  // in a head

/// A matrix of characters whose columns are the texts.
std::string texts(const std::string& name, const std::vector<std::string>& columns) {
  std::size_t longest = 1;
  for (const std::string& text : columns) longest = std::max(longest, text.size());
  std::string bytes = head(name, Kind::text, longest, columns.size());
  for (const std::string& text : columns) bytes += text + std::string(longest - text.size(), '\0');
  return bytes;
}

/// The same with a text in each row.
std::string text_rows(const std::string& name, const std::vector<std::string>& rows) {
  std::size_t longest = 1;
  for (const std::string& text : rows) longest = std::max(longest, text.size());
  std::string bytes = head(name, Kind::text, rows.size(), longest);
  for (std::size_t i = 0; i < longest; ++i)
    for (const std::string& text : rows) bytes += i < text.size() ? text[i] : ' ';
  return bytes;
}

/// The unit stands in brackets at the end, where readers of such files look for it.
std::string description(const OutputColumn& column) {
  const std::string unit = column.unit.empty() ? "" : "[" + column.unit + "]";
  return column.doc + (column.doc.empty() || unit.empty() ? "" : " ") + unit;
}

}  // namespace

void MatWriter::write(const std::string& bytes) {
  file_.write(bytes);
  written_ += bytes.size();
}

void MatWriter::begin(const std::vector<OutputColumn>& columns) {
  columns_ = columns.size();
  std::vector<std::string> names{"time"}, descriptions{"time [s]"};
  std::string info;
  const auto inform = [&](std::int32_t matrix, std::size_t place) {  // linear between rows, nothing known outside
    for (const std::int32_t number : {matrix, static_cast<std::int32_t>(place), 0, -1}) append(info, number);
  };
  inform(0, 1);
  for (std::size_t i = 0; i < head_.constants.size(); ++i) {
    names.push_back(head_.constants[i].column.name);
    descriptions.push_back(description(head_.constants[i].column));
    inform(1, i + 2);
  }
  for (std::size_t i = 0; i < columns.size(); ++i) {
    names.push_back(columns[i].name);
    descriptions.push_back(description(columns[i]));
    inform(2, i + 2);
  }
  write(text_rows("Aclass", {"Atrajectory", "1.1", head_.title.substr(0, 200), "binTrans"}));
  write(texts("name", names));
  write(texts("description", descriptions));
  write(head("dataInfo", Kind::integer, 4, names.size()) + info);
  std::string constants = head("data_1", Kind::real, head_.constants.size() + 1, 2);
  for (const double time : {0.0, 1.0}) {  // two columns, as such files have them: constants hold throughout
    append(constants, time);
    for (const ResultConstant& constant : head_.constants) append(constants, constant.value);
  }
  write(constants);
  count_at_ = written_ + kColumnsAt;
  write(head("data_2", Kind::real, columns_ + 1, 0));
  file_.expect_replacement(count_at_, sizeof(std::int32_t));
}

void MatWriter::row(double time_s, const double* values) {
  bytes_.clear();
  append(bytes_, time_s);
  for (std::size_t i = 0; i < columns_; ++i) append(bytes_, values[i]);
  write(bytes_);
  ++rows_;
}

void MatWriter::tell_count() {
  std::string count;
  append(count, static_cast<std::int32_t>(rows_));
  file_.replace(count_at_, count);
}

void MatWriter::finish() {
  tell_count();
  file_.commit();
}

std::string MatWriter::keep_partial() {
  tell_count();
  return file_.keep_partial();
}

extern const ResultFormat kMatFormat;
const ResultFormat kMatFormat{
    .ending = ".mat",
    .open = [](const std::string& path, const ResultHead& head, Lasting lasting) -> std::unique_ptr<ResultWriter> {
      return std::make_unique<MatWriter>(path, head, lasting);
    },
    .read = read_mat,
};

}  // namespace stribeck
