#include "diagram/other_names.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

#include "base/format.h"
#include "base/text.h"
#include "diagram/assets.h"
#include "diagram/json_tree.h"

namespace stribeck {
namespace {

constexpr std::size_t kMostTypes = 8;     // named in one sentence
constexpr std::size_t kShortestWord = 3;  // shorter ones are in too many names

std::string with_family(const std::string& word) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 4> kFamilies{
      {{"r.", "rotational."}, {"t.", "translational."}, {"m.", "mechanisms."}, {"s.", "signals."}}};
  for (const auto& [letter, family] : kFamilies)
    if (word.starts_with(letter)) return std::string(family) + word.substr(letter.size());
  return word;
}

/// "r.spring", but not "housing" or what else may be code.
bool is_type(std::string_view word) {
  const auto may_be_in = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '.'; };
  return std::count(word.begin(), word.end(), '.') == 1 && std::all_of(word.begin(), word.end(), may_be_in);
}

/// The types between backticks.
std::vector<std::string> types_in(std::string_view markdown) {
  std::vector<std::string> types;
  for (std::size_t open = markdown.find('`'); open != std::string_view::npos; open = markdown.find('`')) {
    markdown.remove_prefix(open + 1);
    const std::size_t close = markdown.find('`');
    if (close == std::string_view::npos) break;
    const std::string word(markdown.substr(0, close));
    if (is_type(word)) types.push_back(with_family(word));
    markdown.remove_prefix(close + 1);
  }
  return types;
}

/// Of the types, those that stand for what others have only together with others: "`t.mass` with `t.dry_friction`", "two of `t.rod`". What
/// follows a semicolon is another way.
std::vector<std::string> parts_in(std::string_view markdown) {
  static constexpr std::array<std::string_view, 3> kJoins{{"` with `", "` into `", "` and `"}};
  std::vector<std::string> parts;
  while (!markdown.empty()) {
    const std::string_view way = markdown.substr(0, markdown.find(';'));
    markdown.remove_prefix(std::min(way.size() + 1, markdown.size()));
    bool is_whole = trimmed(way).starts_with('`');
    for (const std::string_view join : kJoins)
      for (std::size_t at = way.find(join); at != std::string_view::npos; at = way.find(join, at + 1)) {
        const std::string_view word = way.substr(at + join.size());
        is_whole = is_whole && !is_type(word.substr(0, word.find('`')));
      }
    if (is_whole) continue;
    for (std::string& type : types_in(way)) parts.push_back(std::move(type));
  }
  return parts;
}

std::string text_of(Json object, std::string_view key) {
  const Json member = object.find(key);
  return member ? std::string(member.text()) : std::string{};
}

/// What is told of each type: of those of one name in two families once.
void read_own_differs(Json list, OtherNamesRow& row) {
  std::vector<std::string> texts, names, said;
  for (const Json text : list) texts.emplace_back(text.text());
  for (const std::string& type : types_in(row.here)) {
    const std::string name = type.substr(type.find('.') + 1);
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    const auto own = static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
    row.own_differs[type] = own < texts.size() ? texts[own] : "";
  }
  for (const std::string& text : texts)
    if (!text.empty() && std::find(said.begin(), said.end(), text) == said.end()) said.push_back(text);
  row.differs = joined(said, "; ");
}

OtherNamesRow row_of(Json object) {
  OtherNamesRow row{{}, text_of(object, "here"), "", {}};
  if (const Json differs = object.find("differs"); differs && differs.is(JsonKind::array))
    read_own_differs(differs, row);
  else
    row.differs = text_of(object, "differs");
  for (const Json name : object.find("there")) row.names.emplace_back(name.text());
  const std::vector<std::string> types = types_in(row.here);
  const std::size_t share = object.find("each") ? types.size() / row.names.size() : types.size();
  for (std::size_t i = 0; i < row.names.size(); ++i) {
    const auto first = types.begin() + static_cast<std::ptrdiff_t>(object.find("each") ? i * share : 0);
    row.types.emplace_back(first, first + static_cast<std::ptrdiff_t>(share));
  }
  return row;
}

bool is_upper(char c) { return std::isupper(static_cast<unsigned char>(c)) != 0; }
bool is_lower(char c) { return std::islower(static_cast<unsigned char>(c)) != 0; }
bool is_word_letter(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || static_cast<unsigned char>(c) >= 0x80; }

/// Between "g" and "D" of SpringDamper, and between "C" and "M" of DCMotor.
bool begins_word(std::string_view text, std::size_t i) {
  if (i == 0 || !is_upper(text[i])) return false;
  return is_lower(text[i - 1]) || (is_upper(text[i - 1]) && i + 1 < text.size() && is_lower(text[i + 1]));
}

std::string singular(std::string word) {
  if (word.size() > kShortestWord && word.ends_with('s') && !word.ends_with("ss") && !word.ends_with("us") && !word.ends_with("is"))
    word.pop_back();
  return word;
}

bool has_words(const std::vector<std::string>& name, const std::vector<std::string>& words) {
  const auto in_name = [&](const std::string& word) { return std::find(name.begin(), name.end(), word) != name.end(); };
  return joined(words, "").size() >= kShortestWord && std::all_of(words.begin(), words.end(), in_name);
}

/// "`r.spring`" with the family's whole name, as the terminal shows it.
std::string with_families(std::string_view markdown) {
  std::string result;
  bool is_code = false;
  while (!markdown.empty()) {
    const std::size_t end = std::min(markdown.find('`'), markdown.size());
    const std::string piece(markdown.substr(0, end));
    result += is_code && is_type(piece) ? with_family(piece) : piece;
    if (end < markdown.size()) result += '`';
    markdown.remove_prefix(std::min(end + 1, markdown.size()));
    is_code = !is_code;
  }
  return result;
}

/// What has types of the family, with these alone; all where none of them has.
std::vector<NameElsewhere> of_family(const std::vector<NameElsewhere>& meanings, std::string_view family) {
  std::vector<NameElsewhere> own = meanings;
  for (NameElsewhere& meaning : own) std::erase_if(meaning.types, [&](const std::string& type) { return !type.starts_with(family); });
  std::erase_if(own, [](const NameElsewhere& meaning) { return meaning.types.empty(); });
  return own.empty() ? meanings : own;
}

std::vector<NameElsewhere> meanings_of_words(const std::vector<std::string>& words) {
  std::vector<NameElsewhere> whole, part;
  for (const OtherNamesTable& table : other_names()) {
    for (const OtherNamesRow& row : table.rows) {
      for (std::size_t i = 0; i < row.names.size(); ++i) {
        const std::vector<std::string> name = search_words(row.names[i]);
        const bool is_whole = joined(name, "") == joined(words, "");
        if (!is_whole && !has_words(name, words)) continue;
        (is_whole ? whole : part)
            .push_back({row.library, row.names[i], row.types[i], with_families(row.here), with_families(row.differs), is_whole});
      }
    }
  }
  return whole.empty() ? part : whole;
}

std::string in_markdown(std::string_view text) {
  std::string result;
  bool is_code = false;
  for (const char c : text) {
    if (c == '`') is_code = !is_code;
    if (!is_code && (c == '*' || c == '_' || c == '|')) result += '\\';
    result += c;
  }
  return result;
}

std::string table_text(const OtherNamesTable& table) {
  std::string text = "| " + table.column + " | here | what differs |\n| --- | --- | --- |\n";
  for (const OtherNamesRow& row : table.rows)
    text += fmt::format("| {} | {} |{} |\n", in_markdown(joined(row.names)), in_markdown(row.here),
                        row.differs.empty() ? "" : " " + in_markdown(row.differs));
  return text;
}

}  // namespace

std::vector<OtherNamesTable> read_other_names(std::string_view text) {
  const JsonTree tree(text, "other_names.json");
  std::vector<OtherNamesTable> tables;
  for (const Json object : tree.root().find("tables")) {
    OtherNamesTable& table =
        tables.emplace_back(OtherNamesTable{text_of(object, "heading"), text_of(object, "column"), {}, text_of(object, "library")});
    if (table.library.empty()) table.library = table.heading;
    for (const Json row : object.find("rows")) {
      table.rows.push_back(row_of(row));
      table.rows.back().library = text_of(row, "library");
      if (table.rows.back().library.empty()) table.rows.back().library = table.library;
    }
  }
  return tables;
}

const std::vector<OtherNamesTable>& other_names() {
  static const std::vector<OtherNamesTable> tables = read_other_names(kOtherNames);
  return tables;
}

std::map<std::string, std::vector<OtherName>> other_names_by_type(const std::vector<OtherNamesTable>& tables) {
  std::map<std::string, std::vector<OtherName>> result;
  for (const OtherNamesTable& table : tables) {
    for (const OtherNamesRow& row : table.rows) {
      std::map<std::string, std::vector<std::string>> names;
      const std::vector<std::string> parts = parts_in(row.here);
      for (std::size_t i = 0; i < row.names.size(); ++i)
        for (const std::string& type : row.types[i]) {
          if (std::find(parts.begin(), parts.end(), type) != parts.end()) continue;
          std::vector<std::string>& of_type = names[type];
          if (std::find(of_type.begin(), of_type.end(), row.names[i]) == of_type.end()) of_type.push_back(row.names[i]);
        }
      for (const auto& [type, own] : names) {
        const auto differs = row.own_differs.find(type);
        result[type].push_back({row.library, joined(own), with_families(differs == row.own_differs.end() ? row.differs : differs->second)});
      }
    }
  }
  return result;
}

std::vector<std::string> search_words(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  const auto end_word = [&] {
    if (!word.empty() && word != "ps") words.push_back(singular(std::move(word)));
    word.clear();
  };
  int open = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    open += text[i] == '(' ? 1 : 0;
    if (open > 0 || !is_word_letter(text[i]) || begins_word(text, i)) end_word();
    if (open == 0 && is_word_letter(text[i])) word += static_cast<char>(std::tolower(static_cast<unsigned char>(text[i])));
    open -= text[i] == ')' && open > 0 ? 1 : 0;
  }
  end_word();
  return words;
}

std::vector<NameElsewhere> meanings_of(std::string_view sought) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 5> kFamilies{{{"rotational", "rotational."},
                                                                                           {"translational", "translational."},
                                                                                           {"mechanism", "mechanisms."},
                                                                                           {"signal", "signals."},
                                                                                           {"joint", "joints."}}};
  std::vector<std::string> words = search_words(sought);
  if (words.empty()) return {};
  std::string_view family;
  for (const auto& [word, prefix] : kFamilies)
    if (words.front() == word) family = prefix;
  std::vector<NameElsewhere> found = of_family(meanings_of_words(words), family);
  if (family.empty() || words.size() == 1 || (!found.empty() && found.front().is_whole)) return found;
  words.erase(words.begin());
  std::vector<NameElsewhere> without_family = of_family(meanings_of_words(words), family);
  return without_family.empty() ? found : without_family;
}

std::vector<std::string> types_of(const std::vector<NameElsewhere>& meanings) {
  std::vector<std::string> types;
  for (const NameElsewhere& meaning : meanings)
    for (const std::string& type : meaning.types)
      if (std::find(types.begin(), types.end(), type) == types.end()) types.push_back(type);
  return types;
}

std::string remedy_by_meaning(std::string_view sought, bool whole_names_only) {
  std::vector<NameElsewhere> meanings = meanings_of(sought);
  if (whole_names_only) std::erase_if(meanings, [](const NameElsewhere& meaning) { return !meaning.is_whole; });
  if (meanings.empty()) return "";
  const std::vector<std::string> types = types_of(meanings);
  const NameElsewhere& first = meanings.front();
  if (types.empty()) return fmt::format("{}{}{}", first.here, first.differs.empty() ? "" : ": ", first.differs);
  std::vector<std::string> shown;
  for (std::size_t i = 0; i < std::min(types.size(), kMostTypes); ++i) shown.push_back(in_quotes(types[i]));
  if (!first.is_whole) return fmt::format("near its meaning are {}: stribeck list {}", fmt::join(shown, ", "), sought);
  return fmt::format("here it is {}{}", fmt::join(shown, " or "),
                     types.size() > kMostTypes ? fmt::format(" ...: stribeck list {}", sought) : "");
}

std::string with_tables(std::string_view page, const std::vector<OtherNamesTable>& tables) {
  std::string result, heading;
  std::size_t next = 0;  // table of this heading
  bool in_table = false, is_ours = false;
  while (!page.empty()) {
    const std::string_view line = page.substr(0, std::min(page.find('\n'), page.size() - 1) + 1);
    page.remove_prefix(line.size());
    if (line.starts_with('#')) heading = trimmed(line.substr(line.find(' ') + 1)), next = 0;
    const bool begins = line.starts_with('|') && !in_table;
    in_table = line.starts_with('|');
    if (begins) {
      std::size_t at = next;
      const auto table =
          std::find_if(tables.begin(), tables.end(), [&](const OtherNamesTable& t) { return t.heading == heading && at-- == 0; });
      is_ours = table != tables.end();
      if (is_ours) result += table_text(*table), ++next;
    }
    if (!in_table || !is_ours) result += line;
  }
  return result;
}

}  // namespace stribeck
