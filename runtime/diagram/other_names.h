#pragma once
// What others call our components: other tools, and people in plain words. One file of data, docs/other_names.json, from which the search,
// the suggestions of errors and the tables of docs/from_other_tools.md are made.
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace stribeck {

/// A row of the data: names that others have, and what there is here.
struct OtherNamesRow {
  std::vector<std::string> names;                    ///< "Brake (Rotational)"
  std::string here;                                  ///< Markdown, types between backticks; "no such part"
  std::string differs;                               ///< what is different here, or how to build it; may be empty
  std::vector<std::vector<std::string>> types;       ///< of each name: "rotational.clutch"
  std::string library{};                             ///< whose names they are
  std::map<std::string, std::string> own_differs{};  ///< by type, where that is told of each
};

struct OtherNamesTable {
  std::string heading;  ///< of the page's section: "Simscape Driveline"
  std::string column;   ///< above the names
  std::vector<OtherNamesRow> rows;
  std::string library{};  ///< whose names its rows are, unless they tell it themselves: the heading, if the data say nothing else
};

/// `text`: JSON {"tables": [{"heading", "column", "library", "rows": [{"there": [names], "here", "differs", "each",
/// "library"}]}]}. In "here" `r.`, `t.`, `m.` and `s.` stand for families; "differs" is a list where it is told of each type there, of
/// `r.stop` and `t.stop` once. With "each" the types are shared out among the names in their order; else each name stands for all of them.
std::vector<OtherNamesTable> read_other_names(std::string_view text);
/// Those of docs/other_names.json.
const std::vector<OtherNamesTable>& other_names();

/// How a component is called elsewhere.
struct OtherName {
  std::string tool;     ///< the library that has it
  std::string name;     ///< "Rotational Hard Stop", or several
  std::string differs;  ///< may be empty
  bool operator==(const OtherName&) const = default;
};
/// By type; what stands for a type only together with others is no name of it.
std::map<std::string, std::vector<OtherName>> other_names_by_type(const std::vector<OtherNamesTable>& tables);

/// A name that what was sought means.
struct NameElsewhere {
  std::string tool, name;
  std::vector<std::string> types;  ///< empty: there is no such part
  std::string here, differs;
  bool is_whole = true;  ///< what was sought is the name, not some words of it
};

/// "BearingFriction", "bearing_friction" and "bearing friction" are the same. A family in front ("rotational.stop") picks among the types.
/// The whole names that are sought, else all those in which its words are.
std::vector<NameElsewhere> meanings_of(std::string_view sought);
/// The types of all of them, each once.
std::vector<std::string> types_of(const std::vector<NameElsewhere>& meanings);
/// For the error that there is no such type: what it is called here, or how to build it; "" if nobody calls anything so.
std::string remedy_by_meaning(std::string_view sought, bool whole_names_only);

/// Small words: of "SpringDamper (PB)" spring and damper. What stands in parentheses, plurals and the letters PS do not count.
std::vector<std::string> search_words(std::string_view text);

/// The Markdown page with each table that stands under one of the headings written anew.
std::string with_tables(std::string_view page, const std::vector<OtherNamesTable>& tables);

}  // namespace stribeck
