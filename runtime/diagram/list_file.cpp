#include "diagram/list_file.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/decimal.h"
#include "base/file_names.h"
#include "base/format.h"
#include "base/text.h"
#include "diagram/values.h"

namespace stribeck {
namespace {

struct Cell {
  std::string text;
  int column = 0;  ///< of its first byte
};

struct Line {
  int number = 0;
  std::vector<Cell> cells;
};

std::optional<double> number_in(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  double value = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool whole = problem == std::errc{} && end == text.data() + text.size() && std::isfinite(value);
  return whole ? std::optional(value) : std::nullopt;
}

bool has_number(const Line& line) {
  return std::any_of(line.cells.begin(), line.cells.end(), [](const Cell& cell) { return number_in(cell.text).has_value(); });
}

/// Without the quotes of a name and the brackets of a unit.
std::string_view bare(std::string_view text) {
  text = trimmed(text);
  const auto within = [&](char open, char close) { return text.size() >= 2 && text.front() == open && text.back() == close; };
  return within('"', '"') || within('[', ']') ? text.substr(1, text.size() - 2) : text;
}

class ListReader {
 public:
  ListReader(Report& report, Sources& sources, Json source, const ListDeclaration& wanted)
      : report_(report), sources_(sources), source_(source), wanted_(wanted) {}

  std::optional<ListFromFile> read(const std::string& diagram_file) {
    check_keys(report_, source_, {"file", "column", "grid", "unit"}, "a list from a file");
    const Json file = source_.find("file"), column = source_.find("column"), grid = source_.find("grid");
    if (!file || !file.is(JsonKind::string))
      return refuse(source_, "does not name its \"file\"", "write { \"file\": \"map.csv\", \"column\": \"torque\" }");
    if (!column == !grid) return refuse(source_, "needs either a \"column\" or a part of a \"grid\"", "write \"column\": \"torque\"");
    path_ = path_from(diagram_file, file.text());
    if (!read_lines(file)) return std::nullopt;
    return column ? read_column(column) : read_grid(grid);
  }

 private:
  std::optional<ListFromFile> refuse(Json at, const std::string& why, const std::string& remedy) {
    report_.error(ErrorCode::diagram_bad_list, at.where(), fmt::format("the list {} {}", in_quotes(wanted_.name), why), wanted_.doc,
                  remedy);
    return std::nullopt;
  }

  Where place(const Line& line, const Cell& cell) const {
    Where where;
    where.file = path_, where.line = line.number, where.column = cell.column;
    return where;
  }

  std::nullopt_t bad(const Line& line, const Cell& cell, std::string message, std::string remedy = {}) {
    report_.error(ErrorCode::file_bad_table, place(line, cell), std::move(message),
                  fmt::format("the list {} is read from here", in_quotes(wanted_.name)), std::move(remedy));
    return std::nullopt;
  }

  bool read_lines(Json file) {
    std::string_view whole;
    try {
      whole = sources_.text_of_regular(path_);
    } catch (const Failure& failure) {
      report_.error(ErrorCode::file_missing, file.where(), failure.diagnostics().front().message,
                    fmt::format("the list {} is to come from there", in_quotes(wanted_.name)),
                    "file names start from the diagram's folder");
      return false;
    }
    for (int number = 1; !whole.empty(); ++number) {
      std::string_view rest = whole.substr(0, whole.find('\n'));
      whole.remove_prefix(std::min(whole.size(), rest.size() + 1));
      int column = 1;
      if (number == 1 && rest.starts_with("\xEF\xBB\xBF")) rest.remove_prefix(3), column = 4;
      if (trimmed(rest).empty() || trimmed(rest).front() == '#') continue;
      split(rest, column, lines_.emplace_back(Line{number, {}}));
    }
    if (lines_.empty()) report_.error(ErrorCode::file_bad_table, file.where(), fmt::format("{} is empty", in_quotes(path_)));
    return !lines_.empty();
  }

  /// The first line decides what separates fields.
  void split(std::string_view text, int column, Line& line) {
    for (const char candidate : {'\t', ';', ','})
      if (separator_ == 0 && text.find(candidate) != std::string_view::npos) separator_ = candidate;
    while (true) {
      const std::size_t end = separator_ == 0 ? std::string_view::npos : text.find(separator_);
      const std::string_view field = text.substr(0, end);
      const std::size_t blank = std::min(field.find_first_not_of(" \t\r"), field.size());
      line.cells.push_back({std::string(bare(field)), column + static_cast<int>(blank)});
      if (end == std::string_view::npos) return;
      text.remove_prefix(end + 1);
      column += static_cast<int>(end) + 1;
    }
  }

  std::optional<ListFromFile> read_column(Json column) {
    const bool has_header = !has_number(lines_[0]);
    std::size_t index = 0;
    if (column.is(JsonKind::number)) {
      index = static_cast<std::size_t>(std::max(column.number() - 1, 0.0));
      if (column.number() != std::floor(column.number()) || column.number() < 1 || index >= lines_[0].cells.size())
        return refuse(
            column,
            fmt::format("wants column {} of {}, which has {}", short_number(column.number()), in_quotes(path_), lines_[0].cells.size()),
            "columns count from 1");
    } else {
      std::vector<std::string> names;
      for (const Cell& cell : lines_[0].cells) names.push_back(cell.text);
      if (!column.is(JsonKind::string) || !has_header)
        return refuse(
            column,
            fmt::format("wants a column by its name, but {}", has_header ? "that is no text" : in_quotes(path_) + " has no line of names"),
            "a column is named by the file's first line, or counted from 1");
      index = static_cast<std::size_t>(std::find(names.begin(), names.end(), column.text()) - names.begin());
      if (index == names.size()) {
        const std::string near = did_you_mean(column.text(), names);
        return refuse(column, fmt::format("wants the column {}, which {} does not have", in_quotes(column.text()), in_quotes(path_)),
                      near.empty() ? fmt::format("its columns are {}", fmt::join(names, ", ")) : near);
      }
    }
    const bool has_units = has_header && lines_.size() > 1 && !has_number(lines_[1]);
    if (!(has_units ? take_unit_cell(lines_[1], index) : take_unit_key())) return std::nullopt;
    ListFromFile list;
    for (std::size_t i = (has_header ? 1U : 0U) + (has_units ? 1U : 0U); i < lines_.size(); ++i)
      if (!take(lines_[i], index, list)) return std::nullopt;
    if (list.values.empty())
      return refuse(source_, fmt::format("is empty in {}", in_quotes(path_)), "write one line of numbers for each point");
    return list;
  }

  std::optional<ListFromFile> read_grid(Json part) {
    const std::string_view word = part.is(JsonKind::string) ? part.text() : "";
    if (word != "rows" && word != "columns" && word != "values")
      return refuse(part, "wants a part of a grid that does not exist", "the parts are rows, columns, values");
    if (!take_unit_key()) return std::nullopt;
    const std::size_t width = lines_[0].cells.size();
    ListFromFile list;
    for (std::size_t i = word == "columns" ? 0 : 1; i < (word == "columns" ? 1 : lines_.size()); ++i) {
      if (lines_[i].cells.size() != width) return ragged(lines_[i], width);
      for (std::size_t k = word == "rows" ? 0 : 1; k < (word == "rows" ? 1 : width); ++k)
        if (!take(lines_[i], k, list)) return std::nullopt;
    }
    if (list.values.empty())
      return refuse(part, fmt::format("is empty in {}", in_quotes(path_)), "a grid has arguments in its first line and its first column");
    return list;
  }

  std::nullopt_t ragged(const Line& line, std::size_t width) {
    return bad(line, line.cells.back(), fmt::format("the line has {} fields, but the first one has {}", line.cells.size(), width));
  }

  bool take(const Line& line, std::size_t index, ListFromFile& list) {
    if (index >= line.cells.size()) return ragged(line, lines_[0].cells.size()), false;
    const Cell& cell = line.cells[index];
    const auto number = number_in(cell.text);
    if (!number)
      return bad(line, cell, fmt::format("{} is no number", in_quotes(cell.text)), "write numbers with a decimal point, as in 1.5e-3"),
             false;
    list.values.push_back(to_si(*number, unit_.factor, unit_.offset));
    list.places.push_back(place(line, cell));
    return true;
  }

  bool take_unit_cell(const Line& line, std::size_t index) {
    if (source_.find("unit")) {
      refuse(source_.find("unit"), "has a \"unit\", but the file has a line of units, too", "leave one of them out");
      return false;
    }
    if (index >= line.cells.size()) return ragged(line, lines_[0].cells.size()), false;
    return take_unit(line.cells[index].text, place(line, line.cells[index]));
  }

  bool take_unit_key() {
    const Json key = source_.find("unit");
    if (!key) return take_unit(wanted_.unit.starts_with("any") ? "" : wanted_.unit, source_.where());
    return is_kind(report_, key, JsonKind::string, "\"unit\"") && take_unit(key.text(), key.where());
  }

  bool take_unit(std::string_view text, const Where& where) {
    const auto unit = parse_unit(text.empty() || text == "-" ? "1" : text);
    if (!unit) {
      report_.error(ErrorCode::value_unknown_unit, where, fmt::format("there is no unit {}", in_quotes(text)),
                    fmt::format("the list {} is to be in it", in_quotes(wanted_.name)));
      return false;
    }
    if (!agree(unit->dimension, wanted_.dimension)) {
      report_.error(ErrorCode::value_wrong_dimension, where,
                    fmt::format("the list {} is in {}, but needs {}", in_quotes(wanted_.name), in_quotes(text), unit_words(wanted_.unit)),
                    wanted_.doc);
      return false;
    }
    unit_ = *unit;
    return true;
  }

  Report& report_;
  Sources& sources_;
  Json source_;
  const ListDeclaration& wanted_;
  std::string path_;
  std::vector<Line> lines_;
  char separator_ = 0;
  Unit unit_;
};

}  // namespace

std::optional<ListFromFile> list_from_file(Report& report, Sources& sources, const std::string& diagram_file, Json source,
                                           const ListDeclaration& wanted) {
  return ListReader(report, sources, source, wanted).read(diagram_file);
}

}  // namespace stribeck
