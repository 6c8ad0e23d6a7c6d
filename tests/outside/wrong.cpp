// A plugin that is wrong in the way that kFault names: what the program says of it stands in messages/. Compiled once for all of them.
#include "wrong.h"

#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <stdexcept>

#include "stribeck/component.hpp"

namespace {

void part(stribeck::ComponentBuilder& c) {
  if (kFault == throws) throw std::runtime_error("the table of the measured map is missing");
  if (kFault == crashes) std::abort();
  if (kFault == leaves) std::exit(3);
  if (kFault == leaves_in_peace) std::exit(0);
  if (kFault == stops) std::raise(SIGSTOP);
  const auto motion = stribeck::translational::relative_motion(c);
  if (kFault == underived) {
    const stribeck::Function law = c.function("law", "N", "force at a speed", {{"v", "m/s"}}, [](double v) { return v * v; });
    c.relation("measured", motion.force == law(motion.velocity));
    return;
  }
  auto stiffness = c.parameter("stiffness", 1, "N/m", "force per length");
  if (kFault == nonsense) return;  // nothing determines the force
  c.relation("law", motion.force == stiffness * motion.velocity);
}

void declare(const stribeck_interface* api, stribeck_recorder* recorder) {
  if (kFault == throws_through) throw std::runtime_error("nobody catches this");
  try {
    stribeck::ComponentBuilder builder(api, recorder);
    part(builder);
  } catch (const std::exception& error) {
    api->fault(recorder, error.what());
  }
}

const char* const kType = kFault == taken ? "translational.spring" : kFault == bad_name ? "my spring" : "wrong.part";
const stribeck_component components[] = {{kType, kFault == no_function ? nullptr : declare, "A part.", "wrong.cpp"},
                                         {"wrong.part", declare, "The same part.", "wrong.cpp"}};
constexpr std::uint16_t kNewerMajor = STRIBECK_INTERFACE_MAJOR + 1, kNewerMinor = 99;
const stribeck_library library = {sizeof(stribeck_library), kFault == newer_major ? kNewerMajor : std::uint16_t{STRIBECK_INTERFACE_MAJOR},
                                  kFault == newer_minor ? kNewerMinor : std::uint16_t{STRIBECK_INTERFACE_MINOR}, components,
                                  kFault == no_types ? 0
                                  : kFault == twice  ? 2
                                                     : 1};

}  // namespace

extern "C" const stribeck_library* stribeck_plugin(void) { return kFault == no_library ? nullptr : &library; }
