// stribeck list: the component types, a line each.
#include <algorithm>
#include <iterator>
#include <map>
#include <memory>

#include "arguments.h"
#include "base/text.h"
#include "commands.h"
#include "diagram/other_names.h"
#include "diagram/read.h"
#include "documents.h"
#include "format.h"
#include "listed_types.h"
#include "pipeline.h"
#include "plugins.h"
#include "results/document.h"
#include "results/layout.h"
#include "results/output_file.h"
#include "terminal.h"

namespace stribeck::cli {

static const document::Shape<ListedType>& shape_of(const ListedType*) {
  static const auto shape =
      document::Shape<ListedType>().key("type", "its name", &ListedType::type).key("summary", "in a sentence", &ListedType::summary);
  return shape;
}

namespace {

struct TypeList {
  std::vector<ListedType> types;
};

const document::Shape<TypeList>& shape_of(const TypeList*) {
  static const auto shape = document::Shape<TypeList>().key("types", "sorted by name", &TypeList::types);
  return shape;
}

/// Which of the sought words' names elsewhere each type has: "BearingFriction, Bearing".
std::map<std::string, std::string> names_elsewhere(const std::string& sought) {
  std::map<std::string, std::string> names;
  for (const NameElsewhere& meaning : meanings_of(sought)) {
    for (const std::string& type : meaning.types) {
      std::string& known = names[type];
      if ((", " + known + ",").find(", " + meaning.name + ",") == std::string::npos) known += (known.empty() ? "" : ", ") + meaning.name;
    }
  }
  return names;
}

/// Whether each word begins a word of its name or, if it is not as short as "the", of its summary.
bool speaks_of(const ListedType& one, const std::vector<std::string>& words) {
  constexpr std::size_t kShort = 3;
  const auto begins_one = [](const std::vector<std::string>& known, const std::string& word) {
    return std::any_of(known.begin(), known.end(), [&](const std::string& other) { return other.starts_with(word); });
  };
  const std::vector<std::string> name = search_words(one.type), summary = search_words(one.summary);
  return !words.empty() && std::all_of(words.begin(), words.end(), [&](const std::string& word) {
    return begins_one(name, word) || (word.size() > kShort && begins_one(summary, word));
  });
}

void print_types(const TypeList& list, const std::map<std::string, std::string>& elsewhere) {
  TextTable table("ll");
  for (const ListedType& one : list.types) {
    const auto other = elsewhere.find(one.type);
    table.add({one.type, other == elsewhere.end() ? one.summary : one.summary + " [" + other->second + "]"});
  }
  print(table.to_text(0, kOneLine, style_of_output()));
}

/// The types of which most is said that was sought, where none has all of it. A word counts the less, the more types it is said of.
std::vector<std::string> types_with_some_of(const std::vector<std::string>& words, const std::vector<ListedType>& all) {
  constexpr std::size_t kMost = 5;
  std::map<std::string, double> weight;
  for (const std::string& word : words) {
    const std::map<std::string, std::string> elsewhere = names_elsewhere(word);
    std::vector<std::string> told;
    for (const ListedType& one : all)
      if (elsewhere.contains(one.type) || speaks_of(one, {word})) told.push_back(one.type);
    if (10 * told.size() > all.size()) continue;  // "with"
    for (const std::string& type : told) weight[type] += 1 / static_cast<double>(told.size());
  }
  std::vector<std::string> types;
  for (const auto& [type, unused] : weight) types.push_back(type);
  std::stable_sort(types.begin(), types.end(), [&](const auto& a, const auto& b) { return weight.at(a) > weight.at(b); });
  types.resize(std::min(types.size(), kMost));
  return types;
}

}  // namespace

std::vector<ListedType> types_called(Registry& registry, const std::string& sought) {
  const std::vector<std::string> words = search_words(sought);
  const std::map<std::string, std::string> elsewhere = names_elsewhere(sought);
  std::vector<ListedType> all, found;
  for (const std::string& type : registry.types()) all.push_back({type, first_sentence(registry.record(type).doc)});
  std::copy_if(all.begin(), all.end(), std::back_inserter(found),
               [&](const ListedType& one) { return sought.empty() || elsewhere.contains(one.type) || speaks_of(one, words); });
  if (found.empty()) {
    std::string remedy = remedy_by_meaning(sought, false);
    if (const auto near = types_with_some_of(words, all); remedy.empty() && !near.empty())
      remedy = "some of these words are said of " + joined(near);
    refuse("no component is called " + in_quotes(sought) + ", here or elsewhere", remedy.empty() ? "see all: stribeck list" : remedy);
  }
  return found;
}

namespace {

int list_types(const std::vector<std::string>& files, const std::string& sought, bool in_json) {
  Registry registry = all_components();
  add_types_of_files(registry, files);
  const TypeList list{types_called(registry, sought)};
  if (in_json) {
    write_to_standard_output(document::text_of("list", list));
    return kDone;
  }
  print_types(list, names_elsewhere(sought));
  return kDone;
}

}  // namespace

std::string list_schema() { return document::schema_text<TypeList>("list", "What stribeck list --format json prints"); }

Action add_list(CLI::App& program) {
  CLI::App* command = program.add_subcommand("list", "the component types, a line each");
  const auto words = std::make_shared<std::vector<std::string>>();
  command->add_option("WORD", *words, "only those that it is said of: by name, in the summary or by what others call them")->type_name("");
  const auto files = std::make_shared<std::vector<std::string>>();
  add_in_option(*command, *files);
  command->footer(
      "Examples:\n  stribeck list brake                                       what brakes; in brackets: what others call it\n"
      "  stribeck list ball screw\n  stribeck list --in fan.json                               with the types that "
      "fan.json defines");
  const auto format = std::make_shared<OutputFormat>();
  add_format_option(*command, *format);
  return [words, files, format] {
    std::string sought;
    for (const std::string& word : *words) sought += (sought.empty() ? "" : " ") + word;
    return list_types(*files, sought, format->is_json());
  };
}

}  // namespace stribeck::cli
