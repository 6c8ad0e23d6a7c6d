#pragma once
// What the model description of an FMU says (FMI 2.0.4, FMI 3.0.2, modelDescription.xml), of what a component of a diagram needs.
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/units.h"
#include "imports/archive.h"
#include "imports/xml_tree.h"

namespace stribeck::imports {

/// Of values; those of FMI 2.0 are float64, int32, boolean, text and enumeration (as int32; of FMI 3.0 as int64).
enum class ValueType : std::uint8_t {
  float64,
  float32,
  int8,
  uint8,
  int16,
  uint16,
  int32,
  uint32,
  int64,
  uint64,
  boolean,
  enumeration,
  text,
  other  ///< binary and clocks
};

struct EnumerationItem {
  std::string name;
  std::int64_t value = 0;
};

/// value_si = value * si.factor + si.offset
struct FmuVariable {
  std::string name;  ///< of the FMU
  std::string key;   ///< by which diagrams name it: letters, digits, underscores and dots
  std::string doc;
  std::string fmu_unit;           ///< as the FMU calls it
  std::string unit;               ///< as it is written here
  std::string signal_unit = "1";  ///< in SI, of inputs and outputs
  Unit si;
  ValueType type = ValueType::float64;
  std::string causality, variability, initial;
  std::uint32_t reference = 0;
  std::optional<double> start;  ///< of numbers, in the unit of the FMU
  std::string start_text;
  std::optional<double> low, high;  ///< in the unit of the FMU
  std::vector<EnumerationItem> items;
  std::optional<double> nominal;     ///< the same
  std::optional<double> derivative;  ///< by number (FMI 2.0) or reference (FMI 3.0) whose it is, as it stands there
  bool is_array = false;
  int line = 0;

  bool is_number() const { return type != ValueType::text && type != ValueType::other && !is_array; }
  /// Of inputs: they may change between events.
  bool is_continuous() const { return !is_whole() && (variability.empty() || variability == "continuous") && causality == "input"; }
  bool is_whole() const { return type != ValueType::float64 && type != ValueType::float32; }
};

/// What it says of model exchange. Variables by their number in FmuDescription::variables.
struct FmuExchange {
  struct State {
    std::uint32_t variable = 0, derivative = 0;
  };
  std::string binary;  ///< the name of its library
  bool serialises_state = false, once_per_process = false, gives_slopes = false, completes_steps = true;
  std::vector<State> states;  ///< in their order
  std::uint32_t indicators = 0;
  std::string obstacle;  ///< why it cannot be used; empty: it can
  /// Of outputs and derivatives: the variables that they depend on between events; those that are not here on all.
  std::map<std::uint32_t, std::vector<std::uint32_t>> dependencies;

  /// The state that this variable is; -1: none.
  std::int32_t state_of(const FmuVariable& variable, const std::vector<FmuVariable>& variables) const;
  /// False: the unknown does not change with the known one.
  bool depends(std::uint32_t unknown, std::uint32_t known) const;
};

struct FmuDescription {
  std::string file, model, doc, token, tool;  ///< token: what instantiating asks for
  int version = 2;                            ///< of FMI: 2 or 3
  std::string fmi_version;
  bool has_co_simulation = false;
  std::string binary;  ///< of co-simulation: the name of its library
  bool varies_steps = false, hands_out_state = false, serialises_state = false, once_per_process = false, needs_tool = false;
  std::optional<FmuExchange> exchange;  ///< what it has for model exchange
  std::optional<double> step_s;         ///< of its default experiment
  std::vector<FmuVariable> variables;
  std::vector<std::string> remarks;  ///< what was read otherwise than it stands there

  const FmuVariable* find(std::string_view key) const;
};

/// The folders of "binaries/" that this machine can load from, the usual name first.
std::vector<std::string> folders_of_this_machine(int version);
/// Where the archive has the binary of that name for the folder's machine.
inline std::string path_of_binary(const std::string& folder, const std::string& name) {
  std::string path = "binaries/";
  path.append(folder).append("/").append(name).append(".so");
  return path;
}

/// Throws Failure fmu.unreadable, and fmu.unsupported of versions that are not read.
FmuDescription read_description(const FmuArchive& archive);

/// [fmu.unsupported]
[[noreturn]] void refuse_fmu(const std::string& file, const std::string& message, const std::string& because, const std::string& remedy);

}  // namespace stribeck::imports
