// stribeck new: the files that a component or a diagram begins with.
#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <memory>
#include <system_error>

#include "add_definition.h"
#include "arguments.h"
#include "base/file_names.h"
#include "base/text.h"
#include "commands.h"
#include "diagram/library_search.h"
#include "plugins.h"
#include "results/output_file.h"
#include "results/schema.h"
#include "templates.h"
#include "terminal.h"

namespace stribeck::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* kNewExamples = R"(Examples:
  stribeck new diagram drive                                drive.json, which runs, and a schema for your editor
  stribeck new component mine.my_friction --as json         a library of a definition, with a diagram that tests it, in my_friction/
  stribeck new component mine.my_friction --as plugin       a C++ project of its own, in my_friction/
  stribeck new component mine.other --into my_friction      one more definition, or source, of that library
  stribeck new component rotational.my_friction             built in, in a source tree of Stribeck
  stribeck new component mine.my_law --domain both --as plugin   one source, two types: translation and rotation

Nothing that exists is overwritten; a definition is added to those of its file, whose order and comments stay.)";

struct NewArguments {
  std::string name, domain, form = "builtin", into;
};

/// What is to be written, by path.
using Files = std::map<std::string, std::string>;
using Words = std::map<std::string, std::string>;

void write_all(const Files& files) {
  for (const auto& [path, text] : files)
    if (std::error_code none; fs::exists(path, none))
      refuse(in_quotes(path) + " exists already, and nothing was written", "choose another name, or remove it first");
  for (const auto& [path, text] : files) {
    std::error_code problem;  // what cannot be made cannot be written to, and that is told
    fs::create_directories(fs::path(path).parent_path(), problem);
    write_file(path, text);
    say("wrote " + path + "\n");
  }
}

std::string replaced(std::string text, char from, const std::string& to) {
  for (std::size_t i = text.find(from); i != std::string::npos; i = text.find(from, i + to.size())) text.replace(i, 1, to);
  return text;
}

/// The names between the dots.
std::vector<std::string> parts_of(const std::string& type) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin <= type.size();) {
    const std::size_t end = std::min(type.find('.', begin), type.size());
    parts.push_back(type.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

/// What C++ lets no function or namespace be called.
bool is_word_of_cpp(std::string_view name) {
  constexpr std::array<std::string_view, 75> kWords{
      "alignas",       "alignof",  "and",      "asm",      "auto",     "bool",     "break",     "case",      "catch",    "char",
      "class",         "compl",    "concept",  "const",    "continue", "co_await", "co_return", "co_yield",  "decltype", "default",
      "delete",        "do",       "double",   "else",     "enum",     "explicit", "export",    "extern",    "false",    "float",
      "for",           "friend",   "goto",     "if",       "inline",   "int",      "long",      "mutable",   "new",      "not",
      "namespace",     "noexcept", "nullptr",  "operator", "or",       "private",  "public",    "protected", "register", "reinterpret_cast",
      "requires",      "return",   "short",    "signed",   "sizeof",   "static",   "std",       "struct",    "switch",   "template",
      "static_assert", "this",     "throw",    "true",     "try",      "typedef",  "typename",  "union",     "unsigned", "using",
      "virtual",       "void",     "volatile", "while",    "xor"};
  return std::find(kWords.begin(), kWords.end(), name) != kWords.end();
}

/// What its source declares: a law for both domains two types, of which those of the library do not bear the folder's name.
std::vector<std::string> types_of(const NewArguments& arguments) {
  if (arguments.domain != "both") return {arguments.name};
  const std::size_t dot = arguments.name.rfind('.');
  const std::string space = arguments.form == "builtin" ? "" : arguments.name.substr(0, dot + 1);
  return {space + "translational" + arguments.name.substr(dot), space + "rotational" + arguments.name.substr(dot)};
}

void refuse_bad_type(const NewArguments& arguments) {
  const std::string& type = arguments.name;
  if (!is_type_name(type))
    refuse(in_quotes(type) + " is no name for a component type", "a type is called folder.name, of letters, digits and underscores");
  const std::vector<std::string> parts = parts_of(type);
  if (parts.size() < 2) refuse(in_quotes(type) + " lacks the folder that it stands in", "for example \"mine." + type + "\"");
  for (const std::string& part : parts)
    if (arguments.form != "json" && is_word_of_cpp(part)) refuse(in_quotes(part) + " is a word of C++", "choose another name");
  if (arguments.domain == "both" && arguments.form == "json")
    refuse("a definition in JSON has one domain", "--as plugin makes a law for both");
  Registry registry = all_components();
  for (const std::string& made : types_of(arguments))
    if (registry.contains(made))
      refuse("the component type " + in_quotes(made) + " exists already: " + registry.origin(made), "choose another name");
}

/// The domain's words for templates; "signal" has none.
Words words_of(const std::string& domain) {
  if (domain == "translational")
    return {{"V", "v"},       {"F", "F"},           {"V_UNIT", "m/s"}, {"F_UNIT", "N"}, {"FORCE", "force"},
            {"LOAD", "mass"}, {"A_LOAD", "A mass"}, {"PORT", "M"},     {"J", "m"},      {"J_UNIT", "kg"}};
  if (domain == "rotational")
    return {{"V", "w"},          {"F", "T"},          {"V_UNIT", "rad/s"},      {"F_UNIT", "N*m"},
            {"FORCE", "torque"}, {"LOAD", "inertia"}, {"A_LOAD", "An inertia"}, {"PORT", "I"},
            {"J", "J"},          {"J_UNIT", "kg*m^2"}};
  return {};
}

/// The folder's name tells it, if it is that of one.
std::string domain_of(const NewArguments& arguments) {
  if (!arguments.domain.empty()) return arguments.domain;
  const std::string folder = parts_of(arguments.name).front();
  return folder == "signals" ? "signal" : folder == "rotational" ? folder : "translational";
}

/// Where this folder's source tree begins, "" or with a slash at its end. Refuses if it is in none.
std::string source_tree() {
  std::error_code problem;
  for (fs::path folder = fs::current_path(problem); !folder.empty(); folder = folder.parent_path()) {
    if (fs::exists(folder / "runtime/include/stribeck/component.hpp", problem)) {
      const std::string root = fs::relative(folder, problem).string();
      return root == "." ? "" : root + "/";
    }
    if (folder == folder.root_path()) break;
  }
  refuse("this folder is in no source tree of Stribeck, so that nothing can be built in",
         "--as plugin makes a C++ project of its own, --as json needs no compiler");
}

/// What a component is added to, or made with.
struct Place {
  std::string root;         ///< "" or with a slash at its end
  std::string definitions;  ///< a file of definitions below it; empty for sources in C++
  bool is_there = false;
};

std::string with_slash(const fs::path& folder) {
  const std::string path = folder.lexically_normal().string();
  return path.empty() || path == "." || path == "./" ? "" : path.ends_with('/') ? path : path + "/";
}

/// A library that exists: its folder, or a file of definitions.
Place place_in(const std::string& library) {
  const fs::path path = fs::path(library).lexically_normal();
  std::error_code none;
  if (fs::is_directory(path, none)) return {with_slash(path), fs::exists(path / kLibraryFile, none) ? std::string(kLibraryFile) : "", true};
  if (!fs::exists(path, none)) refuse("there is no library " + in_quotes(library), "without --into a new one is made");
  const fs::path folder = path.parent_path().filename() == "components" ? path.parent_path().parent_path() : path.parent_path();
  return {with_slash(folder), path.lexically_relative(folder.empty() ? fs::path(".") : folder).string(), true};
}

/// "json" or "plugin", as the library is; `asked`: what --as says, or nothing.
std::string form_of(const std::string& library, const std::string& asked) {
  const Place place = place_in(library);
  std::error_code none;
  const bool has_json = !place.definitions.empty(), is_folder = fs::is_directory(library, none);
  const bool has_sources = is_folder && fs::exists(fs::path(library) / "CMakeLists.txt", none);
  if (!is_folder && !is_json_file(library)) refuse(in_quotes(library) + " is no file of definitions", "name one in JSON, or a folder");
  if (!has_json && !has_sources) {
    refuse(in_quotes(library) + " is no library: it has neither a library.json nor a CMakeLists.txt",
           "--as json and --as plugin make a new one");
  }
  if (asked.empty() && has_json && has_sources) refuse(in_quotes(library) + " has definitions and sources", "say --as json or --as plugin");
  if ((asked == "json" && !has_json) || (asked == "plugin" && !has_sources) || asked == "builtin")
    refuse(in_quotes(library) + " takes " + (has_json ? "definitions" : "sources") + ", not what --as " + asked + " makes",
           "leave out --as");
  return !asked.empty() ? asked : has_json ? "json" : "plugin";
}

/// A component to be written: where its files go, and the words of its templates.
struct NewComponent {
  const NewArguments& arguments;
  bool is_signal, is_law;
  std::string name;  ///< of mine.pad: "pad"
  Place place;
  std::string root;  ///< of the place
  std::string source;
  std::vector<Words> tested;  ///< of each type's diagram and page

  explicit NewComponent(const NewArguments& asked) : arguments(asked), name(parts_of(asked.name).back()) {
    const bool builtin = asked.form == "builtin", json = asked.form == "json";
    const std::string domain = domain_of(asked);
    is_signal = domain == "signal", is_law = domain == "both";
    place = !asked.into.empty() ? place_in(asked.into)
                                : Place{builtin ? source_tree() : name + "/", json ? std::string(kLibraryFile) : "", false};
    root = place.root;
    source = json ? place.definitions : "components/" + replaced(asked.name, '.', "/") + ".cpp";
    const std::string space = "stribeck::" + replaced(asked.name.substr(0, asked.name.rfind('.')), '.', "::");
    for (const std::string& type : types_of(asked)) {
      const std::string of = !is_law ? domain : tested.empty() ? "translational" : "rotational", file = replaced(type, '.', "_");
      Words words = words_of(of);
      words.insert({{"TYPE", type},
                    {"NAME", name},
                    {"SPACE", is_law && builtin ? "stribeck" : space},
                    {"DOMAIN", of},
                    {"INCLUDE", json ? "\n  \"include\": [\"../" + source + "\"]," : ""},
                    {"DESCRIBE", "stribeck describe " + type + (json ? " --in " + source : "")},
                    {"SOURCE", source},
                    {"DIAGRAM", (builtin ? "diagrams/verify/" : "diagrams/") + file + ".json"},
                    {"PAGE", "docs/" + file + ".md"}});
      tested.push_back(words);
    }
  }

  Files files() const {
    const bool json = arguments.form == "json";
    const std::string_view declaration = json        ? (is_signal ? kSignalDefinition : kDefinition)
                                         : is_signal ? kSignalSource
                                         : is_law    ? kLawSource
                                                     : kComponentSource;
    Files files{{root + source, filled(declaration, tested.front())}};
    for (const Words& words : tested) {
      files.emplace(root + words.at("DIAGRAM"), filled(is_signal ? kSignalDiagram : kComponentDiagram, words));
      files.emplace(root + words.at("PAGE"), filled(kComponentPage, words));
    }
    if (arguments.form == "plugin" && !place.is_there) files.emplace(root + "CMakeLists.txt", filled(kPluginProject, tested.front()));
    return files;
  }

  void write() const {
    Files all = files();
    const bool adds = place.is_there && arguments.form == "json";
    std::string definitions;
    if (adds) {
      const std::string text = all.extract(root + source).mapped();  // the only member of its "definitions" is what is added
      const std::size_t begin = text.find("{\n", text.find("\"definitions\"")) + 2;
      definitions = with_definition(root + source, arguments.name, text.substr(begin, text.rfind("\n  }\n") - begin), all_components());
    }
    write_all(all);
    if (!adds) return;
    write_file(root + source, definitions);
    say("added to " + root + source + "\n");
  }

  std::string next_steps() const {
    const std::string& diagram = tested.front().at("DIAGRAM");
    if (arguments.form == "json") return "\nTest it:\n  stribeck check " + root + diagram + "\n";
    if (arguments.form == "plugin")
      return "\nBuild and test it:\n  cmake -S " + (root.empty() ? "." : root.substr(0, root.size() - 1)) + " -B " + root +
             "build && cmake --build " + root + "build && ctest --test-dir " + root + "build\n";
    return "\nBuild and test it:\n  " + root + "tools/run " + root + diagram + "\n  " + root + "build/release/stribeck check " + root +
           diagram + "\nThen let the lists of all components be written:\n  " + root + "tools/test --fix generated\n";
  }
};

int new_component(const NewArguments& arguments) {
  refuse_bad_type(arguments);
  const NewComponent component(arguments);
  component.write();
  say(component.next_steps());
  return kDone;
}

int new_diagram(const NewArguments& arguments) {
  const std::string path = is_json_file(arguments.name) ? arguments.name : arguments.name + ".json";
  const std::string schema = (fs::path(path).parent_path() / "stribeck.schema.json").string();
  Files files{{path, std::string(kNewDiagram)}};
  if (std::error_code none; !fs::exists(schema, none)) {
    Registry registry = all_components();
    files.emplace(schema, diagram_schema(registry));
  }
  write_all(files);
  say("\nRun it:\n  stribeck run " + path + " --plot curves.svg\n");
  return kDone;
}

}  // namespace

Action add_new(CLI::App& program) {
  CLI::App* command = program.add_subcommand("new", "write what a component or a diagram begins with");
  command->footer(kNewExamples);
  const auto arguments = std::make_shared<NewArguments>();
  CLI::App* component = command->add_subcommand("component", "its source, a diagram that verifies it, and a page");
  component->add_option("TYPE", arguments->name, "as diagrams will call it, folder.name")->required()->type_name("");
  const CLI::Option* as =
      component->add_option("--as", arguments->form, "what is written: a definition, a C++ project, or a source of the library")
          ->check(CLI::IsMember({"json", "plugin", "builtin"}))
          ->type_name("FORM")
          ->capture_default_str();
  component->add_option("--into", arguments->into, "a library that exists, to which it is added: its folder, or a file of definitions")
      ->type_name("PATH");
  component->add_option("--domain", arguments->domain, "translational, rotational, both or signal; by default as the folder says")
      ->check(CLI::IsMember({"translational", "rotational", "both", "signal"}))
      ->type_name("DOMAIN");
  CLI::App* diagram = command->add_subcommand("diagram", "a diagram that runs, and a schema for an editor");
  diagram->add_option("NAME", arguments->name, "of the file")->required()->type_name("");
  return [arguments, as, diagram] {
    if (diagram->parsed()) return new_diagram(*arguments);
    if (!arguments->into.empty()) arguments->form = form_of(arguments->into, as->count() > 0 ? arguments->form : "");
    return new_component(*arguments);
  };
}

}  // namespace stribeck::cli
