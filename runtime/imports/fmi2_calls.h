#pragma once
// An instance by FMI 2.0, and the functions that both of its interfaces have.
#include <cstddef>
#include <string>
#include <vector>

#include "imports/fmu_calls.h"

namespace stribeck::imports {

struct Fmi2Callbacks {
  using Logger = void(void* environment, const char* instance, int status, const char* category, const char* message, ...);
  Logger* logger;
  void* (*allocate)(std::size_t count, std::size_t size);
  void (*free)(void* memory);
  void (*step_finished)(void* environment, int status);
  void* environment;
};

/// Every function throws FmuFault.
class Fmi2Calls final : public FmuCalls {
 public:
  explicit Fmi2Calls(const InstanceOrder& order);
  ~Fmi2Calls();
  Fmi2Calls(const Fmi2Calls&) = delete;
  Fmi2Calls& operator=(const Fmi2Calls&) = delete;

  /// Instantiates and initialises it. `starts`: before it is initialised; `inputs`: while it is.
  void begin(const std::vector<Setting>& starts, const std::vector<Setting>& inputs, double t);
  void set(const Setting& setting);
  double read(std::uint32_t number);

 private:
  void instantiate() override;

  struct Functions {
    explicit Functions(const Library& library);
    void* (*instantiate)(const char*, int, const char*, const char*, const Fmi2Callbacks*, int, int) = nullptr;
    void (*free_instance)(void*) = nullptr;
    int (*setup)(void*, int, double, double, int, double) = nullptr;
    int (*enter_initialization)(void*) = nullptr;
    int (*exit_initialization)(void*) = nullptr;
    int (*terminate)(void*) = nullptr;
    int (*get_real)(void*, const unsigned*, std::size_t, double*) = nullptr;
    int (*get_integer)(void*, const unsigned*, std::size_t, int*) = nullptr;
    int (*get_boolean)(void*, const unsigned*, std::size_t, int*) = nullptr;
    int (*set_real)(void*, const unsigned*, std::size_t, const double*) = nullptr;
    int (*set_integer)(void*, const unsigned*, std::size_t, const int*) = nullptr;
    int (*set_boolean)(void*, const unsigned*, std::size_t, const int*) = nullptr;
    int (*set_string)(void*, const unsigned*, std::size_t, const char* const*) = nullptr;
  };
  const Functions call_;
  Fmi2Callbacks callbacks_{};
};

}  // namespace stribeck::imports
