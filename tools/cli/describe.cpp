// stribeck describe: all that a component type declares.
#include <algorithm>
#include <memory>

#include "arguments.h"
#include "base/text.h"
#include "catalogue/description.h"
#include "catalogue/facts.h"
#include "commands.h"
#include "diagram/other_names.h"
#include "diagram/read.h"
#include "format.h"
#include "imports/component.h"
#include "listed_types.h"
#include "plugins.h"
#include "results/layout.h"
#include "results/output_file.h"
#include "terminal.h"

namespace stribeck::cli {
namespace {

constexpr const char* kDescribeExamples = R"(Examples:
  stribeck describe rotational.friction
  stribeck describe BearingFriction                         what others call so: which types here do it, and what differs
  stribeck describe --fmu pump.fmu                          what an FMU has for diagrams: signals, parameters, units
  stribeck describe functions                               what expressions may call: mod, round, clip ...
  stribeck describe TYPE --option NAME=CHOICE               the equations for another choice of an option)";

struct DescribeArguments {
  std::string type, fmu;
  std::vector<std::string> options, files;
  OutputFormat format;
};

template <typename Row, typename Member>
std::vector<std::string> names_of(const std::vector<Row>& rows, Member member) {
  std::vector<std::string> names;
  for (const Row& row : rows) names.push_back(row.*member);
  return names;
}

std::string text_of(const FactTable& facts, const TextStyle& style) {
  TextTable table(std::string(facts.columns.size(), 'l'));
  for (const std::vector<Cell>& row : facts.rows) {
    std::vector<std::string> cells;
    for (const Cell& cell : row) cells.push_back(cell.text);
    table.add(std::move(cells));
  }
  return facts.heading + "\n" + table.to_text(style);
}

std::string head_of(const ComponentRecord& record, const TextStyle& style) {
  std::string text = record.type + "\n\n" + refilled(record.doc, style.columns);
  while (text.back() == '\n') text.pop_back();
  return text + "\n";
}

std::string description(const ComponentRecord& record, const TextStyle& style) {
  std::string text = head_of(record, style);
  for (const FactTable& facts : facts_of(record)) text += "\n" + text_of(facts, style);
  if (!record.origin.empty()) text += "\ndeclared in " + record.origin + "\n";
  return text;
}

/// Indices of the choices that --option names; the rest as by default.
std::vector<int> chosen(const ComponentRecord& record, const std::vector<std::string>& assignments) {
  std::vector<int> choices;
  for (const OptionDeclaration& option : record.options) choices.push_back(option.fallback);
  for (const Override& assignment : parse_overrides(assignments, "--option", "--option law=linear")) {
    const int index = record.find_option(assignment.name);
    if (index < 0) {
      refuse(record.type + " has no option " + in_quotes(assignment.name),
             did_you_mean(assignment.name, names_of(record.options, &OptionDeclaration::name)));
    }
    const OptionDeclaration& option = record.options[static_cast<std::size_t>(index)];
    const auto choice = std::find(option.choices.begin(), option.choices.end(), assignment.value);
    if (choice == option.choices.end()) {
      refuse_word(option.name + " of " + record.type, assignment.value, option.choices);
    }
    choices[static_cast<std::size_t>(index)] = static_cast<int>(choice - option.choices.begin());
  }
  return choices;
}

/// The function of that name, or all of them for "functions"; false if there is none.
bool describe_functions(const std::string& name) {
  const FactTable facts = facts_of_functions(name == "functions" ? "" : name);
  if (!facts.rows.empty()) print(text_of(facts, style_of_output()));
  return !facts.rows.empty();
}

/// What there is here of that name elsewhere, and what differs.
std::string called_here(Registry& registry, const std::string& name, const std::vector<NameElsewhere>& meanings, const TextStyle& style) {
  TextTable types("ll"), differences("ll");
  for (const std::string& type : types_of(meanings)) types.add({type, first_sentence(registry.record(type).doc)});
  std::string text = name + " is here\n" + types.to_text(style);
  bool differs = false;
  for (const NameElsewhere& meaning : meanings) {
    if (meaning.differs.empty()) continue;
    differs = true;
    differences.add({meaning.tool, meaning.differs});
  }
  return differs ? text + "\nwhat differs\n" + differences.to_text(style) : text;
}

/// The one type that others call so, after what differs has been told; "" where that was all: there are several. Refused if there is none.
std::string type_called(Registry& registry, const DescribeArguments& arguments) {
  const std::string& name = arguments.type;
  const std::vector<NameElsewhere> meanings = meanings_of(name);
  const std::vector<std::string> types = types_of(meanings);
  if (arguments.format.is_json() || types.empty() || !meanings.front().is_whole) {
    std::string remedy = remedy_by_meaning(name, true);
    if (remedy.empty()) remedy = did_you_mean(name, registry.types());
    if (remedy.empty()) remedy = remedy_by_meaning(name, false);
    refuse("there is no component type " + in_quotes(name), remedy.empty() ? "see: stribeck list" : remedy);
  }
  print(called_here(registry, name, meanings, style_of_output()) + (types.size() == 1 ? "\n" : ""));
  return types.size() == 1 ? types.front() : "";
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
  return text.empty() ? "none" : text;
}

/// What a user wants to know of an FMU before its variables.
std::string head_of(const imports::FmuComponent& fmu, const TextStyle& style) {
  const imports::FmuDescription& described = *fmu.description;
  std::vector<std::string> kinds;
  if (described.has_co_simulation) kinds.emplace_back("co-simulation");
  if (described.exchange) kinds.emplace_back("model exchange");
  TextTable table("ll");
  table.add({"FMI", described.fmi_version + ": " + joined(kinds)});
  table.add({"model", described.model + (described.tool.empty() ? "" : ", by " + described.tool)});
  table.add({"binaries for", joined(fmu.archive->folders_in("binaries/"))});
  if (described.has_co_simulation) table.add({"steps", described.varies_steps ? "of any length" : "of one length"});
  if (described.exchange)
    table.add({"states",
               std::to_string(described.exchange->states.size()) + ", event indicators " + std::to_string(described.exchange->indicators)});
  const bool hands_out = fmu.is_exchange ? described.exchange->serialises_state : described.serialises_state;
  table.add({"checkpoints", hands_out ? "possible" : "not possible: it does not hand out its state"});
  return table.to_text(style);
}

struct DescribedFmu {
  imports::FmuComponent fmu;
  std::shared_ptr<ComponentRecord> record;
};

DescribedFmu described_fmu(const std::string& file) {
  DescribedFmu found{imports::open_fmu(file), nullptr};
  found.fmu.where.file = file;
  const imports::FmuDescription& described = *found.fmu.description;
  const std::string doc = described.doc.empty() ? "The FMU " + described.model + "." : described.doc;
  found.record = record_component("fmu", imports::declaration_of(found.fmu), doc, file, {});
  // Equations and events say how it is called, which is the same for every FMU.
  found.record->relations.clear(), found.record->whens.clear(), found.record->functions.clear();
  return found;
}

int describe_fmu(const DescribeArguments& arguments) {
  if (!arguments.type.empty() || !arguments.options.empty()) refuse("--fmu describes that FMU alone", "stribeck describe --fmu pump.fmu");
  if (arguments.format.is_json()) {
    write_to_standard_output(fmu_in_json(arguments.fmu));
    return kDone;
  }
  const auto [fmu, record] = described_fmu(arguments.fmu);
  const imports::FmuDescription& described = *fmu.description;
  record->requests.clear();  // there may be thousands
  const TextStyle style = style_of_output();
  print(head_of(*record, style) + "\n" + head_of(fmu, style));
  for (const FactTable& facts : facts_of(*record))
    if (facts.heading == "signals" || facts.heading == "parameters" || facts.heading == "options") print("\n" + text_of(facts, style));
  TextTable inside("lll");
  bool has_inside = false;
  for (const imports::FmuVariable& variable : described.variables) {
    const bool is_inside = variable.is_number() && (variable.causality == "local" || variable.causality == "calculatedParameter");
    if (is_inside) inside.add({variable.key, variable.signal_unit == "1" ? "-" : variable.signal_unit, variable.doc});
    has_inside = has_inside || is_inside;
  }
  if (has_inside) print("\nvariables\n" + inside.to_text(style));
  for (const std::string& remark : described.remarks) print("note: " + remark + "\n");
  return kDone;
}

int execute(const DescribeArguments& arguments) {
  if (!arguments.fmu.empty()) return describe_fmu(arguments);
  if (arguments.type.empty()) refuse("describe needs a component type", "see: stribeck list");
  Registry registry = all_components();
  add_types_of_files(registry, arguments.files);
  if (!registry.contains(arguments.type) && !arguments.format.is_json() && describe_functions(arguments.type)) return kDone;
  const std::string type = registry.contains(arguments.type) ? arguments.type : type_called(registry, arguments);
  if (type.empty()) return kDone;
  const ComponentRecord& usual = registry.record(type);
  const ComponentRecord& record = arguments.options.empty() ? usual : registry.record(type, chosen(usual, arguments.options));
  if (arguments.format.is_json())
    write_to_standard_output(description_in_json(record));
  else
    print(description(record, style_of_output()));
  return kDone;
}

}  // namespace

std::string fmu_in_json(const std::string& file) { return description_in_json(*described_fmu(file).record); }

Action add_describe(CLI::App& program) {
  CLI::App* command = program.add_subcommand("describe", "ports, parameters, variables and equations of a component type");
  const auto arguments = std::make_shared<DescribeArguments>();
  command->add_option("TYPE", arguments->type, "a type of stribeck list")->type_name("");
  command->add_option("--option", arguments->options, "show the type for this choice, may be repeated")
      ->type_name("NAME=CHOICE")
      ->allow_extra_args(false);
  command->add_option("--fmu", arguments->fmu, "an FMU that a diagram can take as a component")->type_name("PATH");
  add_in_option(*command, arguments->files);
  add_format_option(*command, arguments->format);
  command->footer(kDescribeExamples);
  return [arguments] { return execute(*arguments); };
}

}  // namespace stribeck::cli
