#include "fake_components.h"

#include "stribeck/component.hpp"

namespace stribeck::fake {
namespace {

template <void (*declare)(ComponentBuilder&)>
void run(const stribeck_interface* api, stribeck_recorder* recorder) {
  ComponentBuilder builder(api, recorder);
  declare(builder);
}

void mass(ComponentBuilder& c) {
  const Port port = c.port("M", "translational", "the body");
  auto m = c.parameter("mass", required, "kg", "mass of the body").above(0);
  const Expression v = c.variable("v", "m/s", "velocity");
  c.relation("velocity", v == port.across());
  c.relation("Newton", m * der(v) == port.through());
  c.stores(0.5 * m * v * v);
}

void spring(ComponentBuilder& c) {
  const auto [v, f, r, k] = translational::relative_motion(c);
  const auto stiffness = c.parameter("stiffness", 1000, "N/m", "force per length").at_least(0);
  const Expression x = c.displacement(r, k, "x", "stretch");
  c.relation("spring law", f == stiffness * x);
  c.stores(0.5 * stiffness * x * x);
}

void friction(ComponentBuilder& c) {
  const auto [v, f, r, k] = translational::relative_motion(c);
  const auto breakaway = c.parameter("breakaway_force", 25, "N", "largest force that holds").at_least(0);
  const auto coulomb = c.parameter("coulomb_force", 20, "N", "force while sliding").between(0, breakaway);
  if (c.option("law", "tanh|linear", "how the sign of the speed is smoothed") == 0) {
    c.relation("friction law",
               f == coulomb * tanh(v / c.parameter("scale", 0.01, "m/s", "speed of smoothing").above(0)) + 0 * breakaway / 1.0);
  } else {
    c.relation("friction law",
               f == coulomb * v / c.parameter("slope", required, "m/s", "speed that gives the whole force").above(0) + 0 * breakaway);
  }
  c.dissipates(f * v);
}

void drive(ComponentBuilder& c) {
  const Port port = c.port("R", "rotational", "the shaft");
  const auto speed = c.parameter("speed", 1, "rad/s", "speed of the shaft");
  const auto frequency = c.parameter("frequency", 1, "Hz", "of the ripple");
  const Expression w = c.variable("w", "rad/s", "speed");
  c.relation("speed", w == port.across());
  c.relation("source", w == speed + 0.1 * speed * sin(2 * pi * frequency * c.time()));
}

void table(ComponentBuilder& c) {
  const List times = c.ascending_list("times", "s", "instants", {});
  const List values = c.list("values", "any", "values at the instants", {});
  const Expression y = c.output("y", "any", "the value");
  c.relation("table", y == c.interpolate(times, values, c.time()));
}

void constant(ComponentBuilder& c) {
  const auto value = c.parameter("value", required, "any:u", "the value");
  const Expression y = c.output("y", "any:u", "the value");
  c.relation("constant", y == value);
}

void ground(ComponentBuilder& c) {
  const Port port = c.port("W", "translational", "the wall");
  c.relation("rest", port.across() == 0);
}

const stribeck_component kComponents[] = {
    {"fake.mass", run<mass>, "A mass.", "fake.cpp"},           {"fake.spring", run<spring>, "A spring.", "fake.cpp"},
    {"fake.friction", run<friction>, "Friction.", "fake.cpp"}, {"fake.drive", run<drive>, "A drive.", "fake.cpp"},
    {"fake.table", run<table>, "A table.", "fake.cpp"},        {"fake.constant", run<constant>, "A constant.", "fake.cpp"},
    {"fake.ground", run<ground>, "A wall.", "fake.cpp"}};

const stribeck_library* library() {
  static const stribeck_library kLibrary{sizeof(stribeck_library), STRIBECK_INTERFACE_MAJOR, STRIBECK_INTERFACE_MINOR, kComponents,
                                         std::size(kComponents)};
  return &kLibrary;
}

}  // namespace

Registry& registry() {
  static Registry registry = [] {
    Registry made;
    made.add_library(library, "fake.cpp");
    return made;
  }();
  return registry;
}

}  // namespace stribeck::fake
