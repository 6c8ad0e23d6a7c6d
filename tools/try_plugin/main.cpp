// try_plugin FILE: the process in which a plugin is tried (component/plugin_trial.h); its lines go to the descriptor after standard error.
#include <cstdlib>

#include "component/plugin_trial.h"

int main(int count, char** arguments) {
  constexpr int kReport = 3;
  if (count != 2) return EXIT_FAILURE;
  stribeck::declare_types(arguments[1], kReport);
  std::_Exit(EXIT_SUCCESS);  // what the plugin wants done at the end of a process is not of interest
}
