#include "imports/description.h"

#include <array>
#include <charconv>
#include <cmath>
#include <set>

#include "base/diagnostic.h"
#include "base/format.h"
#include "base/text.h"
#include "imports/structure.h"
#include "imports/units_of_fmus.h"

namespace stribeck::imports {
namespace {

constexpr const char* kDescription = "modelDescription.xml";

struct TypeName {
  std::string_view name;
  ValueType type;
};
constexpr std::array<TypeName, 18> kTypeNames{{{"Real", ValueType::float64},
                                               {"Integer", ValueType::int32},
                                               {"Float64", ValueType::float64},
                                               {"Float32", ValueType::float32},
                                               {"Int8", ValueType::int8},
                                               {"UInt8", ValueType::uint8},
                                               {"Int16", ValueType::int16},
                                               {"UInt16", ValueType::uint16},
                                               {"Int32", ValueType::int32},
                                               {"UInt32", ValueType::uint32},
                                               {"Int64", ValueType::int64},
                                               {"UInt64", ValueType::uint64},
                                               {"Boolean", ValueType::boolean},
                                               {"Enumeration", ValueType::enumeration},
                                               {"String", ValueType::text},
                                               {"Binary", ValueType::other},
                                               {"Clock", ValueType::other},
                                               {"", ValueType::other}}};

ValueType type_named(std::string_view name) {
  for (const TypeName& known : kTypeNames)
    if (known.name == name) return known.type;
  return ValueType::other;
}

bool is_true(const XmlElement& element, const char* name) {
  const std::string text = element.text(name);
  return text == "true" || text == "1";
}

class DescriptionReader {
 public:
  DescriptionReader(const FmuArchive& archive, const XmlElement& root)
      : file_(archive.file()), root_(root), units_(root.child("UnitDefinitions")) {}

  FmuDescription read() {
    read_head();
    read_interfaces();
    read_types();
    const XmlElement* list = root_.child("ModelVariables");
    if (list == nullptr) damaged(root_, "it has no ModelVariables");
    for (const XmlElement& element : list->children) read_variable(element);
    if (result_.exchange) read_structure(file_, root_, result_);
    make_keys();
    return std::move(result_);
  }

 private:
  [[noreturn]] void damaged(const XmlElement& element, const std::string& why) const {
    refuse_archive(file_, fmt::format("{} of {}, line {}: {}", kDescription, in_quotes(file_), element.line, why), {},
                   "ask who made the FMU for another one");
  }

  std::optional<double> number(const XmlElement& element, const char* name) const {
    const std::string* written = element.attribute(name);
    if (written == nullptr) return std::nullopt;
    std::string_view text = trimmed(*written);
    if (text == "true") return 1;
    if (text == "false") return 0;
    if (text.starts_with('+')) text.remove_prefix(1);
    double value = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, problem] = std::from_chars(text.data(), end, value);
    if (problem != std::errc() || stop != end) damaged(element, fmt::format("{} is {}, which is no number", name, in_quotes(*written)));
    if (!std::isfinite(value)) return std::nullopt;  // no limit, no start
    return value;
  }

  void read_head() {
    result_.file = file_;
    if (root_.name != "fmiModelDescription") damaged(root_, "its root is " + in_quotes(root_.name) + ", not fmiModelDescription");
    result_.fmi_version = root_.text("fmiVersion");
    if (!result_.fmi_version.starts_with("2.") && !result_.fmi_version.starts_with("3."))
      refuse_fmu(file_, fmt::format("{} is an FMU of FMI {}", in_quotes(file_), result_.fmi_version.empty() ? "?" : result_.fmi_version),
                 "FMUs of FMI 2.0 and 3.0 are read", "export it by another version");
    result_.version = result_.fmi_version.front() - '0';
    result_.model = root_.text("modelName"), result_.doc = root_.text("description"), result_.tool = root_.text("generationTool");
    result_.token = root_.text(result_.version == 2 ? "guid" : "instantiationToken");
    if (const XmlElement* experiment = root_.child("DefaultExperiment")) result_.step_s = number(*experiment, "stepSize");
  }

  std::string binary_of(const XmlElement& interface) const {
    std::string binary = interface.text("modelIdentifier");
    const bool is_plain = !binary.empty() && binary.find_first_of("/\\") == std::string::npos && binary != "..";
    if (!is_plain) damaged(interface, "the modelIdentifier " + in_quotes(binary) + " names no file");
    return binary;
  }

  void read_interfaces() {
    const bool is_two = result_.version == 2;
    if (const XmlElement* exchange = root_.child("ModelExchange")) {
      FmuExchange& to = result_.exchange.emplace();
      to.binary = binary_of(*exchange);
      to.serialises_state = is_true(*exchange, is_two ? "canSerializeFMUstate" : "canSerializeFMUState");
      to.once_per_process = is_true(*exchange, "canBeInstantiatedOnlyOncePerProcess");
      to.gives_slopes = is_true(*exchange, is_two ? "providesDirectionalDerivative" : "providesDirectionalDerivatives");
      to.completes_steps =
          is_two ? !is_true(*exchange, "completedIntegratorStepNotNeeded") : is_true(*exchange, "needsCompletedIntegratorStep");
    }
    const XmlElement* interface = root_.child("CoSimulation");
    result_.has_co_simulation = interface != nullptr;
    if (interface == nullptr) return;
    result_.binary = binary_of(*interface);
    result_.varies_steps = is_true(*interface, "canHandleVariableCommunicationStepSize");
    result_.needs_tool = is_true(*interface, "needsExecutionTool");
    result_.once_per_process = is_true(*interface, "canBeInstantiatedOnlyOncePerProcess");
    const bool is_second = result_.version == 2;
    result_.hands_out_state = is_true(*interface, is_second ? "canGetAndSetFMUstate" : "canGetAndSetFMUState");
    result_.serialises_state = is_true(*interface, is_second ? "canSerializeFMUstate" : "canSerializeFMUState");
  }

  void read_types() {
    const XmlElement* list = root_.child("TypeDefinitions");
    if (list == nullptr) return;
    for (const XmlElement& type : list->children) {
      // FMI 2.0 has SimpleType with an element for what it is, FMI 3.0 that element by itself.
      const XmlElement* body = type.name == "SimpleType" ? (type.children.empty() ? nullptr : &type.children.front()) : &type;
      if (body != nullptr) types_[type.text("name")] = body;
    }
  }

  void read_variable(const XmlElement& element) {
    const XmlElement* body = result_.version == 3 ? &element : nullptr;
    if (result_.version == 2)
      for (const XmlElement& child : element.children)
        if (type_named(child.name) != ValueType::other) body = &child;
    if (body == nullptr) damaged(element, "the variable " + in_quotes(element.text("name")) + " has no type");
    FmuVariable variable;
    variable.line = element.line;
    variable.name = element.text("name");
    if (variable.name.empty()) damaged(element, "a variable has no name");
    variable.type = type_named(result_.version == 2 ? body->name : element.name);
    const auto reference = number(element, "valueReference");
    if (!reference || *reference < 0 || *reference > 4294967295.0 || *reference != std::floor(*reference))
      damaged(element, "the valueReference of " + in_quotes(variable.name) + " is no whole number");
    variable.reference = static_cast<std::uint32_t>(*reference);
    variable.doc = element.text("description");
    variable.causality = element.text("causality").empty() ? "local" : element.text("causality");
    variable.variability = element.text("variability");
    variable.initial = element.text("initial");
    variable.is_array = result_.version == 3 && element.child("Dimension") != nullptr;
    const auto declared = types_.find(body->text("declaredType"));
    const XmlElement* type = declared == types_.end() ? nullptr : declared->second;
    read_limits(*body, type, variable);
    read_unit(*body, type, variable);
    variable.nominal = number(*body, "nominal");
    if (!variable.nominal && type != nullptr) variable.nominal = number(*type, "nominal");
    variable.derivative = number(*body, "derivative");
    if (variable.is_number()) variable.start = number(*body, "start");
    if (variable.type == ValueType::text) variable.start_text = body->text("start");
    if (const XmlElement* start = body->child("Start")) variable.start_text = start->text("value");
    result_.variables.push_back(std::move(variable));
  }

  void read_limits(const XmlElement& body, const XmlElement* type, FmuVariable& variable) const {
    if (!variable.is_number()) return;
    for (const XmlElement* from : {&body, type}) {
      if (from == nullptr) continue;
      if (!variable.low) variable.low = number(*from, "min");
      if (!variable.high) variable.high = number(*from, "max");
    }
    if (variable.type != ValueType::enumeration || type == nullptr) return;
    for (const XmlElement& item : type->children)
      if (item.name == "Item") variable.items.push_back({item.text("name"), static_cast<std::int64_t>(number(item, "value").value_or(0))});
  }

  void read_unit(const XmlElement& body, const XmlElement* type, FmuVariable& variable) {
    variable.fmu_unit = body.text("unit");
    if (variable.fmu_unit.empty() && type != nullptr) variable.fmu_unit = type->text("unit");
    variable.unit = "1";
    if (variable.fmu_unit.empty()) return;
    const bool is_relative = is_true(body, "relativeQuantity") || (type != nullptr && is_true(*type, "relativeQuantity"));
    if (const auto unit = units_.find(variable.fmu_unit)) {
      variable.unit = unit->text, variable.signal_unit = unit->signal, variable.si = unit->si;
      if (is_relative && variable.si.offset != 0) variable.unit = to_text(variable.si.dimension), variable.si.offset = 0;
    } else if (told_.insert(variable.fmu_unit).second) {
      result_.remarks.push_back(
          fmt::format("the unit {} of {}, which the FMU does not define, is not known: its numbers are taken as they are",
                      in_quotes(variable.fmu_unit), in_quotes(variable.name)));
    }
  }

  /// a[1].w and der(x) are no names in diagrams: they become a_1.w and der_x, and so on.
  void make_keys() {
    std::set<std::string> taken;
    for (FmuVariable& variable : result_.variables) {
      std::string key;
      for (const char c : variable.name) {
        const bool is_good = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '_';
        if (is_good)
          key += c;
        else if (c != ']' && c != ')' && c != '\'' && !key.empty() && key.back() != '_')
          key += '_';
      }
      while (!key.empty() && (key.back() == '_' || key.back() == '.') && key != variable.name) key.pop_back();
      if (key.empty() || (key.front() >= '0' && key.front() <= '9')) key.insert(0, "_");
      std::string own = key;
      for (int i = 2; !taken.insert(own).second; ++i) own = fmt::format("{}_{}", key, i);
      variable.key = std::move(own);
    }
  }

  const std::string file_;
  const XmlElement& root_;
  const FmuUnits units_;
  std::map<std::string, const XmlElement*, std::less<>> types_;
  std::set<std::string> told_;
  FmuDescription result_;
};

}  // namespace

void refuse_fmu(const std::string& file, const std::string& message, const std::string& because, const std::string& remedy) {
  throw Failure(Diagnostic{.code = ErrorCode::fmu_unsupported,
                           .message = message,
                           .where = {.file = file, .pointer = {}, .instance = {}, .relation = {}},
                           .because = because,
                           .remedy = remedy,
                           .details = {}});
}

const FmuVariable* FmuDescription::find(std::string_view key) const {
  for (const FmuVariable& variable : variables)
    if (variable.key == key || variable.name == key) return &variable;
  return nullptr;
}

std::vector<std::string> folders_of_this_machine(int version) {
#if defined(__x86_64__) && defined(__linux__)
  if (version == 2) return {"linux64"};
  return {"x86_64-linux"};
#elif defined(__aarch64__) && defined(__linux__)
  if (version == 2) return {"linuxaarch64", "aarch64-linux"};
  return {"aarch64-linux"};
#elif defined(__APPLE__)
  if (version == 2) return {"darwin64"};
  return {"x86_64-darwin", "aarch64-darwin"};
#else
  return {version == 2 ? "unknown" : "unknown"};
#endif
}

FmuDescription read_description(const FmuArchive& archive) {
  const std::string text = archive.text_of(kDescription);
  const XmlElement root = parse_xml(text, archive.file(), kDescription);
  return DescriptionReader(archive, root).read();
}

}  // namespace stribeck::imports
