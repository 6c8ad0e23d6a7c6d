#pragma once
// What gears and wheels with a housing share: it stands still, or is a port of its own.
#include <optional>

#include "stribeck/component.hpp"

namespace stribeck::partial {

/// The option `housing` and, where it asks for one, the port H. Ask for it after the shafts.
class Housing {
 public:
  explicit Housing(ComponentBuilder& c) {
    if (c.option<bool>("housing", {{"fixed", false}, {"port", true}},
                       "stands still, or is a port H that may move and that something must hold"))
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

/// The same for what turns on one side and slides on the other: both are held, each by a support of its own.
class Supports {
 public:
  explicit Supports(ComponentBuilder& c) {
    if (c.option<bool>("housing", {{"fixed", true}, {"ports", false}},
                       "stands still, or is ports support_R and support_T that may move and that something must hold"))
      return;
    turning_ = c.port("support_R", "rotational", "housing, which holds the torque");
    sliding_ = c.port("support_T", "translational", "housing, which holds the force");
  }
  /// Velocities relative to the housing.
  Expression turning(const Port& shaft) const { return turning_ ? shaft.across() - turning_->across() : shaft.across(); }
  Expression sliding(const Port& rod) const { return sliding_ ? rod.across() - sliding_->across() : rod.across(); }
  /// What comes in at `shaft` and `rod` is held by the housing.
  void hold(ComponentBuilder& c, const Port& shaft, const Port& rod) const {
    if (!turning_) return;
    c.relation("torque on the housing", turning_->through() == -shaft.through());
    c.relation("force on the housing", sliding_->through() == -rod.through());
  }

 private:
  std::optional<Port> turning_, sliding_;
};

}  // namespace stribeck::partial
