#include "base/format.h"
#include "base/limit_words.h"
#include "fmi/markup.h"
#include "fmi/model_description.h"

namespace stribeck::fmi {

namespace {

constexpr const char* kStyle =
    "body{font:16px/1.5 sans-serif;max-width:60em;margin:2em auto;padding:0 1em;color:#222;background:#fff}"
    "table{border-collapse:collapse;width:100%}td,th{border-bottom:1px solid #ccc;padding:.2em .6em;text-align:left;vertical-align:top}"
    "td:first-child{overflow-wrap:anywhere}img{max-width:100%;height:auto}";

std::string table(const char* title, const std::string& head, const std::string& rows) {
  return rows.empty() ? std::string() : fmt::format("<h2>{}</h2>\n<table>\n<tr>{}</tr>\n{}</table>\n", title, head, rows);
}

std::string range_of(const ProgramImage& image, std::size_t parameter) {
  std::string text;
  for (const ProgramLimit& limit : image.limits) {
    if (limit.parameter != parameter) continue;
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", limit_words(limit.relation),
                        limit.name.empty() ? fmt::format("{}", limit.allowed({})) : limit.name);
  }
  return text;
}

std::string cells(const std::vector<std::string>& texts) {
  std::string row = "<tr>";
  for (const std::string& text : texts) row += "<td>" + escaped(text) + "</td>";
  return row + "</tr>\n";
}

}  // namespace

std::string documentation(const ProgramImage& image, const Described& described, bool has_drawing, bool has_reference) {
  std::string page = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" "
      "content=\"width=device-width\">\n<title>{0}</title>\n<style>{1}</style>\n</head>\n<body>\n<h1>{0}</h1>\n",
      escaped(described.model_name), kStyle);
  if (!described.description.empty()) page += "<p>" + escaped(described.description) + "</p>\n";
  if (has_drawing) page += "<p><img src=\"schematic.svg\" alt=\"schematic of the model\"></p>\n";
  page += fmt::format(
      "<p>Made by Stribeck {}. In co-simulation it takes steps of its own, by the solver {} with a relative tolerance of {}, over all "
      "events; in model exchange its event indicators tell where something sticks, slips, closes or opens. Numbers are in SI units.</p>\n",
      escaped(described.version), escaped(image.experiment.solver), image.experiment.rtol);
  std::string inputs, outputs, parameters;
  for (const ProgramInput& input : image.inputs) inputs += cells({input.name, input.unit, input.doc});
  for (const ProgramOutput& output : image.outputs) {
    const OutputColumn& column = image.columns[output.column];
    outputs += cells({output.name, column.unit, output.doc.empty() ? column.doc : output.doc});
  }
  for (std::size_t p = 0; p < image.parameters.size(); ++p) {
    const ProgramParameter& parameter = image.parameters[p];
    parameters += cells({parameter.name, parameter.unit, fmt::format("{}", parameter.value),
                         parameter.shapes ? "fixed: it shapes the equations" : range_of(image, p)});
  }
  const std::string head = "<th>name</th><th>unit</th>";
  page += table("Inputs", head + "<th></th>", inputs) + table("Outputs", head + "<th></th>", outputs) +
          table("Parameters", head + "<th>value</th><th>it is</th>", parameters);
  if (has_reference) page += "<p>With its inputs as they are at the start the program had <a href=\"reference.csv\">this motion</a>.</p>\n";
  return page + "<p>Licences of what is inside: <a href=\"licenses/stribeck.txt\">licenses/stribeck.txt</a>.</p>\n</body>\n</html>\n";
}

}  // namespace stribeck::fmi
