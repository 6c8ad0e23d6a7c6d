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
  bool is_array = false;
  int line = 0;

  bool is_number() const { return type != ValueType::text && type != ValueType::other && !is_array; }
  bool is_whole() const { return type != ValueType::float64 && type != ValueType::float32; }
};

struct FmuDescription {
  std::string file, model, doc, token, tool;  ///< token: what instantiating asks for
  int version = 2;                            ///< of FMI: 2 or 3
  std::string fmi_version;
  bool has_co_simulation = false, has_model_exchange = false;
  std::string binary;  ///< of co-simulation: the name of its library
  bool varies_steps = false, hands_out_state = false, serialises_state = false, once_per_process = false, needs_tool = false;
  std::optional<double> step_s;  ///< of its default experiment
  std::vector<FmuVariable> variables;
  std::vector<std::string> remarks;  ///< what was read otherwise than it stands there

  const FmuVariable* find(std::string_view key) const;
};

/// The folders of "binaries/" that this machine can load from, the usual name first.
std::vector<std::string> folders_of_this_machine(int version);

/// Throws Failure fmu.unreadable, and fmu.unsupported of versions that are not read.
FmuDescription read_description(const FmuArchive& archive);

/// [fmu.unsupported]
[[noreturn]] void refuse_fmu(const std::string& file, const std::string& message, const std::string& because, const std::string& remedy);

}  // namespace stribeck::imports
