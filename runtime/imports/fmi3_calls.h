#pragma once
// An instance by FMI 3.0, and the functions that both of its interfaces have.
#include <cstddef>
#include <string>
#include <vector>

#include "imports/fmu_calls.h"

namespace stribeck::imports {

/// Every function throws FmuFault.
class Fmi3Calls final : public FmuCalls {
 public:
  explicit Fmi3Calls(const InstanceOrder& order);
  ~Fmi3Calls();
  Fmi3Calls(const Fmi3Calls&) = delete;
  Fmi3Calls& operator=(const Fmi3Calls&) = delete;

  /// Instantiates and initialises it. `starts`: before it is initialised; `inputs`: while it is.
  void begin(const std::vector<Setting>& starts, const std::vector<Setting>& inputs, double t);
  void set(const Setting& setting);
  double read(std::uint32_t number);

 private:
  void instantiate() override;
  template <typename Value>
  Value get(const FmuVariable& variable, const char* name);
  template <typename Value>
  void put(const FmuVariable& variable, Value value, const char* name);
  void put_whole(const FmuVariable& variable, std::int64_t value);

  struct Functions {
    explicit Functions(const Library& library);
    void (*free_instance)(void*) = nullptr;
    int (*enter_initialization)(void*, bool, double, double, bool, double) = nullptr;
    int (*exit_initialization)(void*) = nullptr;
    int (*terminate)(void*) = nullptr;
  };
  const Functions call_;
};

}  // namespace stribeck::imports
