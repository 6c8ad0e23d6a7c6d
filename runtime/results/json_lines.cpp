#include "results/json_lines.h"

#include <fstream>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "results/result_format.h"
#include "results/unreadable.h"

namespace stribeck {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kFormat = "rows/1";

Json heading_of(const OutputColumn& column) { return {{"name", column.name}, {"unit", column.unit}, {"description", column.doc}}; }
std::string line_of(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n"; }

class JsonLinesReader {
 public:
  explicit JsonLinesReader(const std::string& path) : path_(path) { table_.file = path; }

  ResultTable read() {
    std::ifstream file(path_);
    if (!file) refuse_missing_result(path_);
    std::string text;
    while (std::getline(file, text)) {
      ++line_;
      const Json json = Json::parse(text, nullptr, false);
      if (line_ == 1)
        read_head(json);
      else if (json.is_array())
        read_row(json);
      else if (!json.is_object())
        refuse("neither a row nor an event");
    }
    if (line_ == 0) refuse("the result is empty");
    return std::move(table_);
  }

 private:
  [[noreturn]] void refuse(const std::string& message) const {
    refuse_result(path_, line_, message, "such a file is written by stribeck run --result FILE.jsonl");
  }
  void read_head(const Json& json) {
    if (!json.is_object() || json.value("stribeck", "") != kFormat || !json.contains("columns"))
      refuse("the first line does not name columns");
    for (const Json& column : json["columns"]) table_.names.push_back(column.value("name", ""));
    table_.columns.resize(table_.names.size());
  }
  void read_row(const Json& json) {
    if (json.size() != table_.columns.size()) refuse("a row has " + std::to_string(json.size()) + " numbers");
    for (std::size_t i = 0; i < json.size(); ++i) {
      if (!json[i].is_number()) refuse("a row holds something that is no number");
      table_.columns[i].push_back(json[i].get<double>());
    }
  }

  std::string path_;
  ResultTable table_;
  std::size_t line_ = 0;
};

}  // namespace

void JsonLinesWriter::begin(const std::vector<OutputColumn>& columns) {
  columns_ = columns.size();
  Json head = {
      {"stribeck", kFormat}, {"title", head_.title}, {"version", head_.version}, {"columns", Json::array()}, {"constants", Json::array()}};
  head["columns"].push_back(heading_of({"time", "s", "time"}));
  for (const OutputColumn& column : columns) head["columns"].push_back(heading_of(column));
  for (const ResultConstant& constant : head_.constants) {
    head["constants"].push_back(heading_of(constant.column));
    head["constants"].back()["value"] = constant.value;
  }
  file_.write(line_of(head));
}

void JsonLinesWriter::row(double time_s, const double* values) {
  line_ = "[" + number_text(time_s);
  for (std::size_t i = 0; i < columns_; ++i) line_ += "," + number_text(values[i]);
  line_ += "]\n";
  file_.write(line_);
  ++rows_;
}

void JsonLinesWriter::event(const EventRecord& event) { file_.write(line_of({{"event", event.label}, {"time", event.time_s}})); }

ResultTable read_json_lines(const std::string& path) { return JsonLinesReader(path).read(); }

extern const ResultFormat kJsonLinesFormat;
const ResultFormat kJsonLinesFormat{
    .ending = ".jsonl",
    .open = [](const std::string& path, const ResultHead& head, Lasting lasting) -> std::unique_ptr<ResultWriter> {
      return std::make_unique<JsonLinesWriter>(path, head, lasting);
    },
    .read = read_json_lines,
};

}  // namespace stribeck
