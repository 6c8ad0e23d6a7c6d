#pragma once
// What gears with a housing share: it stands still, or is a port of its own.
#include <optional>

#include "stribeck/component.hpp"

namespace stribeck::partial {

/// The option `housing` and, where it asks for one, the port H. Ask for it after the shafts.
class Housing {
 public:
  explicit Housing(ComponentBuilder& c) {
    if (c.option("housing", "fixed|port", "stands still, or is a port H that may move and that something must hold") == 1)
      port_ = c.port("H", "rotational", "housing");
  }
  /// Angular velocity of a shaft relative to the housing.
  Expression relative(const Port& shaft) const { return port_ ? shaft.across() - port_->across() : shaft.across(); }
  /// `torque` of all shafts comes into the mechanism and is held by the housing.
  void holds(ComponentBuilder& c, const Expression& torque) const {
    if (port_) c.relation("torque on the housing", port_->through() == -torque);
  }

 private:
  std::optional<Port> port_;
};

}  // namespace stribeck::partial
