// The catalogue as HTML: pages that need no network, and an index that is searched by a script within it.
#include <algorithm>
#include <cctype>
#include <map>
#include <nlohmann/json.hpp>

#include "base/format.h"
#include "catalogue/assets.h"
#include "catalogue/catalogue.h"
#include "catalogue/guide_page.h"
#include "catalogue/notation.h"
#include "catalogue/prose.h"
#include "catalogue/purposes.h"
#include "component/derived_variables.h"
#include "drawing/assets.h"
#include "drawing/axis_unit.h"
#include "drawing/markup.h"

namespace stribeck {

namespace {

std::string head(const std::string& title) {
  return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width\">\n"
         "<link rel=\"icon\" href=\"data:,\">\n<title>" +
         escaped(title) + "</title>\n<style>\n" + std::string(kCatalogueStyle) + "</style>\n</head>\n<body>\n<main>\n";
}

std::string section(const std::string& id, const std::string& title, const std::string& content) {
  return "<section id=\"" + id + "\">\n<h2>" + escaped(title) + "</h2>\n" + content + "</section>\n";
}

/// "e-06" behind a digit, as a power of ten; empty elsewhere.
std::string power_at(const std::string& text, std::size_t at) {
  const auto is_digit = [&](std::size_t place) {
    return place < text.size() && std::isdigit(static_cast<unsigned char>(text[place])) != 0;
  };
  if (text[at] != 'e' || at == 0 || !is_digit(at - 1) || at + 1 >= text.size() || (text[at + 1] != '-' && text[at + 1] != '+')) return "";
  std::size_t begin = at + 2, end = begin;
  while (is_digit(end)) ++end;
  if (begin == end || (end < text.size() && std::isalpha(static_cast<unsigned char>(text[end])) != 0)) return "";
  while (begin + 1 < end && text[begin] == '0') ++begin;
  return std::string("10<sup>") + (text[at + 1] == '-' ? "−" : "") + text.substr(begin, end - begin) + "</sup>";
}

/// What stands between backticks is code; elsewhere products, powers and limits are set as such: "N*m", "rad/s^2", "10^-6", "<=".
std::string marked_up(const std::string& text) {
  const auto is_part = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == ')' || c == '('; };
  const auto is_digit = [](char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; };
  std::string html;
  bool open = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char next = at + 1 < text.size() ? text[at + 1] : ' ';
    if (text[at] == '`') {
      html += open ? "</code>" : "<code>";
      open = !open;
    } else if (!open && (text.compare(at, 2, "<=") == 0 || text.compare(at, 2, ">=") == 0)) {
      html += with_signs(text.substr(at++, 2));
    } else if (const std::string power = open ? "" : power_at(text, at); !power.empty()) {
      const bool is_of_one =
          text[at - 1] == '1' && (at == 1 || (std::isdigit(static_cast<unsigned char>(text[at - 2])) == 0 && text[at - 2] != '.'));
      if (is_of_one) html.pop_back();
      html += (is_of_one ? "" : "·") + power;
      at = std::min(text.find_first_not_of("0123456789", at + 2), text.size()) - 1;
    } else if (!open && text[at] == '*' && at > 0 && is_part(text[at - 1]) && is_part(next)) {
      html += "·";
    } else if (!open && text[at] == '^' && std::isalpha(static_cast<unsigned char>(next)) != 0 &&
               (at + 2 >= text.size() || !is_part(text[at + 2]) || text[at + 2] == ')')) {
      html += "<sup><i>" + std::string(1, next) + "</i></sup>";
      ++at;
    } else if (!open && text[at] == '^' && (is_digit(next) || (next == '-' && at + 2 < text.size() && is_digit(text[at + 2])))) {
      html += next == '-' ? "<sup>−" : "<sup>";
      if (next == '-') ++at;
      while (at + 1 < text.size() && is_digit(text[at + 1])) html += text[++at];
      html += "</sup>";
    } else {
      html += escaped(std::string(1, text[at]));
    }
  }
  return open ? html + "</code>" : html;
}

/// A long name may go on in a new line behind its dots and underscores, as on a phone.
std::string with_breaks(const std::string& name) {
  std::string html;
  for (const char c : name) html += c == '.' || c == '_' ? std::string(1, c) + "<wbr>" : std::string(1, c);
  return html;
}

std::string cell_html(const Cell& cell) {
  return cell.mathml.empty() ? marked_up(cell.text)
                             : "<span class=\"math\" title=\"" + escaped(cell.text) + "\">" + cell.mathml + "</span>";
}

/// Of the names in the first cell of a row: one, or the first and the last of several.
std::string letters_of(const std::string& names, const Notation& letters) {
  const std::size_t to = names.find(kToLast);
  if (to == std::string::npos) return letters.of_name(names);
  const std::string first = letters.of_name(names.substr(0, to)), last = letters.of_name(names.substr(to + kToLast.size()));
  return first.empty() || last.empty() ? "" : "<mrow>" + first + "<mo>…</mo>" + last + "</mrow>";
}

/// Of the name in the first cell of a row; nothing where formulas have the word itself.
std::string symbol_of(const std::vector<Cell>& row, const Notation& letters) {
  const std::string letter = letters_of(row.front().text, letters);
  return letter == "<mi mathvariant=\"normal\">" + escaped(row.front().text) + "</mi>" ? "" : letter;
}

std::string cell_of_table(const FactTable& table, const std::vector<Cell>& row, std::size_t k, const Notation& letters) {
  constexpr std::size_t kShort = 28;  // characters: what is longer may have to be scrolled on a phone, by keys as well
  const bool is_unit = k < table.columns.size() && table.columns[k] == "unit",
             is_range = k < table.columns.size() && table.columns[k] == "range" && row[k].mathml.empty(),
             is_prose = k > 0 && k < table.columns.size() && table.columns[k].empty() && row[k].mathml.empty();
  const bool is_default = k < table.columns.size() && table.columns[k] == "default" && row[k].text != kRequired;
  return (row[k].text.size() > kShort ? "<td tabindex=\"0\">"
          : is_default                ? "<td class=\"default\">"
                                      : "<td>") +
         (is_unit    ? escaped(pretty_unit(row[k].text))
          : is_range ? escaped(with_signs(row[k].text))
          : is_prose ? letters.prose_html(marked_up(row[k].text))
                     : cell_html(row[k])) +
         "</td>";
}

using Rows = std::vector<std::vector<Cell>>;

/// With the letters that formulas use, in what is said of each row and, if wanted, beside its name.
std::string rows_html(const FactTable& table, const Rows& rows, const Notation& letters, bool may_have_symbols) {
  const auto has_symbol = [&](const std::vector<Cell>& row) { return !symbol_of(row, letters).empty(); };
  const bool has_symbols = may_have_symbols && std::any_of(rows.begin(), rows.end(), has_symbol);
  std::string html = "<table class=\"" + table.heading + "\">\n";
  const auto is_titled = [](const std::string& column) { return !column.empty(); };
  if (std::any_of(table.columns.begin(), table.columns.end(), is_titled)) {
    html += "<tr>";
    for (std::size_t k = 0; k < table.columns.size(); ++k) {
      html += "<th scope=\"col\">" + escaped(table.columns[k]) + "</th>";
      if (k == 0 && has_symbols) html += "<th scope=\"col\">symbol</th>";
    }
    html += "</tr>\n";
  }
  for (const std::vector<Cell>& row : rows) {
    html += "<tr>";
    for (std::size_t k = 0; k < row.size(); ++k) {
      html += cell_of_table(table, row, k, letters);
      if (k > 0 || !has_symbols) continue;
      const std::string letter = symbol_of(row, letters);
      html += "<td>" + (letter.empty() ? "" : "<span class=\"math\"><math>" + letter + "</math></span>") + "</td>";
    }
    html += "</tr>\n";
  }
  return html + "</table>\n";
}

/// Where equations have more sub-expressions than fit a look, these stand behind them, to be opened.
std::string table_html(const FactTable& table, const Notation& letters, bool may_have_symbols = false) {
  constexpr std::size_t kMost = 12;
  const Rows& rows = table.typeset_rows.empty() ? table.rows : table.typeset_rows;
  const auto where = std::find_if(rows.begin(), rows.end(), [](const std::vector<Cell>& row) { return row[0].text == kWhere; });
  const auto behind =
      where == rows.end() ? where : std::find_if(where + 1, rows.end(), [](const std::vector<Cell>& row) { return !row[0].text.empty(); });
  const std::string note = table.note.empty() ? "" : "<p>" + escaped(table.note) + "</p>\n";
  if (behind - where <= static_cast<std::ptrdiff_t>(kMost)) return note + rows_html(table, rows, letters, may_have_symbols);
  Rows others(rows.begin(), where);
  others.insert(others.end(), behind, rows.end());
  return note + rows_html(table, others, letters, may_have_symbols) + "<details><summary>where: " + std::to_string(behind - where) +
         " sub-expressions</summary>\n" + rows_html(table, Rows(where, behind), letters, false) + "</details>\n";
}

/// What the letters of the law stand for, below it: also those that only other choices of the options have.
std::string legend_html(const CatalogueEntry& entry, const Notation& notation) {
  std::vector<Notation::Meaning> all = notation.meanings();
  for (const Variant& variant : entry.variants) {
    const ComponentRecord complete = with_all_requested(*variant.record);
    for (const Notation::Meaning& own : Notation(complete).meanings())
      if (std::none_of(all.begin(), all.end(), [&](const Notation::Meaning& told) { return told.symbol == own.symbol; }))
        all.push_back(own);
  }
  std::string html;
  for (const Notation::Meaning& own : all)
    html += "<span><span class=\"math\"><math>" + own.symbol + "</math></span> " + marked_up(own.words) + "</span>\n";
  return html.empty() ? "" : "<p class=\"legend\">" + html + "</p>\n";
}

/// A long text as parts of a few sentences each, which a reader finds the way through.
std::vector<std::string> parts_of(const std::string& text) {
  constexpr std::size_t kLong = 420, kPart = 260;  // characters
  std::vector<std::string> parts(1);
  for (std::size_t at = 0; at < text.size(); ++at) {
    const bool ends =
        at + 2 < text.size() && text[at] == '.' && text[at + 1] == ' ' && std::isupper(static_cast<unsigned char>(text[at + 2])) != 0;
    parts.back() += text[at];
    if (!ends || text.size() < kLong || parts.back().size() < kPart || text.size() - at < kPart / 2) continue;
    parts.emplace_back();
    ++at;  // the space
  }
  return parts;
}

std::string prose_html(const CatalogueEntry& entry, const Prose& prose, const Notation& notation) {
  std::string html, facts;
  std::map<std::string, std::string> said;  // by heading
  const auto last_law =
      std::find_if(prose.paragraphs.rbegin(), prose.paragraphs.rend(), [](const Paragraph& own) { return own.is_formula; });
  for (const Paragraph& paragraph : prose.paragraphs) {
    if (paragraph.is_formula) {
      html += "<pre class=\"law\">" + notation.law_html(paragraph.text) + "</pre>\n";
      if (&paragraph == &*last_law) html += legend_html(entry, notation);
      continue;
    }
    for (const Statement& statement : statements_of(paragraph.text))
      if (statement.heading.empty())
        for (const std::string& part : parts_of(statement.text)) html += "<p>" + notation.prose_html(marked_up(part)) + "</p>\n";
      else
        said[statement.heading] += "<dd>" + notation.prose_html(marked_up(statement.text)) + "</dd>\n";
  }
  for (const char* heading : {"assumes", "limits", "accuracy", "source"})
    if (const auto own = said.find(heading); own != said.end()) facts += "<dt>" + own->first + "</dt>" + own->second;
  return facts.empty() ? html : html + "<dl>\n" + facts + "</dl>\n";
}

std::string others_html(const CatalogueEntry& entry) {
  if (entry.others.empty()) return "";
  std::string html =
      "<table class=\"elsewhere\">\n<tr><th scope=\"col\">in</th><th scope=\"col\">is called</th><th scope=\"col\">what differs "
      "here</th></tr>\n";
  for (const OtherName& other : entry.others)
    html += "<tr><td>" + escaped(other.tool) + "</td><td>" + escaped(other.name) + "</td><td>" + marked_up(other.differs) + "</td></tr>\n";
  return section("elsewhere", "elsewhere", html + "</table>\n");
}

std::string variants_html(const CatalogueEntry& entry, const Notation& letters) {
  std::string html;
  for (const Variant& variant : entry.variants) {
    if (variant.tables.empty()) continue;
    html += "<details><summary>with <b>" + escaped(variant.option) + "</b> = " + escaped(variant.choice) + "</summary>\n";
    for (const FactTable& table : variant.tables) html += "<h3>" + escaped(table.heading) + "</h3>\n" + table_html(table, letters);
    html += "</details>\n";
  }
  return html.empty() ? "" : section("choices", "what other choices of the options change", html);
}

/// For a screen and for a phone: the page shows one of them.
std::string picture_html(const Picture& picture) {
  if (picture.wide.empty()) return "";
  return "<div class=\"drawing wide\">" + picture.wide + "</div>\n<div class=\"drawing narrow\">" + picture.narrow + "</div>\n";
}

std::string example_html(const CatalogueEntry& entry, const Notation& notation) {
  if (!entry.example) return "";
  const Example& example = *entry.example;
  std::string html = "<p><b>" + escaped(example.title) + ".</b> " + notation.prose_html(marked_up(example.description)) + "</p>\n";
  if (!example.schematic.empty()) html += "<div class=\"drawing schematic\" tabindex=\"0\">" + example.schematic + "</div>\n";
  html += picture_html(example.plot);
  html += "<details><summary><code>stribeck run " + escaped(example.file) + "</code></summary>\n<pre>" + escaped(example.source) +
          "</pre></details>\n";
  return section("example", "example", html);
}

std::string neighbour(std::span<const CatalogueEntry> all, std::size_t which, bool forwards) {
  if (forwards ? which + 1 == all.size() : which == 0) return "";
  const std::string& type = all[forwards ? which + 1 : which - 1].record->type;
  return "<a href=\"" + type + ".html\">" + (forwards ? type + " ›" : "‹ " + type) + "</a>";
}

std::string link_to_page(const Purpose& purpose) {
  return purpose.page.empty() ? "" : "<a href=\"" + purpose.page + ".html\">" + escaped(purpose.page_words) + "</a>";
}

std::string comparison_link(const std::string& type) {
  const std::size_t own = purpose_of(type, purposes());
  return own < purposes().size() ? link_to_page(purposes()[own]) : "";
}

/// "translational.spring" beside "rotational.spring".
std::string own_name(const std::string& type) { return type.substr(type.find('.') + 1); }

std::string card_html(const CatalogueEntry& entry) {
  const std::string& type = entry.record->type;
  return "<a class=\"card\" href=\"" + type + ".html\" data-type=\"" + type + "\"><span class=\"sign\">" + port_drawing_svg(*entry.record) +
         "</span><b>" + escaped(own_name(type)) + "</b><small>" + escaped(family_of(type)) + "</small><span>" +
         marked_up(prose_of(entry.record->doc).summary) + "</span></a>\n";
}

/// Entries by purpose, those of one name side by side; what nobody gave a purpose comes last.
std::vector<std::vector<const CatalogueEntry*>> by_purpose(std::span<const CatalogueEntry> all) {
  std::vector<std::vector<const CatalogueEntry*>> groups(purposes().size() + 1);
  for (const CatalogueEntry& entry : all) groups[purpose_of(entry.record->type, purposes())].push_back(&entry);
  for (std::vector<const CatalogueEntry*>& group : groups)
    std::stable_sort(group.begin(), group.end(), [](const CatalogueEntry* a, const CatalogueEntry* b) {
      return own_name(a->record->type) < own_name(b->record->type);
    });
  return groups;
}

nlohmann::json search_row(const CatalogueEntry& entry) {
  std::string elsewhere, words;
  for (const OtherName& other : entry.others) elsewhere += (elsewhere.empty() ? "" : "; ") + other.name;
  for (const FactTable& table : entry.tables)
    if (table.heading == "parameters" || table.heading == "options")
      for (const auto& row : table.rows)
        words += (words.empty() ? "" : " ") + row.front().text + (table.heading == "options" ? " " + row[1].text : "");
  return {entry.record->type, prose_of(entry.record->doc).summary, elsewhere, words};
}

}  // namespace

std::string component_html(std::span<const CatalogueEntry> all, std::size_t which) {
  const CatalogueEntry& entry = all[which];
  const std::string& type = entry.record->type;
  const Prose prose = prose_of(entry.record->doc);
  const ComponentRecord complete = with_all_requested(*entry.record);  // as the tables have it
  const Notation notation(complete);
  std::string html = head(type) + "<nav><a href=\"index.html\">all components</a>" + neighbour(all, which, false) +
                     neighbour(all, which, true) + comparison_link(type) + "</nav>\n";
  html += "<h1>" + with_breaks(escaped(type)) + "</h1>\n<p class=\"lead\">" + notation.prose_html(marked_up(prose.summary)) + "</p>\n";
  html += "<div class=\"figure\">" + port_drawing_svg(*entry.record) + "</div>\n" + prose_html(entry, prose, notation);
  if (!entry.law.wide.empty()) html += section("law", "what it looks like", picture_html(entry.law));
  html += others_html(entry);
  for (const FactTable& table : entry.tables) {
    const std::string graph = table.heading == "modes" ? "<div class=\"figure\">" + mode_graph_svg(*entry.record) + "</div>\n" : "";
    const bool is_lettered = table.heading == "parameters" || table.heading == "variables";
    html += section(table.heading, table.heading, graph + table_html(table, notation, is_lettered));
  }
  html += variants_html(entry, notation) + example_html(entry, notation);
  return html + "<p class=\"origin\">Declared in <code>" + escaped(entry.record->origin) + "</code>.</p>\n</main>\n<script>\n" +
         std::string(kCuesScript) + "</script>\n</body>\n</html>\n";
}

std::string index_html(std::span<const CatalogueEntry> all) {
  std::string html =
      head("Components") + "<h1>Components</h1>\n<p class=\"lead\">" + std::to_string(all.size()) +
      " types. Search by what it is called here, in Simscape, in the Modelica library or in 20-sim, or by a parameter.</p>\n"
      "<input type=\"search\" id=\"search\" placeholder=\"hard stop, ElastoGap, PS Gain, stiffness ...\" autofocus autocomplete=\"off\">\n"
      "<p id=\"count\"></p>\n<div id=\"found\"></div>\n<div id=\"families\">\n<nav class=\"purposes\">";
  const std::vector<std::vector<const CatalogueEntry*>> groups = by_purpose(all);
  std::string sections;
  for (std::size_t k = 0; k < groups.size(); ++k) {
    if (groups[k].empty()) continue;
    const bool is_named = k < purposes().size();
    const std::string words = escaped(is_named ? purposes()[k].words : "Others"), id = "purpose-" + std::to_string(k + 1);
    html += fmt::format("<a href=\"#{}\">{}</a>", id, words);
    sections += fmt::format("<section><h2 id=\"{}\">{}</h2>\n{}<div class=\"cards\">\n", id, words,
                            is_named ? link_to_page(purposes()[k]) : std::string());
    for (const CatalogueEntry* entry : groups[k]) sections += card_html(*entry);
    sections += "</div>\n</section>\n";
  }
  html += "</nav>\n" + sections;
  nlohmann::json rows = nlohmann::json::array();
  for (const CatalogueEntry& entry : all) rows.push_back(search_row(entry));
  const std::string index = in_script(rows.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
  return html + "</div>\n<script type=\"application/json\" id=\"index\">" + index + "</script>\n<script>\n" + std::string(kSearchScript) +
         "</script>\n</main>\n</body>\n</html>\n";
}

std::string which_friction_html() {
  return head("Which friction model do I need?") + "<nav><a href=\"index.html\">all components</a></nav>\n" + guide_html(kWhichFriction) +
         "</main>\n<script>\n" + std::string(kCuesScript) + "</script>\n</body>\n</html>\n";
}

}  // namespace stribeck
