#pragma once
// An instance of an FMU, and what FMI 2.0 and 3.0 do with one alike.
#include <string>

#include "imports/library.h"

namespace stribeck::imports {

/// Every function throws FmuFault.
class FmuCalls {
 public:
  FmuCalls(const FmuCalls&) = delete;
  FmuCalls& operator=(const FmuCalls&) = delete;

  std::string state();
  void set_state(const std::string& bytes);

  void check(int status, const char* function);
  const InstanceOrder& order() const { return order_; }
  const Library& library() const { return library_; }
  void* component() const { return component_; }

 protected:
  /// `states`: names of the functions that get and set its state, which stay where they are.
  FmuCalls(const InstanceOrder& order, const StateFunctions::Names& states)
      : order_(order), library_(order.library), state_names_(states) {}
  ~FmuCalls() = default;
  virtual void instantiate() = 0;
  /// Ends and frees it, while what it was instantiated with is there.
  void end(int (*terminate)(void*), void (*free_instance)(void*));

  const InstanceOrder order_;
  const Library library_;
  FmuLog log_;
  void* component_ = nullptr;
  bool runs_ = false;

 private:
  StateFunctions::Check checks();

  const StateFunctions::Names& state_names_;
  bool is_broken_ = false;
};

}  // namespace stribeck::imports
