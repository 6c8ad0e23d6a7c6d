// stribeck list: the component types, a line each.
#include <memory>

#include "arguments.h"
#include "commands.h"
#include "diagram/read.h"
#include "documents.h"
#include "format.h"
#include "pipeline.h"
#include "plugins.h"
#include "results/document.h"
#include "results/layout.h"
#include "results/output_file.h"
#include "terminal.h"

namespace stribeck::cli {
namespace {

struct ListedType {
  std::string type, summary;
};

struct TypeList {
  std::vector<ListedType> types;
};

const document::Shape<ListedType>& shape_of(const ListedType*) {
  static const auto shape =
      document::Shape<ListedType>().key("type", "its name", &ListedType::type).key("summary", "in a sentence", &ListedType::summary);
  return shape;
}

const document::Shape<TypeList>& shape_of(const TypeList*) {
  static const auto shape = document::Shape<TypeList>().key("types", "sorted by name", &TypeList::types);
  return shape;
}

int list_types(const std::vector<std::string>& files, bool in_json) {
  Registry registry = all_components();
  add_types_of_files(registry, files);
  TypeList list;
  for (const std::string& type : registry.types()) list.types.push_back({type, first_sentence(registry.record(type).doc)});
  if (in_json) {
    write_to_standard_output(document::text_of("list", list));
    return kDone;
  }
  TextTable table("ll");
  for (const ListedType& one : list.types) table.add({one.type, one.summary});
  print(table.to_text(0, kOneLine, style_of_output()));
  return kDone;
}

}  // namespace

std::string list_schema() { return document::schema_text<TypeList>("list", "What stribeck list --format json prints"); }

Action add_list(CLI::App& program) {
  CLI::App* command = program.add_subcommand("list", "the component types, a line each");
  const auto files = std::make_shared<std::vector<std::string>>();
  add_in_option(*command, *files);
  command->footer(
      "Examples:\n  stribeck list | grep rotational\n  stribeck list --in fan.json                               with the types that "
      "fan.json defines");
  const auto format = std::make_shared<OutputFormat>();
  add_format_option(*command, *format);
  return [files, format] { return list_types(*files, format->is_json()); };
}

}  // namespace stribeck::cli
