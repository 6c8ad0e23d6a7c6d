#include "imports/structure.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>

#include "base/format.h"
#include "base/text.h"

namespace stribeck::imports {
namespace {

class StructureReader {
 public:
  StructureReader(const std::string& file, const XmlElement& root, FmuDescription& description)
      : file_(file), root_(root), description_(description), exchange_(*description.exchange) {
    for (std::size_t i = 0; i < description.variables.size(); ++i)
      by_reference_.try_emplace(description.variables[i].reference, static_cast<std::uint32_t>(i));
  }

  void read() {
    const XmlElement* structure = root_.child("ModelStructure");
    if (structure == nullptr) damaged(root_, "it has no ModelStructure");
    if (description_.version == 2) {
      exchange_.indicators = static_cast<std::uint32_t>(whole(root_, root_.text("numberOfEventIndicators"), 0));
      if (const XmlElement* outputs = structure->child("Outputs"))
        for (const XmlElement& unknown : outputs->children) take_dependencies(unknown, variable_of(unknown, "index"));
      if (const XmlElement* derivatives = structure->child("Derivatives"))
        for (const XmlElement& unknown : derivatives->children) take_state(unknown, variable_of(unknown, "index"));
      return;
    }
    for (const XmlElement& unknown : structure->children) {
      if (unknown.name == "Output") take_dependencies(unknown, variable_of(unknown, "valueReference"));
      if (unknown.name == "ContinuousStateDerivative") take_state(unknown, variable_of(unknown, "valueReference"));
      if (unknown.name == "EventIndicator") ++exchange_.indicators;
    }
  }

 private:
  [[noreturn]] void damaged(const XmlElement& element, const std::string& why) const {
    refuse_archive(file_, fmt::format("modelDescription.xml of {}, line {}: {}", in_quotes(file_), element.line, why), {},
                   "ask who made the FMU for another one");
  }

  std::uint64_t whole(const XmlElement& element, std::string_view text, std::uint64_t otherwise) const {
    if (text.empty()) return otherwise;
    std::uint64_t value = 0;
    const auto [stop, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
    constexpr std::uint64_t kMost = 4294967295U;
    if (problem != std::errc() || stop != text.data() + text.size() || value > kMost)
      damaged(element, in_quotes(text) + " is no whole number");
    return value;
  }

  /// By its place among all (FMI 2.0, from 1), or by its reference.
  std::uint32_t variable_named(const XmlElement& element, std::uint64_t name) const {
    if (description_.version == 2) {
      if (name >= 1 && name <= description_.variables.size()) return static_cast<std::uint32_t>(name - 1);
    } else if (const auto found = by_reference_.find(static_cast<std::uint32_t>(name)); found != by_reference_.end()) {
      return found->second;
    }
    damaged(element, fmt::format("there is no variable {}", name));
  }
  std::uint32_t variable_of(const XmlElement& unknown, const char* attribute) const {
    return variable_named(unknown, whole(unknown, unknown.text(attribute), 0));
  }

  void take_dependencies(const XmlElement& unknown, std::uint32_t variable) {
    const std::string* written = unknown.attribute("dependencies");
    if (written == nullptr) return;
    std::vector<std::uint32_t>& known = exchange_.dependencies[variable];
    std::string_view rest = *written;
    while (!(rest = trimmed(rest)).empty()) {
      const std::size_t end = std::min(rest.find_first_of(" \t\r\n"), rest.size());
      known.push_back(variable_named(unknown, whole(unknown, rest.substr(0, end), 0)));
      rest.remove_prefix(end);
    }
    std::sort(known.begin(), known.end());
  }

  void take_state(const XmlElement& unknown, std::uint32_t derivative) {
    take_dependencies(unknown, derivative);
    const FmuVariable& rate = description_.variables[derivative];
    if (!rate.derivative || *rate.derivative < 0 || *rate.derivative != std::floor(*rate.derivative)) {
      exchange_.obstacle = in_quotes(rate.name) + " is a derivative, but does not say of what";
      return;
    }
    const std::uint32_t variable = variable_named(unknown, static_cast<std::uint64_t>(*rate.derivative));
    const FmuVariable& state = description_.variables[variable];
    if (rate.is_array || state.is_array || state.type != ValueType::float64)
      exchange_.obstacle = fmt::format("the state {} is {}", in_quotes(state.name),
                                       rate.is_array || state.is_array ? "an array" : "no double precision number");
    exchange_.states.push_back({variable, derivative});
  }

  const std::string& file_;
  const XmlElement& root_;
  FmuDescription& description_;
  FmuExchange& exchange_;
  std::map<std::uint32_t, std::uint32_t> by_reference_;
};

}  // namespace

std::int32_t FmuExchange::state_of(const FmuVariable& variable, const std::vector<FmuVariable>& variables) const {
  for (std::size_t i = 0; i < states.size(); ++i) {
    const FmuVariable& state = variables[states[i].variable];
    if (variable.reference == state.reference && variable.type == state.type && !variable.is_array) return static_cast<std::int32_t>(i);
  }
  return -1;
}

bool FmuExchange::depends(std::uint32_t unknown, std::uint32_t known) const {
  const auto found = dependencies.find(unknown);
  return found == dependencies.end() || std::binary_search(found->second.begin(), found->second.end(), known);
}

void read_structure(const std::string& file, const XmlElement& root, FmuDescription& description) {
  StructureReader(file, root, description).read();
}

}  // namespace stribeck::imports
