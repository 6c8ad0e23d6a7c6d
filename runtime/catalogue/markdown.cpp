// The catalogue as Markdown.
#include <algorithm>

#include "catalogue/catalogue.h"
#include "catalogue/prose.h"

namespace stribeck {

namespace {

/// In a cell of a table.
std::string in_cell(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '|' || c == '*' || c == '_' || c == '<') result += '\\';
    result += c;
  }
  return result;
}

std::string code_in_cell(const std::string& text) {
  std::string result = "`";
  for (const char c : text) result += c == '|' ? std::string("\\|") : std::string(1, c);
  return text.empty() ? "" : result + "`";
}

/// Names and expressions stand in columns of code: all but the last of a table, and all of equations.
bool is_code(const FactTable& table, std::size_t column) {
  const bool is_law = table.heading == "equations" || table.heading == "energy" || table.heading == "events";
  return is_law ? column + 1 == table.columns.size() || table.heading == "events"
                : column + 1 < table.columns.size() && table.heading != "modes";
}

std::string table_text(const FactTable& table) {
  std::string text = "|";
  for (const std::string& column : table.columns) text += " " + column + " |";
  text += "\n|";
  for (std::size_t i = 0; i < table.columns.size(); ++i) text += " --- |";
  text += "\n";
  for (const auto& row : table.rows) {
    text += "|";
    for (std::size_t i = 0; i < row.size(); ++i)
      text += " " + (is_code(table, i) ? code_in_cell(row[i].text) : in_cell(row[i].text)) + " |";
    text += "\n";
  }
  return text;
}

std::string tables_text(const std::vector<FactTable>& tables, const std::string& level) {
  std::string text;
  for (const FactTable& table : tables)
    text += "\n" + level + " " + table.heading + "\n\n" + (table.note.empty() ? "" : table.note + "\n\n") + table_text(table);
  return text;
}

std::string others_text(const CatalogueEntry& entry) {
  std::string text;
  for (const OtherName& other : entry.others) text += (text.empty() ? "" : "; ") + other.name;
  return text;
}

/// Calls visit(family, entries) for each family in turn.
template <typename Visit>
void for_families(std::span<const CatalogueEntry> all, Visit visit) {
  for (std::size_t begin = 0; begin < all.size();) {
    const std::string family = family_of(all[begin].record->type);
    std::size_t end = begin;
    while (end < all.size() && family_of(all[end].record->type) == family) ++end;
    visit(family, all.subspan(begin, end - begin));
    begin = end;
  }
}

std::string name_in_index(const std::string& type, bool links) {
  const std::string name = "`" + type + "`";
  return links ? "[" + name + "](" + type + ".md)" : name;
}

std::string index_text(std::span<const CatalogueEntry> all, bool links) {
  std::string text;
  for_families(all, [&](const std::string& family, std::span<const CatalogueEntry> own) {
    text += "\n## " + family + "\n\n| type | what it is | elsewhere |\n| --- | --- | --- |\n";
    for (const CatalogueEntry& entry : own) {
      const std::string& type = entry.record->type;
      text += "| " + name_in_index(type, links) + " | " + in_cell(prose_of(entry.record->doc).summary) + " | " +
              in_cell(others_text(entry)) + " |\n";
    }
  });
  return text;
}

}  // namespace

std::string component_markdown(const CatalogueEntry& entry) {
  const Prose prose = prose_of(entry.record->doc);
  std::string text = "# " + entry.record->type + "\n\n" + prose.summary + "\n\n```\n" + port_drawing_text(*entry.record) + "```\n";
  for (const Paragraph& paragraph : prose.paragraphs)
    text += "\n" + (paragraph.is_formula ? "```\n" + paragraph.text + "\n```" : paragraph.text) + "\n";
  if (!entry.others.empty()) text += "\nElsewhere: " + others_text(entry) + ".\n";
  text += tables_text(entry.tables, "##");
  for (const Variant& variant : entry.variants)
    if (!variant.tables.empty()) text += "\n## with " + variant.option + " = " + variant.choice + "\n" + tables_text(variant.tables, "###");
  if (entry.example)
    text +=
        "\n## example\n\n" + entry.example->title + ". " + entry.example->description + "\n\n`stribeck run " + entry.example->file + "`\n";
  return text + "\nDeclared in `" + entry.record->origin + "`.\n";
}

std::string index_markdown(std::span<const CatalogueEntry> all) {
  return "# Components\n\nPages made by `stribeck docs` from the declarations.\n" + index_text(all, true);
}

std::string list_markdown(std::span<const CatalogueEntry> all) {
  return "# Components\n\nMade by `stribeck docs --list` from the declarations, checked by the tests; do not edit. `stribeck describe "
         "TYPE` tells ports, "
         "parameters and equations, `stribeck docs FOLDER` writes a page for each.\n" +
         index_text(all, false) + tables_text({facts_of_functions()}, "##");
}

}  // namespace stribeck
