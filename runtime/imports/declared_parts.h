#pragma once
// What the declarations of FMUs for co-simulation and for model exchange have in common.
#include <memory>
#include <string>
#include <vector>

#include "component/recording.h"
#include "imports/component.h"
#include "imports/order.h"
#include "stribeck/component.hpp"

namespace stribeck::imports {

double in_si(const FmuVariable& variable, double value);
double in_its_unit(const FmuVariable& variable, double si);

class DeclaredParts {
 public:
  DeclaredParts(const FmuComponent& component, const stribeck_interface* api, stribeck_recorder* recorder);

 protected:
  TimelineOrder order() const;
  bool is_input(std::size_t number) const;
  static double number(std::size_t i) { return static_cast<double>(i); }
  Expression in(const std::string& unit, double value);
  /// In the unit in which the variable is declared here, which may be an SI unit where the FMU's has no name here.
  double in_declared_unit(const FmuVariable& variable, double value) const;
  std::string doc_of(const FmuVariable& variable) const;
  /// `unit` of its value; that of its last argument.
  Function function(const char* name, const std::vector<const char*>& arguments, const char* last_unit, const char* unit,
                    stribeck_function value, const std::shared_ptr<ExternalMemory>& memory);
  /// What was recorded by function().
  ExternalFunction& external(const char* name);
  Expression parameter(std::size_t i);
  Expression input(std::size_t i);
  void show(std::size_t i, const Expression& value);

  const FmuComponent& component_;
  const FmuDescription& description_;
  Recording recording_;
  ComponentBuilder c_;

 private:
  Expression option(const FmuVariable& variable, const std::vector<std::string>& words);
};

/// Declares an FMU for model exchange.
void declare_exchange(const FmuComponent& component, const stribeck_interface* api, stribeck_recorder* recorder);

}  // namespace stribeck::imports
