#pragma once
// The units that an FMU defines.
#include <map>
#include <optional>
#include <string>

#include "base/units.h"
#include "imports/xml_tree.h"

namespace stribeck::imports {

struct FmuUnit {
  std::string text = "1";    ///< as it is written here; of the same dimension and factor, or in SI units
  std::string signal = "1";  ///< the SI unit of the same dimension
  Unit si;                   ///< value_si = value * si.factor + si.offset
};

class FmuUnits {
 public:
  /// "UnitDefinitions", null if there are none.
  explicit FmuUnits(const XmlElement* definitions);
  /// By its name in the FMU. What is not defined is read as units are read here; nothing if that fails.
  std::optional<FmuUnit> find(const std::string& name) const;

 private:
  std::map<std::string, FmuUnit, std::less<>> units_;
};

}  // namespace stribeck::imports
