#include "component/derived_variables.h"

namespace stribeck {

std::vector<DerivedVariable> derived_variables(const ComponentRecord& record) {
  using Kind = DerivedVariable::Kind;
  if (record.dissipated == ExprId::none) return {};
  std::vector<DerivedVariable> derived{{Kind::loss, "loss", "W", "power that becomes heat"},
                                       {Kind::heat, "heat", "J", "energy that has become heat since the start"}};
  std::erase_if(derived, [&](const DerivedVariable& d) { return record.find_variable(d.name) >= 0 || record.find_connector(d.name) >= 0; });
  return derived;
}

}  // namespace stribeck
