#include "imports/fmu_calls.h"

namespace stribeck::imports {

std::string FmuCalls::state() { return StateFunctions(library_, state_names_).state(component_, checks()); }

void FmuCalls::set_state(const std::string& bytes) {
  if (component_ == nullptr) instantiate();
  StateFunctions(library_, state_names_).set_state(component_, bytes, checks());
  runs_ = true;
}

void FmuCalls::check(int status, const char* function) {
  is_broken_ = is_broken_ || status == kFmiFatal;  // then nothing may be called
  check_status(status, function, log_);
}

void FmuCalls::end(int (*terminate)(void*), void (*free_instance)(void*)) {
  if (component_ == nullptr || is_broken_) return;
  if (runs_) terminate(component_);
  free_instance(component_);
}

StateFunctions::Check FmuCalls::checks() {
  return [this](int status, const char* function) { check(status, function); };
}

}  // namespace stribeck::imports
