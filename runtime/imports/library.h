#pragma once
// The library of an FMU, and what of its functions both versions of FMI have in common.
#include <cstdint>
#include <functional>
#include <string>

#include "imports/instance.h"

namespace stribeck::imports {

/// Stays loaded: libraries that were unloaded and loaded again have been seen to crash.
class Library {
 public:
  explicit Library(const std::string& file);
  /// Throws FmuFault if there is none of that name.
  template <typename Function>
  void find(Function*& function, const char* name) const {
    function = reinterpret_cast<Function*>(symbol(name));
  }

 private:
  void* symbol(const char* name) const;
  void* handle_ = nullptr;
};

enum FmiStatus { kFmiOk, kFmiWarning, kFmiDiscard, kFmiError, kFmiFatal, kFmiPending };

/// What the FMU told its logger since the last call.
class FmuLog {
 public:
  void add(int status, const char* category, const std::string& message);
  std::string take();

 private:
  std::string text_;
};

/// The functions by which an FMU hands out its state, which both versions have under names of their own.
class StateFunctions {
 public:
  struct Names {
    const char *get, *set, *free, *size, *serialize, *deserialize;
  };
  /// Says whether a call went well: throws FmuFault if not.
  using Check = std::function<void(int status, const char* function)>;

  /// The names stay where they are.
  StateFunctions(const Library& library, const Names& names);
  std::string state(void* component, const Check& check) const;
  void set_state(void* component, const std::string& bytes, const Check& check) const;

 private:
  const Names& names_;
  int (*get_)(void*, void**) = nullptr;
  int (*set_)(void*, void*) = nullptr;
  int (*free_)(void*, void**) = nullptr;
  int (*size_)(void*, void*, std::size_t*) = nullptr;
  int (*serialize_)(void*, void*, char*, std::size_t) = nullptr;
  int (*deserialize_)(void*, const char*, std::size_t, void**) = nullptr;
};

/// Throws FmuFault unless the call went well. FMI 3.0 has no pending calls, but else the same numbers.
void check_status(int status, const char* function, FmuLog& log);
/// A number that is to be a whole one, and fits. Throws FmuFault.
std::int64_t whole(const FmuVariable& variable, double value);
/// "file:///..." of a folder.
std::string uri_of(const std::string& folder);

std::unique_ptr<FmuInstance> instance_of_fmi2(const InstanceOrder& order);
std::unique_ptr<FmuInstance> instance_of_fmi3(const InstanceOrder& order);
std::unique_ptr<FmuInstance> exchange_of_fmi2(const InstanceOrder& order);
std::unique_ptr<FmuInstance> exchange_of_fmi3(const InstanceOrder& order);

}  // namespace stribeck::imports
