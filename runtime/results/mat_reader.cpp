#include <array>
#include <cmath>
#include <cstring>
#include <fstream>
#include <map>

#include "base/text.h"
#include "results/mat_file.h"
#include "results/unreadable.h"

namespace stribeck {
namespace {

constexpr std::size_t kMostNumbers = std::size_t{1} << 34;  // of a matrix: more is nonsense in the head
constexpr const char* kMatRemedy = "results of this layout are written by Dymola, OpenModelica, and stribeck run --result FILE.mat";

struct Matrix {
  std::size_t rows = 0, columns = 0;
  std::vector<double> values;  ///< column by column
  double at(std::size_t row, std::size_t column) const { return values[column * rows + row]; }
};

class MatReader {
 public:
  explicit MatReader(const std::string& path) : path_(path), file_(path, std::ios::binary) {
    if (!file_) refuse_missing_result(path);
  }

  ResultTable read() {
    while (file_.peek() != std::ifstream::traits_type::eof()) read_matrix();
    for (const char* needed : {"Aclass", "name", "dataInfo", "data_2"})
      if (!matrices_.contains(needed)) refuse(std::string("it has no matrix ") + in_quotes(needed));
    transposed_ = row_text(matrices_["Aclass"], 3) == "binTrans";
    return table();
  }

 private:
  [[noreturn]] void refuse(const std::string& message) const { refuse_result(path_, 0, message, kMatRemedy); }

  template <typename Number>
  Number number() {
    Number value{};
    std::array<char, sizeof(Number)> raw{};
    if (!file_.read(raw.data(), raw.size())) refuse("the file ends in the middle of a matrix");
    std::memcpy(&value, raw.data(), raw.size());
    return value;
  }

  void read_matrix() {
    const auto type = number<std::int32_t>();
    const auto rows = number<std::int32_t>(), columns = number<std::int32_t>(), imaginary = number<std::int32_t>(),
               length = number<std::int32_t>();
    if (type < 0 || type > 59 || rows < 0 || columns < 0 || imaginary != 0 || length < 1 || length > 1000)
      refuse("it is no MAT-file of level 4 with little-endian numbers");
    std::string name(static_cast<std::size_t>(length), '\0');
    if (!file_.read(name.data(), length)) refuse("the file ends in the middle of a name");
    name.resize(std::strlen(name.c_str()));
    Matrix matrix{static_cast<std::size_t>(rows), static_cast<std::size_t>(columns), {}};
    const std::size_t count = matrix.rows * matrix.columns;
    if (count > kMostNumbers) refuse("the matrix " + in_quotes(name) + " is too large");
    for (std::size_t i = 0; i < count; ++i) matrix.values.push_back(value(type / 10));
    matrices_[name] = std::move(matrix);
  }

  double value(std::int32_t precision) {
    switch (precision) {
      case 0:
        return number<double>();
      case 1:
        return static_cast<double>(number<float>());
      case 2:
        return number<std::int32_t>();
      case 3:
        return number<std::int16_t>();
      case 4:
        return number<std::uint16_t>();
      default:
        return number<std::uint8_t>();
    }
  }

  static std::string text(const std::vector<double>& codes) {
    std::string result;
    for (const double code : codes) result += static_cast<char>(static_cast<unsigned char>(code));
    const std::size_t end = result.find_last_not_of(std::string_view(" \0", 2));
    return end == std::string::npos ? "" : result.substr(0, end + 1);
  }
  static std::string row_text(const Matrix& matrix, std::size_t row) {
    std::vector<double> codes;
    for (std::size_t c = 0; row < matrix.rows && c < matrix.columns; ++c) codes.push_back(matrix.at(row, c));
    return text(codes);
  }
  static std::string column_text(const Matrix& matrix, std::size_t column) {
    const auto begin = matrix.values.begin() + static_cast<std::ptrdiff_t>(column * matrix.rows);
    return text({begin, begin + static_cast<std::ptrdiff_t>(matrix.rows)});
  }

  /// Variable v at the instant `row` of a data matrix.
  double data(const Matrix& matrix, std::size_t variable, std::size_t row) const {
    return transposed_ ? matrix.at(variable, row) : matrix.at(row, variable);
  }

  ResultTable table() {
    const Matrix &names = matrices_["name"], &info = matrices_["dataInfo"], &data_2 = matrices_["data_2"];
    const std::size_t count = transposed_ ? names.columns : names.rows;
    const std::size_t rows = transposed_ ? data_2.columns : data_2.rows;
    if ((transposed_ ? info.columns : info.rows) != count || (transposed_ ? info.rows : info.columns) < 2)
      refuse("dataInfo does not fit the names");
    ResultTable table;
    table.file = path_;
    for (std::size_t i = 0; i < count; ++i) {
      const double matrix = transposed_ ? info.at(0, i) : info.at(i, 0), place = transposed_ ? info.at(1, i) : info.at(i, 1);
      const Matrix& source = matrix == 1 ? matrices_["data_1"] : data_2;
      const auto variable = static_cast<std::size_t>(std::fabs(place)) - 1;
      const std::size_t variables = transposed_ ? source.rows : source.columns, length = transposed_ ? source.columns : source.rows;
      if (place == 0 || variable >= variables || length == 0) refuse("dataInfo names data that are not there");
      std::string name = transposed_ ? column_text(names, i) : row_text(names, i);
      table.names.push_back(matrix == 0 ? "time" : std::move(name));
      std::vector<double>& column = table.columns.emplace_back(rows);
      for (std::size_t row = 0; row < rows; ++row) column[row] = (place < 0 ? -1 : 1) * data(source, variable, matrix == 1 ? 0 : row);
    }
    return table;
  }

  std::string path_;
  std::ifstream file_;
  std::map<std::string, Matrix> matrices_;
  bool transposed_ = true;
};

}  // namespace

ResultTable read_mat(const std::string& path) { return MatReader(path).read(); }

}  // namespace stribeck
